"""Edits applied to bytes."""

from __future__ import annotations

import pytest

from tagger.core.edits import apply
from tagger.core.places import Edit


def edit(start: int, end: int, content: bytes = b"x") -> Edit:
    return Edit("README.md", start, end, content)


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
