"""The hooks as users meet them: installed by pre-commit and by prek, in real repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.conftest import CONFIG
from tests.support.git import commit_all, git

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.conftest import Runner

pytestmark = pytest.mark.slow

ADDED = b"- rl-environment\n- harbor\n- openenv\n"


def card(repository: Path, text: str | None = None) -> bytes:
    """The bytes of the card, or of the one that is put in its place."""
    path = repository / "README.md"
    if text is not None:
        path.write_text(text, "utf-8", newline="")
    return path.read_bytes()


def break_licence(repository: Path) -> None:
    before = card(repository).decode()
    assert before != card(repository, before.replace("apache-2.0", "mine")).decode()


def test_trying_the_repository_of_the_hooks(runner: Runner, source: Path, puzzles: Path) -> None:
    first = runner(puzzles, "try-repo", source, "--all-files")
    assert first.status == 1
    assert "TG001 warning" in first.text
    assert "README.md: fixed (1 finding)" in first.text
    assert ADDED in card(puzzles)
    git(puzzles, "add", "README.md")
    mended = card(puzzles)
    second = runner(puzzles, "try-repo", source, "--all-files")
    assert (second.status, second.text.count("Passed")) == (0, 2), second.text
    assert card(puzzles) == mended


def test_a_fault_that_cannot_be_mended(runner: Runner, puzzles: Path) -> None:
    break_licence(puzzles)
    git(puzzles, "add", "README.md")
    done = runner(puzzles, "run", "tagger-check")
    assert done.status == 1
    assert "README.md:3:10: DC030 error" in done.text


def test_a_fixable_card_fails_once(runner: Runner, puzzles: Path) -> None:
    git(puzzles, "rm", "--quiet", "--cached", "README.md")
    git(puzzles, "add", "README.md")
    first = runner(puzzles, "run", "tagger-fix", "--all-files")
    assert first.status == 1
    assert git(puzzles, "diff", "--name-only") == "README.md"
    git(puzzles, "add", "README.md")
    assert runner(puzzles, "run", "tagger-fix", "--all-files").status == 0
    assert runner(puzzles, "run").status == 0
    assert git(puzzles, "diff", "--name-only") == ""


def test_what_is_staged_counts_and_not_what_lies_in_the_folder(
    runner: Runner, puzzles: Path
) -> None:
    clean = card(puzzles).decode().replace("- terminal\n", f"- terminal\n{ADDED.decode()}")
    break_licence(puzzles)
    git(puzzles, "add", "README.md")
    card(puzzles, clean)
    assert "DC030 error" in runner(puzzles, "run", "tagger-check").text
    assert card(puzzles) == clean.encode()
    git(puzzles, "add", "README.md")
    break_licence(puzzles)
    unstaged = card(puzzles)
    assert runner(puzzles, "run", "tagger-check").status == 0
    assert runner(puzzles, "run", "--all-files", "tagger-check").status == 0
    assert card(puzzles) == unstaged


def test_line_ends_stay_as_they_are(runner: Runner, puzzles: Path) -> None:
    card(puzzles, card(puzzles).decode().replace("\n", "\r\n"))
    git(puzzles, "add", "README.md")
    assert runner(puzzles, "run", "tagger-fix").status == 1
    assert ADDED.replace(b"\n", b"\r\n") in card(puzzles)
    assert b"\n" not in card(puzzles).replace(b"\r\n", b"")


def test_files_that_git_does_not_track_prove_nothing(runner: Runner, puzzles: Path) -> None:
    git(puzzles, "rm", "-r", "--quiet", "--cached", "tasks")
    git(puzzles, "commit", "--quiet", "--message", "No tasks yet")
    card(puzzles, card(puzzles).decode() + "\nMore to come.\n")
    git(puzzles, "add", "README.md")
    assert runner(puzzles, "run").status == 0


def test_a_commit_of_other_files_starts_nothing(runner: Runner, puzzles: Path) -> None:
    commit_all(puzzles)
    (puzzles / "plot of all.png").write_bytes(b"\x89PNG")
    git(puzzles, "add", "plot of all.png")
    done = runner(puzzles, "run")
    assert (done.status, "Failed" in done.text) == (0, False)
    assert done.text.count("Skipped") == 2


def test_a_link_starts_them_too(runner: Runner, puzzles: Path) -> None:
    commit_all(puzzles)
    (puzzles / "tasks" / "count-divisors" / "tests" / "more.sh").symlink_to("/nowhere")
    git(puzzles, "add", "tasks")
    assert runner(puzzles, "run", "tagger-check").status == 1


def test_a_commit_of_one_file_is_judged_by_what_it_would_commit(
    runner: Runner, puzzles: Path
) -> None:
    git(puzzles, "commit", "--quiet", "--message", "Hooks")
    assert runner(puzzles, "install").status == 0
    break_licence(puzzles)
    git(puzzles, "add", "README.md")
    mended = card(puzzles).decode().replace("mine", "apache-2.0")
    card(puzzles, mended.replace("- terminal\n", f"- terminal\n{ADDED.decode()}"))
    done = runner.run(puzzles, "git", "commit", "--message", "Say so", "README.md")
    assert done.status == 0, done.text
    assert git(puzzles, "log", "-1", "--format=%s") == "Say so"
    break_licence(puzzles)
    done = runner.run(puzzles, "git", "commit", "--all", "--message", "Break it")
    assert done.status == 1
    assert "DC030 error" in done.text


def test_the_hook_for_the_hub_waits_to_be_asked(runner: Runner, puzzles: Path) -> None:
    commit_all(puzzles)
    assert "card on the Hub" not in runner(puzzles, "run", "--all-files").text
    done = runner(puzzles, "run", "--hook-stage", "manual", "tagger-hub")
    assert done.status == 1
    assert "'.' is not a clone of a dataset on the Hub" in done.text
    assert git(puzzles, "status", "--porcelain", CONFIG) == ""
