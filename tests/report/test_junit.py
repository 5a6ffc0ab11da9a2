from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from xmlschema import XMLSchema

from tagger.engine.outcome import Unread
from tagger.report.junit import render
from tests.report.test_formats import HOSTILE, hostile
from tests.support.reports import PLAIN, checked, full


def root(*outcomes: Any) -> Element:
    return fromstring("".join(render(outcomes, PLAIN)))


def test_a_suite_for_each_file_and_a_failure_for_each_finding() -> None:
    suites = root(*full()).findall("testsuite")
    assert suites[0].get("name") == "sets/puzzles/README.md"
    assert [case.get("name") for case in suites[0]] == [
        "DC010 unknown-licence",
        "TG004 tag-spelling",
    ]
    assert len(root(*full()).findall("*/testcase/failure")) == 10


def test_counts_agree_with_the_cases() -> None:
    for suite in root(*full(), *hostile()):
        assert suite.get("tests") == str(len(suite.findall("testcase")))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("errors") == str(len(suite.findall("testcase/error")))


def test_a_clean_target_has_a_passing_case() -> None:
    (case,) = root(checked()).findall("*/testcase")
    assert len(case) == 0


def test_a_target_that_was_not_read_is_an_error() -> None:
    (error,) = root(Unread("gone", "no such folder")).findall("*/testcase/error")
    assert error.get("message") == "no such folder"


def test_hostile_text_stays_text() -> None:
    suites = root(*hostile()).findall("testsuite")
    assert len(suites) == 2 * len(HOSTILE)
    assert {element.tag for suite in suites for element in suite.iter()} == {
        "testsuite",
        "testcase",
        "failure",
        "error",
    }


@pytest.mark.parametrize(
    "outcomes", [full(), hostile(), [checked()], [Unread("gone", "no folder")]]
)
def test_the_document_keeps_to_the_schema(outcomes: list[Any]) -> None:
    schema = XMLSchema(Path(__file__).parent.parent / "data" / "junit.xsd")
    schema.validate("".join(render(outcomes, PLAIN)))
