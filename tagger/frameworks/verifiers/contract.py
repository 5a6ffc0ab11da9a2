"""Which of the contracts a module keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.core.places import Span
from tagger.frameworks.verifiers import library, rules_release
from tagger.frameworks.verifiers import rules_module as rules
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
from tagger.frameworks.verifiers.library import Kind
from tagger.frameworks.verifiers.sources import INIT, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.bindings import Importer
    from tagger.frameworks.verifiers.exports import Dunder, Exports
    from tagger.frameworks.verifiers.values import Module


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
class Environment:
    """A module that a release loads.

    Attributes:
        contract: which releases.
        export: the taskset or function that is loaded.
        line: where that is bound.
        followed: the files that importing it runs.
        old_names: names of the old stack that importing it asks for, and where.
        notes: what is to be said of it all the same.
    """

    contract: Contract
    export: str
    line: int
    followed: frozenset[str]
    old_names: Sequence[tuple[Place, str]] = ()
    notes: Sequence[Finding] = ()


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

    def environment(self) -> Environment | None:
        """What the loaders find: the current contract goes before the old one."""
        return self.current() or self.old()

    def _environment(
        self, contract: Contract, export: str, line: int, notes: Sequence[Finding]
    ) -> Environment:
        paths = (module.source.path for module in self.importer.modules)
        followed = frozenset(path for path in paths if path)
        return Environment(contract, export, line, followed, tuple(self.old_names), notes)

    # -- the contracts ------------------------------------------------------------------

    def current(self) -> Environment | None:
        """What releases from 0.2.0 on find through ``__all__``."""
        if self.early_name:
            return None
        for exports in self.dunder.readings:
            if len(exports.tasksets) == 1 and not exports.is_open:
                line = self.dunder.line or 1
                notes = self._several_others(exports, line)
                return self._environment(Contract.CURRENT, exports.tasksets[0], line, notes)
        return None

    def _several_others(self, exports: Exports, line: int) -> list[Finding]:
        return [
            rules.SEVERAL_OTHERS.at(
                self.candidate.path,
                f"`__all__` names {len(names)} subclasses of {kind.value} ({listed(names)});"
                " a run that has to choose one ends with an error",
                Span(line),
                hint="export at most one of them",
            )
            for kind, names in exports.certain.items()
            if kind is not Kind.TASKSET and len(names) > 1
        ]

    def old(self) -> Environment | None:
        """What releases before 0.4.0 find by the name ``load_environment``."""
        found = entry(self.module)
        if found is None or not can_be_called(found[0]):
            return None
        value, line = found
        plain = list(functions(value))
        if plain and (all(map(is_dispatcher, plain)) or all(map(is_in_between, plain))):
            return None
        notes = [self._required(needed, line) for node in plain[:1] if (needed := required(node))]
        return self._environment(Contract.OLD, ENTRY, line, notes)

    def _required(self, names: list[str], line: int) -> Finding:
        return rules_release.REQUIRED_ARGUMENT.at(
            self.candidate.path,
            f"`{ENTRY}` has no default for {listed(names)}; whoever runs the environment has to"
            " pass it with `-a`",
            Span(line),
        )


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
