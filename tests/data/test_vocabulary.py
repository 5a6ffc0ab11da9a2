"""The shipped vocabularies: whole, untouched by hand, and found in a checkout."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tagger.data.vocabulary import NAMES, Vocabulary, vocabulary

FOLDER = Path(__file__).parents[2] / "schemas" / "vocab"


def test_the_names_are_those_of_the_files() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_edited_a_list_by_hand(name: str) -> None:
    data = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    compact = json.dumps(data["values"], ensure_ascii=False, separators=(",", ":"))
    assert hashlib.sha256(compact.encode()).hexdigest() == data["sha256"], (
        "rebuild the lists with scripts/refresh-vocabularies"
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_list_says_where_it_comes_from(name: str) -> None:
    for origin in vocabulary(name).origins:
        assert origin.source
        assert origin.version
        assert len(origin.date) == len("2026-01-01")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("licenses", "openmdw-1.1"),
        ("licenses", "unknown"),
        ("languages", "en"),
        ("languages", "cmn"),
        ("languages", "ger"),
        ("languages", "code"),
        ("task_categories", "reinforcement-learning"),
        ("task_categories", "other"),
        ("task_ids", "language-modeling"),
        ("size_categories", "1K<n<10K"),
        ("annotations_creators", "no-annotation"),
        ("language_creators", "found"),
        ("multilinguality", "translation"),
        ("dataset_libraries", "nemo-gym"),
        ("evaluation_frameworks", "harbor"),
    ],
)
def test_a_value_is_known(name: str, value: str) -> None:
    assert value in vocabulary(name)


def test_a_name_that_is_no_list_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        vocabulary("licences")


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("MIT", "mit"),
        ("Apache 2.0", "apache-2.0"),
        ("Apache license 2.0", "apache-2.0"),
        ("gpl-3.0-or-later", "gpl-3.0"),
        ("house-terms-7", None),
        ("", None),
    ],
)
def test_the_nearest_licence(word: str, value: str | None) -> None:
    assert vocabulary("licenses").nearest(word) == value


def test_the_same_value_is_found_by_its_label() -> None:
    assert vocabulary("languages").same("English") == "en"


def test_a_list_takes_further_values() -> None:
    shipped = Vocabulary("licenses", {"mit": "MIT"})
    assert "house-terms" in shipped.extended(["house-terms"])
    assert "house-terms" not in shipped
