"""The structure check of ``openenv push`` 0.10.0 (``cli/_cli_utils.py:validate_env_structure``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tagger.frameworks.openenv.manifest import NAME, Manifest, ManifestError, read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: Looked for in this order; ``openenv push`` stops at the first that is missing.
REQUIRED = (NAME, "__init__.py", "client.py", "README.md")
#: Asked for as well when the folder has no ``Dockerfile`` of its own.
SERVER = ("server/__init__.py", "server/app.py")
DOCKERFILES = ("Dockerfile", "server/Dockerfile")
#: Folders that ``openenv validate`` leaves out (``validation/runner.py``).
_UNHASHED = frozenset({".git", "__pycache__", ".venv", ".worktrees", "outputs"})
#: Folders of a Harbor task that hold the task's own material.
_TASK_FOLDERS = frozenset({"environment", "tests", "solution", "steps"})


@dataclass(frozen=True, slots=True)
class Package:
    """A folder with an ``openenv.yaml``, and what ``openenv push`` makes of it.

    Attributes:
        folder: the folder, ``""`` for the root.
        missing: what the structure check does not find, relative to the folder.
        manifest: what was read, or why it was not.
        aside: why the package proves nothing, if so.
    """

    folder: str
    missing: tuple[str, ...]
    manifest: Manifest | ManifestError
    aside: str | None = None

    @property
    def manifest_path(self) -> str:
        """The manifest's path in the tree."""
        return join(self.folder, NAME)

    @property
    def is_loadable(self) -> bool:
        """Whether ``openenv push`` accepts the folder."""
        return not self.missing and isinstance(self.manifest, Manifest) and bool(self.manifest.name)


def join(folder: str, name: str) -> str:
    """A path below a folder; the root is ``""``."""
    return f"{folder}/{name}" if folder else name


def read_first(view: TreeView) -> Iterator[str]:
    """The manifests, and what the checks read beside them."""
    for entry in view.named(NAME):
        yield entry.path
        yield from (join(entry.parent, name) for name in ("README.md", "task.md"))


def find_packages(view: TreeView) -> list[Package]:
    """Every folder that holds an entry named ``openenv.yaml``, in order of path."""
    folders = sorted(entry.parent for entry in view.named(NAME))
    packages = [_inspect(view, folder) for folder in folders]
    # A root that is an environment itself makes its build file the environment's own.
    own_root = any(package.folder == "" and package.is_loadable for package in packages)
    project = False if own_root else None
    return [
        replace(package, aside=_aside(view, package.folder, project=project))
        for package in packages
    ]


def missing_files(view: TreeView, folder: str) -> Iterator[str]:
    """What the structure check would miss, one after the other; presence is all it asks for."""

    def exists(name: str) -> bool:
        return view.resolve(join(folder, name)) is not None

    yield from (name for name in REQUIRED if not exists(name))
    if not any(exists(name) for name in DOCKERFILES):
        yield " or ".join(DOCKERFILES)
    if not exists("Dockerfile"):
        yield from (name for name in SERVER if not exists(name))
    if not exists("pyproject.toml"):
        yield "pyproject.toml"


def links(view: TreeView, folder: str) -> Iterator[Entry]:
    """Links in a package that ``openenv validate`` would meet while it hashes the tree."""
    for entry in view.below(folder):
        parts = entry.path[len(folder) :].split("/")
        if entry.target is not None and _UNHASHED.isdisjoint(parts):
            yield entry


def _inspect(view: TreeView, folder: str) -> Package:
    try:
        manifest: Manifest | ManifestError = read_manifest(view, join(folder, NAME))
    except ManifestError as error:
        manifest = error
    return Package(folder, tuple(missing_files(view, folder)), manifest)


def _aside(view: TreeView, folder: str, *, project: bool | None) -> str | None:
    return view.scope.aside(folder, project=project) or _inside_task(view, folder)


def _inside_task(view: TreeView, folder: str) -> str | None:
    parts = folder.split("/") if folder else []
    for length, part in enumerate(parts):
        above = "/".join(parts[:length])
        if part in _TASK_FOLDERS and view.is_file(join(above, "task.toml")):
            return f"material of the Harbor task {above or 'at the root'}"
    return None
