"""Lines of a JSONL file."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.nemo_gym.rows.jsonl import split_lines


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
