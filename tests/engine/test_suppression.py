from __future__ import annotations

import time

import pytest

from tagger.card.card import read_card
from tagger.core.places import Span
from tagger.engine.suppression import (
    Split,
    Suppression,
    about_suppressions,
    find_suppressions,
    suppress,
)
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView
from tests.support.reports import rule

RULE = rule("DC001", "some-rule")


def split(path: str, text: str, *lines: int | None) -> Split:
    """Suppress findings of one rule on these lines of a file."""
    view = TreeView(MemoryTree({path: text.encode()}))
    view.read(path)
    findings = [RULE.at(path, f"wrong {n}", Span(n) if n else None) for n in lines]
    return suppress(findings, find_suppressions(view, read_card(view)))


def kept(path: str, text: str, *lines: int | None) -> list[int | None]:
    return [f.span.line if f.span else None for f in split(path, text, *lines).findings]


@pytest.mark.parametrize("word", ["DC001", "some-rule", " DC001 , HB001", "HB001,DC001"])
def test_a_comment_silences_its_line_by_code_or_name(word: str) -> None:
    text = f"a = 1\nb = 2  # tagger: ignore[{word}] because\nc = 3\n"
    assert kept("a.toml", text, 1, 2, 3) == [1, 3]


def test_a_comment_alone_silences_the_next_line_that_says_something() -> None:
    text = "a = 1\n# tagger: ignore[DC001]\n# more words\n\nb = 2\nc = 3\n"
    assert kept("a.toml", text, 1, 2, 5, 6) == [1, 2, 6]


def test_a_comment_alone_at_the_top_silences_the_file() -> None:
    assert kept("a.py", "#!/usr/bin/python\n\n# tagger: ignore[DC001]\na = 1\n", None, 4) == []


def test_in_a_card_only_the_header_is_searched() -> None:
    text = "---\na: 1\nlicense: x # tagger: ignore[DC001]\n---\nb # tagger: ignore[DC001]\n"
    assert kept("README.md", text, 2, 3, 5) == [2, 5]


def test_the_top_of_a_header_is_below_its_fence() -> None:
    text = "\n---\n# tagger: ignore[DC001]\na: 1\n---\n# Text\n"
    assert kept("README.md", text, None, 4, 6) == []


def test_a_place_over_several_lines_is_silenced_on_any_of_them() -> None:
    view = TreeView(MemoryTree({"a.yaml": b"a:\n- b\n- c  # tagger: ignore[DC001]\n"}))
    view.read("a.yaml")
    finding = RULE.at("a.yaml", "wrong", Span(2, 1, 3, 4))
    assert suppress([finding], find_suppressions(view, read_card(view))).suppressed == [finding]


@pytest.mark.parametrize("text", ["a = '# tagger: ignore[DC001]'", "a = 1 # tagger: not[DC001]"])
def test_other_text_silences_nothing(text: str) -> None:
    assert kept("a.toml", text, 1) == [1]


def test_other_files_are_not_searched() -> None:
    assert kept("a.sh", "# tagger: ignore[DC001]", 1) == [1]


def test_unused_names_are_told_and_used_ones_are_not() -> None:
    done = split("a.toml", "a = 1 # tagger: ignore[DC001,HB001]\n", 1)
    assert [names for _, names in done.unused] == [("HB001",)]
    assert done.unused[0][0].span == Span(1, 7, 1, 36)


@pytest.mark.parametrize("comment", ["# tagger: ignore", "# tagger: ignore[]"])
def test_a_comment_without_names_is_told(comment: str) -> None:
    done = split("a.toml", f"a = 1 {comment}\n", 1)
    assert [(s.names, names) for s, names in done.unused] == [((), ())]
    assert len(done.findings) == 1


def test_many_comments_do_not_take_long() -> None:
    start = time.monotonic()
    split("a.toml", "# tagger: ignore[DC001]\n" * 2500 + "a = 1\n", *range(1, 2500))
    assert time.monotonic() - start < 5


def messages(*names: str) -> list[tuple[str, str]]:
    comment = Suppression("a.toml", Span(1), names, 1)
    return [(f.rule.code, f.message) for f in about_suppressions([(comment, names)])]


@pytest.mark.parametrize("name", ["RP901", "unknown-suppression"])
def test_a_rule_that_says_nothing(name: str) -> None:
    message = f"unused suppression comment: {name} reports nothing here"
    assert messages(name) == [("RP900", message)]


def test_a_rule_that_is_none() -> None:
    assert messages("RP90") == [
        ("RP901", "no rule has the code or name 'RP90'; did you mean 'RP901'?")
    ]


def test_no_rule_at_all() -> None:
    assert messages() == [("RP901", "the comment names no rule, so it silences nothing")]
