"""Folders whose files belong to another framework's tasks, whatever was made from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tagger.tree.view import TreeView


class TaskFolders:
    """The Harbor task folders of a tree: rows and configurations inside prove ``harbor`` only."""

    def __init__(self, view: TreeView) -> None:
        self._folders = {entry.parent for entry in view.named("task.toml")}

    def __contains__(self, path: str) -> bool:
        """Whether a file lies in such a folder, at any depth."""
        if not self._folders:
            return False
        parts = path.split("/")[:-1]
        return any("/".join(parts[:length]) in self._folders for length in range(len(parts) + 1))
