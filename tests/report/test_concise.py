from __future__ import annotations

from tagger.core.places import Span
from tagger.report.concise import render
from tests.support.reports import PLAIN, checked, rule


def test_nothing_is_written_for_a_clean_target() -> None:
    assert list(render([checked()], PLAIN)) == []


def test_the_target_itself_has_a_name() -> None:
    assert list(render([checked([rule().at("", "wrong")])], PLAIN)) == [".: DC001 error: wrong\n"]


def test_one_line_a_finding_whatever_it_holds() -> None:
    finding = rule().at("a\nb", "c\u2028d\x85e", Span(1))
    assert len("".join(render([checked([finding])], PLAIN)).splitlines()) == 1
