"""Harbor tasks that Verifiers loads: those that a registry.json at the root lists, if all pass."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import Fix, Safety
from tagger.core.places import Edit
from tagger.frameworks.harbor.listed import Listed, Registry, read_registry
from tagger.frameworks.harbor.registry_file import PATH
from tagger.frameworks.harbor.task import CONFIG, Task, join, load_task
from tagger.frameworks.verifiers import rules_harbor as rules
from tagger.frameworks.verifiers.harbor_tasks import Blocker, blockers
from tagger.frameworks.verifiers.registry_draft import registry_text
from tagger.frameworks.verifiers.rules_module import NO_ALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

_SET_NAME = Blocker(
    rules.SET_NAME,
    "the name of its set holds a slash or an at sign, and cannot be asked for",
    "give the set a plain name",
    PATH,
)
_SAME_FOLDER = Blocker(
    rules.SAME_FOLDER,
    "another task of its set has a folder of the same name",
    "rename one of the folders, or list the tasks in sets of their own",
    PATH,
)


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
    here = [listed for listed in registry.tasks if not tasks.is_away(listed)]
    faults = tasks.faults(here)
    if not faults and not away:
        return _loaded(view, own, here)
    needs = [*own.needs, *_needs(faults, len(here), "listed tasks")]
    findings = [*own.findings, *(_finding(blocker, faults) for blocker in _first_of_each(faults))]
    suggestions = list(own.suggestions)
    if away and not faults:
        text = f"lists {len(away)} tasks of other repositories, which cannot be looked at here"
        suggestions.append(Evidence(PATH, text))
        needs.append(Need(f"{PATH} with tasks of this repository only", rules.NO_REGISTRY.code))
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
    if own.verdict.proves or not present:
        return own
    faults = tasks.reasons([task.directory for task in present])
    what = f"{registry.fault}; Verifiers finds Harbor tasks by it"
    needs = [Need(what, rules.NO_REGISTRY.code), *_needs(faults, len(present), "tasks")]
    findings = list(own.findings)
    if not faults and not registry.exists and view.complete:
        findings.append(_offer(view, present))
    return replace(own, needs=[*own.needs, *needs], findings=findings)


def _offer(view: TreeView, listed: Sequence[Task]) -> Finding:
    """A registry for tasks of which every one would load."""
    message = (
        f"{_count(len(listed), 'Harbor task')} would load in Verifiers if a {PATH} listed them"
    )
    fix = Fix(
        Safety.UNSAFE,
        f"write a {PATH} that lists every task",
        (Edit(PATH, 0, 0, registry_text(view, listed).encode()),),
    )
    hint = f"add a {PATH} at the root with a name, a version and a description for the set"
    return rules.NO_REGISTRY.at(PATH, message, hint=hint, fix=fix)


class _Tasks:
    """The tasks of a repository, judged once each."""

    def __init__(self, view: TreeView, harbor: Detection) -> None:
        units = (*harbor.units, *harbor.broken, *harbor.aside)
        self._known = {unit.path: unit.payload for unit in units}
        self._view = view

    def _blockers(self, directory: str) -> list[Blocker]:
        known = self._known.get(directory)
        task = known if isinstance(known, Task) else load_task(self._view, directory)
        return blockers(self._view, task)

    def is_away(self, listed: Listed) -> bool:
        """Whether a task lies in another repository and is not, in a form that loads, here too."""
        if not listed.is_elsewhere:
            return False
        return listed.directory is None or bool(self._blocked_below(listed.directory))

    def faults(self, listed: Sequence[Listed]) -> list[tuple[str, Blocker]]:
        """The folders and reasons of listed tasks that do not load."""
        found: list[tuple[str, Blocker]] = []
        sets: dict[tuple[str, str], list[str]] = {}
        for task in listed:
            if not set("/@").isdisjoint(task.dataset):
                found.append((task.name, _SET_NAME))
            if task.directory is None:
                blocker = _missing("its path leads out of the repository")
                found.append((task.name, blocker))
            else:
                sets.setdefault((task.dataset, task.version), []).append(task.directory)
        for directories in sets.values():
            found += self.reasons(directories)
        return list(dict.fromkeys(found))

    def reasons(self, directories: Sequence[str]) -> list[tuple[str, Blocker]]:
        """Why a set of tasks in these folders does not load, by folder."""
        found = [reason for directory in directories for reason in self._blocked_below(directory)]
        names = Counter(directory.rpartition("/")[2] for directory in directories)
        same = [folder for folder in directories if names[folder.rpartition("/")[2]] > 1]
        return found + [(folder, _SAME_FOLDER) for folder in same]

    def _blocked_below(self, directory: str) -> list[tuple[str, Blocker]]:
        """The reasons in a folder: the loader takes every task.toml below it for a task."""
        if self._view.resolve(join(directory, CONFIG)) is None:
            return [(directory, _missing(f"there is no {CONFIG} in it"))]
        return [
            (folder, blocker)
            for folder in (directory, *self._inside(directory))
            for blocker in self._blockers(folder)
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


def _missing(what: str) -> Blocker:
    return Blocker(rules.NOT_HARBOR, what, f"put {PATH} right", PATH)


def _needs(faults: Sequence[tuple[str, Blocker]], total: int, tasks: str) -> Iterator[Need]:
    """Each kind of reason with its count and one example."""
    counts = Counter((blocker.rule.code, blocker.what) for _, blocker in faults)
    examples = {(b.rule.code, b.what): (directory, b) for directory, b in reversed(faults)}
    for (code, what), number in counts.most_common():
        directory, blocker = examples[code, what]
        example = f"for example {directory or 'the root'!r}"
        yield Need(f"{number:,} of {total:,} {tasks}: {what} ({example}); {blocker.remedy}", code)


def _first_of_each(faults: Sequence[tuple[str, Blocker]]) -> list[Blocker]:
    return list({blocker.rule.code: blocker for _, blocker in reversed(faults)}.values())


def _finding(blocker: Blocker, faults: Sequence[tuple[str, Blocker]]) -> Finding:
    number = sum(other.rule is blocker.rule for _, other in faults)
    more = f", and {number - 1:,} more like it" if number > 1 else ""
    message = f"Verifiers does not load this task{more}: {blocker.what}"
    return blocker.rule.at(blocker.path, message, blocker.span, hint=blocker.remedy)


def _count(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number:,} {noun}s"
