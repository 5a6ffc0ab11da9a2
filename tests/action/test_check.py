from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft7Validator

from tests.action.conftest import BAD, GOOD, REPOSITORY, ROOT
from tests.support.git import commit_all, git

if TYPE_CHECKING:
    from tests.action.conftest import Job

SARIF = json.loads((ROOT / "tests" / "data" / "sarif-schema-2.1.0.json").read_text("utf-8"))
NUMBERS = ("findings", "errors", "warnings", "fixable")


def numbers(outputs: dict[str, str]) -> list[int]:
    return [int(outputs[name]) for name in NUMBERS]


def broken_task(folder: Path) -> None:
    """A Harbor task whose configuration is no TOML."""
    (folder / "environment").mkdir(parents=True)
    (folder / "environment" / "Dockerfile").write_text("FROM debian:12\n", "utf-8")
    (folder / "instruction.md").write_text("Count.\n", "utf-8")
    (folder / "task.toml").write_text("version = [", "utf-8")


def test_a_good_repository(job: Job, puzzles: Path) -> None:
    tags = "- rl-environment\n- harbor\n- openenv\nviewer"
    puzzles.write_text(puzzles.read_text("utf-8").replace("viewer", tags), "utf-8")
    done = job()
    assert (done.succeeded, numbers(done.outputs)) == (True, [0, 0, 0, 0])
    assert done.outputs["exit-code"] == "0"
    assert json.loads(done.outputs["tags"]) == ["rl-environment", "harbor", "openenv"]
    assert json.loads(done.outputs["frameworks"]) == ["harbor", "openenv"]
    assert [done.annotations(level) for level in ("error", "warning", "notice")] == [[], [], []]
    assert "| harbor | native | 2 | 0 | <code>tasks</code>: 2 task directories |" in done.summary
    assert "| verifiers | absent | 0 | 0 | needs: " in done.summary
    assert done.outputs["pr-url"] == done.outputs["sarif-file"] == ""


def test_a_fixable_repository_passes_by_default(job: Job, puzzles: Path) -> None:
    before = puzzles.read_bytes()
    done = job()
    assert (done.succeeded, numbers(done.outputs)) == (True, [1, 0, 1, 1])
    assert done.annotations("warning")[0].startswith("file=README.md,title=TG001 missing-tags,")
    assert "TG001" in done.summary
    assert puzzles.read_bytes() == before


def test_a_bad_repository_fails_after_everything_was_written(job: Job) -> None:
    (job.workspace / "README.md").write_text(BAD, "utf-8")
    done = job()
    assert not done.succeeded
    assert done.outputs["exit-code"] == "1"
    assert numbers(done.outputs) == [2, 2, 0, 0]
    assert len(done.annotations("error")) == 2
    assert "DC030" in done.summary
    report = json.loads(Path(done.outputs["report-file"]).read_text("utf-8"))
    assert [finding["code"] for finding in report["targets"][0]["findings"]] == ["DC030", "DC034"]


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"fail_on": "never"}, "0"),
        ({"ignore": "DC030\nlanguage-malformed"}, "0"),
        ({"select": "TG, HB"}, "0"),
        ({"select": "DC"}, "1"),
        ({"config": "lenient.toml"}, "0"),
        ({"path": "good"}, "0"),
        ({"path": "good\n.\n"}, "1"),
        ({"working_directory": "good"}, "0"),
        ({"path": "..", "working_directory": "good"}, "1"),
    ],
)
def test_inputs_choose_what_counts(job: Job, inputs: dict[str, str], code: str) -> None:
    (job.workspace / "good").mkdir()
    (job.workspace / "good" / "README.md").write_text(GOOD, "utf-8")
    (job.workspace / "README.md").write_text(BAD, "utf-8")
    (job.workspace / "lenient.toml").write_text('ignore = ["DC"]\n', "utf-8")
    done = job(**inputs)
    assert (done.outputs["exit-code"], done.succeeded) == (code, code == "0")


def test_paths_are_told_from_the_workspace(job: Job) -> None:
    folder = job.workspace / "sets" / "two words"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text(BAD, "utf-8")
    done = job(
        working_directory="sets", path="two words", sarif_file="out/a.sarif", format="github"
    )
    assert done.annotations("error")[0].startswith("file=sets/two words/README.md,")
    log = json.loads((job.workspace / "sets" / "out" / "a.sarif").read_text("utf-8"))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "sets/two%20words/README.md"


@pytest.mark.parametrize(
    ("inputs", "annotated", "sarif"),
    [
        ({}, True, False),
        ({"format": "github"}, True, False),
        ({"format": "none"}, False, False),
        ({"format": "sarif"}, False, True),
        ({"sarif_file": "x.sarif"}, False, True),
        ({"sarif_file": "x.sarif", "format": "github"}, True, True),
    ],
)
def test_where_findings_are_shown(
    job: Job, inputs: dict[str, str], *, annotated: bool, sarif: bool
) -> None:
    (job.workspace / "README.md").write_text(BAD, "utf-8")
    done = job(**inputs)
    assert bool(done.annotations("error")) == annotated
    assert "DC030" in done.log
    assert bool(done.outputs["sarif-file"]) == sarif
    if sarif:
        log = json.loads(Path(done.outputs["sarif-file"]).read_text("utf-8"))
        Draft7Validator(SARIF).validate(log)


