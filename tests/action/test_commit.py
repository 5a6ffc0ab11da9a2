from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.action.conftest import REPOSITORY
from tests.support.git import bare_clone, git

if TYPE_CHECKING:
    from pathlib import Path

    from tests.action.conftest import Job


@pytest.fixture
def remote(job: Job, puzzles: Path, tmp_path: Path) -> Path:
    """Where the workspace was cloned from."""
    place = bare_clone(puzzles.parent, tmp_path / "remote.git")
    git(job.workspace, "remote", "add", "origin", str(place))
    return place


def head(repository: Path) -> str:
    return git(repository, "log", "-1", "--format=%an: %s", "main")


def test_fixes_are_committed_and_pushed(
    job: Job, remote: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"):
        monkeypatch.delenv(f"GIT_{name}")
    (job.workspace / "notes.txt").write_text("mine\n", "utf-8")
    done = job(fix="true", commit="true")
    assert done.succeeded, done.log
    assert head(remote) == "github-actions[bot]: Make the dataset card say what can load it"
    assert git(remote, "diff", "--name-only", "main~", "main") == "README.md"
    assert git(job.workspace, "status", "--porcelain") == "?? notes.txt"
    assert job(fix="true", commit="true").succeeded
    assert git(remote, "rev-list", "--count", "main") == "2"


def test_only_what_was_fixed_is_committed(job: Job, remote: Path) -> None:
    task = job.workspace / "tasks" / "count-divisors" / "instruction.md"
    task.write_text(task.read_text("utf-8") + "\nThink twice.\n", "utf-8")
    git(job.workspace, "add", "tasks")
    assert job(fix="true", commit="true").succeeded
    assert git(remote, "diff", "--name-only", "main~", "main") == "README.md"


def test_a_file_that_was_changed_before_is_not_committed(
    job: Job, remote: Path, puzzles: Path
) -> None:
    puzzles.write_text(puzzles.read_text("utf-8") + "\nMore.\n", "utf-8")
    done = job(fix="true", commit="true")
    assert (done.succeeded, json.loads(done.outputs["changed"])) == (True, [])
    assert head(remote) == "Test: State"


def test_nothing_is_committed_unless_asked_for(job: Job, remote: Path) -> None:
    assert job(fix="true").succeeded
    assert (head(remote), head(job.workspace)) == ("Test: State", "Test: State")


def test_a_fork_is_told_that_nothing_is_committed(job: Job, remote: Path) -> None:
    job.on_pull_request("stranger/puzzles")
    done = job(fix="true", commit="true")
    (notice,) = done.annotations("notice")
    assert "not committed, since a fork's token cannot write: README.md" in notice
    assert (done.succeeded, head(remote)) == (True, "Test: State")


def test_without_a_branch_nothing_is_committed(job: Job, remote: Path) -> None:
    job.on_pull_request(REPOSITORY)
    git(job.workspace, "checkout", "--quiet", "--detach")
    done = job(fix="true", commit="true")
    (notice,) = done.annotations("notice")
    assert "no branch is checked out" in notice
    assert (done.succeeded, head(remote)) == (True, "Test: State")


def test_a_push_that_is_refused_fails_the_step(job: Job, remote: Path) -> None:
    git(remote, "config", "receive.denyNonFastForwards", "true")
    git(job.workspace, "commit", "--quiet", "--amend", "--message", "Otherwise")
    done = job(fix="true", commit="true")
    assert not done.succeeded
    (error,) = done.annotations("error")
    assert "the fixes are not committed: git push failed" in error
    assert done.outputs["exit-code"] == "0"


def test_a_commit_without_fixes_is_a_wrong_input(job: Job, remote: Path) -> None:
    done = job(commit="true")
    assert (done.succeeded, head(remote)) == (False, "Test: State")
    assert "no effect without `fix: true`" in done.annotations("error")[0]
