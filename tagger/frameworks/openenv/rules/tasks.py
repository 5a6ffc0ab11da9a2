"""Harbor tasks as OpenEnv's loader finds them on the Hub."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.frameworks.openenv.hub import BASE, MAX_DEPTH, has_task_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.hub import Listing
    from tagger.tree.view import TreeView

_TOML = 'version = "1.0"\n\n[environment]\ncpus = 1\n'
_SOURCE = "openenv 0.10.0, harbor/tasks.py:_task_dirs_from_directory"


def _task(folder: str) -> dict[str, str | None]:
    """The files of a small Harbor task."""
    return {
        f"{folder}/task.toml": _TOML,
        f"{folder}/instruction.md": "Write a word to /app/out.txt.\n",
        f"{folder}/environment/Dockerfile": "FROM debian:12\n",
        f"{folder}/tests/test.sh": "#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n",
    }


def _without(folder: str) -> dict[str, str | None]:
    return dict.fromkeys(_task(folder))


@dataclass(frozen=True)
class Tasks:
    """What the checks of this module are given.

    Attributes:
        listing: what OpenEnv's Hub loader lists.
        harbor: what Harbor's detector found.
    """

    view: TreeView
    listing: Listing
    harbor: Detection

    @cached_property
    def below(self) -> Sequence[str]:
        """The Harbor tasks under ``tasks/``, sorted."""
        units = (*self.harbor.units, *self.harbor.aside)
        return sorted(unit.path for unit in units if unit.path.startswith(f"{BASE}/"))

    @property
    def is_loadable(self) -> bool:
        """Whether the loader lists a task that Harbor accepts."""
        return not set(self.below).isdisjoint(self.listing.folders)


BOGUS = Rule(
    code="OE020",
    name="openenv-bogus-task",
    severity=Severity.WARNING,
    summary="A folder without `task.toml` lies beside real tasks and is taken for one",
    why=(
        "As soon as one direct child of `tasks/` has a `task.toml`, OpenEnv's loader takes every"
        " child for a task, whatever is in it; only names that begin with a dot are left out. The"
        " folder fails when its turn comes, and because a task's position in the sorted list is"
        " its identity, it shifts the index of every task behind it."
    ),
    bad={"tasks/_shared/lib.sh": "echo shared\n"},
    good={"shared/lib.sh": "echo shared\n"},
    source=_SOURCE,
)
GROUP = Rule(
    code="OE021",
    name="openenv-group-beside-tasks",
    severity=Severity.WARNING,
    summary="A group of tasks lies beside flat tasks, so its tasks are never found",
    why=(
        "The loader searches deeper only when no direct child of `tasks/` is a task. Beside a flat"
        " task a group folder is taken for one broken task, and what lies in it is never seen."
        " Harbor itself finds both kinds."
    ),
    bad=_task("tasks/group/gamma"),
    good=_task("tasks/gamma"),
    source=f"{_SOURCE}; Repo2RLEnv#96",
)


@BOGUS.check
@GROUP.check
def _check_folders(tasks: Tasks) -> Iterator[Finding]:
    """Folders without `task.toml` that the loader takes for tasks."""
    if not (tasks.listing.flat and tasks.is_loadable):
        return
    below = tasks.below
    for index, folder in enumerate(tasks.listing.folders):
        if has_task_file(tasks.view, folder):
            continue
        start = bisect_left(below, f"{folder}/")
        if start < len(below) and below[start].startswith(f"{folder}/"):
            yield GROUP.at(
                folder,
                f"OpenEnv takes this group for task {index} and never finds the tasks in it,"
                f" such as {below[start]!r}",
                hint="put all tasks directly under tasks/, or all of them into groups",
            )
        else:
            yield BOGUS.at(
                folder,
                f"there is no task.toml in here, but OpenEnv takes the folder for task {index}"
                " because there are tasks beside it",
                hint="move it out of tasks/, or begin its name with a dot",
            )


DEEP = Rule(
    code="OE022",
    name="openenv-task-too-deep",
    severity=Severity.WARNING,
    summary="A task lies more than six folders below `tasks/`",
    why="The loader's search ends six levels below `tasks/`; deeper tasks do not exist for it.",
    bad=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/a/b/c/d/e/f/gamma"),
    good=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/a/b/c/d/e/gamma"),
    source="openenv 0.10.0, harbor/tasks.py:_nested_task_dirs",
)


@DEEP.check
def _check_deep(tasks: Tasks) -> Iterator[Finding]:
    """Tasks below the level at which the loader's search ends."""
    for path in () if tasks.listing.flat else tasks.below:
        parts = path.split("/")[1:]
        if len(parts) > MAX_DEPTH and not any(part.startswith(".") for part in parts):
            yield DEEP.at(
                path,
                f"a task {len(parts)} folders below tasks/: OpenEnv searches {MAX_DEPTH} levels"
                " and never finds it",
                hint=f"move it up to at most {MAX_DEPTH} folders below tasks/",
            )


