"""TG004-TG006: tags that are nearly right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import remove_item, replace_scalar
from tagger.core.findings import Rule, Safety, Severity
from tagger.core.tags import DISCOVERY_TAG
from tagger.rules.card.values import quoted
from tagger.rules.tags.common import KEY, card_with, meant, offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.card.card import TagItem
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

_PREFIX = "library:"
#: The name that the Hub's documentation gave the discovery tag for some weeks (hub-docs#2790).
_FORMER_TAG = "environment"


TAG_MISSPELT = Rule(
    code="TG004",
    name="tag-misspelt",
    severity=Severity.WARNING,
    summary="Another spelling of a tag that the Hub knows",
    why="`Harbor`, `nemo_gym` or `RL-Environment` look right and do nothing: the badge, the filter"
    " and the job that lists tasks compare tags exactly, in lower case and with the dash. The fix"
    " is offered where the layout proves the tag and the right spelling is not there as well.",
    bad=card_with("rl-environment", "Harbor", "openenv"),
    good=card_with("rl-environment", "harbor", "openenv"),
    source="dataset-viewer, job `dataset-harbor-tasks`; hub-docs#2790",
    fix=Safety.SAFE,
)


@TAG_MISSPELT.check
def _check_tag_misspelt(facts: Facts) -> Iterator[Finding]:
    taken = set(facts.tags.declared)
    for index, item in enumerate(facts.card.tag_items):
        tag = meant(facts, item.value) if item.is_string else None
        if tag is None:
            continue
        yield _misspelt(facts, index, item, tag, is_there=tag in taken)
        taken.add(tag)


def _misspelt(facts: Facts, index: int, item: TagItem, tag: str, *, is_there: bool) -> Finding:
    fix, reason = None, None
    if not is_there and tag in facts.tags.proven:
        fix, reason = offer(f"write `{tag}`", replace_scalar, facts.card, (KEY, index), tag)
    if is_there:
        hint = f"remove it: `{tag}` is there"
    elif reason:
        hint = f"write `{tag}` by hand; no edit is safe here ({reason})"
    else:
        hint = f"write `{tag}`" if fix else f"write `{tag}` if that is what is meant"
    return TAG_MISSPELT.at(
        facts.card.path,
        f"{quoted(item.value)} is not the tag `{tag}`: the Hub compares tags letter by letter",
        item.span,
        hint=hint,
        fix=fix,
    )


LIBRARY_PREFIX = Rule(
    code="TG005",
    name="library-prefix",
    severity=Severity.WARNING,
    summary="A tag with the prefix `library:`",
    why="The Hub's API answers with each tag of the card and, for those that are libraries, with"
    " `library:harbor` and the like beside them. Copied back into a card, the prefix makes a word"
    " that no page and no snippet recognises.",
    bad=card_with("rl-environment", "harbor", "openenv", "library:harbor"),
    good=card_with("rl-environment", "harbor", "openenv"),
    source="Hub API, `tags` of `/api/datasets`",
    fix=Safety.UNSAFE,
)


@LIBRARY_PREFIX.check
def _check_library_prefix(facts: Facts) -> Iterator[Finding]:
    for index, item in enumerate(facts.card.tag_items):
        name = item.value.removeprefix(_PREFIX)
        if not item.is_string or not item.value.startswith(_PREFIX):
            continue
        yield LIBRARY_PREFIX.at(
            facts.card.path,
            f"{quoted(item.value)} is a name that the Hub derives from a tag, not a tag: in a card"
            " it means nothing",
            item.span,
            hint=f"write {quoted(name)} alone" if name else "remove it",
            fix=_without_prefix(facts, index, name),
        )


def _without_prefix(facts: Facts, index: int, name: str) -> Fix | None:
    card, unsafe = facts.card, Safety.UNSAFE
    if name in facts.tags.declared:
        return offer(f"keep `{name}` alone", remove_item, card, KEY, _PREFIX + name, safety=unsafe)[
            0
        ]
    if name in facts.tags.proven:
        return offer(f"write `{name}`", replace_scalar, card, (KEY, index), name, safety=unsafe)[0]
    return None


FORMER_DISCOVERY_TAG = Rule(
    code="TG006",
    name="former-discovery-tag",
    severity=Severity.INFO,
    summary="`environment` beside a proven framework",
    why="In September 2026 the Hub's documentation called the discovery tag `environment` before"
    " that was corrected to `rl-environment`, so cards with the wrong one exist. The word also has"
    " a meaning of its own (rivers, climate), which is why no safe fix touches it, and nothing is"
    " said where no framework is proven.",
    bad=card_with("environment", "rl-environment", "harbor", "openenv"),
    good=card_with("rl-environment", "harbor", "openenv"),
    source="hub-docs#2790",
    fix=Safety.UNSAFE,
)


@FORMER_DISCOVERY_TAG.check
def _check_former_discovery_tag(facts: Facts) -> Iterator[Finding]:
    tags = facts.tags
    if not tags.proven or _FORMER_TAG not in tags.declared:
        return
    index, item = next(
        (index, item)
        for index, item in enumerate(facts.card.tag_items)
        if item.is_string and item.value == _FORMER_TAG
    )
    card, unsafe = facts.card, Safety.UNSAFE
    if DISCOVERY_TAG in tags.declared:
        what = "remove it"
        fix, _ = offer(what, remove_item, card, KEY, _FORMER_TAG, safety=unsafe)
    else:
        what = f"write `{DISCOVERY_TAG}`"
        fix, _ = offer(what, replace_scalar, card, (KEY, index), DISCOVERY_TAG, safety=unsafe)
    yield FORMER_DISCOVERY_TAG.at(
        facts.card.path,
        f"`{_FORMER_TAG}` is not the tag of RL environments, though the Hub's documentation said so"
        " for a while",
        item.span,
        hint=f"{what}, unless the word itself is meant",
        fix=fix,
    )
