from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tagger.core.places import Span
from tagger.report.formats import Look
from tagger.report.style import Style
from tagger.report.text import MAX_LINES, MAX_REPEATS, MAX_WIDTH, excerpt, render
from tests.support.reports import PLAIN, checked, full, rule
from tests.support.snapshots import assert_snapshot


def test_whole_report_in_colour() -> None:
    assert_snapshot(
        "".join(render(full(), Look(Style(colour=True)))), "report/full.text-colour.txt"
    )


def test_thousands_of_findings_of_one_rule_are_counted() -> None:
    broken = rule("HB001", "task-config-invalid")
    findings = [broken.at(f"tasks/{n:05}", "broken") for n in range(7000)]
    text = "".join(render([checked(findings)], PLAIN))
    assert text.count("HB001 error") == MAX_REPEATS
    assert "HB001 task-config-invalid: … and 6,995 more" in text


def test_quiet_leaves_the_summary_out() -> None:
    assert "".join(render([checked()], Look(Style(), quiet=True))) == ""


def test_a_target_is_written_before_the_next_one_is_asked_for() -> None:
    finding = rule().at("README.md", "wrong")
    outcomes = iter([checked([finding]), checked([finding])])
    pieces = render(outcomes, PLAIN)
    assert next(pieces).startswith("README.md: DC001 error: wrong")
    assert len(list(outcomes)) == 1


def test_foreign_text_breaks_no_line() -> None:
    hostile = "x\n::error::owned\r\x1b[2J\u202e"
    finding = rule().at(hostile, hostile, Span(1), hint=hostile)
    text = "".join(render([checked([finding], target=hostile)], PLAIN))
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    assert "\x1b" not in text


def test_a_file_that_cannot_be_read_again_has_no_excerpt() -> None:
    text = "".join(render([checked([rule().at("gone.toml", "wrong", Span(3, 1))])], PLAIN))
    assert text.startswith("gone.toml:3:1: DC001 error: wrong\n\n")


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
