"""Signs of Harbor tasks that are packed: Harbor loads none of them as they are."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tagger.card.card import read_card
from tagger.core.detections import Evidence
from tagger.frameworks.parquet import tables
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.tree.view import TreeView

_ARCHIVE = re.compile(r"\.(?:tar|tar\.gz|tgz|tar\.xz|tar\.zst|zip)$", re.IGNORECASE)
#: One archive with all tasks, by the names that publishers give it.
_ALL = re.compile(r"(?:harbor[-_])?tasks?(?:[-_](?:data|archives?))?\.(?:tar|tar\.\w+|tgz|zip)")
#: Folders of archives, one or several for each task.
_FOLDERS = frozenset({"task_archives", "task-archives", "tasks"})


#: The columns of a table with one packed task in each row.
_COLUMNS = ("path", "task_binary")


def packed_tasks(view: TreeView) -> Iterator[Evidence]:
    """Archives and tables that by their names hold tasks; evidence short of proof."""
    yield from _archives(view)
    card = read_card(view)
    info = _get(card.header.data if card.header else None, "dataset_info")
    for config in info if isinstance(info, list) else [info]:
        names = [_get(feature, "name") for feature in _get(config, "features") or ()]
        if all(column in names for column in _COLUMNS):
            what = "dataset_info declares the columns of packed tasks, path and task_binary"
            yield Evidence(card.path, what)
            return
    for table in tables(view):
        if all(column in table.columns for column in _COLUMNS):
            yield Evidence(table.path, "a table of packed tasks, path and task_binary")
            return


def _get(mapping: Any, key: str) -> Any:
    value = mapping.get(key) if isinstance(mapping, dict) else None
    return value if isinstance(value, dict | list | str) else None


def _archives(view: TreeView) -> Iterator[Evidence]:
    folders: Counter[str] = Counter()
    for path in view.paths:
        folder, _, name = path.rpartition("/")
        entry = view.get(path)
        if not _ARCHIVE.search(name) or entry is None or entry.kind is Kind.DIRECTORY:
            continue
        if not folder and _ALL.fullmatch(name.lower()):
            yield Evidence(path, "an archive of task directories by its name; unpack it first")
        top = folder.partition("/")[0]
        if top in _FOLDERS:
            folders[top] += 1
    for folder, number in folders.items():
        what = f"{number} archive{'s' if number != 1 else ''} of tasks by the names; unpack first"
        yield Evidence(folder, what)
