from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from tagger.core.places import Span
from tagger.data.shipped import read_shipped
from tagger.report.json import render
from tests.support.reports import PLAIN, checked, full, rule

SCHEMA = json.loads(read_shipped("report.schema.json"))


def report(*outcomes: Any) -> Any:
    document = json.loads("".join(render(outcomes, PLAIN)))
    Draft202012Validator(SCHEMA).validate(document)
    return document


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_full_report_is_valid() -> None:
    assert report(*full())["summary"] == {
        "targets": 2,
        "errors": 8,
        "warnings": 1,
        "infos": 1,
        "fixable": 1,
    }


def test_no_targets() -> None:
    assert report()["summary"]["targets"] == 0


def test_targets_keep_the_order_of_the_arguments() -> None:
    outcomes = [checked(target=name) for name in "bca"]
    assert [target["target"] for target in report(*outcomes)["targets"]] == ["b", "c", "a"]


def test_a_finding_without_a_place_says_so() -> None:
    finding = report(checked([rule().at("tasks", "wrong")]))["targets"][0]["findings"][0]
    assert (finding["line"], finding["hint"], finding["fix"]) == (None, None, None)


def test_hostile_text_comes_back_unchanged_and_commands_nothing() -> None:
    hostile = 'a"\\\n\x1b##[error]::x\u2028'
    text = "".join(render([checked([rule().at("p", hostile, Span(1))])], PLAIN))
    assert "##[" not in text
    assert text.isascii()
    assert json.loads(text)["targets"][0]["findings"][0]["message"] == hostile


def test_bytes_that_are_not_utf8_stand_as_escapes() -> None:
    findings = report(checked([rule().at("a\udcff", "wrong")]))["targets"][0]["findings"]
    assert findings[0]["path"] == "a\\xff"


@pytest.mark.parametrize("key", ["version", "tool", "targets", "summary"])
def test_the_schema_wants_every_key(key: str) -> None:
    document = report()
    del document[key]
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate(document)


def test_the_schema_refuses_unknown_keys() -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate({**report(), "more": 1})
