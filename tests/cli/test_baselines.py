from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Tagger

WRITE = ("--baseline", "known.json", "--write-baseline")
READ = ("--baseline", "known.json")


def recorded(file: Path) -> list[tuple[str, str]]:
    entries = json.loads(file.read_text("utf-8"))["findings"]
    return [(entry["path"], entry["code"]) for entry in entries]


@pytest.fixture
def card(faulty: Path, tagger: Tagger) -> Path:
    """The card of a folder ``set`` whose two findings are recorded in ``known.json``."""
    done = tagger("check", "set", *WRITE)
    assert done.status == 0
    assert "known.json: 2 findings recorded" in done.err
    return faulty / "README.md"


def test_what_is_recorded_is_not_reported_and_does_not_fail(tagger: Tagger, card: Path) -> None:
    done = tagger("check", "set", *READ)
    assert (done.status, done.err) == (0, "")
    assert done.out == ("no findings in 1 target (no framework found); 2 known from the baseline\n")
    assert recorded(card.parents[1] / "known.json") == [
        ("set/README.md", "DC030"),
        ("set/README.md", "RP901"),
    ]


def test_moved_lines_stay_known(tagger: Tagger, card: Path) -> None:
    card.write_text(card.read_text("utf-8").replace("---\n", "---\n# moved\n\n", 1), "utf-8")
    assert tagger("check", "set", *READ, "--fail-on", "info").status == 0


def test_a_second_one_of_the_same_kind_is_new(tagger: Tagger, card: Path) -> None:
    card.write_text(card.read_text("utf-8").replace("tags", "language: []  # tagger: ignore\ntags"))
    done = tagger("check", "set", *READ, "--format", "concise")
    assert [line.split()[1] for line in done.out.splitlines()] == ["RP901"]


def test_what_is_gone_is_said_and_dropped_on_request(tagger: Tagger, card: Path) -> None:
    card.write_text(card.read_text("utf-8").replace("MIT", "mit"), "utf-8")
    done = tagger("check", "set", *READ)
    assert done.status == 0
    assert "1 recorded finding no longer there (DC030 set/README.md)" in done.err
    tagger("check", "set", *WRITE)
    assert recorded(card.parents[1] / "known.json") == [("set/README.md", "RP901")]
    assert tagger("check", "set", *READ).err == ""


@pytest.mark.parametrize("arguments", [["--select", "RP"], ["--ignore", "DC030"]])
def test_rules_that_did_not_run_are_not_called_gone(
    tagger: Tagger, card: Path, arguments: list[str]
) -> None:
    card.write_text(card.read_text("utf-8").replace("MIT", "mit"), "utf-8")
    assert tagger("check", "set", *READ, *arguments).err == ""
    tagger("check", "set", *WRITE, *arguments)
    assert ("set/README.md", "DC030") in recorded(card.parents[1] / "known.json")


def test_other_targets_are_left_as_they_are(tagger: Tagger, card: Path) -> None:
    other = card.parents[1] / "other"
    other.mkdir()
    (other / "README.md").write_text(card.read_text("utf-8"), "utf-8")
    tagger("check", "other", *WRITE)
    assert [path for path, _ in recorded(card.parents[1] / "known.json")] == [
        *["other/README.md"] * 2,
        *["set/README.md"] * 2,
    ]
    assert tagger("check", "set", "other", *READ).status == 0


@pytest.mark.usefixtures("card")
def test_the_folder_of_the_call_does_not_matter(
    tagger: Tagger, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(faulty)
    assert tagger("check", "--baseline", "../known.json").status == 0


def test_the_configuration_can_name_it(tagger: Tagger, faulty: Path) -> None:
    (faulty / "tagger.toml").write_text("baseline = '.known.json'", "utf-8")
    assert tagger("check", "set").status == 2
    assert tagger("check", "set", "--write-baseline").status == 0
    assert recorded(faulty / ".known.json") == [("README.md", "DC030"), ("README.md", "RP901")]
    assert tagger("check", "set").status == 0


@pytest.mark.parametrize("name", ["../known.json", "/etc/hostname"])
def test_a_configuration_names_none_outside_of_its_folder(
    tagger: Tagger, faulty: Path, name: str
) -> None:
    (faulty / "tagger.toml").write_text(f"baseline = '{name}'", "utf-8")
    done = tagger("check", "set", "--write-baseline")
    assert done.status == 2
    assert "is outside" in done.err


def test_a_file_that_is_no_baseline_is_never_written_over(tagger: Tagger, faulty: Path) -> None:
    (faulty.parent / "known.json").write_text("{}", "utf-8")
    assert tagger("check", "set", *WRITE).status == 2
    assert (faulty.parent / "known.json").read_text("utf-8") == "{}"


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--write-baseline"], "--write-baseline needs a file: name it with --baseline FILE"),
        ([*READ], "known.json: no such file; --write-baseline makes it"),
        ([*WRITE, "--diff"], "use it with --fix or alone"),
        ([*WRITE, "--fix-only"], "use it with --fix or alone"),
    ],
)
def test_wrong_usage(tagger: Tagger, arguments: list[str], message: str) -> None:
    done = tagger("check", "set", *arguments)
    assert done.status == 2
    assert message in done.err


def test_what_is_known_can_be_mended_all_the_same(tagger: Tagger, card: Path) -> None:
    tagger("check", "set", *READ, "--fix")
    assert "license: mit\n" in card.read_text("utf-8")
