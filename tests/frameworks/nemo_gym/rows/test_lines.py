"""Lines of a JSONL file, and the value of each as its three readers see it."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.nemo_gym.rows.lines import LineReader, split_lines


@given(st.text(st.sampled_from("a\r\n\u2028\u0085\x0b\x1c é"), max_size=30))
def test_lines_end_where_python_text_mode_ends_them(text: str) -> None:
    data = text.encode()
    expected = [line.rstrip("\n") for line in io.TextIOWrapper(io.BytesIO(data), "utf-8")]
    assert list(split_lines(data, cut=False).texts) == expected


def test_the_line_that_was_cut_off_is_left_out() -> None:
    assert split_lines(b"one\ntwo\nthr", cut=True).texts == ["one", "two"]
    assert split_lines(b"one", cut=True).texts == []


def test_a_letter_that_was_cut_in_two_is_no_fault() -> None:
    assert split_lines("one\né".encode()[:-1], cut=True).bad_line is None


def test_the_line_of_the_first_bad_byte_is_told() -> None:
    found = split_lines(b"a\r\nb\rc\n\xe9\n", cut=False)
    assert found.bad_line == 4
    assert len(found.texts) == 4


def test_utf_16_is_read_for_its_shape_with_and_without_a_mark() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        found = split_lines('{"a": 1}\n{}'.encode(encoding), cut=False)
        assert (found.encoding, list(found.texts)) == ("UTF-16", ['{"a": 1}', "{}"])


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
