"""The detector: environments of the current and of the old contract."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.errors import ReadError
from tagger.core.findings import Severity, checks_of
from tagger.frameworks.verifiers.candidates import Folders, loose, named, project_files
from tagger.frameworks.verifiers.contract import Contract
from tagger.frameworks.verifiers.environments import Examined, examine_loose, examine_project
from tagger.frameworks.verifiers.library import old_module_name
from tagger.frameworks.verifiers.project import Project, UnreadableProject, read_project
from tagger.frameworks.verifiers.rules.exports import NO_ALL, NO_TASKSET
from tagger.frameworks.verifiers.rules.project import UNREADABLE
from tagger.frameworks.verifiers.survey import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate, Loadable
    from tagger.tree.view import TreeView

#: Needs list at most this many faults; the findings list all.
_MAX_NEEDS = 5
_NAME = r"[A-Za-z0-9][\w.-]*"
_POINTER = re.compile(
    rf"app\.primeintellect\.ai/dashboard/environments/({_NAME}/{_NAME})"
    rf"|\bprime env install ({_NAME}/{_NAME})"
)


@dataclass(frozen=True, slots=True)
class EnvironmentUnit:
    """What a command needs to know of an environment.

    Attributes:
        id: what ``vf-eval`` is given.
        module: as it is imported.
        is_current: whether 0.2.0 and later load it by ``__all__``; otherwise releases before
            0.4.0 load it by ``load_environment``.
        project: the folder that can be installed; ``None`` for a module without one.
    """

    id: str
    module: str
    is_current: bool
    project: str | None


@dataclass
class _Found:
    units: list[Unit] = field(default_factory=list)
    broken: list[Unit] = field(default_factory=list)
    aside: list[Unit] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    undecided: list[Examined] = field(default_factory=list)
    empty: list[Project] = field(default_factory=list)


def detect(view: TreeView) -> Detection:
    """What the releases of Verifiers make of a repository; Harbor tasks are the bridge's matter."""
    if not any(path.endswith(".py") for path in view.paths):
        return Detection(suggestions=list(suggestions(view)))
    folders, found = Folders(view), _Found()
    projects = [(path, read_project(view, path)) for path in project_files(view, folders)]
    modules = loose(view, folders)
    view.expect(_sources(view, [one for _, one in projects if isinstance(one, Project)], modules))
    examined = _projects(view, projects, found)
    examined += _loose(view, modules, examined)
    _sort(view, examined, found)
    verdict = _verdict(found)
    return Detection(
        verdict=verdict,
        units=found.units,
        broken=found.broken,
        aside=found.aside,
        evidence=found.evidence,
        needs=() if verdict.proves else list(_needs(found)),
        findings=found.findings,
        suggestions=() if verdict.proves else [*_open(found), *suggestions(view)],
    )


def _verdict(found: _Found) -> Verdict:
    if found.units:
        return Verdict.NATIVE
    return Verdict.BROKEN if found.broken else Verdict.ABSENT


def _sources(
    view: TreeView, projects: Sequence[Project], modules: Sequence[Candidate]
) -> Iterator[str]:
    """The files of all modules that may be environments."""
    named_modules = (one for project in projects for one in named(view, project))
    for candidate in (*modules, *named_modules):
        yield from files(view, candidate.path)


def _projects(
    view: TreeView, projects: Sequence[tuple[str, Project | UnreadableProject]], found: _Found
) -> list[Examined]:
    examined: list[Examined] = []
    for path, project in projects:
        counts = view.scope.aside(path) is None
        if isinstance(project, Project):
            own = examine_project(view, project)
            examined += own
            found.empty += [project] if counts and project.needs and not own else []
        elif counts:
            found.findings += [f for check in checks_of([UNREADABLE]) for f in check(project)]
    return examined


def _loose(
    view: TreeView, modules: Sequence[Candidate], known: Sequence[Examined]
) -> list[Examined]:
    """Modules that no project names, without those that are parts of another environment."""
    named = {_real(view, examined.candidate.path) for examined in known}
    found = [
        examined
        for candidate in modules
        if candidate.path not in named and (examined := examine_loose(view, candidate))
    ]
    parts = {
        path
        for examined in (*known, *found)
        if examined.environment
        for path in examined.environment.followed - {examined.candidate.path}
    }
    return [examined for examined in found if examined.candidate.path not in parts]


def _real(view: TreeView, path: str) -> str:
    """Where a file lies once links are followed."""
    entry = view.resolve(path)
    return entry.path if entry else path


def _sort(view: TreeView, examined: Sequence[Examined], found: _Found) -> None:
    # A root that is an environment itself makes its build file the environment's own.
    is_root = any(one.project and not one.project.directory for one in examined)
    for one in examined:
        reason = view.scope.aside(_place(one), project=False if is_root else None)
        if reason:
            found.aside += [_unit(one)] if one.environment else []
            continue
        if one.undecided:
            found.undecided.append(one)
            continue
        found.findings += one.findings
        if one.environment:
            found.units.append(_unit(one))
            found.evidence.append(_evidence(one, one.environment))
        else:
            found.broken.append(_unit(one))


def _place(examined: Examined) -> str:
    """What the folders around an environment are asked of.

    The name of a project's folder is free, as in `environments/test`; but not at the top, where
    `examples` is what it says, and not that of a package without a project.
    """
    project = examined.project
    if project is None:
        return examined.candidate.path
    return project.directory if "/" in project.directory else project.path


def _unit(examined: Examined) -> Unit:
    environment = examined.environment
    payload = EnvironmentUnit(
        examined.id,
        examined.candidate.name,
        is_current=environment is not None and environment.contract is Contract.CURRENT,
        project=examined.project.directory if examined.project else None,
    )
    return Unit(examined.place, f"environment {examined.id!r}", payload)


def _evidence(examined: Examined, environment: Loadable) -> Evidence:
    what = f"environment {examined.id!r}: {environment.contract.value}"
    return Evidence(examined.candidate.path, what)


def _open(found: _Found) -> Iterator[Evidence]:
    for examined in found.undecided:
        yield Evidence(examined.candidate.path, f"looks like an environment; {examined.undecided}")


def _needs(found: _Found) -> Iterator[Need]:
    errors = [finding for finding in found.findings if finding.severity is Severity.ERROR]
    for finding in errors[:_MAX_NEEDS]:
        what = f"{finding.path}: {finding.hint or finding.message}"
        yield Need(what, finding.rule.code)
    for examined in found.undecided[:_MAX_NEEDS]:
        what = "`__all__` and the names in it, or `load_environment`, bound by statements that"
        what += " can be read without running the module"
        yield Need(f"{examined.candidate.path}: {what}", NO_TASKSET.code)
    for project in found.empty[:_MAX_NEEDS]:
        name = old_module_name(project.name)
        what = f"a module {name!r} in that folder that exports a taskset"
        yield Need(f"{project.path} requires `verifiers`: {what}", NO_ALL.code)


def suggestions(view: TreeView) -> Iterator[Evidence]:
    """Each published environment that the card links to or tells how to install, once."""
    try:
        text = view.text(view.card_path)
    except ReadError:
        return
    names = (match[1] or match[2] for match in _POINTER.finditer(text))
    for name in dict.fromkeys(name.rstrip(".") for name in names):
        yield Evidence(view.card_path, f"names the published environment {name!r}")
