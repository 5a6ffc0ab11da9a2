from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tagger.core.places import Span
from tagger.report.excerpt import MAX_LINES, MAX_WIDTH, excerpt
from tagger.report.style import Style


def shown(text: str, span: Span) -> str:
    return "\n".join(excerpt(text.split("\n"), span, Style()))


def test_marker_stands_under_the_place() -> None:
    assert shown("a\nlicense: MIT\n", Span(2, 10, 2, 13)) == (
        "  |\n2 | license: MIT\n  |          ^^^"
    )


def test_marker_is_one_wide_without_an_end() -> None:
    assert shown("abc", Span(1, 2)).endswith("|  ^")


def test_marker_stands_at_the_end_of_a_line() -> None:
    assert shown("abc", Span(1, 4, 1, 4)).endswith("|    ^")


def test_wide_and_escaped_characters_move_the_marker() -> None:
    assert shown("値\t: x", Span(1, 5, 1, 6)) == "  |\n1 | 値\\t: x\n  |       ^"


def test_several_lines_are_marked_from_their_first_character() -> None:
    assert shown("a: [\n  b,\n  c]", Span(1, 4, 3, 5)) == (
        "  |\n1 | a: [\n  |    ^\n2 |   b,\n  |   ^^\n3 |   c]\n  |   ^^"
    )


def test_many_lines_are_cut() -> None:
    text = shown("\n".join("abcdefgh"), Span(1, 1, 8, 2))
    assert text.count("^") == MAX_LINES
    assert text.endswith("| …")


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "x" * 500 + "HERE" + "y" * 500
    source, marker = shown(line, Span(1, 501, 1, 505)).split("\n")[1:]
    assert source[marker.index("^") :].startswith("HERE")
    assert len(source) < MAX_WIDTH + 10


def test_a_place_outside_the_text_shows_nothing() -> None:
    assert shown("a", Span(7)) == ""


@given(
    st.text(st.characters(exclude_categories=())),
    st.tuples(*[st.integers(1, 9)] * 4),
)
def test_any_span_over_any_text_prints_single_lines(
    text: str, numbers: tuple[int, int, int, int]
) -> None:
    for line in excerpt(text.split("\n"), Span(*numbers), Style()):
        assert line.isprintable()
        assert "##[" not in line
