from __future__ import annotations

import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import FAULTY
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from tests.cli.conftest import Tagger

EXAMPLE = Path(__file__).parents[2] / "examples" / "number-puzzles"


def codes(out: str) -> list[str]:
    return [f["code"] for target in json.loads(out)["targets"] for f in target["findings"]]


def test_whole_output(tagger: Tagger, faulty: Path) -> None:
    assert_snapshot(tagger("check", "set").shown(faulty), "cli/check.txt")


def test_whole_output_of_several_targets(tagger: Tagger, faulty: Path) -> None:
    done = tagger("check", "--format", "concise", "set", "gone", "./set/")
    assert_snapshot(done.shown(faulty), "cli/check-several.txt")
    assert done.status == 2


def test_the_current_folder_is_the_default(
    tagger: Tagger, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(faulty)
    assert tagger("check", "--format", "concise").out.startswith("README.md:2:10: DC030 error:")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], 1),
        (["--fail-on", "never"], 0),
        (["--ignore", "DC030"], 0),
        (["--ignore", "DC030", "--fail-on", "warning"], 1),
        (["--select", "RP901"], 0),
        (["--select", "RP901", "--fail-on", "info"], 1),
        (["--format", "json"], 1),
        (["--format", "concise"], 1),
        (["--statistics"], 1),
        (["--quiet"], 1),
    ],
)
def test_the_exit_status_follows_the_findings_and_no_format(
    tagger: Tagger, faulty: Path, arguments: list[str], status: int
) -> None:
    assert tagger("check", faulty, *arguments).status == status


@pytest.mark.usefixtures("faulty")
def test_options_and_targets_in_any_order(tagger: Tagger) -> None:
    done = tagger("check", "set", "--select", "DC030", "set", "--format=concise", "--", "set")
    assert [line.partition(" ")[0] for line in done.out.splitlines()] == ["set/README.md:2:10:"] * 3


@pytest.mark.parametrize("name", ["-set", "--fix", "--"])
def test_a_target_may_look_like_an_option(tagger: Tagger, faulty: Path, name: str) -> None:
    faulty.rename(faulty.with_name(name))
    done = tagger("check", "--select", "DC030", "--format", "concise", "--", name)
    assert (done.status, done.out.partition(":")[0]) == (1, f"{name}/README.md")


@pytest.mark.parametrize("selector", ["DC030", "licence-unknown", "DC03", "DC001,DC030"])
def test_selected_rules_alone_speak(tagger: Tagger, faulty: Path, selector: str) -> None:
    done = tagger("check", faulty, "--select", selector, "--format", "json")
    assert codes(done.out) == ["DC030"]


def test_a_clean_target(tagger: Tagger, here: Path) -> None:
    (here / "README.md").write_text("---\nlicense: mit\n---\n# Numbers\n", "utf-8")
    done = tagger("check", "--select", "DC030")
    assert (done.status, done.out) == (0, "no findings in 1 target (no framework found)\n")


def test_json_is_written_when_no_target_can_be_read(tagger: Tagger, here: Path) -> None:
    done = tagger("check", "--format", "json", here / "gone")
    assert done.status == 2
    assert json.loads(done.out)["targets"] == []
    assert "no such folder" in done.err


def test_a_report_goes_to_a_file(tagger: Tagger, faulty: Path) -> None:
    done = tagger("check", "set", "--format", "json", "--output", "report.json")
    assert (done.status, done.out) == (1, "")
    assert codes((faulty.parent / "report.json").read_text("utf-8")) == ["DC030", "RP901"]
    assert "1 error, 1 warning in 1 target" in done.err


def test_further_reports_are_written_beside_the_first(tagger: Tagger, faulty: Path) -> None:
    also = ("--also", "json:a.json", "--also", "sarif:b.sarif")
    done = tagger("check", "set", "--format", "concise", *also)
    assert (done.status, done.out.count("\n")) == (1, 2)
    assert codes((faulty.parent / "a.json").read_text("utf-8")) == ["DC030", "RP901"]
    assert '"version": "2.1.0"' in (faulty.parent / "b.sarif").read_text("utf-8")


