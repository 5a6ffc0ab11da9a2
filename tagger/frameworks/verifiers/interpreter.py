"""Follows the statements of a module in their order, and what they bind."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers.classes import class_value
from tagger.frameworks.verifiers.conditions import truth
from tagger.frameworks.verifiers.expressions import CHANGES, Expressions, add
from tagger.frameworks.verifiers.faults import Fault, Place
from tagger.frameworks.verifiers.imports import Imports, Modules
from tagger.frameworks.verifiers.library import PACKAGE, STANDARD_LIBRARY
from tagger.frameworks.verifiers.statements import (
    at_module_level,
    caught,
    is_coroutine,
    raised,
    suppressed,
    traits_of,
)
from tagger.frameworks.verifiers.values import (
    Class,
    Function,
    Library,
    Literal,
    Local,
    Names,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.verifiers.values import Changes, Module


class Runner:
    """One run over one module.

    Args:
        importer: gives the modules that it imports.
        module: gets its names.
        path: its file.
    """

    def __init__(self, importer: Modules, module: Module, path: str) -> None:
        self._module = module
        self._path = path
        self._sources = importer.sources
        self._tree = importer.sources.tree(path)
        self._expressions = Expressions(module, path)
        self._imports = Imports(importer, module, path, self._expressions)

    def run(self) -> None:
        """Follow the module from its first statement to its last.

        Raises:
            Fault: importing it fails.
        """
        traits = self._sources.parsed.traits
        if self._path not in traits:
            traits[self._path] = traits_of(self._tree)
        self._module.is_open, self._module.later = traits[self._path]
        self._block(self._tree.body)

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        self._walrus(node)
        match node:
            case ast.Import():
                self._bind_all(self._imports.plain(node), node)
            case ast.ImportFrom():
                self._bind_all(self._imports.members(node), node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._bind(node.name, Function(node, is_coroutine(node)), node)
            case ast.ClassDef():
                self._bind(node.name, class_value(node, self._expressions, self._path), node)
            case ast.Assign():
                self._assign(node.targets, node.value, node)
            case ast.AnnAssign(value=ast.expr() as value):
                self._assign([node.target], value, node)
            case ast.AugAssign():
                self._augment(node)
            case ast.Delete(targets=targets):
                for target in targets:
                    self._delete(target, node)
            case ast.Expr(value=ast.Call() as call):
                self._call(call, node)
            case ast.If():
                self._if(node)
            case ast.Try() | ast.TryStar():
                self._try(node)
            case ast.With():
                self._with(node)
            case ast.For() | ast.While():
                self._loop(node)
            case ast.Match():
                self._match(node)
            case ast.Raise():
                raise Fault(raised(node), self._place(node), "an exception is raised on import")
            case _:
                self._other(node)

    def _other(self, node: ast.stmt) -> None:
        """``type X = ...`` of Python 3.12; nothing else is left that binds a name."""
        name = getattr(node, "name", None)
        if isinstance(name, ast.Name):
            self._bind(name.id, Literal("a type alias"), node)

    def _place(self, node: ast.stmt) -> Place:
        return Place(self._path, node.lineno, node.col_offset + 1)

    # -- simple statements --------------------------------------------------------------

    def _bind(self, name: str, value: Value, node: ast.stmt) -> None:
        self._module.bind(name, value, node.lineno)

    def _bind_all(self, bound: Iterator[tuple[str, Value]], node: ast.stmt) -> None:
        for name, value in bound:
            self._bind(name, value, node)

    def _walrus(self, node: ast.stmt) -> None:
        """Names that ``:=`` binds inside the statement's own expressions."""
        for field, value in ast.iter_fields(node):
            if field in {"body", "orelse", "handlers", "finalbody", "cases"}:
                continue
            for root in value if isinstance(value, list) else [value]:
                for inner in at_module_level(root) if isinstance(root, ast.AST) else ():
                    if isinstance(inner, ast.NamedExpr):
                        self._bind(inner.target.id, self._expressions.soft(inner.value), node)

    def _assign(self, targets: Sequence[ast.expr], node: ast.expr, at: ast.stmt) -> None:
        is_row = isinstance(node, ast.Tuple | ast.List)
        value = self._expressions.value(node)
        for target in targets:
            if is_row and isinstance(target, ast.Tuple | ast.List):
                self._unpack(target, node, at)
            else:
                self._put(target, value, at)

    def _unpack(self, target: ast.Tuple | ast.List, node: ast.expr, at: ast.stmt) -> None:
        values = node.elts if isinstance(node, ast.Tuple | ast.List) else []
        stars = any(isinstance(item, ast.Starred) for item in (*target.elts, *values))
        if stars or len(values) != len(target.elts):
            self._put(target, Unknown(), at)
            return
        for inner, value in zip(target.elts, values, strict=True):
            self._assign([inner], value, at)

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
                    module.module.bind(name, value, at.lineno)

    def _augment(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            old = self._expressions.value(node.target)
            new = self._expressions.soft(node.value)
            value = add(old, new) if isinstance(node.op, ast.Add) else Unknown()
            self._bind(node.target.id, value, node)

    def _delete(self, target: ast.expr, node: ast.stmt) -> None:
        match target:
            case ast.Name():
                self._expressions.value(target)
                self._module.names.set(target.id, None)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._delete(item, node)

    def _call(self, call: ast.Call, node: ast.stmt) -> None:
        """``__all__.append("X")`` and its like; what other calls do to names is not known."""
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=args):
                binding = self._module.names.get(name)
                if not binding or not isinstance(binding.value, Names):
                    return
                if method in CHANGES and len(args) == 1:
                    new = CHANGES[method](binding.value, self._expressions.soft(args[0]))
                    self._bind(name, new, node)
                elif method in {"insert", "clear", "pop", "__iadd__"}:
                    self._bind(name, Unknown(), node)

    # -- compound statements ------------------------------------------------------------

    def _attempt(self, body: Sequence[ast.stmt]) -> tuple[Changes, Fault | None]:
        return self._module.names.attempt(partial(self._block, body))

    def _branches(self, *bodies: Sequence[ast.stmt]) -> None:
        """One of several blocks runs, and which one is not known; a block that fails does not."""
        outcomes = [self._attempt(body) for body in bodies]
        passing = [changes for changes, fault in outcomes if fault is None]
        if not passing and (fault := outcomes[0][1]):
            raise fault
        self._module.names.merge(*passing)

    def _if(self, node: ast.If) -> None:
        outcome = truth(node.test)
        if outcome is None:
            self._branches(node.body, node.orelse)
        else:
            self._block(node.body if outcome else node.orelse)

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        try:
            self._try_to_handle(node)
        finally:
            self._block(node.finalbody)

    def _try_to_handle(self, node: ast.Try | ast.TryStar) -> None:
        changes, fault = self._attempt(node.body)
        if fault:
            self._module.names.apply(changes)
            handler = next((h for h in node.handlers if fault.is_caught_by(caught(h))), None)
            if handler is None:
                raise fault
            self._handle(handler)
        else:
            # The body runs here; where it asks for what is not in the repository, it may not.
            handlers = node.handlers if self._may_fail(node.body) else []
            handled = [self._module.names.attempt(partial(self._handle, h)) for h in handlers]
            self._module.names.prefer(changes, *(other for other, fault in handled if not fault))
            self._block(node.orelse)

    def _may_fail(self, body: Sequence[ast.stmt]) -> bool:
        """Whether statements that could be followed to their end may still raise something.

        What the repository imports from itself has been followed; another package may be absent.
        """
        for node in (inner for statement in body for inner in at_module_level(statement)):
            match node:
                case ast.Assert():
                    return True
                case ast.Call():
                    if not suppressed(node):
                        return True
                case ast.Subscript(value=owner):
                    if not isinstance(self._expressions.soft(owner), Library | Class):
                        return True
                case ast.Import(names=names):
                    if any(self._is_strange(alias.name) for alias in names):
                        return True
                case ast.ImportFrom(level=0, module=str(name)):
                    if self._is_strange(name):
                        return True
        return False

    def _is_strange(self, name: str) -> bool:
        top = name.partition(".")[0]
        known = top == PACKAGE or top in STANDARD_LIBRARY
        return not known and not self._sources.is_local(top)

    def _handle(self, handler: ast.ExceptHandler) -> None:
        if handler.name:
            self._module.bind(handler.name, Unknown(), handler.lineno)
        self._block(handler.body)

    def _with(self, node: ast.With) -> None:
        kept_in: set[str] = set()
        for item in node.items:
            if item.optional_vars:
                self._put(item.optional_vars, Unknown(), node)
            kept_in |= suppressed(item.context_expr)
        changes, fault = self._attempt(node.body)
        self._module.names.apply(changes)
        if fault and not (kept_in and fault.is_caught_by(kept_in)):
            raise fault

    def _loop(self, node: ast.For | ast.While) -> None:
        if isinstance(node, ast.For):
            self._put(node.target, Unknown(), node)
        elif truth(node.test) is False:
            return
        self._branches(node.body, [])
        self._block(node.orelse)

    def _match(self, node: ast.Match) -> None:
        for case in node.cases:
            for pattern in ast.walk(case.pattern):
                for name in (getattr(pattern, "name", None), getattr(pattern, "rest", None)):
                    if isinstance(name, str):
                        self._bind(name, Unknown(), node)
        self._branches(*(case.body for case in node.cases), [])
