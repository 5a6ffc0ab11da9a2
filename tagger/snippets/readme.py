"""The section between markers in a README, written or brought up to date in place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.card.split import split
from tagger.core.errors import RefusedError
from tagger.text.markdown import open_block, plain_lines

if TYPE_CHECKING:
    from tagger.card.card import Card

BEGIN = b"<!-- tagger: run -->"
END = b"<!-- tagger: end -->"
_LINE_END = re.compile(rb"\r\n|\r|\n")
#: A marker counts where Markdown takes it for a comment: alone in its line, hardly indented.
_MARKER = re.compile(rb" {0,3}(%b|%b)[ \t]*[\r\n]*" % (re.escape(BEGIN), re.escape(END)))


def updated(card: Card, section: str) -> bytes:
    """The bytes of a card with the section in it; nothing outside the markers differs.

    Args:
        card: what was read.
        section: the text between the markers, with LF.

    Raises:
        RefusedError: the markers are not a pair, the text around would swallow the section, or
            the header would not end any more.
    """
    data, start = card.raw, len(card.raw) - len(card.parts.body)
    end = _line_end(data)
    text = end.join([BEGIN, b"", *section.encode("utf-8").splitlines(), b"", END])
    place = find(data, start)
    if place:
        after = data[: place.begin] + text + data[place.end :]
    elif block := open_block(data[start:]):
        raise RefusedError(f"its last {block} is never closed and would swallow the section")
    else:
        after = data + _gap(data, end) + text + end
    if len(after) - len(split(after).body) < start:
        # `---` ends a header at the end of a file and before LF, though not before CR.
        raise RefusedError("its header ends only because no line follows: end its lines with LF")
    again = find(after, start)
    if again is None or after[again.begin : again.end] != text:
        raise RefusedError("the section could not be found again where it was put")
    return after


@dataclass(frozen=True, slots=True)
class SectionPlace:
    """From the first byte of the opening marker to the last of the closing one."""

    begin: int
    end: int


def find(data: bytes, start: int = 0) -> SectionPlace | None:
    """Where the section is, if there is one.

    Args:
        data: the bytes of a README.
        start: where the text below the header begins.

    Raises:
        RefusedError: the markers are not a pair.
    """
    found: list[tuple[bytes, int]] = []
    for position, line in plain_lines(data, start):
        if match := _MARKER.fullmatch(line):
            found.append((match[1], position + match.start(1)))
    if not found:
        return None
    if [mark for mark, _ in found] != [BEGIN, END]:
        marks = f"{BEGIN.decode()} and {END.decode()}"
        raise RefusedError(f"{marks} must be in it once each, in this order")
    (_, begin), (_, last) = found
    return SectionPlace(begin, last + len(END))


def _line_end(data: bytes) -> bytes:
    """How the lines of a text end, by the first that does."""
    first = _LINE_END.search(data)
    return first[0] if first else b"\n"


def _gap(data: bytes, end: bytes) -> bytes:
    """What brings one empty line between the text and what is added."""
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        return b""
    lines = _LINE_END.split(data)
    empty = 2 - next((n for n, line in enumerate(reversed(lines)) if line.strip()), 2)
    return end * max(0, empty)
