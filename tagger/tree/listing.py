"""A tree from a plain listing and a callback: for servers, uploaders and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import NotAFileError
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


class ListingTree:
    """Entries that somebody else listed, and their way to read a file.

    ``read`` gets a path and a number of bytes and returns at most that many from the beginning.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        read: Callable[[str, int], bytes],
        *,
        complete: bool = True,
        notes: Sequence[str] = (),
    ) -> None:
        self._entries = tuple(entries)
        self._read = read
        self.complete = complete
        self.notes = tuple(notes)

    def entries(self) -> Sequence[Entry]:
        """The entries as they were given."""
        return self._entries

    def read(self, path: str, limit: int) -> bytes:
        """The first ``limit`` bytes, by the callback."""
        return self._read(path, limit)


class MemoryTree(ListingTree):
    """A tree of bytes in memory, with links given as path to target."""

    def __init__(self, files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> None:
        self._files = dict(files)
        entries = [Entry(path, Kind.FILE, len(data)) for path, data in self._files.items()]
        entries += [
            Entry(path, Kind.SYMLINK, target=target) for path, target in (links or {}).items()
        ]
        super().__init__(entries, self._head)

    def _head(self, path: str, limit: int) -> bytes:
        if path not in self._files:
            raise NotAFileError(path, "no such file")
        return self._files[path][:limit]

    def tail(self, path: str, length: int) -> bytes:
        """The last ``length`` bytes."""
        return self._head(path, len(self._files.get(path, b"")))[-length:]
