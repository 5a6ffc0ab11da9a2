"""The lines of a JSONL file, as the framework's readers see them.

NeMo Gym 0.7.0 opens the file in text mode: UTF-8, universal newlines, and a byte-order mark that
stays in the first line. U+2028, U+0085 and the like end no line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Lines:
    """The whole lines of what was read of a file.

    Attributes:
        texts: the lines without their ends; read as well as possible where they are not UTF-8.
        bad_line: the line (from 1) with the first bytes that are not UTF-8, if any.
        encoding: the name of another encoding that the bytes have, if it is known.
    """

    texts: Sequence[str]
    bad_line: int | None = None
    encoding: str | None = None


def split_lines(data: bytes, *, cut: bool) -> Lines:
    """Cut bytes into lines.

    Args:
        data: the beginning of a file.
        cut: whether the file goes on; the last line is then left out.
    """
    encoding = _utf16(data)
    if encoding:
        text = data.decode(encoding, "replace").lstrip("\ufeff")
        return Lines(_lines(text), 1, "UTF-16")
    if cut:
        data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
    try:
        return Lines(_lines(data.decode("utf-8")))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = _universal(before).count("\n") + 1
        return Lines(_lines(data.decode("utf-8", "replace")), line)


def _utf16(data: bytes) -> str | None:
    """The byte order of UTF-16 text: by its mark, or by the zero bytes of ASCII in it."""
    marked = _UTF16.get(data[:2])
    if marked or len(data) < 4:
        return marked
    if not data[0] and not data[2]:
        return "utf-16-be"
    return "utf-16-le" if not data[1] and not data[3] else None


def _lines(text: str) -> list[str]:
    lines = _universal(text).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _universal(text: str) -> str:
    """The text with every line end as a single line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
