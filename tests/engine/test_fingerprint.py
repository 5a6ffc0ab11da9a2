from __future__ import annotations

from tagger.core.places import Span
from tagger.engine.fingerprint import fingerprints
from tests.support.reports import checked, rule

RULE = rule()


def marks(text: str, *lines: int, message: str = "wrong", target: str = ".") -> list[str]:
    findings = [RULE.at("README.md", message, Span(n, 1, n, 8)) for n in lines]
    return [mark for _, mark in fingerprints(checked(findings, {"README.md": text}, target=target))]


def test_moved_lines_and_other_words_change_nothing() -> None:
    assert marks("license: x", 1) == marks("\n\nlicense: x", 3, message="quite wrong")


def test_another_text_is_another_finding() -> None:
    assert marks("license: x", 1) != marks("licence: x", 1)


def test_another_place_is_another_finding() -> None:
    assert marks("license: x", 1) != marks("license: x", 1, target="sets/a")


def test_equal_findings_have_marks_of_their_own() -> None:
    assert len(set(marks("a: b\na: b\na: b", 1, 2, 3))) == 3


def test_findings_without_a_place_or_text() -> None:
    findings = [RULE.at("tasks/a", "wrong"), RULE.at("gone", "wrong", Span(9))]
    assert len({mark for _, mark in fingerprints(checked(findings))}) == 2
