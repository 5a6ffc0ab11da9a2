"""Repositories in memory, and the commands that run them."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

import tagger
from tagger import Options
from tagger.snippets.build import commands_of
from tagger.snippets.shell import line
from tagger.tree.listing import MemoryTree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.frameworks.commands import Taskset

REPO = "org/puzzles"
URL = f"https://huggingface.co/datasets/{REPO}"
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(BASH is None, reason="there is no bash")


def task(folder: str = "", *, image: str = "", solved: bool = True) -> dict[str, str]:
    """A task that Harbor accepts; the root is ``""``."""
    prefix = f"{folder}/" if folder else ""
    environment = f'[environment]\ndocker_image = "{image}"\n' if image else ""
    files = {
        "task.toml": 'version = "1.0"\n' + environment,
        "instruction.md": "Solve it.\n",
        "environment/Dockerfile": "FROM debian:12\n",
        "tests/test.sh": "echo 1 > /logs/verifier/reward.txt\n",
    }
    if solved:
        files["solution/solve.sh"] = "touch /app/done\n"
    return {prefix + path: text for path, text in files.items()}


def tasks(*folders: str, image: str = "", solved: bool = True) -> dict[str, str]:
    """Several of them."""
    return {
        path: text
        for folder in folders
        for path, text in task(folder, image=image, solved=solved).items()
    }


def registry(*sets: tuple[str, str, Sequence[str]], git_url: str | None = None) -> dict[str, str]:
    """A registry.json with sets of name, version and folders."""
    where = {"git_url": git_url} if git_url else {}
    rows = [
        {
            "name": name,
            "version": version,
            "description": "Puzzles",
            "tasks": [{"name": f"t{n}", "path": path, **where} for n, path in enumerate(paths)],
        }
        for name, version, paths in sets
    ]
    return {"registry.json": json.dumps(rows)}


def made(
    files: Mapping[str, str | bytes],
    tag: str,
    *,
    repo_id: str | None = REPO,
    jobs: bool = False,
    options: Options | None = None,
) -> list[Taskset]:
    """The tasksets of one framework; none where its tag is not proven."""
    data = {path: v.encode() if isinstance(v, str) else v for path, v in files.items()}
    facts = tagger.check(MemoryTree(data), options or Options(repo_id=repo_id)).facts
    found = {framework.tag: framework for framework in commands_of(facts, jobs=jobs)}
    return list(found[tag].tasksets) if tag in found else []


def runs(taskset: Taskset) -> list[str]:
    """The commands in one line each, those that install tools left out."""
    return [
        line(command)
        for command in taskset.commands
        if command.words[:3] != ("uv", "tool", "install")
    ]


def split(command: str) -> list[bytes]:
    """The words that bash makes of a command; nothing of it is run."""
    assert BASH
    script = 'set -f; words() { printf "%s\\0" "$@"; }; words ' + command
    done = subprocess.run(
        [BASH, "-c", script], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}
    )
    return done.stdout.split(b"\0")[:-1]
