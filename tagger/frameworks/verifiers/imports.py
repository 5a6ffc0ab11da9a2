"""Import statements: what they bind, and how they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.faults import Fault, Place, Raises, Unreadable
from tagger.frameworks.verifiers.values import (
    Library,
    Literal,
    Local,
    Names,
    Text,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.verifiers.expressions import Expressions
    from tagger.frameworks.verifiers.modules import Sources
    from tagger.frameworks.verifiers.values import Module

Bound = tuple[str, Value]


class Modules(Protocol):
    """What an import statement asks for."""

    sources: Sources

    def value(self, name: str, place: Place) -> Value:
        """What an absolute dotted name leads to."""

    def load(self, name: str, place: Place) -> Module:
        """A module of the repository."""

    def is_running(self, module: Module) -> bool:
        """Whether a module is being followed at the moment."""


class Imports:
    """The import statements of one module.

    Args:
        importer: loads what is in the repository.
        module: whose statements these are.
        path: its file.
        expressions: looks up names in packages that are not in the repository.
    """

    def __init__(
        self, importer: Modules, module: Module, path: str, expressions: Expressions
    ) -> None:
        self._importer = importer
        self._module = module
        self._path = path
        self._expressions = expressions

    def plain(self, node: ast.Import) -> Iterator[Bound]:
        """The names that ``import a.b, c as d`` binds.

        Raises:
            Fault: one of the modules cannot be imported.
        """
        for alias in node.names:
            value = self._follow(alias.name, node)
            if alias.asname:
                yield alias.asname, value
            else:
                top = alias.name.partition(".")[0]
                yield top, self._follow(top, node)

    def members(self, node: ast.ImportFrom) -> Iterator[Bound]:
        """The names that ``from a import b as c`` or ``from a import *`` binds.

        Raises:
            Fault: the module or a name of it cannot be imported.
        """
        origin = self._follow(self._absolute(node), node)
        for alias in node.names:
            if alias.name == "*":
                yield from self._star(origin, node)
            else:
                yield alias.asname or alias.name, self._member(origin, alias.name, node)

    def _place(self, node: ast.stmt) -> Place:
        return Place(self._path, node.lineno, node.col_offset + 1)

    def _follow(self, name: str, node: ast.stmt) -> Value:
        """What a dotted absolute name leads to, with a mark on the trail of a fault behind it."""
        place = self._place(node)
        try:
            value = self._importer.value(name, place)
        except Fault as fault:
            fault.pass_by(place)
            raise
        except Unreadable:
            return Unknown()
        if isinstance(value, Library) and library.is_old(value.path):
            self._module.old_names.append((node.lineno, value.path))
        return value

    def _absolute(self, node: ast.ImportFrom) -> str:
        """The absolute name of what a statement imports from (PEP 328)."""
        if not node.level:
            return node.module or ""
        parts = self._module.name.split(".")
        keep = len(parts) - node.level + self._module.is_package
        if keep < 1:
            reason = "a relative import leads out of the package"
            raise Fault(Raises.IMPORT, self._place(node), reason)
        return ".".join([*parts[:keep], *([node.module] if node.module else [])])

    def _member(
        self, origin: Value, name: str, node: ast.stmt, missing: Raises = Raises.IMPORT
    ) -> Value:
        if not isinstance(origin, Local):
            return self._expressions.attribute(origin, name, node)
        module = origin.module
        if binding := module.names.get(name):
            return binding.value
        if module.is_package and (inner := self._submodule(module, name, node)):
            return inner
        value = module.value(name)
        if value is not None:
            return value
        where = module.source.path or module.source.directory
        reason = f"`{name}` is not in {where}"
        if self._importer.is_running(module):
            reason = f"`{name}` is not yet in {where}, which is imported in a circle"
        raise Fault(missing, self._place(node), reason)

    def _submodule(self, module: Module, name: str, node: ast.stmt) -> Value | None:
        place = self._place(node)
        try:
            return Local(self._importer.load(f"{module.name}.{name}", place))
        except Fault as fault:
            if fault.raises is Raises.NOT_FOUND and fault.place == place:
                return None
            fault.pass_by(place)
            raise
        except Unreadable:
            return Unknown()

    def _star(self, origin: Value, node: ast.stmt) -> Iterator[Bound]:
        if isinstance(origin, Library):
            self._module.is_open = True
            yield from ((name, Library(f"{origin.path}.{name}")) for name in library.Kind)
            return
        if not isinstance(origin, Local):
            self._module.is_open = True
            return
        names = self._exported(origin.module, node)
        for name in names:
            yield name, self._member(origin, name, node, Raises.ATTRIBUTE)

    def _exported(self, module: Module, node: ast.stmt) -> Sequence[str]:
        """The names that a star import takes from a module."""
        binding = module.names.get("__all__")
        match binding and binding.value:
            case Names(items=names):
                return names
            case Text(value=letters):
                return list(letters)
            case Literal():
                reason = f"`__all__` of {module.source.path} is no list of names"
                raise Fault(Raises.TYPE, self._place(node), reason)
            case None:
                self._module.is_open |= module.is_open
            case _:
                self._module.is_open = True
        return [name for name in module.names if not name.startswith("_")]
