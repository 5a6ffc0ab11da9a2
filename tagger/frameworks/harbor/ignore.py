"""``.harborignore``: which files of a task Harbor leaves out.

The files have gitignore syntax, are inherited downwards, and are read inside ``tests/`` and
``solution/`` alone, of the task and of its steps (0.26.0, ``models/task/file_filter.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.tree.links import follow

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from tagger.tree.view import TreeView

NAME = ".harborignore"
_FOLDERS = ("tests", "solution")


def in_scope(inner: str) -> bool:
    """Whether rules are read in a folder of a task, given by its path in the task."""
    parts = inner.split("/")
    if parts[0] == "steps":
        parts = parts[2:]
    return bool(parts) and parts[0] in _FOLDERS


class IgnoreError(Exception):
    """A ``.harborignore`` that makes Harbor refuse the task."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


class IgnoreRules:
    """The rules of one task.

    Args:
        view: the repository.
        root: the task's directory.
    """

    def __init__(self, view: TreeView, root: str) -> None:
        self._view = view
        self._root = root
        self._specs: dict[str, GitIgnoreSpec | None] = {}

    def excludes(self, path: str) -> bool:
        """Whether Harbor leaves out a path of the task, or what the path leads to.

        Raises:
            IgnoreError: a file of rules on the way cannot be used.
        """
        if self._matches(self._inner(path)):
            return True
        target = follow(self._view.get, path)
        if target.path is None or target.path == path or not target.within(self._root):
            return False
        return self._matches(self._inner(target.path))

    def _inner(self, path: str) -> str:
        return path[len(self._root) :].lstrip("/")

    def _outer(self, inner: str) -> str:
        return f"{self._root}/{inner}".strip("/")

    def _matches(self, inner: str) -> bool:
        parts = inner.split("/")
        if parts[-1] == NAME:
            return True
        if not self._in_scope(inner):
            return False
        folders: list[str] = []
        for length in range(1, len(parts) + 1):
            folders.append("/".join(parts[: length - 1]))
            if self._decide("/".join(parts[:length]), folders):
                return True
        return False

    def _decide(self, inner: str, folders: list[str]) -> bool:
        """What the last rule that speaks of a path says, rules of inner folders last."""
        if not self._in_scope(inner):
            return False
        slash = "/" if self._view.is_dir(self._outer(inner)) else ""
        excluded = False
        for folder in folders:
            if spec := self._spec(folder):
                include = spec.check_file(inner[len(folder) :].lstrip("/") + slash).include
                excluded = excluded if include is None else include
        return excluded

    def _in_scope(self, inner: str) -> bool:
        return in_scope(inner) and (
            in_scope(inner.rpartition("/")[0]) or self._view.is_dir(self._outer(inner))
        )

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            in_scope = bool(folder) and self._in_scope(folder)
            self._specs[folder] = self._read(self._outer(f"{folder}/{NAME}")) if in_scope else None
        return self._specs[folder]

    def _read(self, path: str) -> GitIgnoreSpec | None:
        from pathspec import GitIgnoreSpec

        folder, _, name = path.rpartition("/")
        if self._view.get(f"{follow(self._view.get, folder).path}/{name}") is None:
            return None
        target = follow(self._view.get, path)
        if not target.within(self._root):
            raise IgnoreError(
                path, "leads round in a circle" if target.is_loop else "leaves the task"
            )
        try:
            return GitIgnoreSpec.from_lines(self._view.text(path).splitlines())
        except ReadError as error:
            raise IgnoreError(path, f"cannot be read: {error.reason}") from None
        except ValueError as error:
            raise IgnoreError(path, f"holds a pattern that git does not allow: {error}") from None
