"""registry.json: the tasks that it lists, in sets that Harbor and Verifiers fetch by name."""

from __future__ import annotations

import json
import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.frameworks.validation import errors_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.tree.view import TreeView


#: Harbor reads the one at the root of a repository.
PATH = "registry.json"
#: Harbor 0.24.0 and later fetch the registry with a blob-filtered clone.
UNVERIFIED = "Harbor {what} a filtered clone, and whether the Hub serves it well is not verified"


@dataclass(frozen=True, slots=True)
class Listed:
    """One task of a set.

    Attributes:
        dataset, version: of the set.
        name: of the task in it.
        directory: its folder here; ``None`` where the path leads out of the repository.
        is_elsewhere: whether the row also has the address of a repository.
    """

    dataset: str
    version: str
    name: str
    directory: str | None
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class Registry:
    """The file ``registry.json``.

    Attributes:
        exists: whether there is anything.
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
        return Registry(exists=True, fault=f"{PATH} is not valid JSON")
    if not isinstance(rows, list):
        return Registry(exists=True, fault=f"{PATH} is not a list of sets")
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


@dataclass(slots=True)
class TaskList:
    """One set.

    Attributes:
        dataset, version: as written.
        tasks: in order.
    """

    dataset: str
    version: str
    tasks: list[Listed] = field(default_factory=list)


def task_lists(registry: Registry) -> Sequence[TaskList]:
    """The sets of a registry that can be used, in its order."""
    found: dict[tuple[str, str], TaskList] = {}
    for task in () if registry.fault else registry.tasks:
        key = (task.dataset, task.version)
        found.setdefault(key, TaskList(*key)).tasks.append(task)
    return list(found.values())


def selector(tasks: TaskList) -> str | None:
    """``name@version``, or ``None`` for a set that cannot be named so.

    A slash makes a package of Harbor's own registry out of a name (harbor 0.26.0, ``cli/jobs.py``);
    the first ``@`` ends it.
    """
    name = tasks.dataset
    if not name.strip() or "/" in name or "@" in name:
        return None
    return f"{name}@{tasks.version}" if tasks.version else name
