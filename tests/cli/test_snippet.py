"""``tagger snippet``: formats, ids, Jobs, and the section of the README."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from tagger.cli.main import COMMANDS
from tagger.data.shipped import read_shipped
from tests.support.git import commit_all, git, isolate
from tests.support.layouts import harbor_benchmark, nemo_gym_dataset, verifiers_package
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Tagger

EXAMPLE = Path(__file__).parents[2] / "examples" / "number-puzzles"
BUILDERS = (harbor_benchmark, verifiers_package, nemo_gym_dataset)
ID = ("--repo-id", "org/puzzles")
BEGIN, END = "<!-- tagger: run -->", "<!-- tagger: end -->"


@pytest.fixture
def puzzles(here: Path) -> Path:
    """A copy of the example, in the current folder."""
    return Path(shutil.copytree(EXAMPLE, here / "puzzles"))


def test_it_is_a_command() -> None:
    assert "snippet" in COMMANDS


@pytest.mark.usefixtures("puzzles")
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_whole_output(tagger: Tagger, here: Path, form: str) -> None:
    done = tagger("snippet", "--format", form, *ID, "puzzles")
    assert_snapshot(done.shown(here), f"cli/snippet.{form}.txt")


@pytest.mark.usefixtures("puzzles")
def test_whole_output_for_jobs(tagger: Tagger, here: Path) -> None:
    assert_snapshot(tagger("snippet", "--jobs", *ID, "puzzles").shown(here), "cli/snippet-jobs.txt")


@pytest.mark.parametrize("jobs", [[], ["--jobs"]])
@pytest.mark.parametrize("build", BUILDERS)
def test_json_is_what_the_schema_says(
    tagger: Tagger, tmp_path: Path, build: Callable[[Path], Path], jobs: list[str]
) -> None:
    document = json.loads(tagger("snippet", "--format", "json", *jobs, build(tmp_path)).out)
    Draft202012Validator(json.loads(read_shipped("snippet.schema.json"))).validate(document)
    (target,) = document["targets"]
    assert target["repo_id"] is None
    assert all(framework["tasksets"] for framework in target["frameworks"].values())


@pytest.mark.usefixtures("puzzles")
def test_without_an_id_a_placeholder_stands_for_it_and_a_note_says_so(tagger: Tagger) -> None:
    done = tagger("snippet", "puzzles")
    assert "'https://huggingface.co/datasets/<org>/<name>'" in done.out
    assert "--repo-id puts it for <org>/<name>" in done.err
    assert tagger("snippet", "-q", "puzzles").err == ""


@pytest.mark.parametrize(
    "spelling", ["org/puzzles", "hf://datasets/org/puzzles", "datasets/org/puzzles"]
)
def test_an_id_is_taken_in_any_spelling(tagger: Tagger, puzzles: Path, spelling: str) -> None:
    assert "datasets/org/puzzles --agent" in tagger("snippet", "--repo-id", spelling, puzzles).out


def test_a_clone_knows_its_id(
    tagger: Tagger, puzzles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolate(monkeypatch)
    commit_all(puzzles)
    git(puzzles, "remote", "add", "origin", "https://huggingface.co/datasets/org/cloned")
    assert "datasets/org/cloned --agent" in tagger("snippet", puzzles).out
    assert "datasets/org/cloned --agent" in tagger("snippet", "--rev", "HEAD", puzzles).out


def test_one_framework_can_be_asked_for(tagger: Tagger, puzzles: Path) -> None:
    done = tagger("snippet", "--framework", "openenv", *ID, puzzles)
    assert "openenv harbor rollout" in done.out
    assert "harbor run" not in done.out
    other = tagger("snippet", "--framework", "nemo-gym", *ID, puzzles)
    assert "none of these frameworks is proven" in other.err
    assert other.status == 0


def test_where_nothing_is_proven_nothing_is_printed_but_that(tagger: Tagger, here: Path) -> None:
    (here / "README.md").write_text("# Set\n", "utf-8")
    done = tagger("snippet")
    assert (done.status, "there is nothing to run" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--repo-id", "org/x", "a", "b"], "--repo-id names one dataset"),
        (["--repo-id", "x y"], "'x y'"),
        (["--framework", "harbour"], "unknown framework 'harbour'; did you mean 'harbor'?"),
        (["--write", "--format", "json"], "leave --format out"),
        (["--write", "--staged"], "--write writes to a folder"),
    ],
)
def test_wrong_usage_is_one_line(tagger: Tagger, arguments: list[str], message: str) -> None:
    done = tagger("snippet", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_a_target_that_cannot_be_read_counts(tagger: Tagger, puzzles: Path) -> None:
    done = tagger("snippet", puzzles, "gone")
    assert done.status == 2
    assert "harbor run" in done.out


# -- the section of the README --------------------------------------------------------


def test_write_adds_a_section_and_a_second_run_changes_nothing(
    tagger: Tagger, puzzles: Path
) -> None:
    readme = puzzles / "README.md"
    before = readme.read_bytes()
    done = tagger("snippet", "--write", *ID, "puzzles")
    assert (done.status, done.out) == (0, "")
    assert "puzzles/README.md: section written" in done.err
    after = readme.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].decode().split("\n")[1:4] == [BEGIN, "", "## Run it"]
    again = tagger("snippet", "--write", *ID, "puzzles")
    assert "section up to date" in again.err
    assert readme.read_bytes() == after


def test_write_changes_only_what_stands_between_the_markers(tagger: Tagger, puzzles: Path) -> None:
    readme = puzzles / "README.md"
    head, tail = readme.read_bytes() + b"\n", b"\n\n## Licence\r\nMIT  "
    readme.write_bytes(head + f"{BEGIN}\nold\n{END}".encode() + tail)
    assert tagger("snippet", "--write", *ID, puzzles).status == 0
    after = readme.read_bytes()
    assert after.startswith(head + BEGIN.encode())
    assert after.endswith(END.encode() + tail)
    assert b"\nold\n" not in after
    assert b"harbor run" in after


@pytest.mark.usefixtures("puzzles")
@pytest.mark.parametrize("write", [[], ["--write"]])
def test_diff_shows_the_change_and_writes_nothing(
    tagger: Tagger, puzzles: Path, write: list[str]
) -> None:
    before = (puzzles / "README.md").read_bytes()
    done = tagger("snippet", "--diff", *write, *ID, "puzzles")
    assert done.status == 1
    assert "+++ b/puzzles/README.md" in done.out
    assert f"+{BEGIN}" in done.out
    assert (puzzles / "README.md").read_bytes() == before
    tagger("snippet", "--write", *ID, "puzzles")
    same = tagger("snippet", "--diff", *ID, "puzzles")
    assert (same.status, same.out) == (0, "")


def spoil(readme: Path, how: str) -> None:
    if how == "link":
        readme.rename(readme.with_name("other.md"))
        readme.symlink_to("other.md")
    elif how == "pointer":
        oid = "0" * 64
        readme.write_text(
            f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize 5\n", "utf-8"
        )
    elif how == "not UTF-8":
        readme.write_bytes(b"# Stra\xdfe\n")
    elif how == "absent":
        readme.unlink()
    else:
        readme.write_text(f"# Set\n{BEGIN}\n", "utf-8")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("link", "a symbolic link, which is not written"),
        ("pointer", "a Git LFS pointer is in place of the file"),
        ("not UTF-8", "is not UTF-8"),
        ("absent", "no such file, so the section has no place"),
        ("half", "must be in it once each"),
    ],
)
def test_a_card_that_cannot_be_edited_is_left_alone(
    tagger: Tagger, puzzles: Path, how: str, message: str
) -> None:
    readme = puzzles / "README.md"
    spoil(readme, how)
    before = readme.read_bytes() if readme.exists() else None
    done = tagger("snippet", "--write", *ID, puzzles)
    assert (done.status, message in done.err) == (2, True)
    assert (readme.read_bytes() if readme.exists() else None) == before


def test_a_section_that_nothing_backs_any_more_is_reported(tagger: Tagger, here: Path) -> None:
    card = f"# Set\n\n{BEGIN}\nold\n{END}\n"
    (here / "README.md").write_text(card, "utf-8")
    done = tagger("snippet", "--write")
    assert (done.status, "no framework is proven any more" in done.err) == (2, True)
    assert (here / "README.md").read_text("utf-8") == card


def test_where_nothing_is_proven_nothing_is_written(tagger: Tagger, here: Path) -> None:
    (here / "README.md").write_text("# Set\n", "utf-8")
    assert tagger("snippet", "--write").status == 0
    assert (here / "README.md").read_text("utf-8") == "# Set\n"


def test_git_has_no_folder_to_write_to(
    tagger: Tagger, puzzles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolate(monkeypatch)
    commit_all(puzzles)
    done = tagger("snippet", "--write", "--rev", "HEAD", *ID, puzzles)
    assert (done.status, "use --diff" in done.err) == (2, True)
    assert tagger("snippet", "--diff", "--rev", "HEAD", *ID, puzzles).status == 1
