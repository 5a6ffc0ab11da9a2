"""Modules, their names, and what a name stands for, without running the module."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.faults import Fault
from tagger.frameworks.verifiers.library import STANDARD_LIBRARY, Kind

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that only running the code would tell."""


@dataclass(frozen=True, slots=True)
class Unbound:
    """No value: one way through the code leaves the name without one."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant or display that is neither a class nor callable; ``text`` is how it reads."""

    text: str


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
    """A function or lambda of the repository.

    ``is_coroutine`` is false too where a decorator may have replaced it.
    """

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    is_coroutine: bool = False


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
    kinds: frozenset[Kind] = frozenset()
    maybe: frozenset[Kind] = frozenset()
    makes_callables: bool | None = False


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class; ``of`` is ``None`` for a class of somebody else's."""

    of: Class | None


@dataclass(frozen=True, slots=True)
class Generic:
    """A class with its type arguments: a base like the class, but no class itself."""

    of: Value


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A module of the repository."""

    module: Module = field(repr=False)


@dataclass(frozen=True, slots=True)
class Library:
    """A dotted name in the verifiers package."""

    path: str


@dataclass(frozen=True, slots=True)
class External:
    """A dotted name in any other package, the standard library's included."""

    path: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several, by conditions that are only known at run time; the likeliest first."""

    options: tuple[Value, ...]


Value = (
    Unknown
    | Unbound
    | Literal
    | Text
    | Names
    | Function
    | Class
    | Instance
    | Generic
    | Local
    | Library
    | External
    | Either
)


def options(value: Value) -> Sequence[Value]:
    """The values that a value may be."""
    return value.options if isinstance(value, Either) else (value,)


def either(*values: Value) -> Value:
    """One of several values; a single one stays itself."""
    flat = [option for value in values for option in options(value)]
    distinct: list[Value] = []
    for option in flat:
        if option not in distinct:
            distinct.append(option)
    return distinct[0] if len(distinct) == 1 else Either(tuple(distinct))


def base_kinds(base: Value) -> tuple[frozenset[Kind], frozenset[Kind]]:
    """What a class gains from a base: its kinds for certain, and those that are possible."""
    certain: set[Kind] = set()
    possible: set[Kind] = set()
    for option in options(base):
        option = option.of if isinstance(option, Generic) else option
        if isinstance(option, Class):
            certain |= option.kinds
            possible |= option.maybe
        elif isinstance(option, Library):
            certain |= {kind} if (kind := library.kind(option.path)) else set()
        elif isinstance(option, Unknown):
            possible |= set(Kind)
        elif isinstance(option, External):
            possible |= external_kinds(option.path)
    return frozenset(certain), frozenset(possible)


def external_kinds(path: str) -> set[Kind]:
    """What a class of another package may derive from, going by its name.

    Another library's ``Taskset`` may be an heir of the loader's; its ``BaseModel`` is not.
    """
    if path.partition(".")[0] in STANDARD_LIBRARY:
        return set()
    return {kind for kind in Kind if path.endswith(kind)}


@dataclass(frozen=True, slots=True)
class Binding:
    """A value and the line that gave it its name."""

    value: Value
    line: int


#: What a stretch of code did to the names; ``None`` for a name that it removed.
Changes = dict[str, Binding | None]


class Namespace:
    """Names and bindings. Trying a branch costs as much as it changes, not a copy of all."""

    def __init__(self) -> None:
        self._names: dict[str, Binding] = {}
        self._journal: list[tuple[str, Binding | None]] = []

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._names))

    def get(self, name: str) -> Binding | None:
        """The binding of a name, if there is one."""
        return self._names.get(name)

    def set(self, name: str, binding: Binding | None) -> None:
        """Bind a name, or remove it."""
        self._journal.append((name, self._names.get(name)))
        self._put(name, binding)

    def _put(self, name: str, binding: Binding | None) -> None:
        if binding is None:
            self._names.pop(name, None)
        else:
            self._names[name] = binding

    def attempt(self, run: Callable[[], None]) -> tuple[Changes, Fault | None]:
        """What running something would change, and the fault that ends it; nothing is changed."""
        mark = len(self._journal)
        fault = None
        try:
            run()
        except Fault as error:
            fault = error
        finally:
            changes = {name: self._names.get(name) for name, _ in self._journal[mark:]}
            while len(self._journal) > mark:
                self._put(*self._journal.pop())
        return changes, fault

    def apply(self, changes: Changes) -> None:
        """Make changes that are certain."""
        for name, binding in changes.items():
            self.set(name, binding)

    def merge(self, *branches: Changes) -> None:
        """Make changes of which one set comes true; the first is the likeliest."""
        for name in dict.fromkeys(name for branch in branches for name in branch):
            self.set(name, _one_of([branch.get(name, self.get(name)) for branch in branches]))

    def prefer(self, likely: Changes, *others: Changes) -> None:
        """Make the changes of a body that seems to run; where it binds what cannot be read, one
        of the others may come true instead."""
        settled = {name for name, binding in likely.items() if binding and _is_known(binding)}
        self.merge(
            likely, *({n: b for n, b in other.items() if n not in settled} for other in others)
        )
        self.apply({name: likely[name] for name in settled})


def _is_known(binding: Binding) -> bool:
    return not any(isinstance(value, Unknown | External) for value in options(binding.value))


def _one_of(bindings: list[Binding | None]) -> Binding | None:
    bound = [binding for binding in bindings if binding]
    if not bound:
        return None
    values = [binding.value if binding else Unbound() for binding in bindings]
    return Binding(either(*values), bound[0].line)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a module lies. A namespace package has no file."""

    path: str | None
    directory: str | None


@dataclass(eq=False)
class Module:
    """A module that was followed, or is being followed.

    Attributes:
        name: as it is imported.
        source: where it lies.
        names: what its names stand for.
        is_open: whether it may have names that cannot be read off.
        later: names that functions bind by ``global``.
        old_names: the names of `verifiers` that 0.4.0 lacks and that importing it asks for.
    """

    name: str
    source: Source
    names: Namespace = field(default_factory=Namespace)
    is_open: bool = False
    later: frozenset[str] = frozenset()
    old_names: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_package(self) -> bool:
        """Whether it can have submodules."""
        return self.source.directory is not None

    def bind(self, name: str, value: Value, line: int) -> None:
        """Give a name a value."""
        self.names.set(name, Binding(value, line))

    def value(self, name: str) -> Value | None:
        """What a name stands for; ``None`` where it is certainly not there."""
        if binding := self.names.get(name):
            return binding.value
        if self.is_dynamic or name in self.later:
            return Unknown()
        return None

    @property
    def is_dynamic(self) -> bool:
        """Whether a name that was not found may be there all the same."""
        lazy = self.names.get("__getattr__")
        return self.is_open or (lazy is not None and isinstance(lazy.value, Function))
