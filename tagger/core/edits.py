"""The one way to edit a file: splices of its text, made, read again, proven, turned into edits.

A caller says in characters what it replaces, how the format is read, and what data the new text
must have. Nobody else counts bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ParseError, RefusedError
from tagger.core.places import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Edits = tuple[Edit, ...]

_OVERLAP = "two changes overlap"
_UNPROVEN = "the outcome cannot be proven"


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace ``[start:end]`` of a decoded text; indices count characters."""

    start: int
    end: int
    text: str


def proven(
    path: str,
    text: str,
    splices: Sequence[Splice],
    *,
    parse: Callable[[str], Any],
    expected: Any,
    offset: int = 0,
) -> Edits:
    """The edits of a file that splices of its text are, if the new text reads as intended.

    Args:
        path: the file.
        text: what is decoded of it.
        splices: what to replace in the text, in any order.
        parse: the reader of the format; raises :class:`ParseError`.
        expected: the old data with the intended change.
        offset: where the text begins in the file, in bytes (behind a byte-order mark, a fence).

    Raises:
        RefusedError: the splices overlap, or the new text does not read as intended.
    """
    if not reads_as(text, splices, parse=parse, expected=expected):
        raise RefusedError(_UNPROVEN)
    return edits_of(path, text, splices, offset=offset)


def reads_as(
    text: str, splices: Sequence[Splice], *, parse: Callable[[str], Any], expected: Any
) -> bool:
    """Whether a text with the splices reads as the expected data; the order of keys is free.

    Raises:
        RefusedError: the splices overlap.
    """
    try:
        return same_data(parse(spliced(text, splices)), expected, ordered=False)
    except ParseError:
        return False


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """The text with the splices.

    Raises:
        RefusedError: they overlap.
    """
    done: list[str] = []
    position = 0
    for splice in _merged(splices):
        done += (text[position : splice.start], splice.text)
        position = splice.end
    return "".join([*done, text[position:]])


def edits_of(path: str, text: str, splices: Sequence[Splice], *, offset: int = 0) -> Edits:
    """The edits of a file that splices of its text are, in order; those that touch are one.

    Raises:
        RefusedError: the splices overlap.
    """
    edits: list[Edit] = []
    position = 0
    for splice in _merged(splices):
        start = offset + len(text[position : splice.start].encode())
        offset = start + len(text[splice.start : splice.end].encode())
        edits.append(Edit(path, start, offset, splice.text.encode()))
        position = splice.end
    return tuple(edits)


def _merged(splices: Sequence[Splice]) -> list[Splice]:
    merged: list[Splice] = []
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        if merged and merged[-1].end > splice.start:
            raise RefusedError(_OVERLAP)
        if merged and merged[-1].end == splice.start:
            last = merged.pop()
            splice = Splice(last.start, splice.end, last.text + splice.text)
        merged.append(splice)
    return merged


def checked(data: bytes, edits: Edits, holds: Callable[[bytes], bool]) -> Edits:
    """The edits of one file, if what they make holds; none where they change nothing.

    For formats whose proof needs more than data: the bytes around a header, for example.

    Raises:
        RefusedError: they overlap, or the proof fails.
    """
    try:
        after = apply(data, edits)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    if after == data:
        return ()
    if not holds(after):
        raise RefusedError(_UNPROVEN)
    return edits


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after all edits of one file; edits at one place keep their order.

    Raises:
        ValueError: two edits overlap, or one lies outside the file.
    """
    done: list[bytes] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not position <= edit.start <= edit.end <= len(data):
            raise ValueError(f"edits of {edit.path} overlap or lie outside the file")
        done += (data[position : edit.start], edit.content)
        position = edit.end
    return b"".join([*done, data[position:]])


def same_data(left: Any, right: Any, *, ordered: bool = True) -> bool:
    """Whether two values have the same types and values throughout; NaN is itself.

    What several aliases share is compared once, so that alias bombs are harmless.

    Args:
        left: plain data.
        right: plain data.
        ordered: the keys of mappings must have the same order, too.
    """
    seen: set[tuple[int, int]] = set()
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        if type(a) is not type(b):
            return False
        if not isinstance(a, (dict, list)):
            if a != b and not (a != a and b != b):
                return False
            continue
        if (id(a), id(b)) in seen:
            continue
        seen.add((id(a), id(b)))
        if len(a) != len(b):
            return False
        if isinstance(a, list):
            todo += zip(a, b, strict=True)
        elif ordered or list(a) == list(b):
            todo += zip(a, b, strict=True)
            todo += zip(a.values(), b.values(), strict=True)
        elif all(key in b for key in a):
            todo += ((value, b[key]) for key, value in a.items())
        else:
            return False
    return True
