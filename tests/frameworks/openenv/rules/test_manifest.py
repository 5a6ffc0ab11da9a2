"""Findings about the keys of a manifest."""

from __future__ import annotations

import pytest

from tagger.core import edits as editing
from tagger.core.findings import Finding, Safety, checks_of, rules_in
from tagger.frameworks.openenv.manifest import read_manifest
from tagger.frameworks.openenv.rules import manifest, validation
from tests.frameworks.openenv.support import view


def findings(text: str) -> list[Finding]:
    read = read_manifest(view({"openenv.yaml": text}), "openenv.yaml")
    return [f for check in checks_of(rules_in(manifest, validation)) for f in check(read)]


def found(text: str) -> list[tuple[str, int | None]]:
    """Codes and lines, the missing validation block left out."""
    return [
        (f.rule.code, f.span.line if f.span else None)
        for f in findings(text)
        if f.rule.code != "OE010"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: x\napp: server.app:app\n", []),
        ("name: x\nversion: 0.1.0\nvariables:\nport: eighty\ntype: banana\n", []),
        ("app: server.app:app\nspec_version: 1\n", [("OE002", 1)]),
        ("spec_version: 1\nname:\n", [("OE002", 2)]),
        ("name: 42\n", [("OE005", 1)]),
        ("name: '  '\n", [("OE005", 1)]),
        ("name: x\nversion: 1.0\n", [("OE005", 2)]),
        ("name: x\nversion: 2024-01-02\n", [("OE005", 2)]),
        ("name: x\napp: server/app.py\n", [("OE005", 2)]),
        ("name: x\napp: {port: 80}\n", [("OE005", 2)]),
        ("name: x\nvariables: [A]\n", [("OE005", 2)]),
        ("name: __ENV_NAME__\n", [("OE006", 1)]),
        ('name: x\ndescription: "{{ENV_DESCRIPTION}}"\n', [("OE006", 2)]),
        ("name: ''\nname: x\n", [("OE007", 2)]),
        ("name: x\naction: {class_name: A}\nobservation: B\n", [("OE012", 2)]),
        ("name: x\ntasks: [a]\nreward: {}\n", [("OE011", 1)]),
        ("name: x\napp: a:b\ntasks: [a]\n", []),
        ("name: x\napp: a:b\nvariable: {A: 1}\n", [("OE011", 3)]),
        ("name: x\ntask_sets: []\nopenenvd: {}\n", []),
    ],
)
def test_findings_of_a_manifest(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


def test_missing_validation_block_is_only_information() -> None:
    assert [f.severity.label for f in findings("name: x\n")] == ["info"]


def test_misspelt_section_of_the_validation_block_names_the_right_one() -> None:
    hints = [f.hint for f in findings("name: x\napp: a:b\nvalidation: {netwrok: {}}\n")]
    assert "did you mean `network`?" in hints


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("name: x\nversion: 1.0\n", 'name: x\nversion: "1.0"\n'),
        (
            "\ufeffversion: 1.10 # keep\r\nname: é\r\n",
            '\ufeffversion: "1.10" # keep\r\nname: é\r\n',
        ),
        ("{name: x, version: 2024-01-02}", '{name: x, version: "2024-01-02"}'),
    ],
)
def test_fix_quotes_the_version_as_it_is_written(before: str, after: str) -> None:
    fixes = [f.fix for f in findings(before) if f.fix]
    assert [fix.safety for fix in fixes] == [Safety.SAFE]
    assert editing.apply(before.encode(), fixes[0].edits) == after.encode()


@pytest.mark.parametrize("text", ["version: [1]\nname: x\n", "version: 1\nversion: 2\nname: x\n"])
def test_no_fix_where_the_version_is_no_single_scalar(text: str) -> None:
    assert not any(f.fix for f in findings(text))


def test_control_characters_of_a_key_do_not_reach_the_message() -> None:
    messages = [f.message for f in findings('"\\e[31mx": 1\nname: x\n')]
    assert not any("\x1b" in message for message in messages)
