"""Which files of a work tree belong to the repository: those git tracks, or would track."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.tree.git_repository import around

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tagger.tree.git_repository import GitRepository

#: What git would track, besides what it tracks.
_UNTRACKED = ("--others", "--exclude-standard")


@dataclass(frozen=True, slots=True)
class Tracked:
    """Paths below a folder, relative to it.

    Attributes:
        paths: files, links and submodules; some may be gone from the disk.
        nested: repositories of their own that are not a submodule yet; git would not look inside.
        folders: every folder above one of the two.
        absent: how many files a sparse checkout leaves out.
    """

    paths: frozenset[str]
    nested: frozenset[str]
    folders: frozenset[str]
    absent: int

    def holds(self, path: str) -> bool:
        """Whether a path on the disk is one of these, or leads to one."""
        return path in self.paths or path in self.folders or path in self.nested


def tracked(root: Path, *, untracked: bool = True) -> Tracked | None:
    """What git tracks or would track below ``root``; ``None`` when that says nothing about it.

    That is so outside a work tree, and in a folder that the repository around it ignores as a
    whole (a download under ``data/``): whoever names such a folder means its files.

    Args:
        root: the folder.
        untracked: false for what git tracks alone.

    Raises:
        GitError: there is a repository, and git is absent or refuses it.
    """
    repository = around(root)
    if repository is None or not repository.has_work_tree:
        return None
    listed = _listed(repository, _UNTRACKED if untracked else ())
    return None if repository.prefix and not listed.paths | listed.nested else listed


def _listed(repository: GitRepository, more: Sequence[str]) -> Tracked:
    output = repository.run("ls-files", "-z", "-t", "--cached", *more)
    paths: set[str] = set()
    nested: set[str] = set()
    absent = 0
    for record in os.fsdecode(output).split("\0"):
        status, path = record[:1], record[2:]
        if status == "S":
            absent += 1
        elif path.endswith("/"):
            nested.add(path[:-1])
        elif path:
            paths.add(path)
    return Tracked(frozenset(paths), frozenset(nested), _folders(paths | nested), absent)


def _folders(paths: set[str]) -> frozenset[str]:
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(folders)
