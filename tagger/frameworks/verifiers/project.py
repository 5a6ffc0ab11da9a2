"""Project files: what they are called, what they need, and which modules they name."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.frameworks.verifiers import requirement
from tagger.frameworks.verifiers.library import LIBRARY_PROJECTS
from tagger.frameworks.verifiers.sources import INIT, join
from tagger.text.toml import TomlError, parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.places import Span
    from tagger.frameworks.verifiers.requirement import Requirement
    from tagger.tree.view import TreeView

FILE = "pyproject.toml"
_MAX_BYTES = 1 << 22
_DASHES = re.compile(r"[-_.]+")


@dataclass(frozen=True)
class Project:
    """One pyproject.toml.

    Attributes:
        directory: its folder; ``""`` is the root.
        name: of the project; empty where the file gives none.
        needs: what it says of `verifiers`.
    """

    directory: str
    text: str = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)
    name: str = ""
    needs: Requirement | None = None

    @property
    def path(self) -> str:
        """The file."""
        return join(self.directory, FILE)

    @property
    def is_library(self) -> bool:
        """Whether it is the library itself, or one of its tools."""
        return _DASHES.sub("-", self.name).lower() in LIBRARY_PROJECTS

    def table(self, *keys: str) -> Mapping[str, Any]:
        """A table of the file; empty where it is missing or of another type."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value if isinstance(value, dict) else {}

    def span(self, *keys: str) -> Span | None:
        """The place of a key."""
        from tagger.text.toml import universal
        from tagger.text.toml_places import Places

        return Places(universal(self.text)).nearest(*keys)


@dataclass(frozen=True, slots=True)
class UnreadableProject:
    """A project file that names nothing.

    Attributes:
        wants_verifiers: whether its text looks like one of an environment.
    """

    path: str
    reason: str
    wants_verifiers: bool
    span: Span | None = None


def read_project(view: TreeView, path: str) -> Project | UnreadableProject:
    """Read one pyproject.toml."""
    try:
        text = view.text(path, _MAX_BYTES)
    except ReadError as error:
        return UnreadableProject(path, error.reason, wants_verifiers=False)
    try:
        data = parse(text)
    except TomlError as error:
        wants = re.search(r"""["']verifiers\b""", text) is not None
        return UnreadableProject(path, error.reason, wants, error.span)
    directory = path.rpartition("/")[0]
    return Project(directory, text, data, _name(data), requirement.find(data))


def _name(data: Mapping[str, Any]) -> str:
    for keys in (("project",), ("tool", "poetry")):
        table: Any = data
        for key in keys:
            table = table.get(key) if isinstance(table, dict) else None
        name = table.get("name") if isinstance(table, dict) else None
        if isinstance(name, str):
            return name
    return ""


def named_paths(project: Project) -> Iterator[str]:
    """The modules that the build settings name, as paths without ``.py`` in the project's folder.

    Source: hatchling (`packages`, `only-include`, `force-include`), uv_build (`module-name`,
    `module-root`), setuptools (`packages`, `py-modules`).
    """
    for path in dict.fromkeys([*_hatch(project), *_uv(project), *_setuptools(project)]):
        clean = posixpath.normpath(path).removesuffix(f"/{INIT}").removesuffix(".py").strip("/")
        if clean not in ("", "__init__") and not clean.startswith((".", "~")):
            yield clean


def _hatch(project: Project) -> Iterator[str]:
    build = project.table("tool", "hatch", "build")
    for table in (build, project.table("tool", "hatch", "build", "targets", "wheel")):
        yield from _strings(table.get("packages"))
        yield from _strings(table.get("only-include"))
        forced = table.get("force-include")
        for source, target in forced.items() if isinstance(forced, dict) else ():
            # Only what keeps its name can be looked at where it lies.
            if isinstance(target, str) and _last(source) == _last(target):
                yield source


def _uv(project: Project) -> Iterator[str]:
    table = project.table("tool", "uv", "build-backend")
    root = table.get("module-root", "src")
    names = table.get("module-name")
    for name in [names] if isinstance(names, str) else _strings(names):
        if isinstance(root, str):
            yield posixpath.join(root, name.replace(".", "/"))


def _setuptools(project: Project) -> Iterator[str]:
    table = project.table("tool", "setuptools")
    folders = table.get("package-dir")
    root = folders.get("") if isinstance(folders, dict) else ""
    for key in ("packages", "py-modules"):
        for name in _strings(table.get(key)):
            yield posixpath.join(root if isinstance(root, str) else "", name.replace(".", "/"))


def _strings(value: object) -> Sequence[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
