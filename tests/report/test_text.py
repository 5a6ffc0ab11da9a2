from __future__ import annotations

from tagger.core.places import Span
from tagger.report.formats import Look
from tagger.report.style import Style
from tagger.report.text import MAX_REPEATS, render
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
