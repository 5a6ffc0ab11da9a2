"""Places in text files, and edits of their bytes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text file. Lines and columns count from 1, columns in characters.

    ``end_column`` lies one past the last character.
    """

    line: int
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes ``start:end`` of a file by ``content``.

    An absent file is created by an edit with ``start == end == 0``.
    """

    path: str
    start: int
    end: int
    content: bytes
