"""Commands for scripts (``schemas/snippet.schema.json``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.report.json import dumps, envelope
from tagger.snippets.report import WithCommands
from tagger.snippets.shell import line, variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.engine.outcome import Outcome
    from tagger.frameworks.commands import FrameworkCommands, Taskset
    from tagger.report.formats import Look


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One document with all targets that could be read."""
    del look
    targets = [_target(outcome) for outcome in outcomes if isinstance(outcome, WithCommands)]
    yield dumps({**envelope(), "targets": targets}, indent=2)


def _target(outcome: WithCommands) -> dict[str, Any]:
    return {
        "target": outcome.target,
        "kind": outcome.kind,
        "revision": outcome.revision,
        "repo_id": outcome.facts.options.repo_id,
        "frameworks": {framework.tag: _framework(framework) for framework in outcome.commands},
    }


def _framework(found: FrameworkCommands) -> dict[str, Any]:
    return {"verdict": found.verdict, "tasksets": [_taskset(t) for t in found.tasksets]}


def _taskset(taskset: Taskset) -> dict[str, Any]:
    return {
        "name": taskset.name,
        "title": taskset.title,
        "units": taskset.units,
        "commands": [line(command) for command in taskset.commands],
        "variables": variables(taskset.commands),
        "notes": list(taskset.notes),
        "config": taskset.config,
    }
