"""Rules for where tasks lie: what Harbor's command line finds of them, and what it does not."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.frameworks.harbor.search import upwards
from tagger.frameworks.harbor.task import CONFIG, INSTRUCTION, join
from tagger.text.words import plural
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

#: The folder that ``--repo`` lists without ``--path``.
DEFAULT_FOLDER = "tasks"
#: What git puts a path in quotes for (core.quotePath, quote.c): not ASCII, control, ``"``, ``\``.
_QUOTED = re.compile(r'[^ -~]|["\\]')
_REPOSITORY = "https://huggingface.co/datasets/<owner>/<name>"
_CONFIG = "tasks/sort/task.toml"
_LISTING = "harbor 0.26.0, git ls-tree in the listing of --repo"
_TASK = {
    "task.toml": "",
    "instruction.md": "Count the lines.\n",
    "environment/Dockerfile": "FROM debian:12-slim\n",
    "tests/test.sh": "#!/bin/bash\n",
}


def _task(folder: str) -> dict[str, str | None]:
    return {f"{folder}{name}": text for name, text in _TASK.items()}


NO_TASK_CONFIG = Rule(
    code="HB020",
    name="no-task-config",
    severity=Severity.WARNING,
    summary="A folder looks like a task and has no readable task.toml",
    why="Harbor looks for a file with exactly this name: `Task.toml`, a folder of that name and a"
    " broken link are passed over. An error where a file is there and cannot be read.",
    bad={_CONFIG: None, "tasks/sort/Task.toml": ""},
    good={_CONFIG: ""},
    source="harbor 0.26.0, Task.is_valid_dir",
)


@NO_TASK_CONFIG.check
def _check_no_task_config(view: TreeView, found: Found) -> Iterator[Finding]:
    for task in (*found.valid, *found.broken):
        if task.unread and not task.refusals:
            message = f"{task.unread.reason}; Harbor refuses the task"
            yield NO_TASK_CONFIG.at(task.config_path, message, severity=Severity.ERROR)
    inside = {task.directory for task in (*found.valid, *found.broken)}
    for path in view.paths:
        if path.rpartition("/")[2].lower() == CONFIG:
            yield from _near_miss(view, path, inside)


def _near_miss(view: TreeView, path: str, inside: set[str]) -> Iterator[Finding]:
    folder, _, name = path.rpartition("/")
    entry = view.get(path)
    usable = name == CONFIG and view.is_file(path)
    if entry is None or usable or view.is_file(join(folder, CONFIG)):
        return
    if view.scope.aside(folder) or any(above in inside for above in upwards(folder)):
        return
    if _looks_like_task(view, folder):
        what = f"a {entry.kind.value} that cannot be read" if name == CONFIG else "ignored"
        message = f"{name!r} is {what}: Harbor does not take the folder for a task"
        yield NO_TASK_CONFIG.at(path, message, hint=f"the name is {CONFIG!r}, of a regular file")


def _looks_like_task(view: TreeView, folder: str) -> bool:
    """More than `tests/`, which other programs have beside a file of such a name too."""
    return view.get(join(folder, INSTRUCTION)) is not None or (
        view.is_dir(join(folder, "environment")) and view.is_dir(join(folder, "tests"))
    )


TASKS_ELSEWHERE = Rule(
    code="HB050",
    name="tasks-elsewhere",
    severity=Severity.INFO,
    summary="Tasks that the plain `--repo` command does not find",
    why="`harbor run --repo` lists the folders directly below `tasks/`, and nothing else. With"
    " `--path` it lists those below another folder, one folder a command. One command for several"
    " folders needs a `registry.json` at the root and `-d`.",
    bad=_task("datasets/blue/count/"),
    good=_task("tasks/count/"),
    source=_LISTING,
)


@TASKS_ELSEWHERE.check
def _check_tasks_elsewhere(view: TreeView, found: Found) -> Iterator[Finding]:
    """One finding for each folder that the plain command does not list."""
    del view
    for folder, number in Counter(holder(task) for task in found.valid).items():
        if folder is not None and folder != DEFAULT_FOLDER:
            place = folder or "."
            what = f"the {plural(number, 'task')} directly in {place!r}"
            yield TASKS_ELSEWHERE.at(
                place,
                f"plain `harbor run --repo` looks into '{DEFAULT_FOLDER}' and does not find {what}",
                hint=f"harbor run --repo {_REPOSITORY} --path {place}",
            )


def holder(task: Task) -> str | None:
    """The folder that holds a task's directory; ``None`` for the root, which nothing holds."""
    return task.directory.rpartition("/")[0] if task.directory else None


