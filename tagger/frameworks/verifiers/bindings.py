"""The table of last bindings of a module: one pass over its statements, in their order.

A statement that runs for certain replaces a binding. In the body of a condition, a loop or a
handler, a binding is one more value that the name may have. What such a table cannot tell is
undecided, which proves nothing and is never a fault.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers.conditions import truth
from tagger.frameworks.verifiers.expressions import Expressions, add, changed
from tagger.frameworks.verifiers.imports import Imports
from tagger.frameworks.verifiers.sources import (
    ImportFault,
    ModuleSource,
    Place,
    Raises,
    Sources,
    Undecided,
    caught,
    raised,
    suppressed,
)
from tagger.frameworks.verifiers.values import (
    Binding,
    Foreign,
    Function,
    Local,
    Module,
    Names,
    Object,
    Unbound,
    Unknown,
    Value,
    either,
    is_known,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.tree.view import TreeView

#: How often a module is followed for one environment, and how deep imports may nest.
MAX_RUNS = 400
MAX_DEPTH = 40
#: Statements that do not fail where the values of all the names that they bind are known.
_BINDING = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign, ast.Pass),
)


class Importer:
    """Follows imports, each module once, as ``import`` does.

    Args:
        view: the repository.
        roots: the folders that are on the search path.
    """

    def __init__(self, view: TreeView, roots: Sequence[str]) -> None:
        self.sources = Sources(view, roots)
        self._is_complete = view.complete
        self._modules: dict[str, Module] = {}
        self._runs = 0
        self._depth = 0

    @property
    def modules(self) -> Sequence[Module]:
        """The modules that were followed to their end, or are being followed."""
        return list(self._modules.values())

    def load(self, name: str, place: Place) -> Module:
        """A module of the repository, its names followed.

        Args:
            name: dotted and absolute.
            place: the statement that asks for it.

        Raises:
            ImportFault: importing it fails.
            Undecided: the answer is undecided.
        """
        if name in self._modules:
            return self._modules[name]
        parent_name, _, last = name.rpartition(".")
        parent = self.load(parent_name, place) if parent_name else None
        module = self._run(Module(name, self._find(parent, name, last, place)))
        if parent:
            parent.names[last] = Binding(Local(module), place.line)
        return module

    def _find(self, parent: Module | None, name: str, last: str, place: Place) -> ModuleSource:
        if parent is None:
            source = self.sources.top(name)
        elif parent.source.directory is None:
            raise ImportFault(Raises.NOT_FOUND, place, f"`{parent.name}` is a file, not a package")
        else:
            source = self.sources.inside(parent.source.directory, last)
        if source is None and not self._is_complete:
            raise Undecided("the listing is not complete")
        if source is None and parent and _may_be_installed(parent):
            raise Undecided(f"`{parent.name}` may be an installed package")
        if source is None:
            raise ImportFault(Raises.NOT_FOUND, place, f"there is no module `{name}`")
        return source

    def _run(self, module: Module) -> Module:
        path = module.source.path
        if path is None:
            module.is_open = _may_be_installed(module)
            return self._modules.setdefault(module.name, module)
        self._runs += 1
        if self._runs > MAX_RUNS or self._depth >= MAX_DEPTH:
            raise Undecided("imports go on for too long")
        self._modules[module.name] = module
        self._depth += 1
        module.is_running = True
        try:
            tree = self.sources.tree(path)
            module.is_open, module.later = self.sources.traits(path, tree)
            _Pass(self, module, path).block(tree.body)
        except (ImportFault, Undecided):
            # As in sys.modules: the next import statement tries again, and may fare better.
            del self._modules[module.name]
            raise
        except RecursionError:
            module.is_open = True
        finally:
            self._depth -= 1
            module.is_running = False
        return module

    def value(self, name: str, place: Place) -> Value:
        """What an absolute dotted name leads to.

        Raises:
            ImportFault, Undecided: as :meth:`load`.
        """
        is_local = self.sources.is_local(name.partition(".")[0])
        return Local(self.load(name, place)) if is_local else Foreign(name)


def _may_be_installed(module: Module) -> bool:
    """Whether a folder without ``__init__.py``, a folder of data say, may not be what is imported.

    The import system takes a package of that name from any later place of ``sys.path`` first.
    """
    return module.source.path is None and "." not in module.name


class _Pass:
    """The pass over one module, which gets its names."""

    def __init__(self, importer: Importer, module: Module, path: str) -> None:
        self._module = module
        self._expressions = Expressions(module, path)
        self._imports = Imports(module, self._expressions, importer.value, importer.load)
        #: Whether the statements may not run, and the names whose values stay all the same.
        self._is_maybe = False
        self._settled: frozenset[str] = frozenset()
        self._bound: list[str] = []

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Follow statements, one after the other.

        Raises:
            ImportFault: one of them ends the import.
        """
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import():
                self._bind_all(self._imports.plain(node), node)
            case ast.ImportFrom():
                self._bind_all(self._imports.members(node), node)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self._bind(name, Function(node), node)
            case ast.ClassDef(name=name):
                self._bind(name, self._expressions.class_value(node), node)
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value, node)
            case ast.AnnAssign(value=ast.expr() as value):
                self._assign([node.target], value, node)
            case ast.AugAssign(target=ast.Name(id=name) as written, op=op, value=value):
                old, new = self._expressions.value(written), self._expressions.soft(value)
                self._bind(name, add(old, new) if isinstance(op, ast.Add) else Unknown(), node)
            case ast.Delete(targets=targets):
                for target in targets:
                    self._delete(target, node)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) as call
            ):
                self._change(name, attr, call, node)
            case ast.Raise():
                reason = "an exception is raised on import"
                raise ImportFault(raised(node), self._expressions.place(node), reason)
            case _:
                self._compound(node)

    def _compound(self, node: ast.stmt) -> None:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                outcome = truth(test)
                if outcome is None:
                    self._branches(body, orelse)
                else:
                    self.block(body if outcome else orelse)
            case ast.Try() | ast.TryStar():
                try:
                    self._try(node)
                finally:
                    self.block(node.finalbody)
            case ast.With():
                self._with(node)
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                if isinstance(node, ast.For):
                    self._put(node.target, Unknown(), node)
                elif truth(node.test) is False:
                    return
                self._branches(body, [])
                self.block(orelse)
            case ast.Match(cases=cases):
                for pattern in (inner for case in cases for inner in ast.walk(case.pattern)):
                    for key in ("name", "rest"):
                        if isinstance(name := getattr(pattern, key, None), str):
                            self._bind(name, Unknown(), node)
                self._branches(*(case.body for case in cases), [])
            case _ if isinstance(
                alias := getattr(node, "name", None), ast.Name
            ):  # ``type X = ...``
                self._bind(alias.id, Object("a type alias"), node)

    # -- bindings -------------------------------------------------------------------------

    def _bind(self, name: str, value: Value, node: ast.stmt | ast.ExceptHandler) -> None:
        if name in self._settled:
            return
        line = node.lineno
        if self._is_maybe:
            old = self._module.names.get(name)
            line = old.line if old else line
            value = either(old.value if old else Unbound(), value)
        self._module.names[name] = Binding(value, line)
        self._bound.append(name)

    def _bind_all(self, bound: Iterator[tuple[str, Value]], node: ast.stmt) -> None:
        for name, value in bound:
            self._bind(name, value, node)

    def _assign(self, targets: Sequence[ast.expr], node: ast.expr, at: ast.stmt) -> None:
        value = self._expressions.value(node)
        for target in targets:
            match target, node:
                case (
                    ast.Tuple(elts=names) | ast.List(elts=names),
                    ast.Tuple(elts=values) | ast.List(elts=values),
                ) if len(names) == len(values) and not any(
                    isinstance(item, ast.Starred) for item in (*names, *values)
                ):
                    # All values are read before the first name is bound.
                    read = [self._expressions.value(item) for item in values]
                    for name, item in zip(names, read, strict=True):
                        self._put(name, item, at)
                case _:
                    self._put(target, value, at)

    def _put(self, target: ast.expr, value: Value, at: ast.stmt) -> None:
        match target:
            case ast.Name(id=name):
                self._bind(name, value, at)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._put(item, Unknown(), at)
            case ast.Starred(value=inner):
                self._put(inner, Unknown(), at)
            case ast.Attribute(value=owner, attr=name):
                module = self._expressions.soft(owner)
                if isinstance(module, Local):
                    module.module.names[name] = Binding(value, at.lineno)

    def _delete(self, target: ast.expr, node: ast.stmt) -> None:
        match target:
            case ast.Name(id=name):
                self._expressions.value(target)
                self._bind(name, Unbound(), node)
                if name in self._module.names and not self._is_maybe:
                    del self._module.names[name]
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._delete(item, node)

    def _change(self, name: str, method: str, call: ast.Call, node: ast.stmt) -> None:
        """``__all__.append("X")`` and its like; what other calls do to names is not known."""
        binding = self._module.names.get(name)
        if binding and isinstance(binding.value, Names):
            new = self._expressions.soft(call.args[0]) if len(call.args) == 1 else None
            after = changed(binding.value, method, new)
            if after is not None:
                self._bind(name, after, node)

    # -- statements that may not run ------------------------------------------------------

    def _attempt(
        self, body: Sequence[ast.stmt], settled: frozenset[str] | None = None
    ) -> ImportFault | None:
        """Follow a block and give back the fault that ends it.

        Args:
            settled: for a block that may not run: the names that it changes nothing about.
        """
        before = self._is_maybe, self._settled
        if settled is not None:
            self._is_maybe, self._settled = True, self._settled | settled
        try:
            self.block(body)
        except ImportFault as fault:
            return fault
        finally:
            self._is_maybe, self._settled = before
        return None

    def _branches(self, *bodies: Sequence[ast.stmt]) -> None:
        """One of several blocks runs, and which one is not known; a block that fails does not."""
        faults = [self._attempt(body, frozenset()) for body in bodies]
        if (fault := faults[0]) and all(faults):
            raise fault

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        mark = len(self._bound)
        if fault := self._attempt(node.body):
            handler = next((h for h in node.handlers if fault.is_caught_by(caught(h))), None)
            if handler is None:
                raise fault
            if handler.name:
                self._bind(handler.name, Unknown(), handler)
            self.block(handler.body)
            return
        # The body can be followed to its end; where what it binds is not known, it may fail.
        names = {name: self._module.names.get(name) for name in self._bound[mark:]}
        settled = frozenset(n for n, bound in names.items() if bound and is_known(bound.value))
        only_binds = all(isinstance(statement, _BINDING) for statement in node.body)
        for handler in () if only_binds and len(settled) == len(names) else node.handlers:
            self._attempt(handler.body, settled)
        self.block(node.orelse)

    def _with(self, node: ast.With) -> None:
        kept_in: set[str] = set()
        for item in node.items:
            if item.optional_vars:
                self._put(item.optional_vars, Unknown(), node)
            kept_in |= suppressed(item.context_expr)
        fault = self._attempt(node.body)
        if fault and not (kept_in and fault.is_caught_by(kept_in)):
            raise fault
