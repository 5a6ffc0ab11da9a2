"""A taskset's commands as one Job of the Hub (``hf jobs run``, huggingface_hub 2.4.0).

``hf jobs uv run`` takes a command in place of a script too, but reads every argument that is the
name of a local file, or ends like one, as a file to send along.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.frameworks.commands import HUB_CLIENT, RESULTS, Command, Raw, Taskset
from tagger.frameworks.variables import SECRETS
from tagger.snippets.shell import variables, words

if TYPE_CHECKING:
    from collections.abc import Sequence

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
