"""The commands of one framework as lines of a shell script: what is said is in comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.variables import MEANINGS
from tagger.snippets.shell import line, lines, variables
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.frameworks.commands import Command, FrameworkCommands, Taskset

#: So many tasksets of one framework are shown to people; JSON has all.
MAX_TASKSETS = 20


def block(found: FrameworkCommands) -> Iterator[str]:
    """The lines; what several tasksets need is there once."""
    done: set[str] = set()
    for number, taskset in enumerate(found.tasksets[:MAX_TASKSETS]):
        if number:
            yield ""
        yield from _taskset(taskset, done)
    more = len(found.tasksets) - MAX_TASKSETS
    if more > 0:
        yield ""
        yield f"# … and {more:,} more: `tagger snippet --format json` has them all"


def _taskset(taskset: Taskset, done: set[str]) -> Iterator[str]:
    yield f"# {visible(taskset.title)}"
    for note in taskset.notes:
        yield f"# note: {visible(note)}"
    for command in taskset.commands:
        text = line(command)
        if command.once and text in done:
            continue
        done.add(text)
        if command.comment:
            yield f"# {command.comment}:"
        yield lines(command)
    if taskset.config:
        yield "# the same rows as an entry of `datasets:` in a configuration:"
        for text in taskset.config.splitlines():
            yield f"#   {visible(text)}"


def needed(commands: Iterable[Command]) -> Iterator[tuple[str, str]]:
    """The variables that are to be set, each with its meaning."""
    for name in variables(commands):
        yield name, MEANINGS[name]


def shown(found: Iterable[FrameworkCommands]) -> Iterator[Command]:
    """The commands of the tasksets that are shown."""
    for framework in found:
        for taskset in framework.tasksets[:MAX_TASKSETS]:
            yield from taskset.commands