def test_no_more_annotations_than_github_keeps(job: Job) -> None:
    for number in range(25):
        broken_task(job.workspace / "tasks" / f"{number:02}")
    done = job(select="HB")
    assert len(done.annotations("error")) == 10
    assert "15 more findings, for which GitHub has no room" in done.log
    assert done.summary.count("| error |") == 25


def test_the_summary_can_be_left_out(job: Job, puzzles: Path) -> None:
    assert puzzles.exists()
    assert job(summary="false").summary == ""


def test_a_pull_request_from_a_fork_gets_annotations_in_place_of_code_scanning(job: Job) -> None:
    (job.workspace / "README.md").write_text(BAD, "utf-8")
    for head in ("stranger/puzzles", None):
        job.on_pull_request(head)
        done = job(sarif_file="x.sarif")
        assert done.annotations("error")
        assert done.annotations("notice") == [
            "title=tagger::code scanning takes no results from a fork: leave the upload out there"
        ]
    job.on_pull_request(REPOSITORY)
    assert job(sarif_file="x.sarif").annotations("notice") == []


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"format": "xml"}, "the input `format` is 'xml'"),
        ({"fix": "yes"}, "the input `fix` is 'yes'"),
        ({"summary": ""}, "the input `summary` is ''"),
        ({"working_directory": "gone"}, "`working-directory` is not a folder: 'gone'"),
        ({"select": "DC9999"}, "tagger could not check anything"),
        ({"config": "gone.toml"}, "tagger could not check anything"),
        ({"fail_on": "warn"}, "tagger could not check anything"),
        ({"path": "gone"}, "'gone': no such folder"),
    ],
)
def test_wrong_inputs_fail_with_one_annotation(
    job: Job, puzzles: Path, inputs: dict[str, str], words: str
) -> None:
    assert puzzles.exists()
    done = job(**inputs)
    (annotation,) = done.annotations("error")
    assert words in annotation
    assert (done.succeeded, done.outputs["exit-code"]) == (False, "2")


HOSTILE = "$(touch x)`touch x`\"; touch x; '\ntouch x\r\n::error::x"
INPUTS = ("path", "select", "config", "fail_on", "sarif_file", "hub_repo", "working_directory")


@pytest.mark.parametrize(
    ("name", "text"),
    [*((name, HOSTILE) for name in INPUTS), ("path", "--fix"), ("path", "-"), ("select", "--fix")],
)
def test_no_input_is_taken_for_a_command(job: Job, puzzles: Path, name: str, text: str) -> None:
    before = puzzles.read_bytes()
    done = job(**{name: text})
    assert done.outputs["exit-code"] in ("0", "2")
    assert "x" not in done.annotations("error")
    assert not [path for path in job.workspace.parent.rglob("x") if path.is_file()]
    assert puzzles.read_bytes() == before


@pytest.mark.parametrize("name", ["::error::", "-x", "a\n::stop-commands::b", "%0A"])
@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_no_name_is_taken_for_a_command(job: Job, name: str) -> None:
    folder = job.workspace / name
    broken_task(folder / "tasks" / name)
    (folder / "README.md").write_text(f"---\nlicense: '::error::{name}'\n---\n", "utf-8")
    for format_, expected in (("github", 2), ("none", 0)):
        done = job(working_directory=name, format=format_, select="DC030,HB001")
        lines = [line for line in done.log.splitlines() if line.lstrip().startswith("::")]
        assert all(line.startswith("::error file=") for line in lines), lines
        assert (len(lines), done.outputs["findings"]) == (expected, "2")
        assert "\n::" not in done.summary


def test_no_file_of_the_repository_is_run(job: Job, puzzles: Path) -> None:
    for name in ("tagger.py", "json.py", "check.py", "sitecustomize.py", "workflow.py"):
        (job.workspace / name).write_text("open('x', 'w')\n", "utf-8")
    done = job()
    assert puzzles.exists()
    assert done.succeeded
    assert not (job.workspace / "x").exists()


def test_fixes_are_written_when_asked_for(job: Job, puzzles: Path) -> None:
    done = job(fix="true")
    assert (done.succeeded, numbers(done.outputs)) == (True, [0, 0, 0, 0])
    assert b"- harbor\n" in puzzles.read_bytes()
    assert json.loads(done.outputs["changed"]) == ["README.md"]
    assert git(job.workspace, "diff", "--name-only") == "README.md"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_a_checkout_of_another_user_is_read(job: Job, puzzles: Path) -> None:
    (job.workspace / ".gitignore").write_text("junk/\n", "utf-8")
    commit_all(job.workspace)
    (job.workspace / "junk").mkdir()
    (job.workspace / "junk" / "task.toml").write_text("version = [", "utf-8")
    assert puzzles.exists()
    for path in (job.workspace, *job.workspace.rglob("*")):
        os.chown(path, 12345, 12345)
    assert job().outputs["errors"] == "0"
