from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tagger.cli.rule import markdown_text
from tagger.engine.table import rules
from tagger.report.style import PLAIN, Style
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Tagger


def test_the_list_has_every_rule(tagger: Tagger) -> None:
    lines = tagger("rule").out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == list(rules())


def test_whole_list_of_a_family(tagger: Tagger, tmp_path: Path) -> None:
    assert_snapshot(tagger("rule", "RP90").shown(tmp_path), "cli/rule-list.txt")


def test_whole_page(tagger: Tagger, tmp_path: Path) -> None:
    assert_snapshot(tagger("rule", "RP900").shown(tmp_path), "cli/rule-page.txt")


def test_whole_page_in_colour(
    tagger: Tagger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert_snapshot(tagger("rule", "RP900").shown(tmp_path), "cli/rule-page-colour.txt")


@pytest.mark.parametrize("word", ["RP900", "rp900", "unused-suppression"])
def test_a_rule_by_code_or_name(tagger: Tagger, word: str) -> None:
    assert tagger("rule", word).out.startswith("RP900 unused-suppression\n")


@pytest.mark.parametrize("code", rules())
def test_every_rule_can_be_explained(tagger: Tagger, code: str) -> None:
    done = tagger("rule", code)
    assert (done.status, done.err) == (0, "")
    assert rules()[code].summary[1:] in done.out


def test_json(tagger: Tagger) -> None:
    listed = json.loads(tagger("rule", "--format", "json").out)["rules"]
    assert [rule["code"] for rule in listed] == list(rules())
    (one,) = json.loads(tagger("rule", "--format", "json", "RP900").out)["rules"]
    assert (one["name"], one["severity"], one["fix"]) == ("unused-suppression", "info", None)


def test_an_unknown_rule(tagger: Tagger) -> None:
    done = tagger("rule", "unused-supression")
    assert (done.status, done.out) == (2, "")
    assert "did you mean 'unused-suppression'?" in done.err


@pytest.mark.parametrize(
    ("markdown", "plain", "coloured"),
    [
        ("## Why", "Why", "\x1b[1mWhy\x1b[0m"),
        ("a `b` c", "a `b` c", "a \x1b[36mb\x1b[0m c"),
        ("see [the page](https://x.y/)", "see the page (https://x.y/)", None),
    ],
)
def test_markdown_on_a_terminal(markdown: str, plain: str, coloured: str | None) -> None:
    assert markdown_text(markdown, PLAIN) == plain
    assert markdown_text(markdown, Style(colour=True)) == (coloured or plain)
