"""The files of modules as Python's import system finds them, and why importing them fails."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.core.errors import LimitError, PointerError, ReadError
from tagger.frameworks.verifiers.library import PACKAGE, STANDARD_LIBRARY, is_verifiers
from tagger.text.python import PythonError, parse
from tagger.tree.model import Kind as EntryKind

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tagger.tree.view import TreeView

#: Longer sources are not parsed.
MAX_SOURCE = 1 << 20
INIT = "__init__.py"
#: Modules that build tools write and nobody commits.
_GENERATED = re.compile(r"_?version(?:_scm)?|_?version_info|__about__|_build\w*")
_COMPILED = re.compile(r"(?:\.[\w.-]+)?\.(?:so|pyd|pyc|pyx)")


def join(directory: str, name: str) -> str:
    """A path below a directory, which may be the root."""
    return f"{directory}/{name}" if directory else name


class Raises(StrEnum):
    """The exception that Python would raise."""

    SYNTAX = "SyntaxError"
    NOT_FOUND = "ModuleNotFoundError"
    IMPORT = "ImportError"
    ATTRIBUTE = "AttributeError"
    NAME = "NameError"
    TYPE = "TypeError"
    OTHER = "Exception"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    path: str
    line: int
    column: int = 1


class ImportFault(Exception):  # noqa: N818 - it represents the exceptions of others
    """Importing stops here.

    Attributes:
        raises: what Python raises.
        place: the statement at fault.
        reason: a clause about it.
        trail: the import statements that led there, the innermost first.
    """

    def __init__(self, raises: Raises, place: Place, reason: str) -> None:
        super().__init__(reason)
        self.raises = raises
        self.place = place
        self.reason = reason
        self.trail: list[Place] = []

    def is_caught_by(self, names: Collection[str]) -> bool:
        """Whether a handler for exceptions of these names catches it."""
        above = {self.raises.value, "Exception", "BaseException"}
        if self.raises is Raises.NOT_FOUND:
            above.add("ImportError")
        return self.raises is Raises.OTHER or not above.isdisjoint(names)

    def pass_by(self, place: Place) -> None:
        """Leave a mark of an import statement on the way out."""
        if place != self.place and place not in self.trail:
            self.trail.append(place)

    def line_in(self, path: str) -> int | None:
        """Where a file takes part: at the fault itself, or by the import that leads to it."""
        places = [place for place in (*reversed(self.trail), self.place) if place.path == path]
        return places[0].line if places else None


class Undecided(Exception):  # noqa: N818 - not an error: the answer is undecided
    """Undecided: a file over a limit, a compiled or generated module."""


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """Where a module lies. A namespace package has no file."""

    path: str | None
    directory: str | None


def imports_verifiers(tree: ast.Module) -> bool:
    """Whether a module imports the package by an absolute name, in whatever place."""
    return any(_names_package(node) for node in ast.walk(tree))


def _names_package(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return any(is_verifiers(alias.name) for alias in names)
        case ast.ImportFrom(level=0, module=str(name)):
            return is_verifiers(name)
    return False


#: What :func:`traits_of` tells of a module.
Traits = tuple[bool, frozenset[str]]


@dataclass
class Parsed:
    """What was made of the files of one repository, by path: their syntax, and its traits."""

    trees: dict[str, ast.Module | PythonError] = field(default_factory=dict)
    traits: dict[str, Traits] = field(default_factory=dict)


def parsed(view: TreeView) -> Parsed:
    """What is known of a repository's files; several environments often import the same ones."""
    known = view.memo.get("python")
    if not isinstance(known, Parsed):
        view.memo["python"] = known = Parsed()
    return known


