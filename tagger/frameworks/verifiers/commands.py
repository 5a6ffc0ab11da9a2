"""Verifiers: environments of both contracts, sets of Harbor tasks, published environments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Verdict
from tagger.data.registered import registration
from tagger.frameworks.commands import Command, Repository, Taskset, Tool, option
from tagger.frameworks.harbor.registry import (
    UNVERIFIED,
    TaskList,
    read_registry,
    selector,
    task_lists,
)
from tagger.frameworks.variables import LLM_URL, MODEL
from tagger.frameworks.verifiers import FRAMEWORK
from tagger.frameworks.verifiers.bridge import ListedUnit
from tagger.frameworks.verifiers.detect import EnvironmentUnit
from tagger.frameworks.verifiers.project import FILE, Project, read_project
from tagger.frameworks.verifiers.requirement import FIRST_CURRENT, FIRST_WITHOUT_OLD
from tagger.frameworks.verifiers.sources import join
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection

#: The release that the commands install.
VERSION = FRAMEWORK.release
#: Every release that is meant runs on it; the extra ``harbor`` asks for 3.12 or newer.
PYTHON = "3.12"
#: The command line of Prime Intellect, which installs published environments.
PRIME = "prime==0.18.0"
#: The releases that load the old contract.
_OLD = "verifiers<0.4"
#: Those that load both run the current one by `eval`; their `vf-eval` is that of the old one.
_BETWEEN = "verifiers>=0.2,<0.4"
_KEY = "LLM_API_KEY"


def tasksets(repository: Repository, detection: Detection) -> Iterator[Taskset]:
    """The published environment, or each environment here, then the sets of Harbor tasks."""
    if detection.verdict is Verdict.REGISTERED:
        yield from _published(repository)
    for unit in detection.units:
        if isinstance(unit.payload, EnvironmentUnit):
            yield _environment(repository, unit.path, unit.payload)
    listed = {unit.path for unit in detection.units if isinstance(unit.payload, ListedUnit)}
    for found in task_lists(read_registry(repository.view)) if listed else ():
        here = [task for task in found.tasks if task.directory in listed]
        if here:
            yield _set(repository, found, len(here))


def _published(repository: Repository) -> Iterator[Taskset]:
    options = repository.facts.options
    found = registration(options.repo_id, options.registered)
    if found is None:
        return
    name = found.environment.rpartition("/")[2]
    prime = (PRIME.partition("==")[0], "env", "install", found.environment)
    run = ("uv", "run", "--no-project")
    commands = (
        Command(("uv", "venv", "--python", PYTHON)),
        Command(("uv", "pip", "install", PRIME)),
        Command((*run, *prime)),
        Command((*run, "vf-eval", name, "-m", MODEL), reads=("PRIME_API_KEY",)),
    )
    note = "the environment brings its own release; in 0.2 and 0.3 a newer one runs by `eval`"
    yield Taskset(name, f"the published environment {found.environment!r}", 0, commands, (note,))


def _environment(repository: Repository, place: str, unit: EnvironmentUnit) -> Taskset:
    requirement, program, note = _release(repository, unit)
    words = (program, unit.module, *(_current() if unit.is_current else _old()))
    if unit.project is None:
        root = repository.local(place.rpartition("/")[0])
        run = Command(
            ("uvx", "--python", PYTHON, "--from", requirement, *words, *_output(repository)),
            settings=(("PYTHONPATH", root),),
            reads=(_KEY,),
        )
    else:
        package = f"./{repository.local(unit.project)}"
        tool = Tool(requirement, PYTHON)
        run = Command((*words, *_output(repository)), tool, (package,), reads=(_KEY,))
    notes = (note,) if note else ()
    title = f"the environment {unit.id!r}"
    return Taskset(unit.id, title, 1, (repository.download(), run), notes)


def _release(repository: Repository, unit: EnvironmentUnit) -> tuple[str, str, str]:
    """The requirement that runs an environment, its program, and what is to be said of it."""
    if not unit.is_current:
        return _OLD, "vf-eval", f"releases from {FIRST_WITHOUT_OLD} on no longer load it"
    needs = None
    if unit.project is not None:
        project = read_project(repository.view, join(unit.project, FILE))
        needs = project.needs if isinstance(project, Project) else None
    if needs and needs.is_pinned:
        return "verifiers", "vf-eval", "its project file pins a revision of verifiers"
    if needs and not needs.admits(VERSION) and needs.admits(FIRST_CURRENT, FIRST_WITHOUT_OLD):
        return _BETWEEN, "eval", f"its project file does not admit verifiers {VERSION}"
    return f"verifiers=={VERSION}", "vf-eval", ""


def _current() -> Sequence[str]:
    endpoint = ("--client.base-url", LLM_URL, "--client.api-key-var", _KEY)
    return ("--model", MODEL, *endpoint, "--no-push")


def _old() -> Sequence[str]:
    return ("-m", MODEL, "-b", LLM_URL, "-k", _KEY)


def _output(repository: Repository) -> Sequence[str]:
    return ("-o", repository.result("verifiers")) if repository.jobs else ()


def _set(repository: Repository, found: TaskList, here: int) -> Taskset:
    name = selector(found)
    if name is None:
        shown = f"{found.dataset}@{found.version}"
        note = "no command can name it: rename the set to run it"
        return Taskset(shown, f"the set {shown!r} of registry.json", here, notes=(note,))
    runtime, extra = ("e2b", ",e2b") if repository.jobs else ("docker", "")
    words = (
        *("vf-eval", "harbor", "--env.taskset.repo", repository.url),
        *option("--env.taskset.dataset", name),
        *("--env.agent.runtime.type", runtime, "--env.agent.harness.id", "bash"),
        *_current(),
        *_output(repository),
    )
    tool = Tool(f"verifiers[harbor{extra}]=={VERSION}", PYTHON)
    reads = (_KEY, "E2B_API_KEY") if repository.jobs else (_KEY,)
    title = f"the set {name!r} of registry.json, {plural(here, 'Harbor task')}"
    note = UNVERIFIED.format(what="reads registry.json by")
    return Taskset(name, title, here, (Command(words, tool, reads=reads),), (note,))