HIDDEN = Rule(
    code="OE023",
    name="openenv-tasks-hidden",
    severity=Severity.WARNING,
    summary="All tasks under `tasks/` lie in hidden folders",
    why=(
        "The loader leaves out folders whose names begin with a dot, at every level. A hidden"
        " folder beside visible tasks is a usual way to hold drafts back; when nothing else is"
        " there, the loader ends in an error."
    ),
    bad=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/.draft"),
    good=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/draft"),
    source="openenv 0.10.0, harbor/tasks.py:_nested_task_dirs",
)


@HIDDEN.check
def _check_hidden(tasks: Tasks) -> Iterator[Finding]:
    """Hidden folders with tasks where the loader finds nothing else."""
    folders: dict[str, None] = {}
    for path in () if tasks.listing.folders else tasks.below:
        parts = path.split("/")
        dots = [index for index, part in enumerate(parts) if part.startswith(".")]
        if dots:
            folders["/".join(parts[: dots[0] + 1])] = None
    for folder in folders:
        yield HIDDEN.at(
            folder,
            "OpenEnv leaves out folders whose names begin with a dot, and there is no other task",
            hint="remove the dot from the folder's name",
        )


ELSEWHERE = Rule(
    code="OE024",
    name="openenv-tasks-elsewhere",
    severity=Severity.INFO,
    summary="Harbor tasks lie where OpenEnv's loader does not look on the Hub",
    why=(
        "From a dataset repository `openenv harbor` downloads `tasks/**` and nothing else: tasks at"
        " the root, under `Tasks/` or under `data/tasks/` are good for Harbor and out of reach for"
        " OpenEnv, although the same tree works as a local folder. Moving the task folders under"
        " `tasks/` gains the tag `openenv`; nothing is wrong if that tag is not wanted."
    ),
    bad=_task("more/gamma"),
    good=_task("tasks/gamma"),
    source="openenv 0.10.0, harbor/tasks.py:_materialise_hf_dataset",
)


@ELSEWHERE.check
def _check_elsewhere(tasks: Tasks) -> Iterator[Finding]:
    """Harbor tasks outside what the loader downloads."""
    outside = [u.path for u in tasks.harbor.units if not u.path.startswith(f"{BASE}/")]
    if outside:
        first = min(outside)
        count = "a Harbor task" if len(outside) == 1 else f"{len(outside):,} Harbor tasks"
        yield ELSEWHERE.at(
            first or "task.toml",
            f"{count} outside tasks/, which is all that OpenEnv's loader downloads from the Hub",
            hint="move the task folders under tasks/",
        )


REFUSED = Rule(
    code="OE025",
    name="openenv-no-task-accepted",
    severity=Severity.INFO,
    summary="OpenEnv lists folders under `tasks/`, and Harbor accepts none of them",
    why=(
        "The loader looks at names only and lists every folder with a `task.toml`. Harbor, which"
        " runs the tasks, refuses these, so nothing can be loaded; with `OPENENV_VALIDATE_TASKS=1`"
        ' the loader itself ends in "no Harbor tasks found". Harbor\'s own findings say why.'
    ),
    bad=_without("tasks/beta") | {"tasks/alpha/task.toml": "[task\n"},
    good={"tasks/alpha/task.toml": _TOML},
    source=_SOURCE,
)


@REFUSED.check
def _check_refused(tasks: Tasks) -> Iterator[Finding]:
    """A listing of which Harbor accepts nothing."""
    folders = tasks.listing.folders
    if not tasks.is_loadable and any(unit.path in folders for unit in tasks.harbor.broken):
        yield REFUSED.at(
            BASE,
            f"OpenEnv lists folders here ({len(folders):,}), and Harbor accepts none as a task",
            hint="fix a task under tasks/ until Harbor accepts it",
        )
