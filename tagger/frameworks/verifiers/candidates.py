"""Which modules of a repository may be environments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.contract import Candidate
from tagger.frameworks.verifiers.project import FILE, named_paths
from tagger.frameworks.verifiers.sources import INIT, join
from tagger.tree.model import Kind
from tagger.tree.scope import VENDORED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.verifiers.project import Project
    from tagger.tree.view import TreeView

#: At most this many modules without a project are looked at, those nearest to the root first.
MAX_LOOSE = 500
_UNSEARCHED = VENDORED - {"vendor", "third_party"}
_NEVER = re.compile(r"setup\.py|conftest\.py|noxfile\.py|test_.*\.py|.*_test\.py")


class Folders:
    """Tells which folders are searched: no hidden ones, no virtual environments."""

    def __init__(self, view: TreeView) -> None:
        self._environments = {entry.parent for entry in view.named("pyvenv.cfg")}
        self._tasks = {entry.parent for entry in view.named("task.toml")} - {""}

    def is_searched(self, path: str) -> bool:
        """Whether a file may belong to an environment."""
        parts = path.split("/")[:-1]
        if any(part.startswith(".") or part in _UNSEARCHED for part in parts):
            return False
        return not self._environments or self._environments.isdisjoint(_above(path))

    def is_in_task(self, path: str) -> bool:
        """Whether a file belongs to a Harbor task."""
        return bool(self._tasks) and not self._tasks.isdisjoint(_above(path))


def _above(path: str) -> Iterator[str]:
    """The folders that hold a path, the root too."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def read_first(view: TreeView) -> Sequence[str]:
    """What names the modules of projects."""
    return project_files(view, Folders(view))


def project_files(view: TreeView, folders: Folders) -> list[str]:
    """Every pyproject.toml that is looked at, shallow ones first."""
    paths = [entry.path for entry in view.named(FILE) if folders.is_searched(entry.path)]
    return sorted(paths, key=lambda path: (path.count("/"), path))


def in_folder(view: TreeView, root: str, name: str) -> Candidate | None:
    """The module of a name in a folder; a package goes before a file.

    A name with a dot leads into a package, not to a file with a dot in its name.
    """
    for path in (join(join(root, name), INIT), join(root, f"{name}.py")):
        if "." not in name and view.is_file(path):
            return Candidate(name, path, root)
    return None


def roots(project: Project) -> tuple[str, str]:
    """The folders of a project in which its module is looked for."""
    return project.directory, join(project.directory, "src")


def named(view: TreeView, project: Project) -> list[Candidate]:
    """The modules that a project file names, by its name first, then by its build settings."""
    found: dict[str, Candidate] = {}
    for name in dict.fromkeys(
        (library.old_module_name(project.name), library.module_name(project.name))
    ):
        for root in roots(project) if name else ():
            if (candidate := in_folder(view, root, name)) and not found:
                found[candidate.path] = candidate
    for path in named_paths(project):
        folder, _, name = join(project.directory, path).rpartition("/")
        if candidate := in_folder(view, folder, name):
            found.setdefault(candidate.path, candidate)
    return list(found.values())


def misnamed(view: TreeView, project: Project) -> list[Candidate]:
    """Modules whose names differ from the project's by capitals and dashes only."""
    wanted = _folded(project.name)
    candidates = (
        in_folder(view, root, name)
        for root in roots(project)
        for name in dict.fromkeys(entry.name.removesuffix(".py") for entry in view.children(root))
        if wanted and _folded(name) == wanted
    )
    return [candidate for candidate in candidates if candidate]


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_")


def loose(view: TreeView, folders: Folders) -> Sequence[Candidate]:
    """Modules that could be imported from where they lie, whatever project they belong to."""
    found = []
    for path in view.paths:
        if not path.endswith(".py") or not folders.is_searched(path) or folders.is_in_task(path):
            continue
        # What a link leads to is looked at where it lies.
        candidate = _loose(view, path) if _is_there(view, path) else None
        if candidate and "." not in candidate.name:
            found.append(candidate)
    found.sort(key=lambda candidate: (candidate.path.count("/"), candidate.path))
    if len(found) > MAX_LOOSE:
        view.note("", f"{len(found):,} Python modules, {MAX_LOOSE:,} of them looked at")
    return found[:MAX_LOOSE]


def _is_there(view: TreeView, path: str) -> bool:
    entry = view.get(path)
    return entry is not None and entry.kind in (Kind.FILE, Kind.POINTER)


def _loose(view: TreeView, path: str) -> Candidate | None:
    directory, _, file = path.rpartition("/")
    if file == INIT:
        root, _, name = directory.rpartition("/")
        is_top = directory and not _is_package(view, root)
        return Candidate(name, path, root) if is_top else None
    if _is_package(view, directory) or _NEVER.fullmatch(file):
        return None
    name = file.removesuffix(".py")
    # A package of the same name goes first.
    hidden = view.is_file(join(join(directory, name), INIT))
    return None if hidden else Candidate(name, path, directory)


def _is_package(view: TreeView, directory: str) -> bool:
    return bool(directory) and view.get(join(directory, INIT)) is not None
