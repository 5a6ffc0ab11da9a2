"""From facts to commands, by framework."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from tagger.core.detections import Verdict
from tagger.data.registered import registration
from tagger.frameworks.commands import (
    HUB_CLIENT,
    PLACEHOLDER,
    RESULTS,
    Command,
    FrameworkCommands,
    Raw,
    Repository,
    Taskset,
)
from tagger.frameworks.registry import frameworks
from tagger.frameworks.variables import SECRETS
from tagger.snippets.shell import variables, with_installs, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.rules.facts import Facts


class Maker(Protocol):
    """What the module of a framework holds (:attr:`tagger.frameworks.base.Framework.commands`)."""

    def tasksets(self, repository: Repository, detection: Detection) -> Iterable[Taskset]:
        """What runs together, each with its commands."""


def commands_of(facts: Facts, *, jobs: bool = False) -> list[FrameworkCommands]:
    """The commands of every framework whose tag is proven and whose commands are known.

    Args:
        facts: what is known about the repository; ``facts.options.repo_id`` is its id.
        jobs: for a Job of the Hub in place of this machine.
    """
    repository = Repository(facts, facts.options.repo_id or PLACEHOLDER, jobs)
    return list(_all(repository))


def _all(repository: Repository) -> Iterator[FrameworkCommands]:
    for framework in frameworks():
        detection = repository.facts.detections.get(framework.tag)
        if not detection or not detection.verdict.proves or framework.commands is None:
            continue
        maker = cast("Maker", import_module(framework.commands))
        made = [_whole(t, repository) for t in maker.tasksets(repository, detection)]
        if not made and detection.verdict is Verdict.REGISTERED:
            made.append(_unknown(repository))
        yield FrameworkCommands(framework.tag, framework.label, detection.verdict.value, made)


def _unknown(repository: Repository) -> Taskset:
    """A published environment of a framework that has no command for them."""
    options = repository.facts.options
    found = registration(options.repo_id, options.registered)
    name = found.environment if found else ""
    note = "how its framework runs a published environment is not known here"
    return Taskset(name, f"the published environment {name!r}", 0, notes=(note,))


def _whole(taskset: Taskset, repository: Repository) -> Taskset:
    """The taskset with its tools installed first, or as a Job."""
    taskset = as_job(taskset) if repository.jobs else taskset
    return replace(taskset, commands=tuple(with_installs(taskset.commands)))


#: Has uv, git and bash.
IMAGE = "ghcr.io/astral-sh/uv:python3.13-bookworm"
_TWO_PROCESSES = "this needs two processes at once, and is not put into a Job"


def as_job(taskset: Taskset) -> Taskset:
    """The taskset with one command that starts a Job."""
    if not taskset.commands:
        return taskset
    if not taskset.is_one_process:
        return replace(taskset, commands=(), notes=(*taskset.notes, _TWO_PROCESSES))
    return replace(taskset, commands=(_job(taskset.commands),))


def _job(commands: Sequence[Command]) -> Command:
    """All commands in one shell: of the secrets it gets those that it needs and no others."""
    script = " && ".join(" ".join(words(command, alone=True)) for command in commands)
    needed = variables(commands)
    secrets = tuple(name for name in needed if name in SECRETS)
    options: list[str] = []
    for name in secrets:
        options += ["--secrets", name]
    for name in needed:
        if name not in SECRETS:
            options += ["-e", Raw(f'"{name}=${name}"')]
    if any(map(_is_result, (word for command in commands for word in command.words))):
        options += ["-v", Raw(f'"hf://buckets/$BUCKET:{RESULTS}"')]
    start = ("hf", "jobs", "run", *options, IMAGE, Raw("bash -c"), script)
    return Command(start, HUB_CLIENT, reads=secrets)


def _is_result(word: str) -> bool:
    """Whether a path lies in what outlasts the Job; all others begin in its current folder."""
    return word == RESULTS or word.startswith(f"{RESULTS}/")
