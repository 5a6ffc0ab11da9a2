"""Splices made, proven and turned into edits; edits applied to bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tagger.core.edits import (
    Splice,
    apply,
    checked,
    edits_of,
    proven,
    reads_as,
    same_data,
    spliced,
)
from tagger.core.errors import ParseError, RefusedError
from tagger.core.places import Edit


def edit(start: int, end: int, content: bytes = b"x") -> Edit:
    return Edit("README.md", start, end, content)


def read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ParseError(str(error)) from None


# -- splices ------------------------------------------------------------------------------


def test_edits_count_bytes_from_where_the_text_begins() -> None:
    text = "é=ü;ö=1"
    splices = [Splice(6, 7, "²"), Splice(2, 3, "x")]
    edits = edits_of("a", text, splices, offset=3)
    assert edits == (Edit("a", 6, 8, b"x"), Edit("a", 12, 13, "²".encode()))
    assert apply(b"bom" + text.encode(), edits).decode() == "bomé=x;ö=²"
    assert spliced(text, splices) == "é=x;ö=²"


def test_splices_that_touch_are_one_edit() -> None:
    edits = edits_of("a", "abcd", [Splice(2, 3, "y"), Splice(1, 2, "x"), Splice(3, 3, "z")])
    assert edits == (Edit("a", 1, 3, b"xyz"),)


def test_splices_that_overlap_are_refused() -> None:
    with pytest.raises(RefusedError, match="overlap"):
        edits_of("a", "abcd", [Splice(0, 2, ""), Splice(1, 3, "")])


def test_what_reads_as_expected_is_proven() -> None:
    text = '{"ü": 1, "b": 2}'
    splices = [Splice(6, 7, "true")]
    edits = proven("a", text, splices, parse=read, expected={"b": 2, "ü": True})
    assert apply(text.encode(), edits).decode() == '{"ü": true, "b": 2}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2", 1), ("1", True), ("1.0", 1), ("[1]", 1), ("}", 1), ("", 1)],
)
def test_anything_else_is_refused(text: str, expected: Any) -> None:
    assert not reads_as("9", [Splice(0, 1, text)], parse=read, expected=expected)
    with pytest.raises(RefusedError, match="cannot be proven"):
        proven("a", "9", [Splice(0, 1, text)], parse=read, expected=expected)


# -- edits --------------------------------------------------------------------------------


def test_edits_that_hold_are_handed_out() -> None:
    edits = (edit(1, 2, b"B"),)
    assert checked(b"abc", edits, lambda after: after == b"aBc") == edits


def test_edits_that_change_nothing_are_none() -> None:
    assert checked(b"abc", (edit(1, 2, b"b"),), lambda _: False) == ()


@pytest.mark.parametrize("edits", [(edit(1, 2),), (edit(0, 2), edit(1, 3))])
def test_edits_that_do_not_hold_are_refused(edits: tuple[Edit, ...]) -> None:
    with pytest.raises(RefusedError):
        checked(b"abc", edits, lambda _: False)


def test_edits_count_from_the_bytes_before() -> None:
    assert apply(b"abcdef", [edit(4, 5, b"E"), edit(1, 2, b""), edit(6, 6, b"g")]) == b"acdEfg"


def test_insertions_at_one_place_keep_their_order() -> None:
    assert apply(b"ab", [edit(1, 1, b"1"), edit(1, 1, b"2")]) == b"a12b"


def test_no_edits_change_nothing() -> None:
    assert apply(b"ab", []) == b"ab"


@pytest.mark.parametrize(
    "edits", [[edit(0, 2), edit(1, 3)], [edit(2, 4)], [edit(2, 1)], [edit(-1, 0)]]
)
def test_edits_that_overlap_or_lie_outside_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply(b"abc", edits)


# -- data ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, True),
        (1, 1.0),
        ("1", 1),
        ([1], (1,)),
        ([1, 2], [1]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({1: 0}, {True: 0}),
    ],
)
def test_data_that_differs(left: Any, right: Any) -> None:
    assert not same_data(left, right)


def test_nan_is_itself() -> None:
    assert same_data([float("nan")], [float("nan")])


def bomb() -> list[Any]:
    data: list[Any] = ["x"]
    for _ in range(60):
        data = [data, data]
    return data


def test_shared_data_is_compared_once() -> None:
    assert same_data(bomb(), bomb())


def test_data_that_holds_itself_is_compared() -> None:
    left: list[Any] = []
    right: list[Any] = []
    left.append(left)
    right.append(right)
    assert same_data(left, right)


def test_the_order_of_keys_can_be_free() -> None:
    left, right = {"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}
    assert same_data(left, right, ordered=False)
    assert not same_data(left, {**right, "a": True}, ordered=False)
    assert not same_data(left, {"a": 1, "c": right["b"]}, ordered=False)
