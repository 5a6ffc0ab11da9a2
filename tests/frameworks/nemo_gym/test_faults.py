"""Words for values, keys and places."""

from __future__ import annotations

from tagger.frameworks.nemo_gym.faults import FaultKind, place, quoted, wrong_kind


def test_a_path_reads_as_people_write_it() -> None:
    assert place(("tools", 0, "name")) == "tools[0].name"
    assert place(("a\nb",)) == "'a\\nb'"


def test_values_of_strangers_are_cut_and_never_opened() -> None:
    assert len(quoted("x" * 10_000)) == 40
    assert quoted([["x"]]) == "a list"


def test_null_is_told_apart_from_a_wrong_kind() -> None:
    assert wrong_kind(None, "text").problem is FaultKind.NULL
    assert wrong_kind(3, "text").says == "is a number, must be text"