@pytest.mark.usefixtures("faulty")
def test_a_file_that_cannot_be_written(tagger: Tagger) -> None:
    done = tagger("check", "set", "--output", "gone/report.txt")
    assert done.status == 2
    assert done.err.startswith("tagger: error: cannot write 'gone/report.txt': ")


def test_statistics(tagger: Tagger, faulty: Path) -> None:
    assert_snapshot(tagger("check", "--statistics", "set").shown(faulty), "cli/statistics.txt")


def test_notes_say_what_was_not_read(tagger: Tagger, here: Path) -> None:
    (here / "README.md").write_bytes(b"x" * (17 << 20))
    done = tagger("check")
    assert "README.md: not read" in done.err
    assert "1 path not read" in done.out
    assert tagger("check", "--quiet").err == ""


# -- colours -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "arguments", "coloured"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"FORCE_COLOR": "1"}, ["--no-color"], False),
        ({"FORCE_COLOR": ""}, [], False),
        ({"FORCE_COLOR": "1"}, ["--format", "json"], False),
    ],
)
def test_colours(
    tagger: Tagger,
    faulty: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    arguments: list[str],
    coloured: bool,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in tagger("check", faulty, *arguments).out) is coloured


# -- fixes -------------------------------------------------------------------------------


@pytest.fixture
def example(here: Path) -> Path:
    """The example of the README: two Harbor tasks, and a card that does not say so."""
    return Path(shutil.copytree(EXAMPLE, here / "puzzles"))


def test_a_diff_writes_nothing_and_can_be_applied(tagger: Tagger, example: Path) -> None:
    before = (example / "README.md").read_bytes()
    done = tagger("check", "--diff", "puzzles")
    assert done.status == 1
    assert (example / "README.md").read_bytes() == before
    subprocess.run(["git", "apply"], input=done.out, text=True, check=True, cwd=example.parent)
    again = tagger("check", "--diff", "puzzles")
    assert (again.status, again.out) == (0, "")


def test_whole_diff(tagger: Tagger, example: Path) -> None:
    assert_snapshot(tagger("check", "--diff", "puzzles").shown(example), "cli/diff.txt")


def test_fix_writes_what_the_diff_shows_and_once(tagger: Tagger, example: Path) -> None:
    first = tagger("check", "--fix", "puzzles")
    assert "note: puzzles/README.md: fixed" in first.err
    after = (example / "README.md").read_bytes()
    assert b"- harbor\n" in after
    second = tagger("check", "--fix", "--exit-non-zero-on-fix", "puzzles")
    assert (second.status, second.err) == (0, "")
    assert (example / "README.md").read_bytes() == after


def test_a_fix_run_can_fail_when_it_changed_something(tagger: Tagger, example: Path) -> None:
    assert tagger("check", "--fix", "--exit-non-zero-on-fix", example).status == 1


def test_a_run_that_only_fixes_says_nothing_of_what_is_left(tagger: Tagger, faulty: Path) -> None:
    (faulty / "README.md").write_text("---\nlicense: MIT\nlanguage: english\n---\n", "utf-8")
    first = tagger("check", "--fix-only", "--exit-non-zero-on-fix", "set")
    note = "tagger: note: set/README.md: fixed (1 finding)\n"
    assert (first.status, first.out, first.err) == (1, "", note)
    second = tagger("check", "--fix-only", "--exit-non-zero-on-fix", "set")
    assert (second.status, second.out, second.err) == (0, "", "")
    assert tagger("check", "set").status == 1


def test_a_run_that_only_fixes_still_fails_on_what_it_cannot_read(
    tagger: Tagger, faulty: Path
) -> None:
    done = tagger("check", "--fix-only", "gone", "set")
    assert done.status == 2
    assert b"license: mit\n" in (faulty / "README.md").read_bytes()


@pytest.mark.parametrize("codes", [["--fixable=TG"], ["--fixable=DC031", "--fixable", "TG,HB"]])
def test_rules_that_are_not_fixable_are_reported_only(
    tagger: Tagger, faulty: Path, codes: list[str]
) -> None:
    done = tagger("check", "--fix", "--format=concise", "set", *codes)
    assert "DC030" in done.out
    assert (faulty / "README.md").read_text("utf-8") == FAULTY


