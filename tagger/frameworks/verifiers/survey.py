"""What the files of an environment hold that its module does not export."""

from __future__ import annotations

import ast
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.frameworks.verifiers.exports import ENTRY, FACTORIES, is_dispatcher
from tagger.frameworks.verifiers.library import PACKAGE, BaseKind
from tagger.frameworks.verifiers.project import FILE
from tagger.frameworks.verifiers.sources import (
    INIT,
    MAX_SOURCE,
    ImportFault,
    Place,
    Undecided,
    join,
)
from tagger.frameworks.verifiers.values import Class, Function, options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.verifiers.bindings import Importer
    from tagger.frameworks.verifiers.values import Module
    from tagger.tree.view import TreeView

#: At most this many files of one package are read.
MAX_FILES = 300
#: A package with tasksets or functions in more files than this is a library of them.
_MAX_OWN = 2


@dataclass
class Survey:
    """Findings in the files of one module.

    Attributes:
        tasksets: subclasses of ``Taskset``, wherever they are defined.
        functions: where ``load_environment`` is defined or bound.
        factories: where factories of the contract in between are.
    """

    tasksets: list[Class] = field(default_factory=list)
    functions: list[Place] = field(default_factory=list)
    factories: list[Place] = field(default_factory=list)


def own(places: Sequence[Class | Place], path: str) -> bool:
    """Whether things in a module's files are its own, and not the collection of a library.

    An environment has one, in a file beside its ``__init__.py`` or in that; a library has many,
    or keeps them in folders of their own.
    """
    folder = path.rpartition("/")[0]
    paths = {place.path for place in places}
    return len(paths) <= _MAX_OWN and any(p.rpartition("/")[0] == folder for p in paths)


def files(view: TreeView, path: str) -> list[str]:
    """The Python files of a module: the file alone, or all of its package.

    Projects in folders of their own below a package are not parts of it.
    """
    if not path.endswith(f"/{INIT}"):
        return [path]
    directory = path.rpartition("/")[0]
    inner = tuple(
        f"{entry.parent}/"
        for entry in view.below(directory)
        if entry.name == FILE and entry.parent != directory
    )
    found = [
        entry.path
        for entry in view.below(directory)
        if entry.name.endswith(".py")
        and not entry.path.startswith(inner)
        and view.is_file(entry.path)
    ]
    return sorted(found, key=lambda path: (path.count("/"), path))[:MAX_FILES]


def mentions(view: TreeView, path: str, word: bytes) -> bool:
    """Whether the bytes of a file hold a word; a file that cannot be read does not."""
    entry = view.resolve(path)
    if entry is None or (entry.size is not None and entry.size > MAX_SOURCE):
        return False
    try:
        return word in view.read(path, MAX_SOURCE)
    except ReadError:
        return False


def beside(view: TreeView, root: str) -> bool:
    """Whether the folder of a module holds something of its own called ``verifiers``."""
    folder = join(root, PACKAGE)
    return view.is_file(f"{folder}.py") or any(
        entry.name.endswith(".py") for entry in view.children(folder)
    )


def survey(view: TreeView, importer: Importer, name: str, path: str) -> Survey:
    """Look through the files of a module, those too that importing it does not reach."""
    found = Survey()
    seen: set[int] = set()
    for module in _modules(view, importer, name, path):
        for bound in module.names:
            binding = module.names.get(bound)
            for option in options(binding.value) if binding else ():
                if isinstance(option, Class) and id(option) not in seen:
                    seen.add(id(option))
                    found.tasksets += [option] if BaseKind.TASKSET in option.kinds else []
                elif isinstance(option, Function) and binding and module.source.path:
                    place = Place(module.source.path, binding.line)
                    found.functions += [place] if bound == ENTRY and _is_entry(option) else []
                    found.factories += [place] if bound in FACTORIES else []
    return found


def _is_entry(function: Function) -> bool:
    node = function.node
    return not (isinstance(node, ast.FunctionDef) and is_dispatcher(node))


def _modules(view: TreeView, importer: Importer, name: str, path: str) -> Iterator[Module]:
    directory = path.rpartition("/")[0]
    for file in files(view, path):
        words = (b"Taskset", ENTRY.encode(), *(factory.encode() for factory in FACTORIES))
        if not any(mentions(view, file, word) for word in words):
            continue
        inner = file.removeprefix(f"{directory}/").removesuffix(".py") if file != path else ""
        parts = [part for part in inner.split("/") if part not in {"", "__init__"}]
        try:
            yield importer.load(".".join([name, *parts]), Place(path, 1))
        except (ImportFault, Undecided):
            continue


def loses(tree: ast.Module) -> int | None:
    """The line in which a module binds ``load_environment``, which is not bound at its end.

    Bindings under ``TYPE_CHECKING`` are among them, and what is deleted again.
    """
    todo: deque[ast.AST] = deque(tree.body)
    while todo:
        node = todo.popleft()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name == ENTRY:
                return node.lineno
        elif isinstance(node, ast.ImportFrom):
            if any((alias.asname or alias.name) == ENTRY for alias in node.names):
                return node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == ENTRY:
            return node.lineno
        else:
            todo += ast.iter_child_nodes(node)
    return None
