"""An indexed view of a tree: lookups, links inside the tree, capped reading, scope.

Detectors and rules see a repository through this class alone.
"""

from __future__ import annotations

import bisect
import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, LimitError, NotAFileError, PointerError
from tagger.tree.links import resolve
from tagger.tree.model import (
    POINTER_MAX_BYTES,
    Entry,
    FileTree,
    Kind,
    is_pointer,
    is_published,
    prefetch,
    read_tail,
)
from tagger.tree.overlay import OverlayTree
from tagger.tree.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MIB = 1 << 20
_POINTER = "a Git LFS pointer is in place of the file"


#: Files up to this size are kept once they were read, while all that is kept stays below the other.
_KEEP_FILE = MIB // 16
_KEEP_TOTAL = 64 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read, in bytes: of one file as a whole, and of all files together."""

    file: int = 16 * MIB
    total: int = 2048 * MIB


class TreeView:
    """A tree with an index.

    Args:
        tree: where the entries and bytes come from.
        card: path of the dataset card.
        include: folder patterns whose units count although docs/design.md §6 sets them aside.
        exclude: folder patterns whose units never count.
        limits: caps for reading.
        proof_only: a detector shall read no more than proves its tag, and look for no faults.
    """

    def __init__(
        self,
        tree: FileTree,
        *,
        card: str = "README.md",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        limits: Limits | None = None,
        proof_only: bool = False,
    ) -> None:
        self.card_path = card
        self.proof_only = proof_only
        self._tree = tree
        self._limits = limits or Limits()
        self._entries = _with_directories(tree.entries())
        self._paths = sorted(self._entries)
        self._cache: dict[str, bytes] = {}
        self._kept = 0
        #: What was made of this view and is asked for again, by name; see ``read_card``.
        self.memo: dict[str, object] = {}
        self._spent = 0
        self._notes: dict[str, str] = {}
        self._unread: dict[str, None] = {}
        self.scope = Scope(self._entries, include=include, exclude=exclude)

    # -- the listing -----------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """False when the listing was cut or something over a limit was not read."""
        return self._tree.complete and not self._notes and not self._unread

    @property
    def published(self) -> bool:
        """Whether the Hub holds the tree already; LFS files then read as their content."""
        return is_published(self._tree)

    @property
    def notes(self) -> list[str]:
        """What was cut or left unread, one line each."""
        notes = [*self._tree.notes, *(f"{path}: {why}" for path, why in self._notes.items())]
        if self._unread:
            first, count = next(iter(self._unread)), len(self._unread)
            notes.append(f"{count:,} files not read, from {first} on: {self._spent_up()}")
        return notes

    @property
    def paths(self) -> Sequence[str]:
        """All paths, sorted; directories included, the root left out."""
        return self._paths

    def get(self, path: str) -> Entry | None:
        """The entry at exactly this path; links are not followed."""
        return self._entries.get(path)

    def below(self, directory: str) -> Iterator[Entry]:
        """Every entry under a directory, in order of path; ``""`` is the root."""
        prefix = f"{directory}/" if directory else ""
        start = bisect.bisect_left(self._paths, prefix)
        for path in self._paths[start:] if not prefix else self._run(start, prefix):
            yield self._entries[path]

    def _run(self, start: int, prefix: str) -> Iterator[str]:
        for index in range(start, len(self._paths)):
            if not self._paths[index].startswith(prefix):
                return
            yield self._paths[index]

    def children(self, directory: str) -> Sequence[Entry]:
        """The direct entries of a directory, in order of name."""
        return self._children.get(directory, ())

    def named(self, name: str) -> Sequence[Entry]:
        """Every entry whose last part is exactly ``name``, in order of path."""
        return self._by_name.get(name, ())

    @cached_property
    def _children(self) -> dict[str, list[Entry]]:
        table: dict[str, list[Entry]] = {}
        for path in self._paths:
            entry = self._entries[path]
            table.setdefault(entry.parent, []).append(entry)
        return table

    @cached_property
    def _by_name(self) -> dict[str, list[Entry]]:
        table: dict[str, list[Entry]] = {}
        for path in self._paths:
            entry = self._entries[path]
            table.setdefault(entry.name, []).append(entry)
        return table

    @property
    def small_files_read(self) -> Mapping[str, bytes]:
        """The small files that were read so far, whole, by path."""
        return self._cache

    def with_file(self, path: str, data: bytes) -> TreeView:
        """The same repository with other bytes in one file that is there; the rest is shared."""
        view = copy.copy(self)
        entry = replace(self._entries[path], kind=Kind.FILE, size=len(data))
        view._tree = OverlayTree(self._tree, {path: data})
        view._entries = {**self._entries, path: entry}
        view.memo = {}
        view._cache = {known: kept for known, kept in self._cache.items() if known != path}
        return view

    # -- links -------------------------------------------------------------------------

    def resolve(self, path: str) -> Entry | None:
        """The entry a path leads to once links are followed inside the tree.

        ``None`` when it leads nowhere: absent, dangling, outside the tree, or a loop.
        The root itself is a directory entry with the path ``""``.
        """
        return resolve(self._entries, path)

    def is_file(self, path: str) -> bool:
        """Whether the path leads to a file (a pointer file counts) inside the tree."""
        entry = self.resolve(path)
        return entry is not None and entry.kind in (Kind.FILE, Kind.POINTER)

    def is_dir(self, path: str) -> bool:
        """Whether the path leads to a directory inside the tree."""
        entry = self.resolve(path)
        return entry is not None and entry.kind is Kind.DIRECTORY

    # -- reading -----------------------------------------------------------------------

    def expect(self, paths: Iterable[str]) -> None:
        """Say which files will be read next, so that a tree far away can bring all at once.

        Paths that lead to no file are passed over. Nothing depends on it but the time it takes.
        """
        entries = (self.resolve(path) for path in paths)
        wanted = (
            e.path for e in entries if e and e.kind is Kind.FILE and e.path not in self._cache
        )
        prefetch(self._tree, wanted)

    def read(self, path: str, limit: int | None = None) -> bytes:
        """All bytes of a file, through links inside the tree; small files are kept.

        Raises:
            NotAFileError: nothing to read there.
            PointerError: the file is a Git LFS pointer.
            LimitError: the file is larger than ``limit`` (default: the cap per file), or the run
                has read its fill; also noted, so that the report says ``complete: false``.
            ReadError: the tree could not read it.
        """
        entry = self._regular(path)
        cap = self._limits.file if limit is None else limit
        if entry.path in self._cache:
            return self._cache[entry.path]
        if entry.size is not None and entry.size > cap:
            raise self._over(path, f"not read: {entry.size:,} bytes, the limit is {cap:,}")
        data = self.head(path, cap + 1)
        if len(data) > cap:
            raise self._over(path, f"not read: over the limit of {cap:,} bytes")
        return data

    def head(self, path: str, length: int) -> bytes:
        """At most ``length`` bytes from the beginning of a file, through links inside the tree.

        A small file that was read to its end is kept.

        Raises:
            NotAFileError, PointerError, LimitError, ReadError: as :meth:`read`.
        """
        entry = self._regular(path)
        if entry.path in self._cache:
            return self._cache[entry.path][:length]
        self._afford(path, min(length, entry.size if entry.size is not None else 1))
        # A pointer shows only when all of it is seen.
        asked = max(length, POINTER_MAX_BYTES)
        data = self._tree.read(entry.path, asked)
        self._spent += len(data)
        if is_pointer(data):
            raise PointerError(path, _POINTER)
        if len(data) < asked and len(data) <= _KEEP_FILE and self._kept < _KEEP_TOTAL:
            self._cache[entry.path] = data
            self._kept += len(data)
        return data[:length]

    def tail(self, path: str, length: int) -> bytes:
        """At most ``length`` bytes from the end of a file, through links inside the tree.

        Raises:
            NotAFileError, PointerError, LimitError, ReadError: as :meth:`read`; and where the tree
                reads files from their beginning only.
        """
        entry = self._regular(path)
        if entry.size is not None and entry.size < POINTER_MAX_BYTES:
            return self.read(path)[-length:]
        self._afford(path, length)
        data = read_tail(self._tree, entry.path, length)
        self._spent += len(data)
        return data

    def text(self, path: str, limit: int | None = None) -> str:
        """A file decoded as UTF-8; a byte-order mark stays in the text as U+FEFF.

        Raises:
            EncodingError: the bytes are not UTF-8.
            ReadError: as :meth:`read`.
        """
        try:
            return self.read(path, limit).decode("utf-8")
        except UnicodeDecodeError as error:
            reason = f"not UTF-8: byte 0x{error.object[error.start]:02x} at offset {error.start}"
            raise EncodingError(path, reason) from None

    def kept(self) -> Mapping[str, bytes]:
        """The small files that were read so far and are still at hand, by path."""
        return self._cache

    def note(self, path: str, why: str) -> None:
        """Record that something was left unread, so that the report says so."""
        self._notes.setdefault(path, why)

    def _afford(self, path: str, length: int) -> None:
        if self._spent + length > self._limits.total:
            self._unread[path] = None
            raise LimitError(path, f"not read: {self._spent_up()}")

    def _spent_up(self) -> str:
        return f"the limit of {self._limits.total:,} bytes for all files is reached"

    def _over(self, path: str, why: str) -> LimitError:
        self.note(path, why)
        return LimitError(path, why)

    def _regular(self, path: str) -> Entry:
        entry = self.resolve(path)
        if entry is None:
            known = self.get(path)
            link = "a link that does not lead to a file in the repository"
            raise NotAFileError(path, link if known else "no such file")
        if entry.kind is Kind.POINTER:
            raise PointerError(path, _POINTER)
        if entry.kind is not Kind.FILE:
            found = "a directory, not a file"
            if entry.kind is not Kind.DIRECTORY:
                found = "not a regular file"
            raise NotAFileError(path, found)
        return entry


def _with_directories(entries: Sequence[Entry]) -> dict[str, Entry]:
    """Entries by path, with every missing parent directory put in."""
    table = {entry.path: entry for entry in entries if entry.path}
    for entry in entries:
        parent = entry.parent
        while parent and parent not in table:
            table[parent] = Entry(parent, Kind.DIRECTORY)
            parent = parent.rpartition("/")[0]
    return table
