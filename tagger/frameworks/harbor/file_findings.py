"""Findings about the files of a task: missing ones, texts, links, pointers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, LimitError, PointerError, ReadError
from tagger.core.places import Span
from tagger.frameworks.harbor import rules_files as rules
from tagger.frameworks.harbor.ignore import NAME as IGNORE
from tagger.frameworks.harbor.ignore import in_scope
from tagger.frameworks.harbor.links import resolve
from tagger.frameworks.harbor.problems import Code
from tagger.frameworks.harbor.task import INSTRUCTION
from tagger.tree.model import POINTER_MAX_BYTES, Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding, Rule
    from tagger.frameworks.harbor.problems import Problem
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_CANARY = re.compile(r"(?:<!--.*canary.*-->|#.*canary.*)$", re.IGNORECASE)
#: A pointer has three lines: 43 characters, 76, and at least 7 (git-lfs specification); with the
#: lines of extensions it stays below this.
_POINTER_BYTES = range(126, POINTER_MAX_BYTES // 4)

_PROBLEMS: Mapping[Code, tuple[Rule, str]] = {
    Code.NO_ENVIRONMENT: (
        rules.HB030,
        "there is no folder `environment` beside it, and docker_image is not set",
    ),
    Code.NO_INSTRUCTION: (rules.HB032, "there is no {}"),
    Code.NO_STEP: (rules.HB034, "there is no folder {} for the step"),
    Code.NO_SCRIPT: (rules.HB033, "there is no {}"),
    Code.LINK_OUTSIDE: (rules.HB041, "the link leaves the task"),
    Code.LINK_LOOP: (rules.HB042, "the link leads back to where it stands"),
    Code.IGNORE_FILE: (rules.HB036, "the file {}"),
    Code.SCRIPT_IGNORED: (rules.HB035, "a .harborignore hides the test script"),
}


def problem_findings(problem: Problem) -> Iterator[Finding]:
    """Why Harbor refuses a task, as far as its files are the reason."""
    if problem.code in _PROBLEMS:
        rule, message = _PROBLEMS[problem.code]
        text = message.format(problem.detail)
        yield rule.at(problem.path, f"{text}; Harbor refuses the task")


def instruction_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Instructions that load wrong or say nothing."""
    steps = task.config.steps if task.config else ()
    for name in [f"steps/{step.name}/{INSTRUCTION}" for step in steps] or [INSTRUCTION]:
        if view.resolve(task.path(name)) is not None:
            yield from _instruction(view, task.path(name))


def _instruction(view: TreeView, path: str) -> Iterator[Finding]:
    try:
        text = view.text(path)
    except PointerError:
        message = "a Git LFS pointer stands in place of the instruction, and the agent may get it"
        yield rules.HB039.at(path, message, hint="commit the instruction itself")
    except LimitError:
        return
    except EncodingError as error:
        yield rules.HB037.at(path, f"{error.reason}; loading the task fails", Span(1))
    except ReadError as error:
        yield rules.HB037.at(path, f"{error.reason}; loading the task fails")
    else:
        if says_nothing(text):
            what = "holds nothing but a canary" if text.strip() else "is empty"
            yield rules.HB038.at(path, f"the instruction {what}: the agent is told nothing")


def says_nothing(text: str) -> bool:
    """Whether an instruction is empty once the canary at its top is cut (``strip_canary``)."""
    lines = text.split("\n")
    index = 0
    while index < len(lines) and _CANARY.match(lines[index].strip()):
        index += 1
    return not any(line.strip() for line in lines[index:])


def link_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Links that Harbor refuses when it fetches the task from git."""
    reported = {problem.path for problem in task.problems}
    for entry in view.below(task.directory):
        if entry.kind is Kind.SYMLINK and entry.path not in reported:
            reason = _unfetched(view, entry, task.directory)
            if reason:
                message = f"{reason}; fetched from git, the whole task is refused"
                yield rules.HB043.at(entry.path, message, hint="commit a copy of the file instead")


def _unfetched(view: TreeView, entry: Entry, root: str) -> str | None:
    if (entry.target or "").startswith("/"):
        return "the link is absolute"
    target = resolve(view, entry.path)
    if target.is_loop:
        return "the link leads back to where it stands"
    if not target.within(root):
        return "the link leaves the task"
    return None if view.resolve(entry.path) is not None else "the link leads nowhere"


def ignore_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Files of rules outside the folders where Harbor reads them."""
    for entry in view.below(task.directory):
        if entry.name == IGNORE and not in_scope(entry.parent[len(task.directory) :].strip("/")):
            message = "Harbor does not read this .harborignore"
            yield rules.HB048.at(entry.path, message, hint="move it into tests/ or solution/")


def pointer_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Files of the environment and the tests that lie in Git LFS."""
    scripts = {task.path("tests/test.sh"), task.path("tests/test.bat")}
    for folder in ("environment", "tests"):
        for entry in view.below(task.path(folder)):
            if entry.path not in scripts and _is_pointer(view, entry):
                message = "the file lies in Git LFS: who runs the task from git needs git-lfs"
                yield rules.HB040.at(entry.path, message)


def _is_pointer(view: TreeView, entry: Entry) -> bool:
    """By the listing where it tells, else by a look into files that have the size of a pointer."""
    if entry.kind is not Kind.FILE:
        return entry.kind is Kind.POINTER
    if entry.size not in _POINTER_BYTES:
        return False
    try:
        view.head(entry.path, POINTER_MAX_BYTES)
    except PointerError:
        return True
    except ReadError:
        return False
    return False
