from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jsonschema import Draft7Validator

from tagger.core.findings import Severity
from tagger.core.places import Span
from tagger.report.sarif import render
from tests.report.test_formats import hostile
from tests.support.reports import PLAIN, checked, fix, full, rule

if TYPE_CHECKING:
    import pytest

#: OASIS SARIF TC, sarif-schema-2.1.0.json.
SCHEMA = json.loads((Path(__file__).parents[1] / "data" / "sarif-schema-2.1.0.json").read_text())


def run(*outcomes: Any) -> Any:
    log = json.loads("".join(render(outcomes, PLAIN)))
    Draft7Validator(SCHEMA).validate(log)
    (only,) = log["runs"]
    return only


def test_every_log_is_valid() -> None:
    for outcomes in ([], [checked()], full(), hostile()):
        run(*outcomes)


def test_rules_that_speak_are_described() -> None:
    rules = run(*full())["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == ["DC010", "HB001", "TG004"]
    assert rules[0]["help"]["markdown"].startswith("# DC010 unknown-licence\n")
    assert rules[0]["properties"]["tags"] == ["Dataset card"]


def test_places_are_relative_and_encoded() -> None:
    finding = rule().at("a b/c:d#é.md", "wrong", Span(3, 2, 3, 5))
    (result,) = run(checked([finding], target="sets"))["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "sets/a%20b/c%3Ad%23%C3%A9.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 5},
    }


def test_a_finding_about_the_whole_points_at_the_card() -> None:
    (result,) = run(checked([rule().at("", "wrong")]))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "README.md"


def test_fixes_come_along() -> None:
    (result,) = run(checked([rule().at("README.md", "wrong", fix=fix())]))["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"byteOffset": 4, "byteLength": 3},
            "insertedContent": {"text": "new"},
        }
    ]


def test_a_target_that_was_not_read_is_told() -> None:
    (invocation,) = run(*full())["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["level"] == "error"


def test_the_mildest_go_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tagger.report.sarif.MAX_RESULTS", 2)
    mild = rule("DC002", severity=Severity.INFO).at("a", "mild")
    bad = rule("DC003").at("b", "bad")
    log = run(checked([mild, mild, bad]))
    assert [result["ruleId"] for result in log["results"]] == ["DC003", "DC002"]
    (notification,) = log["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("1 findings")
