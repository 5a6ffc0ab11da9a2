from __future__ import annotations

from tagger.core.findings import Severity
from tagger.core.places import Span
from tagger.engine.outcome import Unread
from tagger.report.github import MAX_ANNOTATIONS, render
from tests.support.reports import PLAIN, checked, rule

ERROR, WARNING = rule("HB001", "bad"), rule("DC001", "so-so", severity=Severity.WARNING)


def lines(*outcomes: object) -> list[str]:
    return "".join(render(outcomes, PLAIN)).splitlines()  # type: ignore[arg-type]


def test_an_annotation() -> None:
    finding = ERROR.at("a/b.toml", "wrong", Span(3, 4, 3, 9), hint="mend it")
    assert lines(checked([finding], target="set"))[0] == (
        "::error file=set/a/b.toml,title=HB001 bad,line=3,endLine=3,col=4,endColumn=9"
        "::wrong%0Amend it"
    )


def test_a_place_over_several_lines_has_no_columns() -> None:
    finding = WARNING.at("a", "wrong", Span(3, 4, 5, 9))
    assert lines(checked([finding]))[0] == (
        "::warning file=a,title=DC001 so-so,line=3,endLine=5::wrong"
    )


def test_properties_and_data_are_escaped() -> None:
    finding = ERROR.at("a:b,c%\n", "x%\r\n::error::y", Span(1))
    first = lines(checked([finding]))[0]
    assert first.startswith("::error file=a%3Ab%2Cc%25\\n,title=")
    assert first.endswith("::x%25\\r\\n::error::y")


def test_errors_come_first_and_each_group_before_repeats() -> None:
    findings = [WARNING.at("w", "w"), ERROR.at("a", "1"), ERROR.at("a", "2"), ERROR.at("b", "3")]
    shown = [line.rpartition("::")[2] for line in lines(checked(findings))[:4]]
    assert shown == ["1", "3", "2", "w"]


def test_what_github_would_drop_is_listed_below() -> None:
    findings = [ERROR.at(f"f{n:02}", "wrong") for n in range(MAX_ANNOTATIONS + 3)]
    shown = lines(checked([*findings, WARNING.at("w", "w")]))
    assert sum(line.startswith("::error") for line in shown) == MAX_ANNOTATIONS
    assert sum(line.startswith("::warning") for line in shown) == 1
    assert "3 more findings, for which GitHub has no room as annotations:" in shown
    assert "f12: HB001 error: wrong" in shown


def test_a_target_that_was_not_read_is_an_error() -> None:
    assert lines(Unread("gone", "no such folder"))[0] == "::error title=tagger::no such folder"
