"""What expressions and class statements at module level stand for."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.conditions import truth
from tagger.frameworks.verifiers.library import is_verifiers
from tagger.frameworks.verifiers.sources import ImportFault, Place, Raises
from tagger.frameworks.verifiers.values import (
    Class,
    Either,
    Foreign,
    Function,
    Generic,
    Local,
    Names,
    Object,
    Text,
    Unbound,
    Unknown,
    Value,
    base_kinds,
    either,
    options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.verifiers.values import Module

_BUILTINS = frozenset(dir(builtins))
#: Names that every module has.
_OWN = frozenset(
    "__name__ __file__ __doc__ __path__ __spec__ __package__ __loader__ __builtins__ __cached__"
    " __annotations__ __dict__".split()
)
#: What calling these built-in functions gives is neither a class nor callable.
_MAKE_OBJECTS = frozenset(
    "object dict list set frozenset tuple str bytes int float bool complex range slice len open"
    " min max sum abs".split()
)
#: Built-in functions that keep the strings of a list.
_COPIES = frozenset({"list", "tuple", "sorted", "set", "frozenset", "reversed"})
_NOT_BASES = (Object, Text, Names, Function, Local)


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
            ImportFault: it names what is certainly not there.
        """
        match node:
            case ast.Constant(value=str() as text):
                return Text(text)
            case ast.Constant(value=constant):
                return Object(repr(constant))
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
            case ast.BoolOp(values=values):
                return either(*map(self.soft, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                outcome = truth(test)
                if outcome is None:
                    return either(self.soft(body), self.soft(orelse))
                return self.value(body if outcome else orelse)
        return Unknown()

    def soft(self, node: ast.expr) -> Value:
        """As :meth:`value`, where a fault may never come about."""
        try:
            return self.value(node)
        except ImportFault:
            return Unknown()

    def place(self, node: ast.expr | ast.stmt) -> Place:
        """Where something is in the file."""
        return Place(self._path, node.lineno, node.col_offset + 1)

    def _name(self, node: ast.Name) -> Value:
        value = self._module.value(node.id)
        if value is not None:
            return value
        if node.id in _BUILTINS:
            return Foreign(f"builtins.{node.id}")
        if node.id in _OWN:
            return Unknown()
        raise ImportFault(
            Raises.NAME, self.place(node), f"the name `{node.id}` is not defined here"
        )

    def attribute(self, owner: Value, name: str, node: ast.expr | ast.stmt) -> Value:
        """What ``owner.name`` stands for.

        Raises:
            ImportFault: the owner has no such name, in any release where it is the library's.
        """
        match owner:
            case Local(module=module):
                value = module.value(name)
                if value is None:
                    reason = f"`{module.name}` has no name `{name}`"
                    raise ImportFault(Raises.ATTRIBUTE, self.place(node), reason)
                return value
            case Foreign(path=path):
                return self._foreign(f"{path}.{name}", node)
            case Either(options=several):
                bound = [option for option in several if not isinstance(option, Unbound)]
                return either(*(self.attribute(option, name, node) for option in bound))
        return Unknown()

    def _foreign(self, path: str, node: ast.expr | ast.stmt) -> Value:
        if library.is_missing(path):
            owner, _, name = path.rpartition(".")
            reason = f"`{owner}` has no `{name}` in any release"
            raise ImportFault(Raises.ATTRIBUTE, self.place(node), reason)
        if library.is_old(path):
            self._module.old_names.append((node.lineno, path))
        return Foreign(path)

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
                case Unknown() | Either():
                    return Unknown()
                case Foreign(path=path) if is_row or not is_verifiers(path):
                    return Unknown()
                case _ if is_row:
                    return Unknown()
                case _:
                    others = True
        return Object("a list with items that are not strings") if others else Names(tuple(names))

    def _call(self, node: ast.Call) -> Value:
        match self.value(node.func):
            case Foreign(path="builtins.type") if len(node.args) == 3:
                return Unknown()
            case Foreign(path=path) if path.removeprefix("builtins.") in _COPIES and node.args:
                copied = self.soft(node.args[0])
                return copied if isinstance(copied, Names) else Unknown()
            case Foreign(path=path) if path.removeprefix("builtins.") in _MAKE_OBJECTS:
                return Object(f"an object of {path.removeprefix('builtins.')}")
            case Foreign(path="functools.partial"):
                return Object("a partial function", is_callable=True)
            case Class(makes_callables=makes_callables):
                return Object("an object", is_callable=makes_callables is not False)
            case Foreign(path=path) if is_verifiers(path) and path.rpartition(".")[2][:1].isupper():
                return Object("an object", is_callable=True)
        return Unknown()

    # -- classes --------------------------------------------------------------------------

    def class_value(self, node: ast.ClassDef) -> Class:
        """What a class statement binds.

        Raises:
            ImportFault: a base is not there, or is not a class.
        """
        bases: list[Value] = []
        for written in node.bases:
            base = Unknown() if isinstance(written, ast.Starred) else self.value(written)
            if isinstance(base, _NOT_BASES):
                reason = f"a base of `{node.name}` is not a class"
                raise ImportFault(Raises.TYPE, self.place(written), reason)
            bases.append(base)
        kinds = [base_kinds(base) for base in bases]
        return Class(
            node.name,
            self._path,
            node.lineno,
            kinds=frozenset().union(*(certain for certain, _ in kinds)),
            maybe=frozenset().union(*(possible for _, possible in kinds)),
            makes_callables=_makes_callables(node, bases),
        )


def _makes_callables(node: ast.ClassDef, bases: Sequence[Value]) -> bool | None:
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement]
        for target in targets:
            if "__call__" in (getattr(target, "name", None), getattr(target, "id", None)):
                return True
    answers = {_inherits_call(option) for base in bases for option in options(base)}
    if True in answers:
        return True
    return None if None in answers else False


def _inherits_call(base: Value) -> bool | None:
    base = base.of if isinstance(base, Generic) else base
    if isinstance(base, Class):
        return base.makes_callables
    return False if base == Foreign("builtins.object") else None


def _subscript(owner: Value) -> Value:
    match owner:
        case Class() | Foreign():
            return Generic(owner)
        case Either(options=several):
            return either(*map(_subscript, several))
    return Unknown()


# -- lists of names -----------------------------------------------------------------------


def add(left: Value, right: Value) -> Value:
    """The sum of two values: lists of strings are joined, and strings."""
    match left, right:
        case Names(items=first), Names(items=second):
            return Names(first + second)
        case Text(value=start), Text(value=end):
            return Text(start + end)
    return Unknown()


def changed(names: Names, method: str, new: Value | None) -> Value | None:
    """A list after a call of one of its methods; ``None`` where that leaves it as it is."""
    match method, new:
        case "append", Text(value=name):
            return Names((*names.items, name))
        case "extend", Names() | Text():
            return add(names, Names(tuple(new.value)) if isinstance(new, Text) else new)
        case "remove", Text(value=name) if name in names.items:
            at = names.items.index(name)
            return Names(names.items[:at] + names.items[at + 1 :])
    is_change = method in {"append", "extend", "remove", "insert", "clear", "pop", "__iadd__"}
    return Unknown() if is_change else None
