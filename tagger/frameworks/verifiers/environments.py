"""The environments of a repository: those that a release loads, and those that are broken."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.findings import checks_of
from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.bindings import Importer
from tagger.frameworks.verifiers.candidates import misnamed, named
from tagger.frameworks.verifiers.contract import (
    Candidate,
    Contract,
    Loadable,
    Loaded,
    Refused,
    load,
)
from tagger.frameworks.verifiers.rules import releases
from tagger.frameworks.verifiers.rules.exports import BETWEEN, NO_FUNCTION, REFUSALS, SEVERAL_OTHERS
from tagger.frameworks.verifiers.rules.imports import IMPORTS
from tagger.frameworks.verifiers.rules.names import CAPITALS, HIDDEN_FILE, SHADOWS
from tagger.frameworks.verifiers.rules.names import misnamed as misnamed_finding
from tagger.frameworks.verifiers.rules.project import PROJECTS
from tagger.frameworks.verifiers.sources import (
    MAX_SOURCE,
    ImportFault,
    Raises,
    Undecided,
    imports_verifiers,
)
from tagger.frameworks.verifiers.survey import beside, files, mentions
from tagger.text.python import PythonError, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.findings import Finding, Rule
    from tagger.frameworks.verifiers.project import Project
    from tagger.tree.view import TreeView

_IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+verifiers\b", re.MULTILINE)
#: What a loose file holds that means to be a taskset, even where it does not parse.
_TASKSET_WORDS = (b"__all__", b"Taskset")
#: What every environment of either contract mentions.
_ENVIRONMENT_WORDS = (b"load_environment", b"Taskset")


#: What is to be said of an environment that loads.
REMARKS = (
    *(SEVERAL_OTHERS, releases.REQUIRED_ARGUMENT, HIDDEN_FILE, CAPITALS, releases.NO_UPPER_BOUND),
    *(releases.CONTRADICTION, releases.OLD_NAMES, *PROJECTS),
)


@dataclass(frozen=True)
class Examined:
    """A module with the shape of an environment.

    Attributes:
        candidate: the module.
        project: its project file, for a module that one names.
        environment: what a release loads; ``None`` where none does.
        findings: what is to be said of it; errors where none does.
        undecided: why the text does not tell.
    """

    candidate: Candidate
    project: Project | None = None
    environment: Loadable | None = None
    findings: Sequence[Finding] = field(default=())
    undecided: str | None = None

    @property
    def id(self) -> str:
        """What its users call it."""
        name = self.project.name if self.project else ""
        fits = library.module_name(name) == self.candidate.name.lower()
        return name if fits else self.candidate.name

    @property
    def place(self) -> str:
        """The folder of the project, or the module where it has none."""
        return self.project.directory if self.project else self.candidate.place


def examine_project(view: TreeView, project: Project) -> list[Examined]:
    """The environments that a project file names."""
    if project.is_library:
        return []
    found = [
        examined
        for candidate in named(view, project)
        if (examined := _Examination(view, candidate, project).examine())
    ]
    if any(examined.environment for examined in found):
        return found
    known = {examined.candidate.path for examined in found}
    others = [candidate for candidate in misnamed(view, project) if candidate.path not in known]
    return found + [
        examined
        for candidate in others
        if (examined := _Examination(view, candidate, project).examine_misnamed())
    ]


def examine_loose(view: TreeView, candidate: Candidate) -> Examined | None:
    """A module that no project file names; it can keep the current contract only."""
    examined = _Examination(view, candidate, None).examine()
    if examined is None or examined.environment or examined.undecided:
        return examined
    old = (NO_FUNCTION, BETWEEN)
    errors = [finding for finding in examined.findings if finding.rule not in old]
    return Examined(candidate, findings=errors) if errors else None


class _Examination:
    """Everything that is asked of one candidate."""

    def __init__(self, view: TreeView, candidate: Candidate, project: Project | None) -> None:
        self._view = view
        self._candidate = candidate
        self._project = project
        self._importer = Importer(view, [candidate.root])

    def examine(self) -> Examined | None:
        """The answer, or ``None`` for a module that has nothing to do with Verifiers."""
        return self._examine() if self._is_related() else None

    def examine_misnamed(self) -> Examined | None:
        """The answer for a module that the project's name does not lead to."""
        examined = self._examine() if self._is_related() else None
        if examined is None or not (examined.environment or examined.findings):
            return None
        return self._broken([misnamed_finding(self._candidate, self._project)])

    def _broken(self, errors: Sequence[Finding]) -> Examined:
        return Examined(self._candidate, self._project, findings=errors)

    def _examine(self) -> Examined | None:
        candidate, project = self._candidate, self._project
        try:
            imported = load(self._importer, candidate)
        except ImportFault as fault:
            # A file that does not compile may not show its words either (UTF-16, a pointer).
            may_be = fault.raises is Raises.SYNTAX or self._names_contract()
            is_one = may_be and self._has_shape()
            errors = [f for check in checks_of(IMPORTS) for f in check(candidate, fault)]
            return self._broken(errors) if is_one else None
        except Undecided as why:
            return Examined(candidate, project, undecided=str(why))
        environment = imported.environment()
        if environment and (project or environment.contract is Contract.CURRENT):
            if environment.contract is Contract.OLD and not self._has_signal(environment):
                return None
            return self._loaded(environment)
        if imported.is_undecided:
            reason = "what the module exports is only known when it runs"
            is_one = self._names_contract() and self._has_shape()
            return Examined(candidate, project, undecided=reason) if is_one else None
        if imported.is_dispatcher:
            return None
        error = _first(REFUSALS, Refused(self._view, imported))
        return self._broken([error]) if error and self._has_shape() else None

    def _loaded(self, environment: Loadable) -> Examined:
        """The answer for a module that a release loads, if an id leads to it."""
        loaded = Loaded(self._view, self._candidate, environment, self._project)
        if error := _first(SHADOWS, loaded):
            return self._broken([error])
        findings = [finding for check in checks_of(REMARKS) for finding in check(loaded)]
        return Examined(self._candidate, self._project, environment, findings)

    # -- whether it is about Verifiers at all -------------------------------------------

    def _files(self) -> list[str]:
        return files(self._view, self._candidate.path)

    def _is_related(self) -> bool:
        """Whether it may be about Verifiers at all: cheap, and a no is always right."""
        if self._project and self._project.needs:
            return True
        return any(mentions(self._view, path, b"verifiers") for path in self._files())

    def _has_shape(self) -> bool:
        """Whether a fault is worth reporting: the module means to be an environment."""
        if self._project is None:
            # A script may well define a taskset for itself; a package of its own is for others.
            words = _TASKSET_WORDS[1:] if self._candidate.is_package else _TASKSET_WORDS
            mentioned = [
                all(mentions(self._view, path, word) for word in words) for path in self._files()
            ]
            return any(mentioned) and self._imports()
        return self._project.needs is not None or self._imports()

    def _names_contract(self) -> bool:
        """Whether a module can be an environment at all, and not a tool or library around some."""
        return any(
            mentions(self._view, path, word)
            for path in self._files()
            for word in _ENVIRONMENT_WORDS
        )

    def _has_signal(self, environment: Loadable) -> bool:
        """Whether an old-contract module has to do with the library, not only by its function."""
        needs = self._project.needs if self._project else None
        return needs is not None or self._imports(environment.followed)

    def _imports(self, more: frozenset[str] = frozenset()) -> bool:
        """Whether a file imports the library, and not something of the repository's own."""
        if beside(self._view, self._candidate.root):
            return False
        return any(self._imports_in(path) for path in dict.fromkeys([*self._files(), *more]))

    def _imports_in(self, path: str) -> bool:
        if not mentions(self._view, path, b"verifiers"):
            return False
        try:
            source = self._view.read(path, MAX_SOURCE)
            return imports_verifiers(parse(source))
        except PythonError:
            return _IMPORT.search(source) is not None
        except ReadError:
            return False


def _first(rules: Sequence[Rule], facts: Loaded | Refused) -> Finding | None:
    """The first finding of some rules."""
    found = (finding for check in checks_of(rules) for finding in check(facts))
    return next(found, None)
