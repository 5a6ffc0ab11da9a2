"""Harbor tasks that Verifiers loads: those that a registry.json at the root lists, if all pass."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import checks_of
from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.harbor.registry import PATH, Listed, Registry, read_registry
from tagger.frameworks.harbor.task import COMPOSE, CONFIG, Task, join
from tagger.frameworks.verifiers.rules.exports import NO_ALL
from tagger.frameworks.verifiers.rules.registry import NO_REGISTRY, ROWS, Row
from tagger.frameworks.verifiers.rules.tasks import reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

#: A task's folder, and what keeps the task out.
Reason = tuple[str, "Finding"]


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """What a command needs to know of a listed task: the set it is fetched with."""

    dataset: str
    version: str
    name: str


def bridge(view: TreeView, own: Detection, detections: Mapping[str, Detection]) -> Detection:
    """The detection of Verifiers with the Harbor tasks that it could fetch from here."""
    harbor = detections.get("harbor") or Detection()
    registry = read_registry(view)
    bridged = _with_tasks(view, own, _Tasks(view, harbor), registry, harbor)
    if bridged.verdict.proves or bridged.needs:
        return bridged
    what = "a Python module whose `__all__` names one subclass of `verifiers.v1.Taskset`"
    return replace(bridged, needs=[Need(what, NO_ALL.code)])


def _with_tasks(
    view: TreeView, own: Detection, tasks: _Tasks, registry: Registry, harbor: Detection
) -> Detection:
    if registry.fault:
        return _without_registry(view, own, tasks, registry, harbor)
    away = [listed for listed in registry.tasks if tasks.is_away(listed)]
    folders = (task.directory for task in registry.tasks if task.directory)
    view.expect(join(folder, f"environment/{COMPOSE}") for folder in folders)
    here = [listed for listed in registry.tasks if not tasks.is_away(listed)]
    faults = tasks.faults(here)
    if not faults and not away:
        return _loaded(view, own, here)
    needs = [*own.needs, *_needs(faults, len(here), "listed tasks")]
    findings = [*own.findings, *_merged(faults)]
    suggestions = list(own.suggestions)
    if away and not faults:
        text = f"lists {len(away)} tasks of other repositories, which cannot be looked at here"
        suggestions.append(Evidence(PATH, text))
        needs.append(Need(f"{PATH} with tasks of this repository only", NO_REGISTRY.code))
    if own.verdict.proves:
        return replace(own, findings=findings)
    return replace(own, needs=needs, findings=findings, suggestions=suggestions)


def _loaded(view: TreeView, own: Detection, listed: Sequence[Listed]) -> Detection:
    units = {
        task.directory: Unit(
            task.directory,
            f"Harbor task of the set {task.dataset!r}",
            ListedUnit(task.dataset, task.version, task.name),
        )
        for task in listed
        if task.directory is not None
    }
    counted = [unit for path, unit in units.items() if view.scope.aside(path) is None]
    aside = [unit for path, unit in units.items() if view.scope.aside(path)]
    if not counted:
        return replace(own, aside=[*own.aside, *aside])
    sets = len({(task.dataset, task.version) for task in listed})
    text = (
        f"lists {_count(len(counted), 'Harbor task')} in {_count(sets, 'set')}, all of which load"
    )
    return replace(
        own,
        verdict=own.verdict if own.verdict.proves else Verdict.BRIDGED,
        units=[*own.units, *counted],
        aside=[*own.aside, *aside],
        evidence=[*own.evidence, Evidence(PATH, text)],
        needs=(),
        suggestions=(),
    )


def _without_registry(
    view: TreeView, own: Detection, tasks: _Tasks, registry: Registry, harbor: Detection
) -> Detection:
    """What is missing for the Harbor tasks of a repository, besides the list of them."""
    present = [unit.payload for unit in harbor.units if isinstance(unit.payload, Task)]
    if own.verdict.proves or not present or view.proof_only:
        return own
    faults = tasks.reasons([task.directory for task in present])
    what = f"{registry.fault}; Verifiers finds Harbor tasks by it"
    needs = [Need(what, NO_REGISTRY.code), *_needs(faults, len(present), "tasks")]
    findings = list(own.findings)
    if not faults and not registry.exists and view.complete:
        for check in checks_of([NO_REGISTRY]):
            findings += check(view, present)
    return replace(own, needs=[*own.needs, *needs], findings=findings)


class _Tasks:
    """The tasks of a repository, judged once each."""

    def __init__(self, view: TreeView, harbor: Detection) -> None:
        units = (*harbor.units, *harbor.broken, *harbor.aside)
        self._known = {unit.path: unit.payload for unit in units}
        self._view = view

    def _of(self, directory: str) -> list[Finding]:
        known = self._known.get(directory)
        task = known if isinstance(known, Task) else load_task(self._view, directory)
        return reasons(self._view, directory, task)

    def is_away(self, listed: Listed) -> bool:
        """Whether a task lies in another repository and is not, in a form that loads, here too."""
        if not listed.is_elsewhere:
            return False
        return listed.directory is None or bool(self._blocked_below(listed.directory))

    def faults(self, listed: Sequence[Listed]) -> list[Reason]:
        """The folders and reasons of listed tasks that do not load."""
        sets: dict[tuple[str, str], list[Listed]] = {}
        for task in listed:
            sets.setdefault((task.dataset, task.version), []).append(task)
        found: list[Reason] = []
        for (dataset, _), tasks in sets.items():
            outside = [task.name for task in tasks if task.directory is None]
            found += product(outside, reasons(self._view, None, None))
            folders = [task.directory for task in tasks if task.directory is not None]
            found += self.reasons(folders, dataset)
        return list(dict.fromkeys(found))

    def reasons(self, folders: Sequence[str], dataset: str = "") -> list[Reason]:
        """Why a set of tasks in these folders does not load, by folder."""
        found = [reason for folder in folders for reason in self._blocked_below(folder)]
        names = Counter(folder.rpartition("/")[2] for folder in folders)
        rows = [(folder, Row(dataset, names[folder.rpartition("/")[2]])) for folder in folders]
        return found + [
            (folder, finding)
            for check in checks_of(ROWS)
            for folder, row in rows
            for finding in check(row)
        ]

    def _blocked_below(self, directory: str) -> list[Reason]:
        """The reasons in a folder: the loader takes every task.toml below it for a task."""
        if self._view.resolve(join(directory, CONFIG)) is None:
            return [(directory, reason) for reason in reasons(self._view, directory, None)]
        return [
            (folder, finding)
            for folder in (directory, *self._inside(directory))
            for finding in self._of(folder)
        ]

    def _inside(self, directory: str) -> Iterator[str]:
        prefix = f"{directory}/" if directory else ""
        start = bisect_left(self._all, f"{prefix}")
        for path in self._all[start:] if not prefix else self._run(start, prefix):
            if path != directory:
                yield path

    def _run(self, start: int, prefix: str) -> Iterator[str]:
        for index in range(start, len(self._all)):
            if not self._all[index].startswith(prefix):
                return
            yield self._all[index]

    @cached_property
    def _all(self) -> list[str]:
        return sorted(entry.parent for entry in self._view.named(CONFIG))


def _needs(faults: Sequence[Reason], total: int, tasks: str) -> Iterator[Need]:
    """Each kind of reason with its count and one example."""
    counts = Counter((reason.rule.code, reason.message) for _, reason in faults)
    examples = {(r.rule.code, r.message): (folder, r) for folder, r in reversed(faults)}
    for (code, what), number in counts.most_common():
        folder, reason = examples[code, what]
        example = f"for example {folder or 'the root'!r}"
        yield Need(f"{number:,} of {total:,} {tasks}: {what} ({example}); {reason.hint}", code)


def _merged(faults: Sequence[Reason]) -> Iterator[Finding]:
    """One finding for each rule, at the first task that it concerns."""
    numbers = Counter(reason.rule.code for _, reason in faults)
    for reason in {reason.rule.code: reason for _, reason in reversed(faults)}.values():
        number = numbers[reason.rule.code]
        more = f", and {number - 1:,} more like it" if number > 1 else ""
        message = f"Verifiers does not load this task{more}: {reason.message}"
        yield replace(reason, message=message)


def _count(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number:,} {noun}s"
