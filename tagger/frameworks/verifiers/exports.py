"""What a module offers to the two loaders."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.library import BaseKind
from tagger.frameworks.verifiers.values import (
    Class,
    Foreign,
    Function,
    Local,
    Names,
    Object,
    Text,
    Unbound,
    Unknown,
    Value,
    foreign_kinds,
    options,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.verifiers.values import Module

ENTRY = "load_environment"
FACTORIES = ("load_taskset", "load_harness")


@dataclass(frozen=True, slots=True)
class Exports:
    """One reading of ``__all__``; several are possible where conditions decide.

    Attributes:
        names: its items, in their order and as often as they are listed.
        certain: the names of each kind, counted as the loader counts.
        likely: those too that are of the kind under some conditions.
        possible: names that may be of a kind, as far as can be read.
    """

    names: tuple[str, ...]
    certain: dict[BaseKind, list[str]]
    likely: dict[BaseKind, list[str]]
    possible: dict[BaseKind, list[str]]

    @property
    def tasksets(self) -> list[str]:
        """The names that are subclasses of ``Taskset``."""
        return self.likely[BaseKind.TASKSET]

    @property
    def is_too_many(self) -> bool:
        """Whether there is more than one, whatever the conditions."""
        return len(self.certain[BaseKind.TASKSET]) > 1

    @property
    def is_open(self) -> bool:
        """Whether the number of tasksets is only known when the module runs.

        A name that could be anything counts when it is called a taskset, or when no other is one.
        """
        possible = self.possible[BaseKind.TASKSET]
        if self.is_too_many:
            return False
        if any(name.endswith(BaseKind.TASKSET) for name in possible) or len(self.tasksets) > 1:
            return True
        return bool(possible) and not self.tasksets

    @property
    def is_other_plugin(self) -> bool:
        """Whether it exports a harness, env or judge and no taskset."""
        others = any(self.certain[kind] for kind in BaseKind if kind is not BaseKind.TASKSET)
        return others and not self.tasksets


@dataclass(frozen=True, slots=True)
class Dunder:
    """``__all__`` of a module.

    Attributes:
        line: where it is bound, ``None`` where it is not.
        readings: what it may say.
        is_open: whether it may say something that cannot be read.
        wrong: what it is instead of a list of names.
    """

    line: int | None = None
    readings: Sequence[Exports] = ()
    is_open: bool = False
    wrong: str | None = None


def read_all(module: Module) -> Dunder:
    """The ``__all__`` that the current loader looks through."""
    binding = module.names.get("__all__")
    if binding is None:
        return Dunder(is_open=module.value("__all__") is not None)
    readings: list[Exports] = []
    is_open, wrong, is_bound = False, None, False
    for option in options(binding.value):
        match option:
            case Names(items=names):
                readings.append(_exports(module, names))
            case Text(value=letters):
                readings.append(_exports(module, tuple(letters)))
                wrong = "a string"
            case Object(text="None") | Unbound():
                continue
            case Object(text=text):
                wrong = text
            case _:
                is_open = True
        is_bound = True
    return Dunder(binding.line if is_bound else None, readings, is_open, wrong)


def _exports(module: Module, names: tuple[str, ...]) -> Exports:
    exports = Exports(names, _empty(), _empty(), _empty())
    for name in names:
        value = module.value(name)
        for kind in BaseKind:
            answers = [_is_a(option, kind) for option in options(value)] if value else []
            if True in answers:
                exports.likely[kind].append(name)
                exports.certain[kind] += [name] if all(answers) else []
            elif None in answers:
                exports.possible[kind].append(name)
    return exports


def _empty() -> dict[BaseKind, list[str]]:
    return {kind: [] for kind in BaseKind}


def _is_a(value: Value, kind: BaseKind) -> bool | None:
    """Whether a value is a subclass of a kind, and not the base class itself."""
    match value:
        case Class(kinds=kinds, maybe=maybe):
            return True if kind in kinds else (None if kind in maybe else False)
        case Foreign(path=path):
            if kind in foreign_kinds(path):
                return None
            return library.kind(path) is kind and not library.is_base(path)
        case Unknown():
            return None
    return False


# -- the old contract --------------------------------------------------------------------


def entry(module: Module) -> tuple[Value, int] | None:
    """What ``load_environment`` is bound to, and in which line; ``None`` where it is not."""
    binding = module.names.get(ENTRY)
    return (binding.value, binding.line) if binding else None


def can_be_called(value: Value) -> bool:
    """Whether the old loader can call what is bound (it asks no more of it).

    A coroutine is never awaited, so an ``async def`` does not count.
    """
    return any(_option_can_be_called(option) for option in options(value))


def _option_can_be_called(value: Value) -> bool:
    match value:
        case Text() | Names() | Local() | Unbound():
            return False
        case Function():
            return not value.is_coroutine
        case Object():
            return value.is_callable
    return True


def functions(value: Value) -> Iterator[ast.FunctionDef]:
    """The plain functions of the repository that a value may be."""
    for option in options(value):
        if isinstance(option, Function) and isinstance(option.node, ast.FunctionDef):
            yield option.node


def required(function: ast.FunctionDef) -> list[str]:
    """The parameters of a function that have no default."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    without = plain[: len(plain) - len(arguments.defaults)]
    keyword = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    without += [argument for argument, default in keyword if default is None]
    return [argument.arg for argument in without]


def is_in_between(function: ast.FunctionDef) -> bool:
    """Whether it hands a required ``config`` to factories that no release has.

    Source: development builds between 0.1.14 and 0.2.0 (verifiers#1429).
    """
    return "config" in required(function) and any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in FACTORIES
        for node in ast.walk(function)
    )


def is_dispatcher(function: ast.FunctionDef) -> bool:
    """Whether it makes an environment out of a given task or id: part of a library, not of one."""
    names = required(function)
    return bool(names) and names[0] in {"task", "env_id"}
