"""Rules for where tasks lie."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity

_LISTING = "harbor 0.26.0, git ls-tree in the listing of --repo"
_TASK = {
    "task.toml": "",
    "instruction.md": "Count the lines.\n",
    "environment/Dockerfile": "FROM debian:12-slim\n",
    "tests/test.sh": "#!/bin/bash\n",
}


def _task(folder: str) -> dict[str, str | None]:
    return {f"{folder}{name}": text for name, text in _TASK.items()}


HB050 = Rule(
    code="HB050",
    name="tasks-elsewhere",
    severity=Severity.INFO,
    summary="tasks that the plain `--repo` command does not find",
    why="`harbor run --repo` lists the folders directly below `tasks/`, and nothing else. With"
    " `--path` it lists those below another folder, one folder a command. One command for several"
    " folders needs a `registry.json` at the root and `-d`.",
    bad=_task("datasets/blue/count/"),
    good=_task("tasks/count/"),
    source=_LISTING,
)

HB051 = Rule(
    code="HB051",
    name="root-task",
    severity=Severity.INFO,
    summary="the whole repository is one task",
    why="No command finds such a task in a repository; it runs from a local copy with `-p`. What"
    " lies below a task is part of it, so further tasks there are not found either.",
    bad=_task(""),
    good=_task("tasks/count/"),
    source=_LISTING,
)

HB052 = Rule(
    code="HB052",
    name="unlisted-name",
    severity=Severity.WARNING,
    summary="a task that `--repo` cannot list because of its name",
    why="Harbor lists a repository with `git ls-tree` without `-z`; git then puts a path in quotes"
    " and escapes it when it holds a character outside ASCII, a quotation mark, a backslash, a tab"
    " or a line end, and Harbor passes over it without a word. Blanks are in order.",
    bad=_task("tasks/größe/"),
    good=_task("tasks/groesse/"),
    source=_LISTING,
)

HB053 = Rule(
    code="HB053",
    name="linked-task",
    severity=Severity.INFO,
    summary="a task folder that is a link",
    why="On a disk Harbor follows the link; the listing of a repository does not, so that the task"
    " is missing there under this name.",
    bad={"tasks/again": "-> sort"},
    good=_task("tasks/again/"),
    source=_LISTING,
)

HB054 = Rule(
    code="HB054",
    name="duplicate-task-name",
    severity=Severity.WARNING,
    summary="two tasks have the same `[task].name`",
    why="The name is the task's identity when it is published and in a dataset.toml: the second"
    " task becomes a new version of the first.",
    bad={
        "tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n',
        **_task("tasks/count/"),
        "tasks/count/task.toml": '[task]\nname = "workbench/sort"\n',
    },
    good={
        "tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n',
        **_task("tasks/count/"),
        "tasks/count/task.toml": '[task]\nname = "workbench/count"\n',
    },
    source="harbor 0.26.0, publisher; huggingface/Repo2RLEnv#97",
)
