"""The commands that run environments of agentenv."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.commands import Command, Repository, Taskset, Tool
from tagger_agentenv.detect import Environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.detections import Detection

PYTHON = "3.13"


def tasksets(repository: Repository, detection: Detection) -> Iterator[Taskset]:
    """One for each environment."""
    for unit in detection.units:
        if isinstance(unit.payload, Environment):
            run = Command(
                ("agentenv", "serve", repository.local(unit.path)), Tool("agentenv==1.0", PYTHON)
            )
            title = f"the environment {unit.payload.name!r}"
            yield Taskset(unit.payload.name, title, 1, (repository.download(), run))
