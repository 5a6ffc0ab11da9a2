"""Harbor tasks that OpenEnv loads from a dataset repository on the Hub."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import checks_of, rules_in
from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.harbor.task import Task
from tagger.frameworks.openenv.hub import (
    BASE,
    as_downloaded,
    has_links,
    has_task_file,
    list_tasks,
)
from tagger.frameworks.openenv.rules import tasks as task_rules
from tagger.frameworks.openenv.rules.links import task_links
from tagger.frameworks.openenv.rules.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView


_CHECKS = checks_of(rules_in(task_rules))


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task as OpenEnv's loader lists it.

    Attributes:
        index: its position in the listing, which ``--task-index`` takes.
    """

    index: int


def bridge(view: TreeView, own: Detection, detections: Mapping[str, Detection]) -> Detection:
    """OpenEnv's detection with the Harbor tasks that its Hub loader finds under ``tasks/``."""
    harbor = detections.get("harbor")
    if harbor is None:
        return own
    listing = list_tasks(view)
    candidates = [
        Unit(folder, "Harbor task under tasks/", ListedTask(index))
        for index, folder in enumerate(listing.folders)
        if has_task_file(view, folder)
    ]
    listed, left = _TaskJudge(view, harbor).accepted(candidates)
    # A root that is an environment itself makes its build file the environment's own.
    project = False if any(unit.path == "" for unit in own.units) else None
    tasks: list[Unit] = []
    aside: list[Unit] = []
    for unit in listed:
        (aside if view.scope.aside(unit.path, project=project) else tasks).append(unit)
    findings: list[Finding] = []
    if not view.proof_only:
        findings += _findings(Tasks(view, listing, harbor)) if tasks or not aside else ()
        findings += task_links(view, harbor, own.findings)
    return replace(
        own,
        verdict=Verdict.BRIDGED if tasks and not own.verdict.proves else own.verdict,
        units=[*own.units, *tasks],
        aside=[*own.aside, *aside],
        evidence=[*own.evidence, *_evidence(tasks, left)],
        needs=[*own.needs, *(() if tasks else _needs(findings))],
        findings=[*own.findings, *findings],
        more_units=left,
    )


class _TaskJudge:
    """Says of a listed folder whether Harbor itself accepts it.

    OpenEnv can be told to check tasks and then forgives missing tests; a run does not.
    """

    def __init__(self, view: TreeView, harbor: Detection) -> None:
        units = (*harbor.units, *harbor.broken, *harbor.aside)
        self._known = {unit.path: unit.payload for unit in units}
        self._view = view

    def accepted(self, units: Sequence[Unit]) -> tuple[list[Unit], int]:
        """Those that load, and how many were not looked at, as the others prove the tag."""
        if self._view.proof_only:
            known = [unit for unit in units if unit.path in self._known]
            if found := [unit for unit in known if self._accepts(unit.path)]:
                return found, len(units) - len(known)
        return [unit for unit in units if self._accepts(unit.path)], 0

    def _accepts(self, folder: str) -> bool:
        """Whether the folder loads, in the repository and once it is downloaded."""
        known = self._known.get(folder)
        task = known if isinstance(known, Task) else load_task(self._view, folder)
        if not task.valid or not has_links(self._view, folder):
            return task.valid
        return load_task(self._downloaded, folder).valid

    @cached_property
    def _downloaded(self) -> TreeView:
        return as_downloaded(self._view)


def _findings(tasks: Tasks) -> Iterator[Finding]:
    for check in _CHECKS:
        yield from check(tasks)


def _evidence(tasks: Sequence[Unit], left: int) -> Iterator[Evidence]:
    if tasks:
        count = "one Harbor task" if len(tasks) == 1 else f"{len(tasks):,} Harbor tasks"
        more = f", and {left:,} more that were not looked at" if left else ""
        yield Evidence(BASE, f"{count} that OpenEnv's loader finds on the Hub{more}")


def _needs(findings: Sequence[Finding]) -> Iterator[Need]:
    """What the findings ask for, each remedy once."""
    remedies = {(f.rule.code, f.hint): None for f in findings if f.hint}
    yield from (Need(hint, code) for code, hint in remedies if hint)
