"""Following symbolic links over a listing, never over the disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: As many links as Linux follows in one look-up (path_resolution(7)); more count as a loop.
MAX_LINKS = 40

ROOT = Entry("", Kind.DIRECTORY)


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """Where a path leads.

    Attributes:
        path: inside the tree; ``None`` outside it, and for a loop.
        is_loop: whether links run in a circle.
        exists: whether everything on the way is there.
    """

    path: str | None
    is_loop: bool = False
    exists: bool = False

    def within(self, folder: str) -> bool:
        """Whether the target lies in a folder, or is the folder."""
        if self.path is None:
            return False
        return not folder or self.path == folder or self.path.startswith(f"{folder}/")


_LOOP = LinkTarget(None, is_loop=True)
_OUTSIDE = LinkTarget(None)


def resolve(entries: Mapping[str, Entry], path: str) -> Entry | None:
    """The entry ``path`` leads to, or ``None``: absent, dangling, outside, or a loop."""
    direct = entries.get(path)
    if direct is not None and direct.kind is not Kind.SYMLINK:
        # Nothing is listed below a link, so no part of a listed path is one.
        return direct
    target = follow(entries.get, path)
    if not target.exists or target.path is None:
        return None
    return entries.get(target.path) if target.path else ROOT


def follow(entry_at: Callable[[str], Entry | None], path: str) -> LinkTarget:
    """Follow every link on a path; what does not exist is taken as it is written.

    As ``pathlib.Path.resolve`` does on a disk.

    Args:
        entry_at: looks an entry up by its path, without following links.
        path: relative to the root.
    """
    pending = path.split("/")[::-1]
    done: list[str] = []
    followed = 0
    exists = True
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not done:
                return _OUTSIDE
            done.pop()
            continue
        done.append(part)
        entry = entry_at("/".join(done))
        if entry is None or entry.kind is not Kind.SYMLINK:
            on_the_way = bool(pending)
            exists &= entry is not None and not (on_the_way and entry.kind is not Kind.DIRECTORY)
            continue
        followed += 1
        if followed > MAX_LINKS:
            return _LOOP
        if not entry.target or entry.target.startswith("/"):
            return _OUTSIDE
        done.pop()
        pending += entry.target.split("/")[::-1]
    return LinkTarget("/".join(done), exists=exists)
