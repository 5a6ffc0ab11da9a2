from __future__ import annotations

import pytest

from tagger.cli.rule import markdown_text
from tagger.engine.table import families, rules
from tagger.report.style import PLAIN
from tagger.rules.page import rule_page
from tests.support.reports import rule


def test_files_are_shown_and_missing_ones_named() -> None:
    bad = {"a.toml": "x = 1\r\n", "b": None, "c": "-> ../d"}
    page = rule_page(rule(bad=bad, good={"a.toml": ""}))
    assert "`c` is a symbolic link to `../d`.\n" in page
    assert "`a.toml`:\n\n```toml\nx = 1\\r\n```\n" in page
    assert "`b` is not there.\n" in page


def test_a_rule_without_an_example_has_no_such_section() -> None:
    assert "## Example" not in rule_page(rule())


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    page = rule_page(rule(bad={"README.md": "````\ncode\n````\n"}))
    assert "\n`````markdown\n````\ncode\n````\n`````\n" in page
    assert "    ````\n    code\n    ````\n" in markdown_text(page, PLAIN)


def test_every_family_has_a_title() -> None:
    assert {code[:2] for code in rules()} <= families().keys()


@pytest.mark.parametrize("made", rules().values(), ids=lambda made: made.code)
def test_the_text_of_a_rule_is_complete(made: object) -> None:
    texts = [getattr(made, name) for name in ("summary", "why", "source", "since")]
    assert all(texts)
    assert not texts[0].endswith(".")
