from __future__ import annotations

import pytest

from tagger.core.places import Span
from tagger.engine.suppression import Suppression
from tagger.engine.suppression_rules import about_suppressions


def messages(*names: str) -> list[tuple[str, str]]:
    comment = Suppression("a.toml", Span(1), names, 1)
    return [(f.rule.code, f.message) for f in about_suppressions([(comment, names)])]


@pytest.mark.parametrize("name", ["RP901", "unknown-suppression"])
def test_a_rule_that_says_nothing(name: str) -> None:
    message = f"{name} has nothing to say here, so the comment silences nothing"
    assert messages(name) == [("RP900", message)]


def test_a_rule_that_is_none() -> None:
    assert messages("RP90") == [
        ("RP901", "no rule has the code or name 'RP90'; did you mean 'RP901'?")
    ]


def test_no_rule_at_all() -> None:
    assert messages() == [("RP901", "the comment names no rule, so it silences nothing")]
