"""Harbor: what ``harbor run`` finds of the tasks, and how (harbor 0.26.0)."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tagger.frameworks.commands import RESULTS, Command, Repository, Taskset, Tool, option
from tagger.frameworks.harbor import FRAMEWORK
from tagger.frameworks.harbor.registry import (
    UNVERIFIED,
    TaskList,
    read_registry,
    selector,
    task_lists,
)
from tagger.frameworks.harbor.rules.places import DEFAULT_FOLDER, holder, is_quoted
from tagger.frameworks.harbor.task import Task
from tagger.frameworks.variables import MODEL
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection

#: The release that the commands install.
VERSION = FRAMEWORK.release
PYTHON = "3.13"
_SCRIPTS = ("solution/solve.sh", "solution/solve.bat")


def tasksets(repository: Repository, detection: Detection) -> Iterator[Taskset]:
    """The sets of registry.json, then what they leave out, by folder."""
    tasks = {unit.path: unit.payload for unit in detection.units if isinstance(unit.payload, Task)}
    listed: set[str] = set()
    for found in task_lists(read_registry(repository.view)):
        here = [tasks[one.directory] for one in found.tasks if one.directory in tasks]
        away = sum(one.is_elsewhere and one.directory not in tasks for one in found.tasks)
        if selector(found) and (here or away):
            listed.update(task.directory for task in here)
            yield _set(repository, found, here, away)
    groups: dict[str | None, list[Task]] = {}
    for path, task in tasks.items():
        if path not in listed:
            groups.setdefault(holder(task), []).append(task)
    for folder, group in groups.items():
        yield _root(repository, group) if folder is None else _group(repository, folder, group)


def _set(repository: Repository, found: TaskList, here: Sequence[Task], away: int) -> Taskset:
    name, total = selector(found) or "", len(found.tasks)
    source = ("--repo", repository.url, *option("--dataset", name, "-d"))
    lost = total - len(here) - away
    notes = [UNVERIFIED.format(what="reads registry.json by")]
    if lost:
        notes.append(f"{lost:,} of the {total:,} listed tasks are not here in a form that loads")
    title = f"the set {name!r} of registry.json, {plural(total, 'task')}"
    run, more = _run(repository, source, here)
    return Taskset(name, title, len(here), (run,), (*notes, *more))


def _group(repository: Repository, folder: str, tasks: Sequence[Task]) -> Taskset:
    name = folder or "."
    title = f"{plural(len(tasks), 'task')} in {name!r}"
    if any(is_quoted(task.directory) for task in tasks):
        note = "git quotes the paths of some of these tasks, and `--repo` would leave them out"
        return _local(repository, name, title, repository.local(folder), tasks, note)
    where = () if folder == DEFAULT_FOLDER else option("--path", name)
    run, notes = _run(repository, ("--repo", repository.url, *where), tasks)
    return Taskset(name, title, len(tasks), (run,), notes)


def _root(repository: Repository, tasks: Sequence[Task]) -> Taskset:
    note = "`harbor run --repo` never finds a task at the root"
    return _local(repository, ".", "the task at the root", repository.folder, tasks, note)


def _local(
    repository: Repository, name: str, title: str, path: str, tasks: Sequence[Task], note: str
) -> Taskset:
    run, notes = _run(repository, option("--path", path, "-p"), tasks)
    return Taskset(name, title, len(tasks), (repository.download(), run), (note, *notes))


def _run(
    repository: Repository, source: Sequence[str], tasks: Sequence[Task]
) -> tuple[Command, tuple[str, ...]]:
    """The command, and what is to be said about its agent and its sandbox."""
    agent, notes = _agent(repository, tasks)
    words = ("harbor", "run", *source, *agent)
    if not repository.jobs:
        return Command(words, Tool(f"harbor=={VERSION}", PYTHON)), notes
    has_images = bool(tasks) and all(task.file and task.file.docker_image for task in tasks)
    sandbox, secret = ("hf-sandbox", "HF_TOKEN") if has_images else ("e2b", "E2B_API_KEY")
    words = (*words, "--env", sandbox, "--jobs-dir", f"{RESULTS}/harbor")
    return (
        Command(words, Tool(f"harbor[{sandbox}]=={VERSION}", PYTHON), reads=(secret,)),
        (*notes, SANDBOX),
    )


SANDBOX = "whether Docker runs in a Job is not verified, so the tasks run in sandboxes elsewhere"


def _agent(
    repository: Repository, tasks: Sequence[Task]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The agent that replays the solutions, unless there is none to replay."""
    solved = sum(_is_solved(repository, task) for task in tasks)
    if tasks and not solved:
        note = "no task has a solution/ that the agent `oracle` could replay, so a model is needed"
        return ("--agent", "terminus-2", "--model", MODEL), (note,)
    if solved < len(tasks):
        missing = len(tasks) - solved
        note = f"{plural(missing, 'task')} without a solution/, which the agent `oracle` replays"
        return ("--agent", "oracle"), (note,)
    return ("--agent", "oracle"), ()


def _is_solved(repository: Repository, task: Task) -> bool:
    steps = task.config.steps if task.config else ()
    folders = [f"steps/{step.name}" for step in steps] or [""]
    return all(
        any(repository.view.is_file(task.path(posixpath.join(f, s))) for s in _SCRIPTS)
        for f in folders
    )
