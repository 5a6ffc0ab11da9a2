"""Which Python files hatchling puts into a wheel (1.33.0, ``builders/wheel.py``, ``config.py``)."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.frameworks.verifiers.sources import INIT, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pathspec import GitIgnoreSpec

    from tagger.frameworks.verifiers.project import Project
    from tagger.tree.view import TreeView

BACKEND = "hatchling.build"
#: Beyond this many files of a project the question stays open.
MAX_FILES = 5_000
_SKIPPED = frozenset(
    "__pycache__ .venv .git .hg .hatch .tox .nox .ruff_cache .pytest_cache .mypy_cache"
    " .pixi".split()
)
_NOT_IN_A_NAME = re.compile(r"[^\w\d.]+")


class Wheel:
    """The wheel of one project.

    Args:
        view: the repository.
        project: its file.
    """

    def __init__(self, view: TreeView, project: Project) -> None:
        self._view = view
        self._project = project
        self._build = project.table("tool", "hatch", "build")
        self._target = project.table("tool", "hatch", "build", "targets", "wheel")

    def holds(self, name: str) -> bool | None:
        """Whether a file or folder of the wheel makes ``import name`` possible.

        ``None`` where the settings are not hatchling's, or out of the ordinary.
        """
        shipped = self.shipped()
        return None if shipped is None else not {f"{name}.py", f"{name}/{INIT}"}.isdisjoint(shipped)

    def shipped(self) -> set[str] | None:
        """The paths in the wheel of the project's files; ``None`` where they cannot be told."""
        if self._project.table("build-system").get("build-backend") != BACKEND:
            return None
        if self._settings("hooks") or len(files := self._files()) > MAX_FILES:
            return None
        forced = self._forced_sources()
        if forced is None:
            return None
        if not all(self._is_there(source, files) for source in forced):
            return set()  # the build ends with an error
        selected = {self._place(path) for path in self._selected(files)}
        return {path.removeprefix("./") for path in selected.union(self._forced(forced, files))}

    # -- settings -----------------------------------------------------------------------

    def _settings(self, key: str) -> Any:
        """A setting of the wheel, or of all targets."""
        return self._target.get(key, self._build.get(key))

    def _list(self, key: str) -> list[str]:
        value = self._settings(key)
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []

    def _explicit(self, key: str, default: list[str]) -> list[str]:
        """A list, or the default where nothing is set, not even an empty list."""
        return default if self._settings(key) is None else self._list(key)

    def _files(self) -> list[str]:
        """The Python files below the project's folder and its own, relative to it."""
        directory = self._project.directory
        start = len(directory) + 1 if directory else 0
        return [
            entry.path[start:]
            for entry in self._view.below(directory)
            if entry.name.endswith(".py") or entry.path == self._project.path
            if _SKIPPED.isdisjoint(entry.path[start:].split("/")[:-1])
            and self._view.is_file(entry.path)
        ]

    # -- which files --------------------------------------------------------------------

    def _selected(self, files: Sequence[str]) -> list[str]:
        packages, modules = self._default(files)
        artifacts = _spec(self._list("artifacts"))
        if packages is None or modules is None:
            # hatchling ends with an error, or selects nothing beyond what is forced.
            kept = files if self._settings("force-include") else ()
            return [path for path in kept if artifacts.match_file(path)]
        excluded = _spec(["*.py[cdo]", "/dist", *self._ignored(), *self._list("exclude")])
        only = self._explicit("only-include", modules) or self._explicit("packages", packages)
        if only:
            return [
                f"./{path}" if root == "." else path
                for root in map(_clean, only)
                for path in files
                if path == root or (_is_in(path, root) and _keeps(path, artifacts, excluded))
            ]
        included = _spec(self._explicit("include", []) or ["*"])
        return [
            path
            for path in files
            if included.match_file(path) or artifacts.match_file(path)
            if _keeps(path, artifacts, excluded)
        ]

    def _default(self, files: Sequence[str]) -> tuple[list[str] | None, list[str] | None]:
        """Packages and modules that the project's name selects where no setting does."""
        if any(self._list(key) for key in ("include", "packages", "only-include")):
            return [], []
        found = self._by_name(files)
        if found is None:
            return None, None
        return ([], [found]) if found.endswith(".py") else ([found], [])

    def _by_name(self, files: Sequence[str]) -> str | None:
        """What hatchling picks for a project without a selection, by the project's name."""
        there = set(files)
        raw = self._project.name
        for text in (raw, re.sub(r"[-_.]+", "-", raw).lower()):
            name = _NOT_IN_A_NAME.sub("_", text)
            for folder in (name, f"src/{name}"):
                if f"{folder}/{INIT}" in there:
                    return folder
            if f"{name}.py" in there:
                return f"{name}.py"
            spaces = {path.split("/")[0] for path in files if path.endswith(f"/{name}/{INIT}")}
            inner = [space for space in spaces if f"{space}/{name}/{INIT}" in there]
            if len(inner) == 1:
                return inner[0]
        return None

    def _ignored(self) -> list[str]:
        """The lines of the nearest .gitignore, from the project's folder upwards."""
        if self._settings("ignore-vcs") is True:
            return []
        directory = self._project.directory
        while True:
            path = join(directory, ".gitignore")
            if self._view.is_file(path):
                try:
                    return self._view.text(path).splitlines()
                except ReadError:
                    return []
            if not directory:
                return []
            directory = directory.rpartition("/")[0]

    # -- where they end up --------------------------------------------------------------

    def _place(self, path: str) -> str:
        for source, target in self._sources:
            if path.startswith(source):
                return target + path[len(source) :]
        return path

    @cached_property
    def _sources(self) -> Sequence[tuple[str, str]]:
        value = self._settings("sources")
        sources: dict[str, str] = {}
        if isinstance(value, dict):
            for source, target in value.items():
                clean = _clean(target) if isinstance(target, str) else "."
                sources[f"{_clean(source)}/" if source else ""] = (
                    "" if clean == "." else f"{clean}/"
                )
        else:
            sources = {f"{_clean(source)}/": "" for source in self._list("sources")}
        packages, _ = self._default(self._files())
        for package in map(_clean, self._explicit("packages", packages or [])):
            parent = package.rpartition("/")[0]
            if parent and f"{package}/" not in sources:
                sources[f"{parent}/"] = ""
        return sorted(sources.items())

    def _forced_sources(self) -> Mapping[str, str] | None:
        """``force-include``, relative to the project; ``None`` where it leads out of it."""
        forced = self._settings("force-include")
        pairs = {
            posixpath.normpath(source): _clean(target)
            for source, target in (forced.items() if isinstance(forced, dict) else ())
            if isinstance(target, str)
        }
        outside = any(source.startswith(("..", "/", "~")) for source in pairs)
        return None if outside else pairs

    def _is_there(self, source: str, files: Sequence[str]) -> bool:
        return self._view.resolve(join(self._project.directory, source)) is not None or any(
            _is_in(path, source) for path in files
        )

    def _forced(self, forced: Mapping[str, str], files: Sequence[str]) -> Iterator[str]:
        for source, target in forced.items():
            for path in files:
                if _is_in(path, source):
                    yield self._place(posixpath.normpath(f"{target}{path[len(source) :]}"))


def _clean(path: str) -> str:
    return posixpath.normpath(path).strip("/")


def _is_in(path: str, root: str) -> bool:
    return root == "." or path == root or path.startswith(f"{root}/")


def _keeps(path: str, artifacts: GitIgnoreSpec, excluded: GitIgnoreSpec) -> bool:
    return artifacts.match_file(path) or not excluded.match_file(path)


def _spec(patterns: Sequence[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
