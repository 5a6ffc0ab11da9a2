"""Finding the task directories of a repository."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tagger.frameworks.harbor.config import read_config
from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.harbor.registry import PATH as REGISTRY
from tagger.frameworks.harbor.task import CONFIG, INSTRUCTION, Task, join
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: Folders of a task; a task.toml below one of them is a fixture of the task.
TASK_FOLDERS = ("environment", "tests", "solution", "steps")
#: Lists of tasks at the root.
_MANIFEST = "dataset.toml"
#: Where OpenEnv looks for tasks.
_OPENENV = "tasks/"
#: As many tasks are looked at first where only proof is wanted.
_SAMPLE = 16
#: As many different texts of task.toml are remembered; tasks of one set often share one.
_REMEMBERED = 1024


@dataclass(slots=True)
class Found:
    """The tasks of a repository, in order of path.

    Attributes:
        valid: what Harbor accepts.
        broken: what has the shape of a task and is refused.
        aside: the valid ones that only are a software project's fixtures, and why.
        left: directories with a task.toml that were not looked at, as others prove the tag.
    """

    valid: list[Task] = field(default_factory=list)
    broken: list[Task] = field(default_factory=list)
    aside: list[tuple[Task, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def find_tasks(view: TreeView) -> Found:
    """Every task directory, at any depth; never one inside another.

    Where only proof is wanted, the search ends with the first that prove the tag.
    """
    found, closed = Found(), set[str]()
    parse = lru_cache(_REMEMBERED)(read_config)
    batches = _batches(view)
    for number, batch in enumerate(batches):
        view.expect(path for entry in batch for path in _manifests(entry))
        for entry in batch:
            if not any(folder in closed for folder in upwards(entry.parent)):
                closed.update(_sort_in(view, entry, load_task(view, entry.parent, parse), found))
        left = [entry.parent for rest in batches[number + 1 :] for entry in rest]
        if left and _is_enough(found, left):
            found.left = [d for d in left if not any(up in closed for up in upwards(d))]
            break
    found.valid.sort(key=lambda task: task.directory)
    found.broken.sort(key=lambda task: task.directory)
    return found


def _sort_in(view: TreeView, entry: Entry, task: Task, found: Found) -> Iterator[str]:
    """Put a task where it belongs; the directories below which there are no further ones."""
    reason = view.scope.aside(task.directory)
    if task.valid:
        if reason:
            found.aside.append((task, reason))
        else:
            found.valid.append(task)
        yield task.directory
    elif task.broken and has_shape(view, entry) and not _is_other(view, task):
        if not reason:
            found.broken.append(task)
        yield from (join(task.directory, name) for name in TASK_FOLDERS)


def _batches(view: TreeView) -> list[list[Entry]]:
    """The task.toml files in the order in which they are looked at; all at once, but for a proof.

    A directory never comes before one that holds it. A list of tasks needs all of them.
    """
    entries = _from_the_top(view)
    if not view.proof_only or view.get(REGISTRY) is not None:
        return [entries]
    here = [entry for entry in entries if entry.path.startswith(_OPENENV)]
    others = [entry for entry in entries if not entry.path.startswith(_OPENENV)]
    chosen = (*here[:_SAMPLE], *others[:_SAMPLE])
    folders = {folder for entry in chosen for folder in upwards(entry.parent)}
    first = [entry for entry in entries if entry.parent in folders]
    rest = [entry for entry in entries if entry.parent not in folders]
    ends = (0, _SAMPLE**2, len(rest))
    return [first, *(rest[start:end] for start, end in pairwise(ends) if rest[start:end])]


def _is_enough(found: Found, left: Sequence[str]) -> bool:
    """Whether the tasks so far prove Harbor's tag, and OpenEnv's where that is possible.

    More broken ones than others are a reason to look at all.
    """
    if len(found.valid) <= len(found.broken):
        return False
    in_base = [task for task in found.valid if f"{task.directory}/".startswith(_OPENENV)]
    return bool(in_base) or not any(directory.startswith(_OPENENV) for directory in left)


def _manifests(entry: Entry) -> tuple[str, str]:
    """What decides whether a folder is a task."""
    return entry.path, join(entry.parent, INSTRUCTION)


def read_first(view: TreeView) -> Iterator[str]:
    """The lists of tasks, and what decides whether a folder is a task."""
    yield from (REGISTRY, _MANIFEST)
    if view.proof_only:
        yield from (path for entry in _batches(view)[0] for path in _manifests(entry))
        return
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
