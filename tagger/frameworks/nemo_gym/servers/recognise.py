"""Whether an entry point starts a resources server of NeMo Gym."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.frameworks.nemo_gym.configs.vocabulary import RESOURCES
from tagger.frameworks.nemo_gym.servers.syntax import (
    BASES,
    FRAMEWORK,
    MAX_BYTES,
    OTHER_BASES,
    PACKAGES,
    ParsedModule,
    read_module,
)
from tagger.text.python import PythonError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.tree.view import TreeView

#: A chain of base classes through other modules is followed this far.
_MAX_CHAIN = 8


@dataclass(slots=True)
class Recogniser:
    """Reads the modules of one tree, each at most once."""

    view: TreeView
    _modules: dict[str, ParsedModule | PythonError | None] = field(default_factory=dict)

    def is_server(self, path: str) -> bool:
        """Whether a module defines, or starts, a resources server.

        A base with one of the framework's own names is enough. A base that comes from another
        server of the framework counts when the module also starts something.
        """
        module = self._module(path)
        if module is None:
            return False
        chain = _Chain(self, loose=bool(module.started))
        return any(chain.is_server(path, name) for name in (*module.classes, *module.started))

    def fault(self, path: str) -> PythonError | None:
        """Why a module does not parse, if so."""
        self._module(path)
        found = self._modules[path]
        return found if isinstance(found, PythonError) else None

    def _module(self, path: str) -> ParsedModule | None:
        if path not in self._modules:
            self._modules[path] = self._read(path)
        found = self._modules[path]
        return found if isinstance(found, ParsedModule) else None

    def _read(self, path: str) -> ParsedModule | PythonError | None:
        try:
            source = self.view.head(path, MAX_BYTES + 1)
        except ReadError:
            return None
        if len(source) > MAX_BYTES:
            return None
        try:
            return read_module(source)
        except PythonError as error:
            return error

    def module(self, path: str) -> ParsedModule | None:
        """The parsed module, or ``None`` where it cannot be read."""
        return self._module(path)


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

    def _is_base(self, path: str, module: ParsedModule, base: str, depth: int) -> bool:
        """Whether a class with this base is a server."""
        if base in module.classes or base in module.aliases:
            return self.is_server(path, base, depth + 1)
        package, last = _origin(module, base)
        if package in PACKAGES and (last in BASES or last in OTHER_BASES):
            return last in BASES
        if self._is_server_elsewhere(path, module, base, depth):
            return True
        return self.loose and _looks_like_one(package, last)

    def _is_server_elsewhere(self, path: str, module: ParsedModule, name: str, depth: int) -> bool:
        return any(
            self.is_server(place, inner, depth + 1)
            for place, inner in self._origins(path, module, name)
        )

    def _origins(self, path: str, module: ParsedModule, name: str) -> Iterator[tuple[str, str]]:
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
    return package in PACKAGES and name.endswith("ResourcesServer")


def _origin(module: ParsedModule, name: str) -> tuple[str | None, str]:
    """The top-level package from which a name was imported, and its last part over there."""
    head, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    origin = module.names.get(head)
    if origin is not None:
        package = None if origin.level else origin.module.partition(".")[0]
        return package, last or origin.name or head
    stars = (star.module.partition(".")[0] for star in module.stars if not star.level)
    return (FRAMEWORK if FRAMEWORK in stars else None), last or head
