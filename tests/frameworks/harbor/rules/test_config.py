from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.core.edits import apply
from tagger.core.findings import Safety, Severity
from tests.frameworks.harbor.support import codes, detect, files, found

if TYPE_CHECKING:
    from tagger.core.findings import Finding

PATH = "tasks/a/task.toml"


def findings(text: str) -> list[Finding]:
    return [f for f in detect(files({"task.toml": text})).findings if f.path == PATH]


def places(text: str) -> list[tuple[str, int | None]]:
    return [(f.rule.code, f.span.line if f.span else None) for f in findings(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('pattern = "\\s"\n', [("HB001", 1)]),
        ("a = 1\na = 2\n", [("HB001", 2)]),
        ("\ufeffsteps = []\n", [("HB002", 1)]),
        ("# \udce9\n", [("HB002", 1)]),
        ("\n[agent]\ntimeout_sec = 'ten'\n", [("HB004", 3)]),
        ("[environment]\nmemory_gb = 4\n", [("HB015", 2)]),
        ("[verifer]\ntimeout_sec = 4\n", [("HB015", 1)]),
        ("[zebra]\nx = 1\n", [("HB016", 1)]),
        ("[task]\nname = 'o/n'\nid = 4\n", [("HB016", 3)]),
        ("[[steps]]\nname = 'one'\nzebra = 1\n", [("HB016", 3)]),
        ("[agent]\n\nartifacts = ['/a']\n", [("HB017", 3)]),
        ("[metadata]\nartifacts = ['/a']\n", [("HB017", 2)]),
        ("[environment.env]\nartifacts = ['/a']\n", [("HB004", 2)]),
        ("[metadata]\nsource = 'x'\nversion = '1'\nzebra = 1\n", []),
        ("[environment]\nstorage = 5.0\n", [("HB019", 2)]),
        ("[verifier.environment]\nmemory = true\n", [("HB019", 2)]),
        ("version = '1.0'\n[environment]\nallow_internet = false\n", [("HB018", 1), ("HB018", 3)]),
    ],
)
def test_each_fault_has_its_rule_and_line(text: str, expected: list[tuple[str, int]]) -> None:
    assert [place for place in places(text) if place[0] != "HB034"] == expected


def test_a_near_key_is_named() -> None:
    [finding] = findings("[agent]\ntimeout_secs = 4\n")
    assert finding.hint == "did you mean `timeout_sec`?"


def test_a_root_key_among_variables_gets_its_own_hint() -> None:
    [finding] = findings("[environment.env]\nartifacts = ['/a']\n")
    assert finding.hint is not None
    assert "above the first table header" in finding.hint


def test_every_fault_of_a_file_is_told() -> None:
    text = "version = 1.0\n[agent]\ntimeout_sec = 'x'\n[environment]\nos = 'macos'\n"
    assert codes(detect(files({"task.toml": text}))) == ["HB004", "HB004", "HB006", "HB018"]


def test_a_file_that_is_no_task_toml_at_all_is_an_error() -> None:
    [finding] = findings("version https://git-lfs.github.com/spec/v1\n")
    assert (finding.rule.code, finding.severity) == ("HB003", Severity.ERROR)


# -- fixes ----------------------------------------------------------------------------------


def fixed(text: str, code: str) -> str | None:
    """The text after the fix of the first finding of a rule."""
    fix = found(detect(files({"task.toml": text})), code)[0].fix
    if fix is None:
        return None
    return apply(text.encode(), fix.edits).decode()


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("HB002", "\ufeffa = 1\n", "a = 1\n"),
        ("HB002", "\ufeffa\n", None),
        ("HB006", "# é\r\nversion =  1.0 # x\r\n", '# é\r\nversion =  "1.0" # x\r\n'),
        ("HB006", "schema_version = 2\n", 'schema_version = "2"\n'),
        ("HB006", "version = true\n", None),
        (
            "HB008",
            "[task]\nname = 'o/n'\nauthors = [\n  'A. Writer', # me\n]\n",
            "[task]\nname = 'o/n'\nauthors = [\n  { name = 'A. Writer' }, # me\n]\n",
        ),
        (
            "HB008",
            '[task]\nname = "o/n"\nauthors = ["A \\u00e9 <a@b.c>"]\n',
            '[task]\nname = "o/n"\nauthors = [{ name = "A \\u00e9 <a@b.c>" }]\n',
        ),
        (
            "HB008",
            '[task]\nname = "o/n"\nauthors = ["A B <a@b.c>"]\n',
            '[task]\nname = "o/n"\nauthors = [{ name = "A B", email = "a@b.c" }]\n',
        ),
        (
            "HB018",
            "environment = { memory = '2G', x = 1 }\n",
            "environment = { memory_mb = 2048, x = 1 }\n",
        ),
        ("HB018", "environment.'storage' = '1.5G'\n", "environment.storage_mb = 1536\n"),
        ("HB018", "[environment]\nmemory = '2G'\nmemory_mb = 2048\n", None),
        (
            "HB018",
            "[environment]\nallow_internet = false\n",
            '[environment]\nnetwork_mode = "no-network"\n',
        ),
        ("HB018", "[environment]\nallow_internet = true\nnetwork_mode = 'public'\n", None),
        ("HB018", "version = '1'\n", None),
    ],
)
def test_a_fix_changes_what_it_must(code: str, before: str, after: str | None) -> None:
    assert fixed(before, code) == after


def test_a_fix_that_another_program_may_read_anew_is_unsafe() -> None:
    [finding] = findings("[environment]\nallow_internet = false\n")
    assert finding.fix is not None
    assert finding.fix.safety is Safety.UNSAFE


@pytest.mark.parametrize(
    ("before", "after"),
    [("\ufeff#!/bin/sh\n", "#!/bin/sh\n"), ("#!/bin/sh\r\necho\r\n\r", "#!/bin/sh\necho\n\r")],
)
def test_scripts_are_fixed(before: str, after: str) -> None:
    [finding] = detect(files({"tests/test.sh": before})).findings
    assert finding.fix is not None
    assert apply(before.encode(), finding.fix.edits).decode() == after


SIZES = st.sampled_from(["'2G'", '"512M"', '"1024K"', "'''1G'''", '"0.5G"', "'2GB'"])
LINES = st.sampled_from(
    ["", "# memory = '9G'", "cpus = 2", 'env = { a = "memory" }', "gpus = 0 # é"]
)


@given(SIZES, st.lists(LINES, max_size=3, unique=True), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_size_moves_and_everything_else_stays(size: str, lines: list[str], end: str) -> None:
    text = end.join(["# é", "[environment]", *lines, f"memory = {size} # x", "[agent]", ""])
    rule = "HB010" if "GB" in size else "HB018"
    corrected = fixed(text, rule)
    if rule == "HB010":
        assert corrected is None
        return
    assert corrected is not None
    before, after = (tomllib.loads(t.replace("\r", "\n")) for t in (text, corrected))
    assert before["environment"].pop("memory")
    assert after["environment"].pop("memory_mb") in (2048, 512, 1, 1024)
    assert before == after
    assert [a for a, b in zip(text.split(end), corrected.split(end), strict=True) if a != b] == [
        f"memory = {size} # x"
    ]
