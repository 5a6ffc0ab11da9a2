"""The tasks that registry.json lists, as Verifiers' download command comes by them."""

from __future__ import annotations

import json
import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.frameworks.harbor.registry_file import PATH
from tagger.frameworks.validation import errors_of

if TYPE_CHECKING:
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True)
class Listed:
    """One task of a set.

    Attributes:
        dataset, version: of the set.
        name: of the task in it.
        directory: its folder here; ``None`` where the path leads out of the repository.
        is_elsewhere: whether an address of a repository stands beside the path.
    """

    dataset: str
    version: str
    name: str
    directory: str | None
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class Registry:
    """What stands at ``registry.json``.

    Attributes:
        exists: whether anything stands there.
        tasks: the listed tasks, in order.
        fault: why it cannot be used.
    """

    exists: bool
    tasks: tuple[Listed, ...] = ()
    fault: str | None = None


def read_registry(view: TreeView) -> Registry:
    """Read the registry at the root (exact name)."""
    if view.resolve(PATH) is None:
        return Registry(exists=view.get(PATH) is not None, fault=f"there is no {PATH} at the root")
    try:
        rows = json.loads(view.text(PATH))
    except ReadError as error:
        return Registry(exists=True, fault=f"{PATH}: {error.reason}")
    except (ValueError, RecursionError):
        return Registry(exists=True, fault=f"{PATH} is no JSON")
    if not isinstance(rows, list):
        return Registry(exists=True, fault=f"{PATH} is no list of sets")
    from tagger.frameworks.harbor.model import registry_validator

    if errors_of(registry_validator(), rows):
        return Registry(exists=True, fault=f"{PATH} has a row that Harbor refuses")
    tasks = tuple(
        Listed(
            row["name"],
            row["version"],
            task["name"],
            _directory(task["path"]),
            is_elsewhere=task.get("git_url") is not None,
        )
        for row in rows
        for task in row["tasks"]
    )
    fault = None if tasks else f"{PATH} lists no task"
    return Registry(exists=True, tasks=tasks, fault=fault)


def _directory(path: str) -> str | None:
    clean = posixpath.normpath(path)
    if path.startswith("/") or clean.split("/")[0] == "..":
        return None
    return "" if clean == "." else clean
