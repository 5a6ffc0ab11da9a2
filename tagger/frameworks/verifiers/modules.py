"""The modules of a project as Python's import system finds them, in the tree alone."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import LimitError, PointerError, ReadError
from tagger.frameworks.verifiers.faults import Fault, Place, Raises, Unreadable
from tagger.frameworks.verifiers.library import PACKAGE, STANDARD_LIBRARY
from tagger.frameworks.verifiers.values import Source
from tagger.text.python import PythonError, parse
from tagger.tree.model import Kind as EntryKind

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def is_verifiers(name: str) -> bool:
    """Whether a dotted name belongs to the library."""
    return name.partition(".")[0] == PACKAGE


@dataclass
class Parsed:
    """What was made of the files of one repository, by path.

    Attributes:
        trees: their syntax.
        traits: whether a module has names that cannot be read off, and the names that its
            functions bind by ``global``.
    """

    trees: dict[str, ast.Module | PythonError] = field(default_factory=dict)
    traits: dict[str, tuple[bool, frozenset[str]]] = field(default_factory=dict)


def parsed(view: TreeView) -> Parsed:
    """What is known of a repository's files; several environments often import the same ones."""
    known = view.memo.get("python")
    if not isinstance(known, Parsed):
        view.memo["python"] = known = Parsed()
    return known


class Sources:
    """Finds modules in folders that stand for ``sys.path``, and parses each file once."""

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

    def top(self, name: str) -> Source | None:
        """The module of a top name."""
        found = [source for root in self._roots if (source := self.inside(root, name))]
        return next((source for source in found if source.path), found[0] if found else None)

    def inside(self, directory: str, name: str) -> Source | None:
        """The module of a name in one folder.

        Raises:
            Unreadable: something stands there that is no source, or that cannot be looked at.
        """
        folder = join(directory, name)
        if self._view.is_file(join(folder, INIT)):
            return Source(join(folder, INIT), folder)
        if self._view.is_file(f"{folder}.py"):
            return Source(f"{folder}.py", None)
        for path in (folder, f"{folder}.py", join(folder, INIT)):
            entry = self._view.get(path)
            if entry and entry.kind is EntryKind.SYMLINK and self._view.resolve(path) is None:
                raise Unreadable(f"{path} is a link that leads to nothing in here")
        if self._view.is_dir(folder):
            return Source(None, folder)
        if self._is_compiled(directory, name) or _GENERATED.fullmatch(name):
            raise Unreadable(f"{name} is compiled or generated")
        return None

    def _is_compiled(self, directory: str, name: str) -> bool:
        return any(
            entry.name.startswith(name) and _COMPILED.fullmatch(entry.name, len(name))
            for entry in self._view.children(directory)
        )

    def tree(self, path: str) -> ast.Module:
        """The syntax tree of a file.

        Raises:
            Fault: Python cannot compile it.
            Unreadable: it is over a limit.
        """
        trees = self.parsed.trees
        if path not in trees:
            trees[path] = self._parse(path)
        tree = trees[path]
        if isinstance(tree, PythonError):
            place = Place(path, tree.span.line, tree.span.column)
            raise Fault(Raises.SYNTAX, place, tree.reason)
        return tree

    def _parse(self, path: str) -> ast.Module | PythonError:
        entry = self._view.resolve(path)
        if entry and entry.size is not None and entry.size > MAX_SOURCE:
            raise Unreadable(f"{path} has {entry.size:,} bytes")
        try:
            return parse(self._view.read(path, MAX_SOURCE))
        except PythonError as error:
            return error
        except LimitError as error:
            raise Unreadable(str(error)) from None
        except PointerError as error:
            raise Fault(Raises.SYNTAX, Place(path, 1), error.reason) from None
        except ReadError as error:
            raise Fault(Raises.IMPORT, Place(path, 1), error.reason) from None
