"""The sets of registry.json, which Harbor and Verifiers fetch by name and version."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.harbor.listed import Listed, Registry

#: Harbor 0.24.0 and later fetch the registry with a blob-filtered clone.
UNVERIFIED = "Harbor {what} a filtered clone, and whether the Hub serves it well is not verified"


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
