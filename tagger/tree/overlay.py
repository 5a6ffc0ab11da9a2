"""A tree with some files replaced or added, in memory: what a repository would be after an edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.tree.model import Entry, FileTree, Kind, is_published, prefetch, read_tail

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class OverlayTree:
    """Another tree, with other bytes at some paths."""

    def __init__(self, base: FileTree, files: Mapping[str, bytes]) -> None:
        self._base = base
        self._files = dict(files)

    @property
    def complete(self) -> bool:
        """As the tree below."""
        return self._base.complete

    @property
    def published(self) -> bool:
        """As the tree below."""
        return is_published(self._base)

    @property
    def notes(self) -> Sequence[str]:
        """As the tree below."""
        return self._base.notes

    def entries(self) -> Sequence[Entry]:
        """The entries below with the sizes of the new bytes, and the new files."""
        known = [
            replace(entry, kind=Kind.FILE, size=len(self._files[entry.path]))
            if entry.path in self._files
            else entry
            for entry in self._base.entries()
        ]
        present = {entry.path for entry in known}
        return known + [
            Entry(path, Kind.FILE, len(data))
            for path, data in self._files.items()
            if path not in present
        ]

    def read(self, path: str, limit: int) -> bytes:
        """The new bytes, or those below."""
        if path in self._files:
            return self._files[path][:limit]
        return self._base.read(path, limit)

    def tail(self, path: str, length: int) -> bytes:
        """The end of the new bytes, or of those below."""
        if path in self._files:
            return self._files[path][-length:]
        return read_tail(self._base, path, length)

    def prefetch(self, paths: Iterable[str]) -> None:
        """What lies below, as the tree below brings it."""
        prefetch(self._base, (path for path in paths if path not in self._files))
