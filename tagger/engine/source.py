"""The text behind findings, read again for reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView


class SourceLines:
    """Lines of files in a tree; the last file stays at hand, as findings come by place."""

    def __init__(self, view: TreeView) -> None:
        self._view = view
        self._last: tuple[str, Sequence[str]] = ("", ())

    def lines(self, path: str) -> Sequence[str]:
        """The lines of a file, none when it cannot be read."""
        if self._last[0] != path:
            self._last = (path, self._read(path))
        return self._last[1]

    def marked(self, finding: Finding) -> str:
        """The text that a finding points at; of a place without an end, its line."""
        span = finding.span
        if span is None:
            return ""
        lines = self.lines(finding.path)[span.line - 1 : span.end_line or span.line]
        if span.end_column is None or not lines:
            return "\n".join(lines)
        *above, last = lines
        return "\n".join([*above, last[: span.end_column - 1]])[span.column - 1 :]

    def _read(self, path: str) -> Sequence[str]:
        try:
            return self._view.text(path).split("\n")
        except ReadError:
            return ()
