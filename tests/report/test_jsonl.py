from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from tagger.data.shipped import read_shipped
from tagger.report.jsonl import render
from tests.report.test_formats import hostile
from tests.support.reports import PLAIN, checked, full

SCHEMA = json.loads(read_shipped("report.schema.json"))


def test_a_line_is_a_target_of_the_report() -> None:
    first, second, third = [json.loads(line) for line in render(full(), PLAIN)]
    for line in (first, second):
        assert (line.pop("version"), line.pop("tool")["name"]) == (1, "tagger")
        schema = {**SCHEMA["$defs"]["target"], "$defs": SCHEMA["$defs"]}
        Draft202012Validator(schema).validate(line)
    assert third["error"] == "'sets/gone': no such folder"


def test_a_target_is_written_before_the_next_one_is_asked_for() -> None:
    outcomes = iter([checked(), checked()])
    next(render(outcomes, PLAIN))
    assert len(list(outcomes)) == 1


def test_hostile_text_breaks_no_line() -> None:
    lines = "".join(render(hostile(), PLAIN)).splitlines()
    assert len(lines) == len(hostile())
