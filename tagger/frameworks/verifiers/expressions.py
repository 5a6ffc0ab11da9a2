"""What expressions at module level stand for."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.conditions import truth
from tagger.frameworks.verifiers.faults import Fault, Place, Raises
from tagger.frameworks.verifiers.values import (
    Class,
    Either,
    External,
    Function,
    Generic,
    Instance,
    Library,
    Literal,
    Local,
    Names,
    Text,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tagger.frameworks.verifiers.values import Module

_BUILTINS = frozenset(dir(builtins))
#: Names that every module has.
_OWN = frozenset(
    "__name__ __file__ __doc__ __path__ __spec__ __package__ __loader__ __builtins__ __cached__"
    " __annotations__ __dict__".split()
)
#: What calling these gives is neither a class nor anything to be called.
_MAKE_OBJECTS = frozenset(
    "object dict list set frozenset tuple str bytes int float bool complex range slice len open"
    " min max sum abs".split()
)
#: Built-in functions that keep the strings of a list.
_COPIES = frozenset({"list", "tuple", "sorted", "set", "frozenset", "reversed"})


class Expressions:
    """Evaluates expressions in the names of one module.

    Args:
        module: whose names count.
        path: its file.
    """

    def __init__(self, module: Module, path: str) -> None:
        self._module = module
        self._path = path

    def value(self, node: ast.expr) -> Value:
        """What an expression stands for.

        Raises:
            Fault: it names what is certainly not there.
        """
        match node:
            case ast.Constant(value=str() as text):
                return Text(text)
            case ast.Constant(value=constant):
                return Literal(repr(constant))
            case ast.Name():
                return self._name(node)
            case ast.Attribute(value=owner, attr=attr):
                return self.attribute(self.value(owner), attr, node)
            case ast.Subscript(value=owner):
                return _subscript(self.value(owner))
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return self._display(items)
            case ast.Dict(keys=keys) if None not in keys:
                return self._display([key for key in keys if key])
            case ast.BinOp(op=ast.Add()):
                return add(self.value(node.left), self.value(node.right))
            case ast.Call():
                return self._call(node)
            case ast.Lambda():
                return Function(node)
            case ast.NamedExpr(value=inner):
                return self.value(inner)
            case ast.IfExp() | ast.BoolOp():
                return self._choice(node)
        return Unknown()

    def soft(self, node: ast.expr) -> Value:
        """As :meth:`value`, where a fault may never come about."""
        try:
            return self.value(node)
        except Fault:
            return Unknown()

    def _place(self, node: ast.expr | ast.stmt) -> Place:
        return Place(self._path, node.lineno, node.col_offset + 1)

    def _name(self, node: ast.Name) -> Value:
        value = self._module.value(node.id)
        if value is not None:
            return value
        if node.id in _BUILTINS:
            return External(f"builtins.{node.id}")
        if node.id in _OWN:
            return Unknown()
        raise Fault(Raises.NAME, self._place(node), f"the name `{node.id}` is not defined here")

    def attribute(self, owner: Value, name: str, node: ast.expr | ast.stmt) -> Value:
        """What ``owner.name`` stands for.

        Raises:
            Fault: the owner has no such name, in any release where it is the library's.
        """
        match owner:
            case Local(module=module):
                value = module.value(name)
                if value is None:
                    reason = f"`{module.name}` has no name `{name}`"
                    raise Fault(Raises.ATTRIBUTE, self._place(node), reason)
                return value
            case Library(path=path):
                return self._of_library(f"{path}.{name}", node)
            case External(path=path):
                return External(f"{path}.{name}")
            case Either(options=options):
                return either(*(self.attribute(option, name, node) for option in options))
        return Unknown()

    def _of_library(self, path: str, node: ast.expr | ast.stmt) -> Value:
        if library.is_missing(path):
            owner, _, name = path.rpartition(".")
            reason = f"`{owner}` has no `{name}` in any release"
            raise Fault(Raises.ATTRIBUTE, self._place(node), reason)
        if library.is_old(path):
            self._module.old_names.append((node.lineno, path))
        return Library(path)

    def _display(self, items: Sequence[ast.expr]) -> Value:
        """A list, tuple or set; the keys of a dictionary."""
        names: list[str] = []
        others = False
        for item in items:
            is_row = isinstance(item, ast.Starred)
            value = self.value(item.value if isinstance(item, ast.Starred) else item)
            match value:
                case Text(value=text):
                    names += [*text] if is_row else [text]
                case Names(items=row) if is_row:
                    names += row
                case Class() | Function() | Instance() | Literal() | Library() | Names() if (
                    not is_row
                ):
                    others = True
                case _:
                    return Unknown()
        return Literal("a list with items that are no strings") if others else Names(tuple(names))

    def _call(self, node: ast.Call) -> Value:
        match self.value(node.func):
            case External(path="builtins.type") if len(node.args) == 3:
                return Unknown()
            case External(path=path) if path.removeprefix("builtins.") in _COPIES and node.args:
                copied = self.soft(node.args[0])
                return copied if isinstance(copied, Names) else Unknown()
            case External(path=path) if path.removeprefix("builtins.") in _MAKE_OBJECTS:
                return Literal(f"an object of {path.removeprefix('builtins.')}")
            case External(path="functools.partial"):
                return Instance(None)
            case Class() as cls:
                return Instance(cls)
            case Library(path=path) if path.rpartition(".")[2][:1].isupper():
                return Instance(None)
        return Unknown()

    def _choice(self, node: ast.IfExp | ast.BoolOp) -> Value:
        if isinstance(node, ast.BoolOp):
            return either(*map(self.soft, node.values))
        outcome = truth(node.test)
        if outcome is None:
            return either(self.soft(node.body), self.soft(node.orelse))
        return self.value(node.body if outcome else node.orelse)


def _subscript(owner: Value) -> Value:
    match owner:
        case Class() | Library() | External():
            return Generic(owner)
        case Either(options=options):
            return either(*map(_subscript, options))
    return Unknown()


def add(left: Value, right: Value) -> Value:
    """The sum of two values: lists of strings are joined, and strings."""
    match left, right:
        case Names(items=first), Names(items=second):
            return Names(first + second)
        case Text(value=start), Text(value=end):
            return Text(start + end)
    return Unknown()


#: Methods that change a list in place, and what they do to its strings.
CHANGES: dict[str, Callable[[Names, Value], Value]] = {
    "append": lambda names, new: add(names, Names((new.value,)) if isinstance(new, Text) else new),
    "extend": lambda names, new: add(names, new),
    "remove": lambda names, new: _without(names, new),
}


def _without(names: Names, gone: Value) -> Value:
    if not isinstance(gone, Text) or gone.value not in names.items:
        return Unknown()
    place = names.items.index(gone.value)
    return Names(names.items[:place] + names.items[place + 1 :])
