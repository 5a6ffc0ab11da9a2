"""From patches of a header to edits of its file, proven before anybody gets them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tagger.card.guard import require_header
from tagger.card.proof import Intent, holds
from tagger.card.splice import Patch, Splicer
from tagger.core import edits as editing
from tagger.core.errors import RefusedError
from tagger.core.places import Edit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.card.card import Card

Edits = tuple[Edit, ...]
LINE_END = re.compile(rb"\r?\n")


def splicer(card: Card) -> Splicer:
    """What computes patches for the header of a card, if it may be edited at all."""
    return Splicer(require_header(card), _line_end(card))


def _line_end(card: Card) -> str:
    """What ends most lines of the header, or its opening fence where it has one line only."""
    ends = Counter(LINE_END.findall(card.parts.header)) or Counter(
        LINE_END.findall(card.parts.opening)[-1:]
    )
    return str(ends.most_common(1)[0][0], "ascii")


def proven(card: Card, patches: Sequence[Patch], intent: Intent) -> Edits:
    """The edits that patches of the header are.

    Raises:
        RefusedError: they overlap, or what they make is not what was intended.
    """
    header = require_header(card)
    edits = [
        Edit(
            card.path,
            header.offset(patch.start),
            header.offset(patch.end),
            patch.text.encode("utf-8"),
        )
        for patch in _merged(patches)
    ]
    return checked(card, tuple(edits), intent)


def _merged(patches: Sequence[Patch]) -> list[Patch]:
    """Patches in order of place, those that touch made one."""
    merged: list[Patch] = []
    for patch in sorted(patches, key=lambda patch: (patch.start, patch.end)):
        if merged and merged[-1].end > patch.start:
            raise RefusedError("two changes overlap")
        if merged and merged[-1].end == patch.start:
            last = merged.pop()
            patch = Patch(last.start, patch.end, last.text + patch.text)
        merged.append(patch)
    return merged


def checked(card: Card, edits: Edits, intent: Intent) -> Edits:
    """The edits, if what they make is what was intended; none if they change nothing.

    Raises:
        RefusedError: the proof fails.
    """
    try:
        after = editing.apply(card.raw, edits)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    if after == card.raw:
        return ()
    if not holds(card.header, card.parts, after, intent):
        raise RefusedError("the outcome cannot be proven")
    return edits
