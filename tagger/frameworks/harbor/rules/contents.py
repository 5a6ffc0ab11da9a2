"""Rules for what the files of a task hold, and for what git does not fetch of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, LimitError, PointerError, ReadError
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.harbor.ignore import in_scope
from tagger.frameworks.harbor.task import INSTRUCTION, entry_scripts, may_be_pointer
from tagger.tree.links import follow
from tagger.tree.model import POINTER_MAX_BYTES, Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_TASK = "tasks/sort"
_POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 120\n"
_CANARY = re.compile(r"(?:<!--.*canary.*-->|#.*canary.*)$", re.IGNORECASE)

INSTRUCTION_UNREADABLE = Rule(
    code="HB037",
    name="instruction-unreadable",
    severity=Severity.ERROR,
    summary="`instruction.md` is not UTF-8, or not a file",
    why="Harbor lists the task as valid and then fails to load it, because the listing asks only"
    " whether the path exists.",
    bad={f"{_TASK}/instruction.md": "Sort the caf\udce9 cards.\n"},
    good={f"{_TASK}/instruction.md": "Sort the café cards.\n"},
    source="harbor 0.26.0, Task",
)


@INSTRUCTION_UNREADABLE.check
def _check_instruction_unreadable(view: TreeView, task: Task) -> Iterator[Finding]:
    for path in _instructions(view, task):
        try:
            view.text(path)
        except (PointerError, LimitError):
            continue
        except EncodingError as error:
            yield INSTRUCTION_UNREADABLE.at(
                path, f"{error.reason}; loading the task fails", Span(1)
            )
        except ReadError as error:
            yield INSTRUCTION_UNREADABLE.at(path, f"{error.reason}; loading the task fails")


def _instructions(view: TreeView, task: Task) -> Iterator[str]:
    """The instructions that are there."""
    steps = task.config.steps if task.config else ()
    for name in [f"steps/{step.name}/{INSTRUCTION}" for step in steps] or [INSTRUCTION]:
        if view.resolve(task.path(name)) is not None:
            yield task.path(name)


INSTRUCTION_EMPTY = Rule(
    code="HB038",
    name="instruction-empty",
    severity=Severity.WARNING,
    summary="`instruction.md` is empty",
    why="The agent is given an empty text. Canary lines at the top, and the empty lines after"
    " them, are cut before the agent sees the text. `harbor lint` reports it as"
    " `invalid-task-files`.",
    bad={f"{_TASK}/instruction.md": "<!-- canary 0000 -->\n\n"},
    good={f"{_TASK}/instruction.md": "<!-- canary 0000 -->\n\nSort the cards.\n"},
    source="harbor 0.26.0, strip_canary and lint/task.py",
)


@INSTRUCTION_EMPTY.check
def _check_instruction_empty(view: TreeView, task: Task) -> Iterator[Finding]:
    for path in _instructions(view, task):
        try:
            text = view.text(path)
        except ReadError:
            continue
        if says_nothing(text):
            what = "holds nothing but a canary" if text.strip() else "is empty"
            yield INSTRUCTION_EMPTY.at(path, f"the instruction {what}: the agent is told nothing")


def says_nothing(text: str) -> bool:
    """Whether an instruction is empty once the canary at its top is cut (``strip_canary``)."""
    lines = text.split("\n")
    index = 0
    while index < len(lines) and _CANARY.match(lines[index].strip()):
        index += 1
    return not any(line.strip() for line in lines[index:])


TEXT_POINTER = Rule(
    code="HB039",
    name="text-pointer",
    severity=Severity.WARNING,
    summary="An instruction or an entry script is a Git LFS pointer",
    why="Where git-lfs is missing, the agent is given the text of the pointer, or the pointer is"
    " run as a script. Harbor pulls LFS only when the root `.gitattributes` names the filter and"
    " git-lfs is installed.",
    bad={f"{_TASK}/tests/test.sh": _POINTER},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\n"},
    source="harbor 0.26.0, tasks/client.py",
)


@TEXT_POINTER.check
def _check_text_pointer(view: TreeView, task: Task) -> Iterator[Finding]:
    for path in _instructions(view, task):
        if _is_pointer(view, path):
            message = "the instruction is a Git LFS pointer, and the agent may get its text"
            yield TEXT_POINTER.at(path, message, hint="commit the instruction itself")
    for path in entry_scripts(view, task):
        if path.endswith(("/test.sh", "/test.bat")) and _is_pointer(view, path):
            message = "the test script is a Git LFS pointer"
            yield TEXT_POINTER.at(path, message, hint="commit the script itself")


def _is_pointer(view: TreeView, path: str) -> bool:
    entry = view.resolve(path)
    if entry is not None and entry.size is not None and not may_be_pointer(entry):
        return False
    try:
        view.head(path, POINTER_MAX_BYTES)
    except PointerError:
        return True
    except ReadError:
        return False
    return False


DATA_POINTER = Rule(
    code="HB040",
    name="data-pointer",
    severity=Severity.INFO,
    summary="A file under environment/ or tests/ is stored in Git LFS",
    why="Whoever runs the task from git needs git-lfs; without it every attempt fails or scores 0,"
    " without an explanation. The Hub itself wants large files in LFS, so this is not a fault.",
    bad={f"{_TASK}/environment/db.sqlite": _POINTER},
    good={f"{_TASK}/environment/db.sqlite": "7\n"},
    source="harbor 0.26.0, tasks/client.py",
)


@DATA_POINTER.check
def _check_data_pointer(view: TreeView, task: Task) -> Iterator[Finding]:
    scripts = {task.path("tests/test.sh"), task.path("tests/test.bat")}
    for entry in task.contents.possible_pointers:
        if entry.path not in scripts and (
            entry.kind is Kind.POINTER or _is_pointer(view, entry.path)
        ):
            message = "the file is stored in Git LFS: whoever runs the task from git needs git-lfs"
            yield DATA_POINTER.at(entry.path, message)


LINK_NOT_FETCHED = Rule(
    code="HB043",
    name="link-not-fetched",
    severity=Severity.WARNING,
    summary="A link for which Harbor refuses to fetch the task from git",
    why="The folder on your disk is valid. Fetched from a repository, every link in a task must be"
    " relative, lead to something that exists, and stay in the task, `environment/` included.",
    bad={
        f"{_TASK}/environment/Dockerfile": "-> ../../../Dockerfile",
        "Dockerfile": "FROM debian:12-slim\n",
    },
    good={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\n"},
    source="harbor 0.26.0, tasks/client.py",
)


@LINK_NOT_FETCHED.check
def _check_link_not_fetched(view: TreeView, task: Task) -> Iterator[Finding]:
    reported = {finding.path for finding in task.refusals}
    for entry in task.contents.links:
        reason = _unfetched(view, entry, task.directory)
        if reason and entry.path not in reported:
            message = f"{reason}; fetched from git, the whole task is refused"
            yield LINK_NOT_FETCHED.at(entry.path, message, hint="commit a copy of the file instead")


def _unfetched(view: TreeView, entry: Entry, root: str) -> str | None:
    if (entry.target or "").startswith("/"):
        return "the link is absolute"
    target = follow(view.get, entry.path)
    if target.is_loop:
        return "the link leads back to itself"
    if not target.within(root):
        return "the link leaves the task"
    return None if view.resolve(entry.path) is not None else "the link is broken"


IGNORE_FILE_NOT_READ = Rule(
    code="HB048",
    name="ignore-file-not-read",
    severity=Severity.INFO,
    summary="A `.harborignore` where Harbor does not look",
    why="The file has an effect inside `tests/` and `solution/`, of the task and of its steps, and"
    " nowhere else. `harbor lint` reports it as `unused-harborignore` since release 0.26.",
    bad={f"{_TASK}/.harborignore": "*.tmp\n"},
    good={f"{_TASK}/tests/.harborignore": "*.tmp\n"},
    source="harbor 0.26.0, lint/task.py, unused-harborignore",
)


@IGNORE_FILE_NOT_READ.check
def _check_ignore_file_not_read(view: TreeView, task: Task) -> Iterator[Finding]:
    del view
    for entry in task.contents.ignore_files:
        if not in_scope(entry.parent[len(task.directory) :].strip("/")):
            message = "Harbor does not read this .harborignore"
            yield IGNORE_FILE_NOT_READ.at(
                entry.path, message, hint="move it into tests/ or solution/"
            )
