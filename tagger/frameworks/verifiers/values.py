"""Modules, the last bindings of their names, and what a name stands for; nothing is run."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.library import STANDARD_LIBRARY, BaseKind, is_verifiers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.verifiers.sources import ModuleSource

#: A name with more possible values than this is undecided.
MAX_OPTIONS = 12


@dataclass(frozen=True, slots=True)
class Unknown:
    """Undecided: only running the code would tell."""


@dataclass(frozen=True, slots=True)
class Unbound:
    """No value: one way through the code leaves the name without one."""


@dataclass(frozen=True, slots=True)
class Object:
    """Anything that is not a class; ``text`` is how it reads.

    ``is_callable`` is true too where that cannot be read.
    """

    text: str
    is_callable: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""

    value: str


@dataclass(frozen=True, slots=True)
class Names:
    """A list, tuple, set or dictionary of strings, in order."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function or lambda of the repository."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

    @property
    def is_coroutine(self) -> bool:
        """Whether calling it gives something to await, and no decorator may have changed that."""
        return isinstance(self.node, ast.AsyncFunctionDef) and not self.node.decorator_list


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class of the repository.

    Attributes:
        name: its own name.
        path, line: where it is defined.
        kinds: which of the loader's base classes it derives from, for certain.
        maybe: from which of them it may derive, through bases that cannot be read.
        makes_callables: whether its objects can be called; ``None`` where that cannot be read.
    """

    name: str
    path: str
    line: int
    kinds: frozenset[BaseKind] = frozenset()
    maybe: frozenset[BaseKind] = frozenset()
    makes_callables: bool | None = False


@dataclass(frozen=True, slots=True)
class Generic:
    """A class with its type arguments: a base like the class, but not a class itself."""

    of: Value


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A module of the repository."""

    module: Module = field(repr=False)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A dotted name in a package that is not in the repository, Verifiers included."""

    path: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several, by conditions that are only known at run time."""

    options: tuple[Value, ...]


Value = (
    Unknown
    | Unbound
    | Object
    | Text
    | Names
    | Function
    | Class
    | Generic
    | Local
    | Foreign
    | Either
)


def options(value: Value) -> Sequence[Value]:
    """The values that a value may be."""
    return value.options if isinstance(value, Either) else (value,)


def either(*values: Value) -> Value:
    """One of several values; a single one stays itself, and too many are undecided."""
    distinct: list[Value] = []
    for option in (option for value in values for option in options(value)):
        if option not in distinct:
            distinct.append(option)
    if len(distinct) > MAX_OPTIONS:
        return Unknown()
    return distinct[0] if len(distinct) == 1 else Either(tuple(distinct))


def is_known(value: Value) -> bool:
    """Whether the text of the repository and of Verifiers tells what a value is."""
    return not any(
        isinstance(option, Unknown)
        or (isinstance(option, Foreign) and not is_verifiers(option.path))
        for option in options(value)
    )


def base_kinds(base: Value) -> tuple[frozenset[BaseKind], frozenset[BaseKind]]:
    """What a class gains from a base: its kinds for certain, and those that are possible."""
    certain: set[BaseKind] = set()
    possible: set[BaseKind] = set()
    for option in options(base):
        option = option.of if isinstance(option, Generic) else option
        if isinstance(option, Class):
            certain |= option.kinds
            possible |= option.maybe
        elif isinstance(option, Unknown):
            possible |= set(BaseKind)
        elif isinstance(option, Foreign):
            certain |= {kind} if (kind := library.kind(option.path)) else set()
            possible |= foreign_kinds(option.path)
    return frozenset(certain), frozenset(possible)


def foreign_kinds(path: str) -> set[BaseKind]:
    """What a class of another package may derive from, going by its name.

    Another library's ``Taskset`` may derive from the loader's; its ``BaseModel`` does not.
    """
    if is_verifiers(path) or path.partition(".")[0] in STANDARD_LIBRARY:
        return set()
    return {kind for kind in BaseKind if path.endswith(kind)}


# -- modules ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binding:
    """A value and the line that gave it its name."""

    value: Value
    line: int


@dataclass(eq=False)
class Module:
    """A module that was followed, or is being followed.

    Attributes:
        name: as it is imported.
        source: where it lies.
        names: the last bindings of its names.
        is_open: whether it may have names that cannot be read off.
        later: names that functions and nested expressions bind.
        is_running: whether it is being followed at the moment.
        old_names: the names of `verifiers` that 0.4.0 lacks and that importing it asks for.
    """

    name: str
    source: ModuleSource
    names: dict[str, Binding] = field(default_factory=dict)
    is_open: bool = False
    later: frozenset[str] = frozenset()
    is_running: bool = False
    old_names: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_package(self) -> bool:
        """Whether it can have submodules."""
        return self.source.directory is not None

    def value(self, name: str) -> Value | None:
        """What a name stands for; ``None`` where it is certainly not there."""
        if binding := self.names.get(name):
            return binding.value
        lazy = self.names.get("__getattr__")
        is_lazy = lazy is not None and isinstance(lazy.value, Function)
        return Unknown() if self.is_open or is_lazy or name in self.later else None