class Sources:
    """Finds modules in the folders of a pretended ``sys.path``, and parses each file once."""

    def __init__(self, view: TreeView, roots: Sequence[str]) -> None:
        self._view = view
        self._roots = roots
        self.parsed = parsed(view)

    def is_local(self, name: str) -> bool:
        """Whether a top name is found in the folders, before any installed package."""
        if name in STANDARD_LIBRARY:
            return False
        found = self.top(name)
        # An installed package goes before a folder without __init__.py, and this one is there.
        return found is not None and not (found.path is None and name == PACKAGE)

    def top(self, name: str) -> ModuleSource | None:
        """The module of a top name."""
        found = [source for root in self._roots if (source := self.inside(root, name))]
        return next((source for source in found if source.path), found[0] if found else None)

    def inside(self, directory: str, name: str) -> ModuleSource | None:
        """The module of a name in one folder.

        Raises:
            Undecided: what has the name is not source, or cannot be looked at.
        """
        folder = join(directory, name)
        if self._view.is_file(join(folder, INIT)):
            return ModuleSource(join(folder, INIT), folder)
        if self._view.is_file(f"{folder}.py"):
            return ModuleSource(f"{folder}.py", None)
        for path in (folder, f"{folder}.py", join(folder, INIT)):
            entry = self._view.get(path)
            if entry and entry.kind is EntryKind.SYMLINK and self._view.resolve(path) is None:
                raise Undecided(f"{path} is a link that leads to nothing in here")
        if self._view.is_dir(folder):
            return ModuleSource(None, folder)
        if self._is_compiled(directory, name) or _GENERATED.fullmatch(name):
            raise Undecided(f"{name} is compiled or generated")
        return None

    def _is_compiled(self, directory: str, name: str) -> bool:
        return any(
            entry.name.startswith(name) and _COMPILED.fullmatch(entry.name, len(name))
            for entry in self._view.children(directory)
        )

    def traits(self, path: str, tree: ast.Module) -> Traits:
        """What :func:`traits_of` tells of a file."""
        if path not in self.parsed.traits:
            self.parsed.traits[path] = traits_of(tree)
        return self.parsed.traits[path]

    def tree(self, path: str) -> ast.Module:
        """The syntax tree of a file.

        Raises:
            ImportFault: Python cannot compile it.
            Undecided: it is over a limit.
        """
        trees = self.parsed.trees
        if path not in trees:
            trees[path] = self._parse(path)
        tree = trees[path]
        if isinstance(tree, PythonError):
            place = Place(path, tree.span.line, tree.span.column)
            raise ImportFault(Raises.SYNTAX, place, tree.reason)
        return tree

    def readable(self, path: str) -> ast.Module | None:
        """The syntax tree of a file, if it can be had."""
        try:
            return self.tree(path)
        except (ImportFault, Undecided):
            return None

    def _parse(self, path: str) -> ast.Module | PythonError:
        entry = self._view.resolve(path)
        if entry and entry.size is not None and entry.size > MAX_SOURCE:
            raise Undecided(f"{path} has {entry.size:,} bytes")
        try:
            source = self._view.read(path, MAX_SOURCE)
            if source.isascii() and not _TRAITS.search(source):
                self.parsed.traits[path] = False, frozenset()
            return parse(source)
        except PythonError as error:
            return error
        except LimitError as error:
            raise Undecided(str(error)) from None
        except PointerError as error:
            raise ImportFault(Raises.SYNTAX, Place(path, 1), error.reason) from None
        except ReadError as error:
            raise ImportFault(Raises.IMPORT, Place(path, 1), error.reason) from None


# -- questions to single statements -------------------------------------------------------

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
#: What a source in ASCII without any traits does not hold.
_TRAITS = re.compile(rb":=|\b(?:globals?|exec|locals|vars|modules)\b")
#: Calls after which a module may have names that no statement gave it.
_OPENING = frozenset({"globals", "exec", "locals", "vars"})


def raised(node: ast.Raise) -> Raises:
    """What a statement raises, by the names in it."""
    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return next((kind for kind in Raises if kind.value in names), Raises.OTHER)


def caught(handler: ast.ExceptHandler) -> set[str]:
    """The names of the exceptions that a handler is for."""
    return _last_names([handler.type]) if handler.type else {"BaseException"}


def suppressed(node: ast.expr) -> set[str]:
    """The names of the exceptions that ``contextlib.suppress(...)`` keeps in."""
    match node:
        case ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress"), args=args):
            return _last_names(args)
    return set()


def _last_names(nodes: Sequence[ast.expr]) -> set[str]:
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.Tuple(elts=items):
                names |= _last_names(items)
            case _:
                names.add("BaseException")
    return names


def traits_of(tree: ast.Module) -> Traits:
    """Whether a module has names that cannot be read off, and those bound out of order.

    Functions bind the latter by ``global``, expressions by ``:=``.
    """
    is_open, later = False, set[str]()
    todo: list[tuple[ast.AST, bool]] = [(tree, True)]
    while todo:
        node, runs = todo.pop()
        match node:
            case ast.Global(names=names):
                later.update(names)
            case ast.NamedExpr(target=ast.Name(id=name)) if runs:
                later.add(name)
            case ast.Call(func=ast.Name(id=name)) if runs and name in _OPENING:
                is_open = True
            case ast.Subscript(value=ast.Attribute(attr="modules"), ctx=ast.Store()) if runs:
                is_open = True
        body = set[ast.AST]()
        if isinstance(node, _FUNCTIONS):
            body = set(node.body) if isinstance(node.body, list) else {node.body}
        todo += [(inner, runs and inner not in body) for inner in ast.iter_child_nodes(node)]
    return is_open, frozenset(later)
