"""A registry.json for tasks that Verifiers would load if one listed them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

VERSION = "1.0.0"


def registry_text(view: TreeView, tasks: Sequence[Task]) -> str:
    """One set with every task, in the order given.

    A task goes by the name of its folder: Harbor exports it under that name, and Verifiers' option
    ``tasks`` asks for it.
    """
    title = _title(view)
    row = {
        "name": _name(title, tasks),
        "version": VERSION,
        "description": title or "The tasks of this repository.",
        "tasks": [_entry(task) for task in tasks],
    }
    return json.dumps([row], indent=2, ensure_ascii=False) + "\n"


def _entry(task: Task) -> dict[str, str]:
    folder = task.directory.rpartition("/")[2]
    return {"name": folder or _last(task) or "task", "path": task.directory or "."}


def _last(task: Task) -> str:
    name = task.config.name if task.config else None
    return (name or "").rpartition("/")[2]


def _title(view: TreeView) -> str:
    """The ``pretty_name`` of the card on one line."""
    try:
        card = Card.parse(view.card_path, view.read(view.card_path))
    except ReadError:
        return ""
    pair = card.find("pretty_name")
    if not pair or not card.header or not card.header.is_string(pair.value):
        return ""
    return " ".join(str(pair.value.value).split())


def _name(title: str, tasks: Sequence[Task]) -> str:
    """What the set is asked for by: from the card, the tasks' organisation, or their folder."""
    names = [task.config.name or "" for task in tasks if task.config]
    organisations = {name.rpartition("/")[0] for name in names}
    parents = {task.directory.rpartition("/")[0] for task in tasks}
    organisation = organisations.pop() if len(organisations) == 1 else ""
    folder = parents.pop().rpartition("/")[2] if len(parents) == 1 else ""
    return _kebab(title) or _kebab(organisation) or _kebab(folder) or "tasks"


def _kebab(text: str) -> str:
    """Small ASCII letters and digits joined by dashes: neither ``/`` nor ``@`` may be in a name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
