"""The protocol behind which a folder, a git revision and a Hub repository look the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from tagger.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

#: First bytes of every Git LFS pointer (git-lfs specification, version 1).
POINTER_MAGIC = b"version https://git-lfs.github.com/spec/v1"
#: A pointer is smaller than this many bytes (git-lfs specification).
POINTER_MAX_BYTES = 1024


class Kind(StrEnum):
    """What an entry is. A link is never followed by the tree itself."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"
    POINTER = "pointer"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a repository.

    ``path`` is relative, with ``/``; bytes that are not UTF-8 appear as surrogate escapes.
    ``size`` is in bytes, ``None`` where the listing does not say. ``target`` is a link's text.
    """

    path: str
    kind: Kind = Kind.FILE
    size: int | None = None
    target: str | None = None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str:
        """The directory that holds the entry; ``""`` is the root."""
        return self.path.rpartition("/")[0]


class FileTree(Protocol):
    """A listing and a way to read single files."""

    @property
    def complete(self) -> bool:
        """False when the listing was cut; ``notes`` then says how."""

    @property
    def notes(self) -> Sequence[str]:
        """Limits that were hit and paths that could not be listed, one line each."""

    def entries(self) -> Sequence[Entry]:
        """All entries, in any order; directories may be left out."""

    def read(self, path: str, limit: int) -> bytes:
        """The first ``limit`` bytes of a regular file (all of it when it is smaller).

        Raises:
            ReadError: the file cannot be read; the message says why.
        """


class ReadsTail(Protocol):
    """What a tree offers beside :class:`FileTree` where it can read the end of a file."""

    def tail(self, path: str, length: int) -> bytes:
        """The last ``length`` bytes of a regular file (all of it when it is smaller).

        Raises:
            ReadError: the file cannot be read; the message says why.
        """


def read_tail(tree: FileTree, path: str, length: int) -> bytes:
    """The last ``length`` bytes of a file, where the tree is one that :class:`ReadsTail`.

    Raises:
        ReadError: it is none, or cannot read the file.
    """
    tail: Callable[[str, int], bytes] | None = getattr(tree, "tail", None)
    if tail is None:
        raise ReadError(path, "its end cannot be read from here")
    return tail(path, length)


def prefetch(tree: FileTree, paths: Iterable[str]) -> None:
    """Tell a tree what will be read; one that lies far away brings it in few requests."""
    bring: Callable[[Iterable[str]], None] | None = getattr(tree, "prefetch", None)
    if bring is not None:
        bring(paths)


def is_published(tree: FileTree) -> bool:
    """Whether the Hub holds the tree already: a tree says so by an attribute ``published``."""
    return bool(getattr(tree, "published", False))


def is_pointer(data: bytes) -> bool:
    """Whether these are the bytes of a Git LFS pointer."""
    return len(data) < POINTER_MAX_BYTES and data.startswith(POINTER_MAGIC)
