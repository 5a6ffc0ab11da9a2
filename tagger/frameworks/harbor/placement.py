"""What Harbor's command line finds of the tasks, and what it does not."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tagger.frameworks.harbor import rules_places as rules
from tagger.frameworks.harbor.rules_config import HB020
from tagger.frameworks.harbor.search import upwards
from tagger.frameworks.harbor.task import CONFIG, INSTRUCTION, join
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

#: The folder that ``--repo`` lists without ``--path``.
DEFAULT_FOLDER = "tasks"
#: What git puts a path in quotes for (core.quotePath, quote.c): not ASCII, control, ``"``, ``\``.
_QUOTED = re.compile(r'[^ -~]|["\\]')
_REPOSITORY = "https://huggingface.co/datasets/<owner>/<name>"


def placement_findings(view: TreeView, found: Found) -> Iterator[Finding]:
    """Tasks that some command does not find."""
    for task in found.valid:
        if is_quoted(task.directory):
            message = f"`--repo` does not list the task {task.directory!r}: git quotes its path"
            hint = "use ASCII letters, digits, '.', '_' and '-' in folder names"
            yield rules.HB052.at(task.directory, message, hint=hint)
    yield from _elsewhere(found.valid)
    yield from _same_names(found.valid)
    yield from _near_misses(view, found)


def _elsewhere(tasks: Sequence[Task]) -> Iterator[Finding]:
    """One finding for each folder that the plain command does not list."""
    for folder, number in Counter(holder(task) for task in tasks).items():
        if folder is None:
            hint = "run it from a local copy: harbor run -p <folder>"
            yield rules.HB051.at(CONFIG, "`harbor run --repo` never finds a root task", hint=hint)
        elif folder != DEFAULT_FOLDER:
            place = folder or "."
            what = f"the {number} task{'s' if number != 1 else ''} directly in {place!r}"
            yield rules.HB050.at(
                place,
                f"plain `harbor run --repo` looks into '{DEFAULT_FOLDER}' and does not find {what}",
                hint=f"harbor run --repo {_REPOSITORY} --path {place}",
            )


def is_quoted(path: str) -> bool:
    """Whether git quotes a path in its listings, so that ``--repo`` does not find the task."""
    return _QUOTED.search(path) is not None


def holder(task: Task) -> str | None:
    """The folder that holds a task's directory; ``None`` for the root, which nothing holds."""
    return task.directory.rpartition("/")[0] if task.directory else None


def _same_names(tasks: Sequence[Task]) -> Iterator[Finding]:
    first: dict[str, Task] = {}
    for task in tasks:
        name = task.config.name if task.config else None
        if name and first.setdefault(name, task) is not task and task.file:
            yield rules.HB054.at(
                task.path(CONFIG),
                f"{name!r} is the name of the task {first[name].directory!r} too",
                task.file.span(("task", "name")),
            )


def _near_misses(view: TreeView, found: Found) -> Iterator[Finding]:
    """Links to tasks, and folders that only look like tasks."""
    tasks = {task.directory for task in found.valid}
    inside = tasks | {task.directory for task in found.broken}
    for path in view.paths:
        name = path.rpartition("/")[2]
        if name.lower() == CONFIG:
            yield from _no_config(view, path, inside)
        elif (entry := view.get(path)) and entry.kind is Kind.SYMLINK:
            target = view.resolve(path)
            if target is not None and target.path in tasks and target.path:
                message = f"`--repo` does not list this link to the task {target.path!r}"
                yield rules.HB053.at(path, message)


def _no_config(view: TreeView, path: str, inside: set[str]) -> Iterator[Finding]:
    folder, _, name = path.rpartition("/")
    entry = view.get(path)
    usable = name == CONFIG and view.is_file(path)
    if entry is None or usable or view.is_file(join(folder, CONFIG)):
        return
    if view.scope.aside(folder) or any(above in inside for above in upwards(folder)):
        return
    if _looks_like_task(view, folder):
        what = f"a {entry.kind.value} that cannot be read" if name == CONFIG else "passed over"
        message = f"{name!r} is {what}: Harbor does not take the folder for a task"
        yield HB020.at(path, message, hint=f"the name is {CONFIG!r}, of a regular file")


def _looks_like_task(view: TreeView, folder: str) -> bool:
    """More than `tests/`, which other programs have beside a file of such a name too."""
    return view.get(join(folder, INSTRUCTION)) is not None or (
        view.is_dir(join(folder, "environment")) and view.is_dir(join(folder, "tests"))
    )
