"""Finding the task directories of a repository."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from tagger.frameworks.harbor.config import read_config
from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.harbor.task import CONFIG, INSTRUCTION, Task, join
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: Folders of a task; a task.toml below one of them is a fixture of the task.
TASK_FOLDERS = ("environment", "tests", "solution", "steps")
#: Files of a repository that list tasks.
_LISTS = ("registry.json", "dataset.toml")
#: As many different texts of task.toml are remembered; tasks of one set often share one.
_REMEMBERED = 1024


@dataclass(slots=True)
class Found:
    """The tasks of a repository, in order of path.

    Attributes:
        valid: what Harbor accepts.
        broken: what has the shape of a task and is refused.
        aside: the valid ones that only are a software project's fixtures, and why.
    """

    valid: list[Task] = field(default_factory=list)
    broken: list[Task] = field(default_factory=list)
    aside: list[tuple[Task, str]] = field(default_factory=list)


def find_tasks(view: TreeView) -> Found:
    """Every task directory, at any depth; never one inside another."""
    found = Found()
    parse = lru_cache(_REMEMBERED)(read_config)
    closed: set[str] = set()
    for entry in _from_the_top(view):
        directory = entry.parent
        if any(folder in closed for folder in upwards(directory)):
            continue
        task = load_task(view, directory, parse)
        reason = view.scope.aside(directory)
        if task.valid:
            closed.add(directory)
            if reason:
                found.aside.append((task, reason))
            else:
                found.valid.append(task)
        elif task.broken and has_shape(view, entry) and not _is_other(view, task):
            closed.update(join(directory, name) for name in TASK_FOLDERS)
            if not reason:
                found.broken.append(task)
    found.valid.sort(key=lambda task: task.directory)
    found.broken.sort(key=lambda task: task.directory)
    return found


def read_first(view: TreeView) -> Iterator[str]:
    """What decides whether a folder is a task, and the lists of tasks."""
    yield from _LISTS
    for name in (CONFIG, INSTRUCTION):
        yield from (entry.path for entry in view.named(name))


def has_shape(view: TreeView, config: Entry) -> bool:
    """Whether a task.toml is Harbor's by what lies beside it; alone it is another program's."""
    return config.kind in (Kind.FILE, Kind.POINTER) and has_company(view, config.parent)


def has_company(view: TreeView, directory: str) -> bool:
    """Whether a directory holds something of Harbor's beside a task.toml."""
    return _has_material(view, directory) or view.is_dir(join(directory, "tests"))


def _from_the_top(view: TreeView) -> list[Entry]:
    return sorted(view.named(CONFIG), key=lambda entry: entry.path.count("/"))


def upwards(directory: str) -> Iterator[str]:
    """The directory and all above it, the root included."""
    while directory:
        yield directory
        directory = directory.rpartition("/")[0]
    yield ""


def _is_other(view: TreeView, task: Task) -> bool:
    """A template, or the file of a task runner beside nothing but the tests of its project."""
    return _is_template(task) or (_has_no_key(task) and not _has_material(view, task.directory))


def _is_template(task: Task) -> bool:
    """A folder such as ``{{name}}`` whose task.toml becomes TOML only when it is rendered."""
    return "{" in task.directory and task.file is not None and task.file.error is not None


def _has_no_key(task: Task) -> bool:
    """Whether a task.toml holds something, and nothing that Harbor reads."""
    from tagger.frameworks.harbor.model import root_keys

    data = (task.file.data if task.file else None) or {}
    return bool(data) and not (root_keys() | {"version"}) & data.keys()


def _has_material(view: TreeView, directory: str) -> bool:
    return view.get(join(directory, INSTRUCTION)) is not None or view.is_dir(
        join(directory, "environment")
    )
