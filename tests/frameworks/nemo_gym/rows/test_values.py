"""One line of JSON, as its three readers see it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.nemo_gym.rows.values import LineReader


def test_a_value_is_read() -> None:
    assert LineReader().read('{"a": [1, 2.5]}').data == {"a": [1, 2.5]}


@pytest.mark.parametrize("line", ["{", "{} {}", "{'a': 1}", '{"a": 1,}', '{"a": "\t"}', "// x"])
def test_what_is_not_json_has_a_fault(line: str) -> None:
    assert "is not valid JSON" in str(LineReader().read(line).fault)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NaN", "holds NaN"),
        ("-Infinity", "holds -Infinity"),
        ("1e999", "beyond the range"),
        ("9" * 400, "beyond the range"),
        ('"\\ud800"', "half of a surrogate pair"),
        ('"\\uDFFF"', "half of a surrogate pair"),
    ],
)
def test_what_only_orjson_refuses_is_told_apart(text: str, why: str) -> None:
    value = LineReader().read(f'{{"a": {text}}}')
    assert value.fault is None
    assert why in str(value.rollout_fault)


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00"', "1e300", "9" * 300, '"NaN"', '"\\\\ud800"'])
def test_what_orjson_takes_is_no_fault(text: str) -> None:
    value = LineReader().read(f'{{"a": {text}}}')
    assert (value.fault, value.rollout_fault) == (None, None)


def test_an_oddity_does_not_stick_to_the_next_line() -> None:
    reader = LineReader()
    assert reader.read("[NaN]").rollout_fault
    assert not reader.read("[1]").rollout_fault


def test_nesting_is_bounded_before_it_is_parsed() -> None:
    assert LineReader().read("[" * 700 + "]" * 700).rollout_fault is None
    assert "2,000 levels" in str(LineReader().read("[" * 2000 + "]" * 2000).rollout_fault)
    assert "100,000 levels" in str(LineReader().read("[" * 100_000).fault)


def test_brackets_inside_text_do_not_nest() -> None:
    assert LineReader().read('{"a": "' + "[" * 5000 + '\\""}').data == {"a": "[" * 5000 + '"'}


def test_an_integer_that_python_does_not_convert_is_a_fault() -> None:
    assert "4,300 digits" in str(LineReader().read("9" * 5000).fault)


@given(st.text())
def test_no_line_ends_the_reader(line: str) -> None:
    LineReader().read(line)
