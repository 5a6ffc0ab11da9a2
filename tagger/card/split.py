"""A card as the Hub cuts it: byte-order mark, fences, header, text (docs/card.md §1).

The Hub and ``huggingface_hub`` (``repocard.py``) look for one pattern, anchored at the start::

    ^(\\s*---(?:\\r\\n|\\r|\\n))([\\S\\s]*?)((?:\\r\\n|\\r|\\n)---[ \\t]*(\\r\\n|\\n|$))

Here the same text is found in two steps, each in linear time whatever the input
(huggingface_hub#4526).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

BOM = b"\xef\xbb\xbf"

#: JavaScript's ``\s`` in UTF-8; U+FEFF belongs to it.
_SPACE = (
    rb"(?:[\t\n\v\f\r ]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    rb"|\xe3\x80\x80|\xef\xbb\xbf)*+"
)
_BLANK = re.compile(_SPACE)
_OPENING = re.compile(rb"---(?:\r\n|\r|\n)")
_CLOSING = re.compile(rb"(?:\r\n|\r|\n)---[ \t]*+(?:\r\n|\n|\Z)")
#: What ``\r`` alone as line end of the opening fence leaves of ``\r\n---``.
_CLOSING_AT_ONCE = re.compile(rb"\n---[ \t]*+(?:\r\n|\n|\Z)")
#: A line of dashes with a first ``key:`` below it: a header with something before it.
_LATE_FENCE = re.compile(rb"^---[ \t]*+\r?\n(?:[ \t]*+\r?\n)*+[A-Za-z_][\w-]*+[ \t]*+:(?=\s)", re.M)
#: A line that somebody may have meant to close the header with.
_NEAR_CLOSING = re.compile(rb"^(?:[ \t]++---|---|\.\.\.[ \t]*+\r?$)", re.M)


class CardState(StrEnum):
    """Whether a card has a header the Hub finds, and if not, why not."""

    HEADER = "header"
    # nothing could be read
    MISSING = "missing"
    NOT_A_FILE = "not-a-file"
    POINTER = "pointer"
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    NOT_UTF8 = "not-utf-8"
    # read, and no header in it
    EMPTY = "empty"
    NO_FENCE = "no-fence"
    TEXT_BEFORE = "text-before"
    BAD_FENCE = "bad-fence"
    UNCLOSED = "unclosed"
    TOUCHING = "touching-fences"
    CR_ONLY = "cr-only"

    @property
    def was_read(self) -> bool:
        """Whether the bytes of the card are known and are text."""
        return self not in _UNREAD


_UNREAD = frozenset(
    {
        CardState.MISSING,
        CardState.NOT_A_FILE,
        CardState.POINTER,
        CardState.TOO_LARGE,
        CardState.UNREADABLE,
        CardState.NOT_UTF8,
    }
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The bytes of a card; joined in this order they are the file.

    Attributes:
        state: ``HEADER``, or why the pattern finds none.
        bom: the byte-order mark, or nothing.
        opening: spaces, ``---`` and its line end.
        header: what lies between the fences, without its last line end (group 2 of the pattern).
        closing: that line end, ``---``, spaces, and the line end of the fence if it has one.
        body: the text below; all but the mark where there is no header.
        line: where the reason for a missing header is, counted from 1.
    """

    state: CardState
    bom: bytes = b""
    opening: bytes = b""
    header: bytes = b""
    closing: bytes = b""
    body: bytes = b""
    line: int = 1

    @property
    def header_start(self) -> int:
        """Offset of the header in the file."""
        return len(self.bom) + len(self.opening)


def split(raw: bytes) -> Parts:
    """Cut a card as the Hub's pattern does."""
    bom = BOM if raw.startswith(BOM) else b""
    rest = raw[len(bom) :]
    blank = _end(_BLANK.match(rest))
    opening = _OPENING.match(rest, blank)
    if opening is None:
        state, line = _without_opening(rest, blank)
        return Parts(state, bom, body=rest, line=line)
    start = opening.end()
    closing = _CLOSING.search(rest, start)
    if closing is None and opening[0].endswith(b"\r\n"):
        # The pattern backtracks: the line end may be the carriage return alone.
        start -= 1
        closing = _CLOSING_AT_ONCE.match(rest, start)
    if closing is None:
        state, line = _without_closing(rest, blank, opening.end())
        return Parts(state, bom, body=rest, line=line)
    return Parts(
        CardState.HEADER,
        bom,
        rest[:start],
        rest[start : closing.start()],
        closing[0],
        rest[closing.end() :],
        line=line_at(rest, blank),
    )


def line_at(data: bytes, offset: int) -> int:
    """The number of the line of a byte; CRLF, LF and CR each end one."""
    head = data[:offset]
    return 1 + head.count(b"\n") + head.count(b"\r") - head.count(b"\r\n")


def _without_opening(rest: bytes, blank: int) -> tuple[CardState, int]:
    if blank == len(rest):
        return CardState.EMPTY, 1
    if rest.startswith(b"---", blank):
        return CardState.BAD_FENCE, line_at(rest, blank)
    late = _LATE_FENCE.search(rest, blank)
    if late:
        return CardState.TEXT_BEFORE, line_at(rest, late.start())
    return CardState.NO_FENCE, line_at(rest, blank)


def _without_closing(rest: bytes, blank: int, start: int) -> tuple[CardState, int]:
    if b"\n" not in rest:
        return CardState.CR_ONLY, line_at(rest, blank)
    if re.compile(rb"---[ \t]*+(?:\r\n|\n|\Z)").match(rest, start):
        return CardState.TOUCHING, line_at(rest, start)
    near = _NEAR_CLOSING.search(rest, start)
    return CardState.UNCLOSED, line_at(rest, near.start() if near else blank)


def _end(match: re.Match[bytes] | None) -> int:
    return match.end() if match else 0
