"""A git repository opened for reading, in which nothing is ever run.

GitPython starts git; only plumbing that neither filters, nor diffs, nor fetches is asked:
rev-parse, config, ls-files, ls-tree, cat-file.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from git import Git, Repo

#: What a strange repository's own configuration must not bring in (git-config(1)).
_OPTIONS = (
    "--no-pager",
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "submodule.recurse=false"),
    *("-c", "protocol.allow=never"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A partial clone would fetch what it lacks, by a command that its configuration names.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # A commit id means its own bytes, not for what refs/replace puts in their place.
    "GIT_NO_REPLACE_OBJECTS": "1",
}
#: What git exports to hooks and aliases; it may speak of another repository than the target.
_EXPORTED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")


class GitError(Exception):
    """Git is absent, found no repository, or refused; the message is git's own line."""


class GitRepository:
    """The repository around a folder, or the bare one that a folder is.

    Args:
        root: an existing folder; commands run there, so the paths they print are relative to it.

    Attributes:
        git_dir: where git keeps its data.
        has_work_tree: false for a bare repository.

    Raises:
        GitError: there is no repository, or no git.
    """

    def __init__(self, root: Path) -> None:
        repo = _open(root)
        self._git = _git_at(root)
        self._environment = {**_ENVIRONMENT, **_own(repo)}
        self.git_dir = Path(repo.git_dir)
        self.has_work_tree = repo.working_tree_dir is not None

    @cached_property
    def prefix(self) -> str:
        """The root below the top of the work tree: ``""`` at the top, else ending in ``/``."""
        return os.fsdecode(self.run("rev-parse", "--show-prefix").removesuffix(b"\n"))

    def run(self, command: str, *arguments: str) -> bytes:
        """What a command prints.

        Raises:
            GitError: it failed, or git does not trust the owner of the folder.
        """
        import git

        try:
            return self._git.execute(
                self._line(command, arguments),
                env=self._environment,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
            )
        except (git.GitError, OSError, ValueError) as error:
            raise GitError(_reason(error)) from None

    def start(self, command: str, *arguments: str) -> Git.AutoInterrupt:
        """A running command with pipes; it ends when the returned object goes.

        Raises:
            GitError: git cannot be started.
        """
        import subprocess

        import git

        try:
            return self._git.execute(
                self._line(command, arguments),
                env=self._environment,
                istream=subprocess.PIPE,
                as_process=True,
            )
        except (git.GitError, OSError) as error:
            raise GitError(_reason(error)) from None

    def remotes(self) -> Sequence[str]:
        """The addresses of all remotes, those of ``origin`` first."""
        try:
            output = self.run("config", "--local", "-z", "--get-regexp", r"^remote\..*\.url$")
        except GitError:
            return ()
        pairs = [line.partition("\n")[::2] for line in os.fsdecode(output).split("\0") if line]
        pairs.sort(key=lambda pair: pair[0] != "remote.origin.url")
        return [url for _, url in pairs]

    def _line(self, command: str, arguments: Sequence[str]) -> list[str]:
        return [self._git.GIT_PYTHON_GIT_EXECUTABLE or "git", *_OPTIONS, command, *arguments]


def around(root: Path) -> GitRepository | None:
    """The repository whose work tree a folder lies in, if any.

    Looked for by name first, since starting git costs more than reading a small folder.

    Raises:
        GitError: there is one, and git is absent or does not take it for one.
    """
    place = root.resolve()
    if not any((folder / ".git").exists() for folder in (place, *place.parents)):
        return None
    return GitRepository(root)


def _open(root: Path) -> Repo:
    try:
        import git
    except ImportError:
        raise GitError("git is not installed") from None
    try:
        return git.Repo(root, search_parent_directories=True, expand_vars=False)
    except git.InvalidGitRepositoryError:
        raise GitError("not a git repository") from None
    except (git.GitError, OSError, ValueError) as error:
        raise GitError(_reason(error)) from None


def _git_at(root: Path) -> Git:
    from git import Git

    return Git(str(root))


def _own(repo: Repo) -> Mapping[str, str]:
    """This repository's values for what a hook's environment may say of another one.

    The index of a running ``git commit`` and the quarantine of a push lie inside the repository
    they belong to; then they are what the caller means, and stay.
    """
    exported = {name: os.environ[name] for name in _EXPORTED if os.environ.get(name)}
    if not exported:
        return {}
    git_dir, common = Path(repo.git_dir).resolve(), Path(repo.common_dir).resolve()
    own = {"GIT_DIR": str(git_dir), "GIT_COMMON_DIR": str(common)}
    if repo.working_tree_dir is not None:
        own["GIT_WORK_TREE"] = str(repo.working_tree_dir)
    usual = {"GIT_INDEX_FILE": git_dir / "index", "GIT_OBJECT_DIRECTORY": common / "objects"}
    for name, place in usual.items():
        given = Path(exported.get(name, place)).resolve()
        own[name] = str(given if given.is_relative_to(place.parent) else place)
    return own


def _reason(error: Exception) -> str:
    """Git's own words on one line, without its ``fatal:``."""
    text = str(getattr(error, "stderr", "") or error).strip()
    lines = [line.strip().removeprefix("stderr: ").strip("'") for line in text.splitlines()]
    fatal = [line.removeprefix("fatal: ") for line in lines if line.startswith("fatal: ")]
    return (fatal or lines or [type(error).__name__])[0]
