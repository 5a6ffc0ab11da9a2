"""Whether an entry point starts a resources server: by its syntax tree, it is never imported.

Source: nemo-gym 0.7.0; its own validator parses the entry point with ``ast`` and looks for the
class on which ``run_webserver`` is called (``environment.validation``).
"""

from __future__ import annotations

import ast
import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.frameworks.nemo_gym.configs.vocabulary import RESOURCES
from tagger.text import python
from tagger.text.python import PythonError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.tree.view import TreeView

#: A chain of base classes through other modules is followed this far.
_MAX_CHAIN = 8
#: Longer modules are not parsed; the longest entry point of the release has 90 kB.
_MAX_BYTES = 1 << 19

#: Base classes of resources servers, by their last name.
_BASES = frozenset({"SimpleResourcesServer", "BaseResourcesServer", "GymnasiumServer"})
#: Base classes of the other kinds, which prove nothing.
_OTHER_BASES = frozenset(
    {
        "SimpleResponsesAPIAgent",
        "SimpleResponsesAPIModel",
        "BaseEnvironmentServer",
        "SimpleServer",
        "BaseServer",
    }
)
_FRAMEWORK = "nemo_gym"
#: Packages that the framework installs beside itself; their servers are bases too.
_PACKAGES = frozenset(
    {
        _FRAMEWORK,
        "resources_servers",
        "responses_api_agents",
        "responses_api_models",
        "environment_servers",
    }
)


@dataclass(frozen=True, slots=True)
class _Name:
    """Where a name in a module comes from: a name inside another module, or a module itself.

    ``level`` is the number of dots of a relative import.
    """

    module: str
    name: str | None = None
    level: int = 0


@dataclass(slots=True)
class _ParsedModule:
    """What a module imports and which classes it defines.

    Attributes:
        names: imported names.
        stars: modules of which everything was imported.
        classes: the bases of each class at any level, as dotted names.
        aliases: names assigned to another dotted name.
        started: dotted names on which ``run_webserver`` is read.
    """

    names: dict[str, _Name] = field(default_factory=dict)
    stars: list[_Name] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Recogniser:
    """Reads the modules of one tree, each at most once."""

    view: TreeView
    _modules: dict[str, _ParsedModule | PythonError | None] = field(default_factory=dict)

    def is_server(self, path: str) -> bool:
        """Whether a module defines, or starts, a resources server.

        A base with one of the framework's own names is enough. A base that comes from another
        server of the framework counts when the module also starts something.
        """
        module = self.module(path)
        if module is None:
            return False
        chain = _Chain(self, loose=bool(module.started))
        return any(chain.is_server(path, name) for name in (*module.classes, *module.started))

    def fault(self, path: str) -> PythonError | None:
        """Why a module does not parse, if so."""
        self.module(path)
        found = self._modules[path]
        return found if isinstance(found, PythonError) else None

    def module(self, path: str) -> _ParsedModule | None:
        """The parsed module, or ``None`` where it cannot be read."""
        if path not in self._modules:
            self._modules[path] = self._read(path)
        found = self._modules[path]
        return found if isinstance(found, _ParsedModule) else None

    def _read(self, path: str) -> _ParsedModule | PythonError | None:
        try:
            source = self.view.head(path, _MAX_BYTES + 1)
        except ReadError:
            return None
        if len(source) > _MAX_BYTES:
            return None
        try:
            return _parsed(source)
        except PythonError as error:
            return error


