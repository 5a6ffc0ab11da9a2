"""Harbor's detector."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import Severity, checks_of, rules_in
from tagger.frameworks.harbor.packed import packed_tasks
from tagger.frameworks.harbor.rules import (
    build,
    config,
    contents,
    dataset,
    files,
    keys,
    places,
    registry,
    scripts,
)
from tagger.frameworks.harbor.search import Found, find_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView


RULES = rules_in(config, keys, files, contents, scripts, build, places, dataset, registry)
_BUILD_FILES = frozenset(
    {"Dockerfile", "docker-compose.yaml", ".dockerignore", ".harborignore", "task.yaml"}
)
_SCRIPTS = (".sh", ".bat")
#: What is asked of each task, beside what makes Harbor refuse it (``judge.py``).
_TASK_CHECKS = checks_of(rules_in(keys, contents, scripts, build))
#: What is asked of the repository with all its tasks.
_REPOSITORY_CHECKS = checks_of(rules_in(places, dataset, registry))


def detect(view: TreeView) -> Detection:
    """What Harbor makes of a repository (its tasks count at any depth)."""
    found = find_tasks(view)
    findings = list(_findings(view, found))
    return Detection(
        verdict=_verdict(found),
        units=[_unit(task) for task in found.valid],
        broken=[_unit(task) for task in found.broken],
        aside=[_unit(task) for task, _ in found.aside],
        evidence=_evidence(found),
        needs=() if found.valid else _needs(found, findings),
        findings=findings,
        suggestions=() if found.valid else list(packed_tasks(view)),
        more_units=len(found.left),
    )


def _findings(view: TreeView, found: Found) -> Iterator[Finding]:
    """Faults in the tasks that count, in the manifests, and in where things lie."""
    if view.proof_only:
        for task in found.broken:
            yield from task.refusals
        return
    view.expect(_read_next(found))
    for task in (*found.valid, *found.broken):
        yield from task.refusals
        for check in _TASK_CHECKS:
            yield from check(view, task)
    for check in _REPOSITORY_CHECKS:
        yield from check(view, found)


def _read_next(found: Found) -> Iterator[str]:
    """What the checks of the tasks read: scripts, and how the images are built."""
    for task in (*found.valid, *found.broken):
        for entry in task.contents.entries:
            if entry.name in _BUILD_FILES or entry.name.endswith(_SCRIPTS):
                yield entry.path


def _verdict(found: Found) -> Verdict:
    if found.valid:
        return Verdict.NATIVE
    return Verdict.BROKEN if found.broken else Verdict.ABSENT


def _unit(task: Task) -> Unit:
    return Unit(task.directory, "task directory", task)


def _evidence(found: Found) -> list[Evidence]:
    """One line per folder that holds tasks."""
    valid = Counter(_holder(task.directory) for task in found.valid)
    broken = Counter(_holder(task.directory) for task in found.broken)
    aside = Counter((_holder(task.directory), reason) for task, reason in found.aside)
    left = Counter(map(_holder, found.left))
    return [
        *(Evidence(folder, _some(number, left[folder])) for folder, number in valid.items()),
        *(Evidence(folder, f"{_tasks(n)} that Harbor refuses") for folder, n in broken.items()),
        *(Evidence(folder, f"{_tasks(n)}, {why}") for (folder, why), n in aside.items()),
    ]


def _needs(found: Found, findings: Sequence[Finding]) -> list[Need]:
    """What the owner would change: the faults of the broken tasks by rule, or the whole layout."""
    if not found.broken:
        what = (
            "a folder with task.toml, instruction.md, environment/ (or docker_image in task.toml)"
            " and tests/test.sh, best below tasks/"
        )
        return [Need(what, files.NO_ENVIRONMENT.code)]
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    counts = Counter(finding.rule.code for finding in errors)
    first = {finding.rule.code: finding for finding in reversed(errors)}
    return [Need(_fix(first[code], number - 1), code) for code, number in counts.items()]


def _fix(finding: Finding, others: int) -> str:
    more = f", and {others} more of this kind" if others else ""
    return f"fix {finding.path}: {finding.message}{more}"


def _holder(directory: str) -> str:
    """The folder that holds a task; for a task at the root, and for the root, ``.``."""
    return directory.rpartition("/")[0] or "."


def _some(number: int, left: int) -> str:
    """So many tasks, and how many folders beside them were not looked at."""
    more = f", and {left:,} more that were not looked at" if left else ""
    return _tasks(number) + more


def _tasks(number: int) -> str:
    return f"{number} task director{'y' if number == 1 else 'ies'}"
