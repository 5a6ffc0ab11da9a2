"""A local folder as a tree."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.core.errors import NotAFileError, ReadError
from tagger.tree.confined import open_file, open_folder
from tagger.tree.git_repository import GitError
from tagger.tree.git_worktree import Tracked, tracked
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class FolderTree:
    """The files below a folder.

    Inside a git work tree only those that git tracks or would track, so that ignored build output
    counts for nothing; submodules and nested repositories are single entries there and not looked
    into, as in a commit. Elsewhere every file, but what an upload leaves out: git's own files and
    the cache of a Hub download. Links are entries and never followed; devices, pipes and sockets
    are never opened.

    Args:
        root: the folder.
        untracked: false for the files that git tracks alone.
    """

    def __init__(self, root: str | os.PathLike[str], *, untracked: bool = True) -> None:
        self.root = Path(root).absolute()
        self._untracked = untracked

    @property
    def complete(self) -> bool:
        """False when a folder could not be listed, or a sparse checkout leaves files out."""
        return self._listing.complete

    @property
    def notes(self) -> Sequence[str]:
        """What could not be listed or was not looked into, and why."""
        return self._listing.notes

    def entries(self) -> Sequence[Entry]:
        """Files, links and folders as they were when first asked for."""
        return self._listing.entries

    def read(self, path: str, limit: int) -> bytes:
        """The first ``limit`` bytes of a regular file, reached through no link.

        Raises:
            NotAFileError: absent, no regular file, or below no folder.
            ReadError: the system refuses, or a part of the path has become a link.
        """
        return self._part(path, limit, from_end=False)

    def tail(self, path: str, length: int) -> bytes:
        """The last ``length`` bytes of a regular file, reached through no link.

        Raises:
            ReadError: as :meth:`read`.
        """
        return self._part(path, length, from_end=True)

    def _part(self, path: str, length: int, *, from_end: bool) -> bytes:
        try:
            descriptor = open_file(str(self.root), path)
            try:
                return _part(descriptor, path, length, from_end=from_end)
            finally:
                os.close(descriptor)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            raise NotAFileError(path, "no such file") from None
        except OSError as error:
            raise ReadError(path, f"cannot be read: {_why(error)}") from None

    @cached_property
    def _listing(self) -> _Listing:
        listing = _Listing()
        members: Tracked | None = None
        try:
            members = tracked(self.root, untracked=self._untracked)
        except GitError as error:
            listing.notes.append(f"git cannot tell which files it ignores, so none is: {error}")
        if members and members.absent:
            listing.cut(f"{members.absent:,} files are left out by a sparse checkout")
        _walk(str(self.root), members, listing)
        return listing


@dataclass(slots=True)
class _Listing:
    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    complete: bool = True

    def cut(self, note: str) -> None:
        self.complete = False
        self.notes.append(note)


def _walk(root: str, members: Tracked | None, listing: _Listing) -> None:
    keep = _uploaded if members is None else members.holds
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            children = _children(root, folder, keep)
        except OSError as error:
            listing.cut(f"{folder or 'the folder'} cannot be listed: {_why(error)}")
            continue
        for entry in children:
            if entry.kind is not Kind.DIRECTORY:
                listing.entries.append(entry)
            elif members is None or entry.path in members.folders:
                listing.entries.append(entry)
                pending.append(entry.path)
            else:
                listing.entries.append(Entry(entry.path, Kind.OTHER))
                listing.notes.append(f"{entry.path} is a git repository of its own and not read")


def _children(root: str, folder: str, keep: Callable[[str], bool]) -> list[Entry]:
    prefix = f"{folder}/" if folder else ""
    place = open_folder(root, folder)
    try:
        with os.scandir(place) as found:
            named = ((prefix + item.name, item) for item in found)
            return [_entry(path, item, place) for path, item in named if keep(path)]
    finally:
        if isinstance(place, int):
            os.close(place)


def _part(descriptor: int, path: str, length: int, *, from_end: bool) -> bytes:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise NotAFileError(path, "not a regular file")
    with open(descriptor, "rb", closefd=False) as file:
        if from_end:
            file.seek(max(0, status.st_size - length))
        # Python sets aside as many bytes as it is asked for.
        return file.read(min(length, status.st_size))


def _entry(path: str, item: os.DirEntry[str], place: int | str) -> Entry:
    if item.is_symlink():
        return Entry(path, Kind.SYMLINK, target=_target(item, place))
    if item.is_dir(follow_symlinks=False):
        return Entry(path, Kind.DIRECTORY)
    if item.is_file(follow_symlinks=False):
        return Entry(path, Kind.FILE, _size(item))
    return Entry(path, Kind.OTHER)


def _size(item: os.DirEntry[str]) -> int | None:
    """In bytes; open when the file is gone by now, or its folder lets nobody in."""
    try:
        return item.stat(follow_symlinks=False).st_size
    except OSError:
        return None


def _target(item: os.DirEntry[str], place: int | str) -> str | None:
    try:
        if isinstance(place, int):
            return os.readlink(item.name, dir_fd=place)
        return Path(item.path).readlink().as_posix()
    except OSError:
        return None


def _uploaded(path: str) -> bool:
    """Whether an upload takes the path (huggingface_hub 2.4.0, DEFAULT_IGNORE_PATTERNS)."""
    return not f"/{path}".endswith(("/.git", "/.cache/huggingface"))


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