@dataclass(frozen=True, slots=True)
class _Chain:
    """Follows base classes from module to module."""

    modules: Recogniser
    loose: bool

    def is_server(self, path: str, name: str, depth: int = 0) -> bool:
        """Whether a dotted name in a module is a server class."""
        module = self.modules.module(path)
        if module is None or depth > _MAX_CHAIN:
            return False
        if name in module.classes:
            bases = (base for base in module.classes[name] if base != name)
            return any(self._is_base(path, module, base, depth) for base in bases)
        if module.aliases.get(name, name) != name:
            return self._is_base(path, module, module.aliases[name], depth)
        return self._is_server_elsewhere(path, module, name, depth)

    def _is_base(self, path: str, module: _ParsedModule, base: str, depth: int) -> bool:
        """Whether a class with this base is a server."""
        if base in module.classes or base in module.aliases:
            return self.is_server(path, base, depth + 1)
        package, last = _origin(module, base)
        if package in _PACKAGES and (last in _BASES or last in _OTHER_BASES):
            return last in _BASES
        if self._is_server_elsewhere(path, module, base, depth):
            return True
        return self.loose and _looks_like_one(package, last)

    def _is_server_elsewhere(self, path: str, module: _ParsedModule, name: str, depth: int) -> bool:
        return any(
            self.is_server(place, inner, depth + 1)
            for place, inner in self._origins(path, module, name)
        )

    def _origins(self, path: str, module: _ParsedModule, name: str) -> Iterator[tuple[str, str]]:
        """Modules of the tree from which a name may come, and the name it has there."""
        head, _, rest = name.partition(".")
        origin = module.names.get(head)
        if origin is None:
            for star in module.stars:
                yield from ((place, name) for place in self._files(path, star.module, star.level))
            return
        whole = ".".join(part for part in (origin.module, origin.name or "", rest) if part)
        parts = whole.split(".")
        for length in range(len(parts) - 1, -1, -1):
            inner = ".".join(parts[length:])
            for place in self._files(path, ".".join(parts[:length]), origin.level):
                yield place, inner

    def _files(self, path: str, module: str, level: int) -> Iterator[str]:
        """Files that a module's name may mean, seen from another module."""
        folders = path.split("/")[:-1]
        if level:
            roots = ["/".join(folders[: len(folders) - level + 1])]
        else:
            roots = ["/".join(folders[:length]) for length in range(len(folders), -1, -1)]
        for root in roots if module or level else ():
            stem = posixpath.join(root, *module.split(".")) if module else root
            for place in (f"{stem}.py", posixpath.join(stem, "__init__.py")):
                if place != path and self.modules.view.is_file(place):
                    yield place


def _looks_like_one(package: str | None, name: str) -> bool:
    """Whether a base that is not in the tree is, by its name, another resources server."""
    if package == RESOURCES:
        return name.endswith("Server")
    return package in _PACKAGES and name.endswith("ResourcesServer")


def _origin(module: _ParsedModule, name: str) -> tuple[str | None, str]:
    """The top-level package from which a name was imported, and its last part over there."""
    head, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    origin = module.names.get(head)
    if origin is not None:
        package = None if origin.level else origin.module.partition(".")[0]
        return package, last or origin.name or head
    stars = (star.module.partition(".")[0] for star in module.stars if not star.level)
    return (_FRAMEWORK if _FRAMEWORK in stars else None), last or head


def _parsed(source: bytes) -> _ParsedModule:
    """The imports and classes of a module.

    Raises:
        PythonError: the source does not parse.
    """
    module = _ParsedModule()
    for node in _statements(python.parse(source).body):
        if isinstance(node, ast.Import):
            module.names |= _imported(node)
        elif isinstance(node, ast.ImportFrom):
            _import_from(module, node)
        elif isinstance(node, ast.ClassDef):
            module.classes[node.name] = [name for base in node.bases if (name := _dotted(base))]
        elif isinstance(node, ast.Assign):
            _alias(module, node)
        elif isinstance(node, ast.Expr):
            module.started |= set(_started(node))
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those inside others included; expressions are not entered."""
    todo = list(reversed(body))
    while todo:
        node = todo.pop()
        yield node
        for name in ("body", "orelse", "finalbody"):
            todo += getattr(node, name, ())
        for handler in getattr(node, "handlers", ()):
            todo += handler.body
        for case in getattr(node, "cases", ()):
            todo += case.body


def _started(node: ast.Expr) -> Iterator[str]:
    """What ``run_webserver`` is called on in a statement."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and inner.attr == "run_webserver":
            name = _dotted(inner.value)
            if name:
                yield name


def _imported(node: ast.Import) -> Mapping[str, _Name]:
    """``import a.b`` binds ``a``; ``import a.b as c`` binds the module itself."""
    return {
        alias.asname or alias.name.partition(".")[0]: _Name(
            alias.name if alias.asname else alias.name.partition(".")[0]
        )
        for alias in node.names
    }


def _import_from(module: _ParsedModule, node: ast.ImportFrom) -> None:
    for alias in node.names:
        origin = _Name(node.module or "", alias.name, node.level)
        if alias.name == "*":
            module.stars.append(origin)
        else:
            module.names[alias.asname or alias.name] = origin


def _alias(module: _ParsedModule, node: ast.Assign) -> None:
    value = _dotted(node.value)
    for target in node.targets:
        if value and isinstance(target, ast.Name):
            module.aliases[target.id] = value


def _dotted(node: ast.expr) -> str | None:
    """``a.b.C`` of a name, an attribute, or a generic class with its arguments."""
    parts: list[str] = []
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Name):
            return ".".join([node.id, *reversed(parts)])
        else:
            return None
