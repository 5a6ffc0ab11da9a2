"""Where a folder lies in its git repository."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tagger.core.errors import TaggerError
from tagger.tree.git_repository import GitError, GitRepository

_DEFAULT_BRANCH = "main"


@dataclass(frozen=True, slots=True)
class WorkTree:
    """A folder in its git repository.

    Attributes:
        top: the top of the work tree.
        folder: the folder below it, ``""`` at the top; never like an option.
        branch: the branch that pushes go to.
        remotes: the addresses of the remotes.
    """

    top: Path
    folder: str
    branch: str
    remotes: tuple[str, ...]


def work_tree(name: str) -> WorkTree:
    """Where a folder lies.

    Raises:
        TaggerError: there is no such folder, or no work tree to write to.
    """
    folder = Path(name)
    if not folder.is_dir():
        raise TaggerError(f"{name!r}: no such folder")
    try:
        repository = GitRepository(folder)
        if not repository.has_work_tree:
            raise TaggerError(f"{name!r} is a bare repository and holds no files to write")
        top = Path(_line(repository, "rev-parse", "--show-toplevel"))
        below = repository.prefix.rstrip("/")
        below = f"./{below}" if below.startswith("-") else below
        return WorkTree(top, below, _branch(repository), tuple(repository.remotes()))
    except GitError as error:
        raise TaggerError(f"{name!r} lies in no git repository: {error}") from None


def _branch(repository: GitRepository) -> str:
    """The branch that the remote shows first, or the one that is checked out."""
    for name in ("refs/remotes/origin/HEAD", "HEAD"):
        try:
            found = _line(repository, "symbolic-ref", "--quiet", name)
        except GitError:
            continue
        return found.removeprefix("refs/remotes/origin/").removeprefix("refs/heads/")
    return _DEFAULT_BRANCH


def _line(repository: GitRepository, command: str, *arguments: str) -> str:
    return os.fsdecode(repository.run(command, *arguments).removesuffix(b"\n"))
