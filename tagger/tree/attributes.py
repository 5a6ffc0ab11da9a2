"""Which paths git keeps in LFS, by ``.gitattributes``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pathspec import GitIgnoreSpec

    from tagger.tree.view import TreeView

NAME = ".gitattributes"
_LIMIT = 1 << 20


class LfsPaths:
    """The patterns with ``filter=lfs`` of every ``.gitattributes``, each below its own folder."""

    def __init__(self, view: TreeView) -> None:
        from pathspec import GitIgnoreSpec

        self._specs: list[tuple[str, GitIgnoreSpec]] = []
        for entry in view.named(NAME):
            prefix = f"{entry.parent}/" if entry.parent else ""
            spec = GitIgnoreSpec.from_lines(_patterns(view, entry.path))
            self._specs.append((prefix, spec))

    def __contains__(self, path: str) -> bool:
        return any(
            path.startswith(prefix) and spec.match_file(path[len(prefix) :])
            for prefix, spec in self._specs
        )


def _patterns(view: TreeView, path: str) -> Iterator[str]:
    try:
        lines = view.text(path, _LIMIT).splitlines()
    except ReadError:
        return
    for line in lines:
        pattern, *attributes = line.split() or [""]
        if "filter=lfs" in attributes and not pattern.startswith(("#", "!")):
            yield pattern
