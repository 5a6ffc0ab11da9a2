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

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character; without an end a span is its first character."""
        return self._first <= other._last and other._first <= self._last

    @property
    def _first(self) -> tuple[int, int]:
        return self.line, self.column

    @property
    def _last(self) -> tuple[int, int]:
        if self.end_line is None or self.end_column is None:
            return self._first
        return self.end_line, self.end_column - 1


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes ``start:end`` of a file by ``content``.

    An absent file is created by an edit with ``start == end == 0``.
    """

    path: str
    start: int
    end: int
    content: bytes
