from __future__ import annotations

import json

import pytest

from tagger.data.shipped import read_shipped
from tagger.rules.card.keys import REFUSED
from tagger.rules.card.values import KNOWN_KEYS
from tagger.rules.facts import Options
from tests.support.cards import card, findings, fixed, places


def test_the_schema_describes_the_keys_that_the_rules_know() -> None:
    described = json.loads(read_shipped("dataset-card.schema.json"))["properties"].keys()
    assert described == KNOWN_KEYS | REFUSED.keys()


@pytest.mark.parametrize(
    ("key", "word", "code"),
    [
        ("license", "house-terms-7", "DC030"),
        ("language", "xq", "DC035"),
        ("task_categories", "[puzzling]", "DC041"),
        ("size_categories", "n<7", "DC043"),
    ],
)
def test_a_configured_value_is_known(key: str, word: str, code: str) -> None:
    name = {"license": "licenses", "language": "languages"}.get(key, key)
    options = Options(vocabulary={name: [word.strip("[]")]})
    text = card(f"{key}: {word}\n")
    assert findings(text, code)
    assert not findings(text, code, options=options)


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("DC030", "license: MIT # fine\n", "license: mit # fine\n"),
        ("DC030", 'license:\n- "CC-BY-4.0"\n- mit\n', 'license:\n- "cc-by-4.0"\n- mit\n'),
        ("DC030", "license: Apache 2.0\n", "license: apache-2.0\n"),
        ("DC035", "language: [EN]\n", "language: [en]\n"),
        ("DC035", "language: 'NO'\n", "language: 'no'\n"),
        ("DC036", "languages:\n- en # one\n", "language:\n- en # one\n"),
        ("DC036", "'licenses': mit\n", "'license': mit\n"),
        ("DC038", "task_category: [other]\n", "task_categories: [other]\n"),
        ("DC040", "task_categories: other\n", "task_categories:\n- other\n"),
        ("DC040", "task_ids: 'rdf-to-text'\n", "task_ids:\n- 'rdf-to-text'\n"),
        ("DC041", "task_categories: [Text Generation]\n", "task_categories: [text-generation]\n"),
        ("DC043", "size_categories:\n- 10k<n<100k\n", "size_categories:\n- 10K<n<100K\n"),
        ("DC046", "viewer: 'false'\n", "viewer: false\n"),
    ],
)
def test_a_value_is_put_right_where_it_stands(code: str, before: str, after: str) -> None:
    assert fixed(card(before), code) == card(after)


@pytest.mark.parametrize(
    ("code", "header"),
    [
        ("DC030", "license: gpl-3.0-or-later\n"),
        ("DC036", "language: en\nlanguages: [fr]\n"),
        ("DC040", "task_categories: {a: b}\n"),
        ("DC041", "task_categories: [conversational]\n"),
        ("DC046", "viewer: perhaps\n"),
    ],
)
def test_where_the_meaning_is_not_certain_there_is_no_fix(code: str, header: str) -> None:
    assert [finding.fix for finding in findings(card(header), code)] == [None]


@pytest.mark.parametrize(
    ("code", "header", "hint"),
    [
        ("DC030", "license: gpl-3.0-or-later\n", "'gpl-3.0'"),
        ("DC030", "license: house terms\n", "`other`"),
        ("DC034", "language: English\n", "'en'"),
        ("DC034", "language: pt_BR\n", "`language_bcp47`"),
        ("DC041", "task_categories: [text-generatoin]\n", "'text-generation'"),
        ("DC042", "task_ids: [translation]\n", "`task_categories`"),
        ("DC043", "size_categories: 89\n", "n<1K"),
    ],
)
def test_the_hint_names_what_was_meant(code: str, header: str, hint: str) -> None:
    (found,) = findings(card(header), code)
    assert hint in (found.hint or "")


def test_each_value_has_its_place() -> None:
    text = card("language:\n- en\n-   en-GB\n- [fr]\n")
    assert places(findings(text, "DC034")) == [(4, 5), (5, 3)]


def test_crlf_and_a_mark_do_not_move_places() -> None:
    text = "\ufeff" + card("language: en\nlicense:  MIT\n").replace("\n", "\r\n")
    assert places(findings(text, "DC030")) == [(3, 11)]


def test_long_values_are_cut_in_messages() -> None:
    (found,) = findings(card(f"license: {'x' * 5000}\n"), "DC030")
    assert len(found.message) < 200
