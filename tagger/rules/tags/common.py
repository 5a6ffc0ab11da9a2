"""What the rules about tags share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import RefusedError
from tagger.core.findings import Fix, Safety
from tagger.core.places import Span
from tagger.core.tags import DISCOVERY_TAG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tagger.core.places import Edit
    from tagger.rules.facts import Facts

KEY = "tags"
#: The scaffold's card up to its tags, for the examples of the rules.
HEAD = "---\nlicense: mit\ntags:\n"
TAIL = "---\n\n# Knot puzzles\n"


def card_with(*tags: str) -> dict[str, str]:
    """The scaffold's card with these items in its list, as the example of a rule."""
    return {"README.md": HEAD + "".join(f"- {tag}\n" for tag in tags) + TAIL}


def known_tags(facts: Facts) -> Sequence[str]:
    """The discovery tag and the tag of every framework, in the order in which they are written."""
    return (DISCOVERY_TAG, *facts.detections)


def meant(facts: Facts, word: str) -> str | None:
    """The known tag of which a word is another spelling, as in ``Harbor`` or ``nemo_gym``.

    Equal after lower-casing and without dashes, underscores and spaces (docs/card.md §4).
    """
    if word in known_tags(facts):
        return None
    return next((tag for tag in known_tags(facts) if _folded(tag) == _folded(word)), None)


def _folded(word: str) -> str:
    return "".join(c for c in word.lower() if c not in "-_" and not c.isspace())


def place(facts: Facts) -> Span | None:
    """Where a finding about the tags as a whole is placed: at the key, or at the card's"
    " beginning."""
    card = facts.card
    pair = card.header.get(KEY) if card.header else None
    if card.header and pair:
        return card.header.span(pair.key)
    return Span(card.parts.line) if card.state.was_read else None


def offer(
    description: str,
    edit: Callable[..., Iterable[Edit]],
    *args: object,
    safety: Safety = Safety.SAFE,
) -> tuple[Fix | None, str | None]:
    """The fix that ``edit(*args)`` makes; or none, and why no edit is safe."""
    try:
        edits = tuple(edit(*args))
    except RefusedError as error:
        return None, error.reason
    return (Fix(safety, description, edits), None) if edits else (None, None)


def by_hand(reason: str | None, tags: Sequence[str]) -> str | None:
    """The hint in place of a fix: the reason, and the line to write."""
    if reason is None:
        return None
    return f"no edit is safe here ({reason}); write by hand: `tags: [{', '.join(tags)}]`"
