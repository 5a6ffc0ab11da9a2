"""The content digest of a task (harbor 0.26.0, ``publisher/packager.py``)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tagger.core.errors import NotAFileError, ReadError
from tagger.frameworks.harbor.ignore import IgnoreError, IgnoreRules
from tagger.frameworks.harbor.task import CONFIG, INSTRUCTION
from tagger.tree.links import follow
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_FILES = (CONFIG, INSTRUCTION, "README.md", "trajectory.json")
_FOLDERS = ("environment", "tests", "solution", "steps")
#: What is left out where the task has no ``.gitignore`` of its own.
_IGNORED = ("__pycache__/", "*.pyc", ".DS_Store", "*.swp", "*.swo", "*~")
#: A task with more bytes than this gets no digest.
MAX_BYTES = 64 << 20


def task_digest(view: TreeView, task: Task) -> str | None:
    """``sha256:…`` over the published files of a task.

    ``None`` where it is not known: a file is stored in Git LFS or cannot be read, or there is more
    than ``MAX_BYTES``.
    """
    try:
        paths = published(view, task)
        if sum(_size(view, path) for path in paths) > MAX_BYTES:
            return None
        outer = hashlib.sha256()
        for path in paths:
            inner = hashlib.sha256(view.read(path, MAX_BYTES)).hexdigest()
            outer.update(f"{_inner(task, path)}\0{inner}\n".encode("utf-8", "surrogateescape"))
    except (ReadError, IgnoreError):
        return None
    return f"sha256:{outer.hexdigest()}"


def published(view: TreeView, task: Task) -> list[str]:
    """The files of a task that go into its package, in order of path.

    Raises:
        ReadError: Harbor cannot pack the task: its ``.gitignore`` cannot be read, a file is
            where a folder should, a link is a loop.
        IgnoreError: a ``.harborignore`` cannot be used.
    """
    singles = [task.path(name) for name in _FILES]
    paths = [path for path in singles if view.resolve(path) is not None]
    rules = IgnoreRules(view, task.directory) if task.contents.ignore_files else None
    for folder in _FOLDERS:
        path = task.path(folder)
        if view.is_file(path):
            raise NotAFileError(path, "a file, where Harbor wants a folder")
        paths += _files(view, task, path, rules)
    is_ignored = _git_ignored(view, task.path(".gitignore"))
    return sorted(path for path in paths if not is_ignored(_inner(task, path)))


def _files(view: TreeView, task: Task, folder: str, rules: IgnoreRules | None) -> Iterator[str]:
    """The files below a folder; links to folders are not followed, the folder itself may be one."""
    real = view.resolve(folder)
    if real is None or real.kind is not Kind.DIRECTORY or (rules and rules.excludes(folder)):
        return
    is_link = real.path != folder
    left_out: set[str] = set()
    for entry in view.below(real.path) if is_link else task.contents.entries:
        if not is_link and not entry.path.startswith(f"{folder}/"):
            continue
        path = f"{folder}/{entry.path[len(real.path) :].lstrip('/')}"
        if path.rpartition("/")[0] in left_out or (rules and rules.excludes(path)):
            left_out.add(path)
        elif entry.kind is Kind.SYMLINK and follow(view.get, path).is_loop:
            raise NotAFileError(path, "a link that leads back to itself")
        elif view.is_file(entry.path):
            yield path


def _inner(task: Task, path: str) -> str:
    """The path of a file inside its task."""
    return path[len(task.directory) :].lstrip("/")


def _size(view: TreeView, path: str) -> int:
    entry = view.resolve(path)
    return (entry.size or 0) if entry else 0


def _git_ignored(view: TreeView, path: str) -> Callable[[str], bool]:
    from pathspec import PathSpec

    lines = view.text(path).splitlines() if view.is_file(path) else _IGNORED
    return PathSpec.from_lines("gitignore", lines).match_file