def test_rules_that_are_ignored_are_not_fixed(tagger: Tagger, example: Path) -> None:
    assert tagger("check", "--diff", example, "--ignore", "ALL").out == ""


def test_a_bare_repository_cannot_be_fixed(tagger: Tagger, here: Path) -> None:
    subprocess.run(["git", "init", "-q", "work"], check=True)
    (here / "work" / "README.md").write_text(FAULTY, "utf-8")
    subprocess.run(["git", "add", "."], cwd="work", check=True)
    subprocess.run(["git", "commit", "-qm", "x"], cwd="work", check=True)
    subprocess.run(["git", "clone", "-q", "--bare", "work", "bare.git"], check=True)
    done = tagger("check", "--fix", "bare.git")
    assert done.status == 2
    assert "use --diff" in done.err
    assert tagger("check", "bare.git").status == 1


def test_foreign_text_in_a_diff_commands_no_runner(
    tagger: Tagger, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = example / "README.md"
    card.write_text(card.read_text("utf-8").replace("\n---\n", "\n---\n::error::x\n"), "utf-8")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    lines = tagger("check", "--diff", example).out.splitlines()
    assert " ::error::x" in lines
    assert lines[0].startswith("::stop-commands::")
    assert lines[-1] == f"::{lines[0].removeprefix('::stop-commands::')}::"


def test_a_diff_for_eyes_shows_no_control_characters(
    tagger: Tagger, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = example / "README.md"
    card.write_text(card.read_text("utf-8").replace("\n---\n", "\n---\n\u202e\n"), "utf-8")
    assert "\u202e" in tagger("check", "--diff", example).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\u202e" not in tagger("check", "--diff", example).out


# -- configuration ------------------------------------------------------------------------


def configure(folder: Path, text: str) -> None:
    (folder / "tagger.toml").write_text(text, "utf-8")


def test_configuration_of_the_target_counts(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "ignore = ['DC030']\nformat = 'concise'\nfail-on = 'warning'")
    done = tagger("check", "set")
    assert (done.status, done.out.count("\n")) == (1, 1)
    assert " RP901 warning: " in done.out


def test_the_command_line_comes_before_the_configuration(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "ignore = ['DC030']\nformat = 'concise'\nfail-on = 'never'")
    arguments = ("--select", "DC030", "--format", "json", "--fail-on", "error")
    done = tagger("check", "set", *arguments)
    assert (done.status, codes(done.out)) == (1, ["DC030"])


def test_each_target_has_its_own_configuration(tagger: Tagger, faulty: Path) -> None:
    (faulty / "a").mkdir()
    (faulty / "a" / "README.md").write_text(FAULTY, "utf-8")
    configure(faulty, "select = ['DC030']")
    configure(faulty / "a", "select = ['RP901']")
    assert codes(tagger("check", "set", "set/a", "--format", "json").out) == ["DC030", "RP901"]


def test_isolated_runs_without_configuration(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "this is no TOML")
    assert tagger("check", "set").status == 2
    assert tagger("check", "--isolated", "set").status == 1


def test_a_configuration_can_be_named(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "this is no TOML")
    (faulty / "other.toml").write_text("ignore = ['ALL']", "utf-8")
    assert tagger("check", "--config", faulty / "other.toml", "set").status == 0


def test_a_faulty_configuration_is_one_line(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "selct = []")
    done = tagger("check", "set", "--format", "json")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"tagger: error: {faulty}/tagger.toml:1: unknown key 'selct'; did you mean 'select'?\n"
    )


def test_severities_can_be_set(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "[severity]\nDC030 = 'info'\n")
    assert tagger("check", "set").status == 0


def test_paths_can_be_ignored_from_the_folder_of_the_configuration(
    tagger: Tagger, faulty: Path
) -> None:
    configure(faulty.parent, "[per-file-ignores]\n'set/*.md' = ['DC030']\n")
    assert codes(tagger("check", "set", "--format", "json").out) == ["RP901"]


def test_the_card_can_lie_elsewhere(tagger: Tagger, faulty: Path) -> None:
    (faulty / "hub").mkdir()
    (faulty / "README.md").rename(faulty / "hub" / "README.md")
    configure(faulty.parent, "card = 'set/hub/README.md'")
    findings = report(tagger("check", "set", "--select", "DC030", "--format", "json").out)
    assert [finding["path"] for finding in findings] == ["hub/README.md"]
    arguments = ("--isolated", "--select", "DC030", "--card", "hub/README.md")
    assert tagger("check", "set", *arguments).status == 1


def report(out: str) -> list[Any]:
    return list(json.loads(out)["targets"][0]["findings"])


def test_vocabularies_can_be_extended(tagger: Tagger, faulty: Path) -> None:
    configure(faulty, "[vocabulary]\nlicenses = ['MIT']\n")
    assert codes(tagger("check", "set", "--select", "DC", "--format", "json").out) == []


def test_suppressed_findings_are_counted(tagger: Tagger, faulty: Path) -> None:
    text = "---\nlicense: MIT  # tagger: ignore[DC030] ours\n---\n# Puzzles\n"
    (faulty / "README.md").write_text(text, "utf-8")
    done = tagger("check", "set", "--select", "DC030")
    assert done.out == "no findings in 1 target (no framework found); 1 suppressed\n"


# -- stdin ---------------------------------------------------------------------------------


@pytest.fixture
def piped(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card on standard input, in an empty folder."""
    text = FAULTY.replace("tags: []", "tags: [harbor]\nconfigs: [{data_files: a.csv}]")
    stream = io.TextIOWrapper(io.BytesIO(text.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    return here


@pytest.mark.usefixtures("piped")
def test_a_card_on_stdin_is_checked_without_a_layout(tagger: Tagger) -> None:
    (target,) = json.loads(tagger("check", "-", "--format", "json").out)["targets"]
    found = [(finding["path"], finding["code"]) for finding in target["findings"]]
    assert ("README.md", "DC030") in found
    assert ("README.md", "DC055") not in found
    assert (target["complete"], target["tags"]["unproven"]) == (False, [])


def test_a_card_on_stdin_takes_the_configuration_of_the_folder(tagger: Tagger, piped: Path) -> None:
    configure(piped, "select = ['RP901']")
    assert codes(tagger("check", "-", "--format", "json").out) == ["RP901"]


@pytest.mark.usefixtures("piped")
def test_a_card_on_stdin_is_not_written(tagger: Tagger) -> None:
    done = tagger("check", "--fix", "-")
    assert done.status == 2
    assert "use --diff" in done.err


# -- targets -------------------------------------------------------------------------------


def test_revision_index_and_folder_are_read_each_for_itself(tagger: Tagger, faulty: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=faulty, check=True)

    def licence(*arguments: str) -> str:
        finding = report(tagger("check", "set", "--select", "DC030", *arguments).out)[0]
        return str(finding["message"])

    card = faulty / "README.md"
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    card.write_text(FAULTY.replace("MIT", "STAGED"), "utf-8")
    git("add", ".")
    card.write_text(FAULTY.replace("MIT", "WRITTEN"), "utf-8")
    assert "'MIT'" in licence("--format", "json", "--rev", "HEAD")
    assert "'STAGED'" in licence("--format", "json", "--staged")
    assert "'WRITTEN'" in licence("--format", "json")


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("set", "set/README.md"),
        ("./set/", "set/README.md"),
        ("[ROOT]/set", "set/README.md"),
        ("../[NAME]/set", "set/README.md"),
        (".", "README.md"),
    ],
)
def test_machines_get_paths_from_the_current_folder(
    tagger: Tagger, faulty: Path, target: str, place: str
) -> None:
    root = faulty.parent
    if target == ".":
        shutil.copy(faulty / "README.md", root)
    name = target.replace("[ROOT]", str(root)).replace("[NAME]", root.name)
    done = tagger("check", name, "--select", "DC030", "--format", "gitlab")
    assert [issue["location"]["path"] for issue in json.loads(done.out)] == [place]
    text = tagger("check", name, "--select", "DC030", "--format", "concise").out
    assert text.startswith("README.md:2" if target == "." else f"{name.rstrip('/')}/README.md:2")
