"""A task directory, judged as Harbor judges it (0.26.0, ``Task.is_valid_dir``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, LimitError, NotAFileError, PointerError, ReadError
from tagger.core.findings import checks_of, rules_in
from tagger.frameworks.harbor.config import read_config
from tagger.frameworks.harbor.ignore import NAME as IGNORE
from tagger.frameworks.harbor.rules import config, files
from tagger.frameworks.harbor.task import (
    COMPOSE,
    CONFIG,
    DOCKERFILE,
    INSTRUCTION,
    Contents,
    Instruction,
    Task,
    join,
    may_be_pointer,
)
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tagger.frameworks.harbor.config import ConfigFile
    from tagger.tree.view import TreeView

#: Whatever one of these finds makes Harbor refuse the task.
_REFUSALS = checks_of(rules_in(config, files))


def load_task(
    view: TreeView, directory: str, parse: Callable[[str], ConfigFile] = read_config
) -> Task:
    """Judge one directory.

    Args:
        view: the repository.
        directory: what holds, or should hold, the task.toml.
        parse: ``read_config``, or one that remembers texts it has seen.
    """
    file, unread = None, None
    try:
        file = parse(view.text(join(directory, CONFIG)))
    except LimitError as error:
        return Task(directory, unjudged=error.reason)
    except ReadError as error:
        unread = error
    environment = join(directory, "environment")
    task = Task(
        directory,
        file,
        unread,
        _contents(view, directory),
        _instruction(view, join(directory, INSTRUCTION)),
        has_environment=view.is_dir(environment),
        has_dockerfile=view.resolve(join(environment, DOCKERFILE)) is not None,
        has_compose=view.resolve(join(environment, COMPOSE)) is not None,
    )
    found = [finding for check in _REFUSALS for finding in check(view, task)]
    task = replace(task, refusals=tuple(dict.fromkeys(found)))
    return replace(task, constructs=_constructs(task))


def _constructs(task: Task) -> bool:
    only = all(finding.rule is files.NO_ENVIRONMENT for finding in task.refusals)
    readable = task.instruction in (Instruction.READABLE, Instruction.POINTER)
    has_steps = task.config is not None and bool(task.config.steps)
    return task.unread is None and only and (readable or has_steps)


def _contents(view: TreeView, directory: str) -> Contents:
    entries, links, ignore_files, possible = list(view.below(directory)), [], [], []
    data = (join(directory, "environment/"), join(directory, "tests/"))
    for entry in entries:
        if entry.kind is Kind.SYMLINK:
            links.append(entry)
        if entry.name == IGNORE:
            ignore_files.append(entry)
        if entry.path.startswith(data) and may_be_pointer(entry):
            possible.append(entry)
    return Contents(entries, links, ignore_files, possible)


def _instruction(view: TreeView, path: str) -> Instruction:
    if view.resolve(path) is None:
        return Instruction.ABSENT
    try:
        view.text(path)
    except EncodingError:
        return Instruction.NOT_UTF8
    except PointerError:
        return Instruction.POINTER
    except NotAFileError:
        return Instruction.UNREADABLE
    except ReadError:  # over a limit: no reason to doubt it
        return Instruction.READABLE
    return Instruction.READABLE
