"""The command that tries tagger on repositories of others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.layouts.parts import card, tasks
from tests.support.git import git

SCRIPT = Path(__file__).parents[2] / "scripts" / "try-repositories"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no wait4")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def repository(root: Path) -> Path:
    """A repository of two tasks, committed."""
    for path, text in {"README.md": card(), **tasks(["tasks/a", "tasks/b"])}.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(str(text), "utf-8")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Add two tasks")
    return root


def test_a_row_shows_what_a_user_would_get(tmp_path: Path) -> None:
    place, kept = repository(tmp_path / "set"), tmp_path / "kept"
    done = run("--keep", str(kept), f"owner/name={place}")
    assert (done.returncode, done.stderr) == (0, "")
    head, rule, row = done.stdout.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|")
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0] == "owner/name"
    assert cells[2:5] == [
        "13",
        "rl-environment, harbor, openenv",
        "harbor native 2; openenv bridged 2",
    ]
    report = json.loads((kept / "owner+name.json").read_text("utf-8"))
    assert report["revision"].startswith(cells[1])


def test_what_cannot_be_read_is_a_row_too(tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_text(f"# none of these\n\n{tmp_path / 'absent'}\n", "utf-8")
    done = run("--list", str(listed))
    assert done.returncode == 1
    assert "no such folder" in done.stdout.splitlines()[2]
