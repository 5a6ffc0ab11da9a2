"""Lines of Markdown that are text: outside fenced code and comments (CommonMark 0.31)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
#: §4.5 and, for comments, §4.6.
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})[ \t]*([^\r\n]*)")
_COMMENT = re.compile(rb" {0,3}<!--")
_COMMENT_END = b"-->"


def plain_lines(data: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Each such line with its line end, and where it begins."""
    blocks = _Blocks()
    for match in _LINE.finditer(data, start):
        if blocks.is_text(match[0]):
            yield match.start(), match[0]


def open_block(data: bytes) -> str | None:
    """What is still open at the end of a text: ``code block`` or ``comment``."""
    blocks = _Blocks()
    for match in _LINE.finditer(data):
        blocks.is_text(match[0])
    if blocks.fence:
        return "code block"
    return "comment" if blocks.in_comment else None


class _Blocks:
    """Reads lines one after another and remembers what is open."""

    def __init__(self) -> None:
        self.fence = b""
        self.in_comment = False

    def is_text(self, line: bytes) -> bool:
        """Whether a line lies in no code block and not an inner line of a comment."""
        if self.in_comment:
            self.in_comment = _COMMENT_END not in line
            return False
        if self.fence or self._opens(line):
            self._close(line)
            return False
        comment = _COMMENT.match(line)
        self.in_comment = comment is not None and _COMMENT_END not in line[comment.end() :]
        return not self.in_comment

    def _opens(self, line: bytes) -> bool:
        match = _FENCE.match(line)
        # An info string of back-ticks would be code inside a line.
        return match is not None and not (match[1].startswith(b"`") and b"`" in match[2])

    def _close(self, line: bytes) -> None:
        match = _FENCE.match(line)
        if not self.fence:
            self.fence = match[1] if match else b""
        elif match and match[1].startswith(self.fence) and not match[2].strip():
            self.fence = b""
