from __future__ import annotations

import pytest

from tests.support.cards import card, findings, fixed, places


@pytest.mark.parametrize(
    ("header", "hint"),
    [
        ("a:\n\t- b\n", "spaces"),
        ("a: b: c\n", "quotes"),
        ("a: @b\n", "quotes"),
        ("a: *.csv\n", "quotes"),
        ("- a\nb: c\n", None),
    ],
)
def test_the_hint_names_the_usual_cause(header: str, hint: str | None) -> None:
    (found,) = findings(card(header), "DC020")
    assert (found.hint is None) if hint is None else (hint in (found.hint or ""))


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("a: 'x'\nb:\t1\n", (3, 3)),
        ("a: x # y\n# z\tz\nc: d\t\n", (4, 5)),
        ("pretty_name: C#\tx\n", (2, 16)),
    ],
)
def test_the_tab_is_pointed_at(header: str, place: tuple[int, int]) -> None:
    assert places(findings(card(header), "DC021")) == [place]


def test_every_unknown_tag_is_reported() -> None:
    assert len(findings(card("a: !x 1\nb: !!python/none 2\n"), "DC022")) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("language: no\n", "language: 'no'\n"),
        ("language: [en, no] # both\n", "language: [en, 'no'] # both\n"),
        ("language:\n- on\n- no\n", "language:\n- 'on'\n- no\n"),
        ("tags:\n- yes\n", "tags:\n- 'yes'\n"),
        ("viewer: off\n", "viewer: false\n"),
    ],
)
def test_an_ambiguous_word_is_put_right(before: str, after: str) -> None:
    assert fixed(card(before), "DC025") == card(after)


def test_the_reading_of_both_sides_is_told() -> None:
    (found,) = findings(card("pretty_name: 12:30\n"), "DC025")
    assert "750" in found.message
    assert "'12:30'" in found.message


def test_a_date_that_does_not_exist_is_pointed_at() -> None:
    assert places(findings(card("license: mit\nday: 2024-02-31\n"), "DC027")) == [(3, 6)]