ROOT_TASK = Rule(
    code="HB051",
    name="root-task",
    severity=Severity.INFO,
    summary="The whole repository is one task",
    why="No command finds such a task in a repository; it runs from a local copy with `-p`. What"
    " lies below a task is part of it, so further tasks there are not found either.",
    bad=_task(""),
    good=_task("tasks/count/"),
    source=_LISTING,
)


@ROOT_TASK.check
def _check_root_task(view: TreeView, found: Found) -> Iterator[Finding]:
    del view
    if any(not task.directory for task in found.valid):
        hint = "run it from a local copy: harbor run -p <folder>"
        yield ROOT_TASK.at(CONFIG, "`harbor run --repo` never finds a root task", hint=hint)


UNLISTED_NAME = Rule(
    code="HB052",
    name="unlisted-name",
    severity=Severity.WARNING,
    summary="A task that `--repo` cannot list because of its name",
    why="Harbor lists a repository with `git ls-tree` without `-z`; git then puts a path in quotes"
    " and escapes it when it holds a character outside ASCII, a quotation mark, a backslash, a tab"
    " or a line end, and Harbor silently ignores it. Spaces are allowed.",
    bad=_task("tasks/größe/"),
    good=_task("tasks/groesse/"),
    source=_LISTING,
)


@UNLISTED_NAME.check
def _check_unlisted_name(view: TreeView, found: Found) -> Iterator[Finding]:
    del view
    for task in found.valid:
        if is_quoted(task.directory):
            message = f"`--repo` does not list the task {task.directory!r}: git quotes its path"
            hint = "use ASCII letters, digits, '.', '_' and '-' in folder names"
            yield UNLISTED_NAME.at(task.directory, message, hint=hint)


def is_quoted(path: str) -> bool:
    """Whether git quotes a path in its listings, so that ``--repo`` does not find the task."""
    return _QUOTED.search(path) is not None


LINKED_TASK = Rule(
    code="HB053",
    name="linked-task",
    severity=Severity.INFO,
    summary="A task folder that is a link",
    why="On a disk Harbor follows the link; the listing of a repository does not, so that the task"
    " is missing there under this name.",
    bad={"tasks/again": "-> sort"},
    good=_task("tasks/again/"),
    source=_LISTING,
)


@LINKED_TASK.check
def _check_linked_task(view: TreeView, found: Found) -> Iterator[Finding]:
    tasks = {task.directory for task in found.valid if task.directory}
    for path in view.paths:
        if (entry := view.get(path)) and entry.kind is Kind.SYMLINK:
            target = view.resolve(path)
            if target is not None and target.path in tasks:
                message = f"`--repo` does not list this link to the task {target.path!r}"
                yield LINKED_TASK.at(path, message)


DUPLICATE_TASK_NAME = Rule(
    code="HB054",
    name="duplicate-task-name",
    severity=Severity.WARNING,
    summary="Two tasks have the same `[task].name`",
    why="The name is the task's identity when it is published and in a dataset.toml: the second"
    " task becomes a new version of the first.",
    bad={
        "tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n',
        **_task("tasks/count/"),
        "tasks/count/task.toml": '[task]\nname = "workbench/sort"\n',
    },
    good={
        "tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n',
        **_task("tasks/count/"),
        "tasks/count/task.toml": '[task]\nname = "workbench/count"\n',
    },
    source="harbor 0.26.0, publisher; huggingface/Repo2RLEnv#97",
)


@DUPLICATE_TASK_NAME.check
def _check_duplicate_task_name(view: TreeView, found: Found) -> Iterator[Finding]:
    del view
    first: dict[str, Task] = {}
    for task in found.valid:
        name = task.config.name if task.config else None
        if name and first.setdefault(name, task) is not task and task.file:
            yield DUPLICATE_TASK_NAME.at(
                task.config_path,
                f"{name!r} is also the name of the task {first[name].directory!r}",
                task.file.span(("task", "name")),
            )
