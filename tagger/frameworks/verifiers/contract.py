"""Which of the contracts a module keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.exports import (
    ENTRY,
    can_be_called,
    entry,
    functions,
    is_dispatcher,
    is_in_between,
    read_all,
    required,
)
from tagger.frameworks.verifiers.library import BaseKind
from tagger.frameworks.verifiers.sources import INIT, Place
from tagger.frameworks.verifiers.survey import survey

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from tagger.frameworks.verifiers.bindings import Importer
    from tagger.frameworks.verifiers.exports import Dunder, Exports
    from tagger.frameworks.verifiers.project import Project
    from tagger.frameworks.verifiers.requirement import Requirement
    from tagger.frameworks.verifiers.survey import Survey
    from tagger.frameworks.verifiers.values import Module
    from tagger.tree.view import TreeView


class Contract(StrEnum):
    """The two contracts that releases keep; the value is how people read of it."""

    CURRENT = "`__all__` with one taskset, Verifiers 0.2.0 and later"
    OLD = "`load_environment`, Verifiers before 0.4.0"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A module that may be an environment.

    Attributes:
        name: as it is imported.
        path: its file.
        root: the folder that would be on the search path.
    """

    name: str
    path: str
    root: str

    @property
    def is_package(self) -> bool:
        """Whether it is a folder."""
        return self.path.endswith(f"/{INIT}")

    @property
    def place(self) -> str:
        """The folder of a package, the file of a module."""
        return self.path.removesuffix(f"/{INIT}")


@dataclass(frozen=True, slots=True)
class Loadable:
    """A module that a release loads.

    Attributes:
        contract: which releases.
        line: where the taskset or function that is loaded is bound.
        followed: the files that importing it runs.
        old_names: names of the old stack that importing it asks for, and where.
        exports: the reading of ``__all__`` by which it loads; ``None`` for the old contract.
        required: the parameters of ``load_environment`` that have no default.
    """

    contract: Contract
    line: int
    followed: frozenset[str]
    old_names: Sequence[tuple[Place, str]] = ()
    exports: Exports | None = None
    required: Sequence[str] = ()


class Imported:
    """A module that can be imported, and what it offers.

    Attributes:
        dunder: its ``__all__``.
    """

    def __init__(self, importer: Importer, candidate: Candidate, module: Module) -> None:
        self.importer = importer
        self.candidate = candidate
        self.module = module
        self.dunder: Dunder = read_all(module)

    @property
    def old_names(self) -> list[tuple[Place, str]]:
        """Names of `verifiers` itself that importing the module asks for."""
        return [
            (Place(module.source.path, line), name)
            for module in self.importer.modules
            if module.source.path
            for line, name in module.old_names
        ]

    @property
    def early_name(self) -> tuple[Place, str] | None:
        """The first of them that no release with the current contract has."""
        return next((found for found in self.old_names if library.is_early(found[1])), None)

    def environment(self) -> Loadable | None:
        """What the loaders find: the current contract goes before the old one."""
        return self.current() or self.old()

    @property
    def followed(self) -> frozenset[str]:
        """The files that importing it runs."""
        paths = (module.source.path for module in self.importer.modules)
        return frozenset(path for path in paths if path)

    @property
    def entry_line(self) -> int | None:
        """Where ``load_environment`` is bound."""
        found = entry(self.module)
        return found[1] if found else None

    @property
    def _functions(self) -> list[ast.FunctionDef]:
        """The plain functions that ``load_environment`` may be."""
        found = entry(self.module)
        return list(functions(found[0])) if found else []

    @property
    def is_dispatcher(self) -> bool:
        """Whether its function makes environments for others: a library around Verifiers."""
        return bool(self._functions) and all(map(is_dispatcher, self._functions))

    @property
    def is_in_between(self) -> bool:
        """Whether its function needs factories that no release has."""
        return bool(self._functions) and all(map(is_in_between, self._functions))

    @property
    def is_undecided(self) -> bool:
        """Whether what it exports is only known when it runs."""
        by_all = self.dunder.is_open or any(exports.is_open for exports in self.dunder.readings)
        by_function = entry(self.module) is None and self.module.value(ENTRY) is not None
        return by_all or (by_function and not self.dunder.readings)

    # -- the contracts ------------------------------------------------------------------

    def current(self) -> Loadable | None:
        """What releases from 0.2.0 on find through ``__all__``."""
        if self.early_name:
            return None
        old_names = tuple(self.old_names)
        for exports in self.dunder.readings:
            if len(exports.tasksets) == 1 and not exports.is_open:
                line, files = self.dunder.line or 1, self.followed
                return Loadable(Contract.CURRENT, line, files, old_names, exports)
        return None

    def old(self) -> Loadable | None:
        """What releases before 0.4.0 find by the name ``load_environment``."""
        found = entry(self.module)
        if found is None or not can_be_called(found[0]):
            return None
        if self.is_dispatcher or self.is_in_between:
            return None
        names = [name for function in self._functions[:1] for name in required(function)]
        files, old_names = self.followed, tuple(self.old_names)
        return Loadable(Contract.OLD, found[1], files, old_names, required=names)


@dataclass(frozen=True)
class Loaded:
    """An environment that a release loads, for the checks of what is to be said all the same."""

    view: TreeView
    candidate: Candidate
    environment: Loadable
    project: Project | None

    @property
    def is_current(self) -> bool:
        """Whether it keeps the current contract."""
        return self.environment.contract is Contract.CURRENT

    @property
    def needs(self) -> Requirement | None:
        """What its project asks for."""
        return self.project.needs if self.project else None


@dataclass(frozen=True)
class Refused:
    """A module that can be imported and keeps neither contract, for the checks of why."""

    view: TreeView
    imported: Imported

    @property
    def candidate(self) -> Candidate:
        """The module."""
        return self.imported.candidate

    @property
    def dunder(self) -> Dunder:
        """Its ``__all__``."""
        return self.imported.dunder

    @cached_property
    def survey(self) -> Survey:
        """What its files hold."""
        candidate = self.candidate
        return survey(self.view, self.imported.importer, candidate.name, candidate.path)

    @property
    def means_current(self) -> bool:
        """Whether something that is or is called a taskset is named in ``__all__``."""
        return any(
            exports.tasksets or any(name.endswith(BaseKind.TASKSET) for name in exports.names)
            for exports in self.dunder.readings
        )


def hidden_file(view: TreeView, candidate: Candidate) -> str | None:
    """The file of the same name beside a package, which is never imported."""
    file = f"{candidate.place}.py"
    return file if candidate.is_package and view.is_file(file) else None


def load(importer: Importer, candidate: Candidate) -> Imported:
    """Import a module in the abstract.

    Raises:
        Fault: importing it fails.
        Unreadable: the text does not tell.
    """
    place = Place(candidate.path, 1)
    return Imported(importer, candidate, importer.load(candidate.name, place))


def listed(names: Sequence[str]) -> str:
    """Names for a message."""
    return ", ".join(repr(name) for name in names)
