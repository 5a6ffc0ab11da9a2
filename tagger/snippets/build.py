"""From facts to commands, by framework."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from tagger.core.detections import Verdict
from tagger.data.registered import registration
from tagger.frameworks.commands import PLACEHOLDER, FrameworkCommands, Repository, Taskset
from tagger.frameworks.registry import frameworks
from tagger.snippets.jobs import as_job
from tagger.snippets.shell import with_installs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
