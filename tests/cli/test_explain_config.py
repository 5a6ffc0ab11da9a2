from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import pytest

from tagger.config.load import Configuration
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Tagger

CONFIG = """\
ignore = ["DC030", "HB"]
format = "concise"
include = [
  "examples",
]

[severity]
TG001 = "error"
"""


@pytest.fixture
def configured(faulty: Path) -> Path:
    (faulty / "tagger.toml").write_text(CONFIG, "utf-8")
    return faulty


def rows(out: str) -> dict[str, list[str]]:
    """The sources of each key."""
    found: dict[str, list[str]] = {}
    for line in out.splitlines():
        if " = " in line:
            key, source = line.split()[0], line.rpartition("# ")[2]
            found.setdefault(key, []).append(source)
    return found


def test_whole_output(tagger: Tagger, configured: Path) -> None:
    arguments = ("--explain-config", "--ignore", "RP900", "--fail-on", "warning")
    text = tagger("check", "set", *arguments).shown(configured.parent)
    text = re.sub(r"\d+ of \d+ rules", "[N] of [ALL] rules", text)
    assert_snapshot(text, "cli/explain-config.txt")


@pytest.mark.usefixtures("configured")
def test_every_setting_has_a_source_and_is_written_as_in_the_file(tagger: Tagger) -> None:
    out = tagger("check", "set", "--explain-config").out
    lines = [line for line in out.splitlines() if " = " in line]
    keys = {key.replace("-", "_") for key in tomllib.loads("\n".join(lines))}
    assert keys == set(Configuration.__dataclass_fields__) - {"folder"}


@pytest.mark.usefixtures("configured")
def test_nothing_is_checked(tagger: Tagger) -> None:
    done = tagger("check", "set", "--explain-config")
    assert (done.status, done.err) == (0, "")
    assert "DC030 error" not in done.out


@pytest.mark.usefixtures("configured")
def test_what_the_command_line_replaces_is_not_shown(tagger: Tagger) -> None:
    found = rows(tagger("check", "set", "--explain-config", "--format", "json").out)
    assert found["format"] == ["--format"]


def test_what_the_command_line_chooses_afresh_puts_the_file_aside(
    tagger: Tagger, configured: Path
) -> None:
    done = tagger("check", "set", "--explain-config", "--select", "HB001,RP")
    found = rows(done.out)
    assert found["select"] == ["--select"]
    assert found["ignore"] == [f"{configured}/tagger.toml:1, put aside by --select"]
    assert "rules run; not DC, " in done.out
    assert "HB002" in done.out
    assert "HB001, " not in done.out


@pytest.mark.parametrize("arguments", [["--isolated", "set"], ["org/name"]])
@pytest.mark.usefixtures("configured")
def test_without_a_file_all_are_defaults(tagger: Tagger, arguments: list[str]) -> None:
    found = rows(tagger("check", "--explain-config", *arguments).out)
    assert {source for sources in found.values() for source in sources} == {"default"}


def test_a_project_file_is_named_with_its_lines(tagger: Tagger, faulty: Path) -> None:
    text = "[project]\nname = 'x'\n[tool.tagger]\ncard = 'card.md'\n"
    (faulty / "pyproject.toml").write_text(text, "utf-8")
    found = rows(tagger("check", "set", "--explain-config").out)
    assert found["card"] == [f"{faulty}/pyproject.toml:4"]


def test_values_of_strangers_break_no_line(tagger: Tagger, faulty: Path) -> None:
    (faulty / "tagger.toml").write_text('card = "a\\u001b[31m\\n::error::b"\n', "utf-8")
    out = tagger("check", "set", "--explain-config").out
    assert "\x1b" not in out
    assert "\n::" not in out
