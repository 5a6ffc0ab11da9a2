"""The rules about Harbor tasks as OpenEnv's loader finds them on the Hub, and about drafts."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity

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


BOGUS = Rule(
    code="OE020",
    name="openenv-bogus-task",
    severity=Severity.WARNING,
    summary="A folder without task.toml stands beside real tasks and is taken for one",
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
    summary="A group of tasks stands beside flat tasks, so its tasks are never found",
    why=(
        "The loader searches deeper only when no direct child of `tasks/` is a task. Beside a flat"
        " task a group folder is taken for one broken task, and what lies in it is never seen."
        " Harbor itself finds both kinds."
    ),
    bad=_task("tasks/group/gamma"),
    good=_task("tasks/gamma"),
    source=f"{_SOURCE}; Repo2RLEnv#96",
)
DEEP = Rule(
    code="OE022",
    name="openenv-task-too-deep",
    severity=Severity.WARNING,
    summary="A task lies more than six folders below tasks/",
    why="The loader's search ends six levels below `tasks/`; deeper tasks do not exist for it.",
    bad=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/a/b/c/d/e/f/gamma"),
    good=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/a/b/c/d/e/gamma"),
    source="openenv 0.10.0, harbor/tasks.py:_nested_task_dirs",
)
HIDDEN = Rule(
    code="OE023",
    name="openenv-tasks-hidden",
    severity=Severity.WARNING,
    summary="All tasks under tasks/ lie in hidden folders",
    why=(
        "The loader leaves out folders whose names begin with a dot, at every level. A hidden"
        " folder beside visible tasks is a usual way to hold drafts back; when nothing else is"
        " there, the loader ends in an error."
    ),
    bad=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/.draft"),
    good=_without("tasks/alpha") | _without("tasks/beta") | _task("tasks/draft"),
    source="openenv 0.10.0, harbor/tasks.py:_nested_task_dirs",
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
REFUSED = Rule(
    code="OE025",
    name="openenv-no-task-accepted",
    severity=Severity.INFO,
    summary="OpenEnv lists folders under tasks/, and Harbor accepts none of them",
    why=(
        "The loader looks at names only and lists every folder with a `task.toml`. Harbor, which"
        " runs the tasks, refuses these, so nothing can be loaded; with `OPENENV_VALIDATE_TASKS=1`"
        ' the loader itself ends in "no Harbor tasks found". Harbor\'s own findings say why.'
    ),
    bad=_without("tasks/beta") | {"tasks/alpha/task.toml": "[task\n"},
    good={"tasks/alpha/task.toml": _TOML},
    source=_SOURCE,
)
DRAFT = Rule(
    code="OE030",
    name="openenv-draft-environment",
    severity=Severity.INFO,
    summary="environment.yaml follows a draft that no release implements",
    why=(
        "A root `environment.yaml` with `spec_version: hf-rl-env-0.1` and a list `environments` was"
        " proposed for the Hub and never implemented: no released loader reads it, and it proves"
        " no tag. The tags of the card say what the draft was meant to say. The draft wants exactly"
        " one of `space_id`, `image` and `package` under `frameworks.openenv`."
    ),
    bad={
        "environment.yaml": (
            "spec_version: hf-rl-env-0.1\nenvironments:\n  - id: words\n    frameworks:\n"
            "      harbor: {}\n"
        )
    },
    good={"environment.yaml": "name: lab\nchannels: [conda-forge]\ndependencies: [openenv]\n"},
    source="OpenEnv#727, OpenEnv#795, hub-docs#2510",
)
