"""All findings about the tasks of a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.harbor import config_findings, file_findings
from tagger.frameworks.harbor.build_findings import build_findings
from tagger.frameworks.harbor.manifest import NAME, manifest_findings
from tagger.frameworks.harbor.placement import placement_findings
from tagger.frameworks.harbor.problems import Code
from tagger.frameworks.harbor.registry_file import registry_findings
from tagger.frameworks.harbor.script_findings import script_findings
from tagger.frameworks.harbor.search import upwards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

#: Problems that leave nothing else to be said about a task.toml.
_UNREADABLE = frozenset({Code.SYNTAX, Code.ENCODING, Code.POINTER, Code.UNREADABLE})


def all_findings(view: TreeView, found: Found) -> Iterator[Finding]:
    """Faults in the tasks that count, in the manifests, and in where things lie."""
    for task in (*found.valid, *found.broken):
        yield from task_findings(view, task)
    yield from placement_findings(view, found)
    yield from manifest_findings(view, found, _inside(view, found))
    yield from registry_findings(view, found)


def task_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Everything about one task directory."""
    for problem in task.problems:
        if problem.code in _UNREADABLE:
            yield from config_findings.unreadable(problem, task.file)
        else:
            yield from file_findings.problem_findings(problem)
    if task.file and task.file.data is not None:
        path = task.path("task.toml")
        yield from config_findings.schema_faults(path, task.file)
        yield from config_findings.odd_keys(path, task.file)
    yield from file_findings.instruction_findings(view, task)
    yield from file_findings.link_findings(view, task)
    yield from file_findings.ignore_findings(view, task)
    yield from file_findings.pointer_findings(view, task)
    yield from script_findings(view, task)
    yield from build_findings(view, task)


def _inside(view: TreeView, found: Found) -> set[str]:
    """The files called dataset.toml that are part of a task, whose own folder excepted."""
    tasks = {task.directory for task in (*found.valid, *found.broken)}
    return {
        entry.path
        for entry in view.named(NAME)
        if entry.parent not in tasks and any(folder in tasks for folder in upwards(entry.parent))
    }
