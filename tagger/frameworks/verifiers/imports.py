"""Import statements: what they bind, and how they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.library import is_verifiers
from tagger.frameworks.verifiers.sources import ImportFault, Place, Raises, Undecided
from tagger.frameworks.verifiers.values import (
    Foreign,
    Local,
    Module,
    Names,
    Object,
    Text,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator, Sequence

    from tagger.frameworks.verifiers.expressions import Expressions


class Imports:
    """The import statements of one module; all that fails is raised as a :class:`Fault`.

    Args:
        module: whose statements these are.
        expressions: looks up names in packages that are not in the repository.
        value: what an absolute dotted name leads to.
        load: a module of the repository by its absolute dotted name.
    """

    def __init__(
        self,
        module: Module,
        expressions: Expressions,
        value: Callable[[str, Place], Value],
        load: Callable[[str, Place], Module],
    ) -> None:
        self._module = module
        self._expressions = expressions
        self._value = value
        self._load = load

    def plain(self, node: ast.Import) -> Iterator[tuple[str, Value]]:
        """The names that ``import a.b, c as d`` binds."""
        for alias in node.names:
            value = self._follow(alias.name, node)
            if alias.asname:
                yield alias.asname, value
            else:
                top = alias.name.partition(".")[0]
                yield top, self._follow(top, node)

    def members(self, node: ast.ImportFrom) -> Iterator[tuple[str, Value]]:
        """The names that ``from a import b as c`` or ``from a import *`` binds."""
        origin = self._follow(self._absolute(node), node)
        for alias in node.names:
            if alias.name == "*":
                yield from self._star(origin, node)
            else:
                yield alias.asname or alias.name, self._member(origin, alias.name, node)

    def _follow(self, name: str, node: ast.stmt) -> Value:
        """What a dotted absolute name leads to, with a mark on the trail of a fault behind it."""
        place = self._expressions.place(node)
        try:
            value = self._value(name, place)
        except ImportFault as fault:
            fault.pass_by(place)
            raise
        except Undecided:
            return Unknown()
        if isinstance(value, Foreign) and library.is_old(value.path):
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
            raise ImportFault(Raises.IMPORT, self._expressions.place(node), reason)
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
        if module.is_running:
            reason = f"`{name}` is not yet in {where}, which is imported in a circle"
        raise ImportFault(missing, self._expressions.place(node), reason)

    def _submodule(self, module: Module, name: str, node: ast.stmt) -> Value | None:
        place = self._expressions.place(node)
        try:
            return Local(self._load(f"{module.name}.{name}", place))
        except ImportFault as fault:
            if fault.raises is Raises.NOT_FOUND and fault.place == place:
                return None
            fault.pass_by(place)
            raise
        except Undecided:
            return Unknown()

    def _star(self, origin: Value, node: ast.stmt) -> Iterator[tuple[str, Value]]:
        if not isinstance(origin, Local):
            self._module.is_open = True
            if isinstance(origin, Foreign) and is_verifiers(origin.path):
                yield from ((kind, Foreign(f"{origin.path}.{kind}")) for kind in library.BaseKind)
            return
        for name in self._exported(origin.module, node):
            yield name, self._member(origin, name, node, Raises.ATTRIBUTE)

    def _exported(self, module: Module, node: ast.stmt) -> Sequence[str]:
        """The names that a star import takes from a module."""
        binding = module.names.get("__all__")
        match binding and binding.value:
            case Names(items=names):
                return names
            case Text(value=letters):
                return list(letters)
            case Object():
                reason = f"`__all__` of {module.source.path} is not a list of names"
                raise ImportFault(Raises.TYPE, self._expressions.place(node), reason)
            case None:
                self._module.is_open |= module.is_open
            case _:
                self._module.is_open = True
        return [name for name in module.names if not name.startswith("_")]
