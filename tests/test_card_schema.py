"""The published schema of the card's header: sound, current, and right about known cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tagger.data.shipped import read_shipped
from tagger.data.vocabulary import NAMES, vocabulary
from tests.support.cases import Case, load

SCHEMA: dict[str, Any] = json.loads(read_shipped("dataset-card.schema.json"))


def header(case: Case) -> Any:
    """The header of a case as plain data, or ``None`` where there is none to read."""
    text = case.files.get("README.md")
    parts = text.split("\n---", 1) if isinstance(text, str) else []
    if len(parts) < 2 or not parts[0].startswith("---\n"):
        return None
    try:
        return yaml.safe_load(parts[0].removeprefix("---\n"))
    except yaml.YAMLError:
        return None


def expected(case: Case, severity: str) -> bool:
    return any(
        want["severity"] == severity and want["path"] == "README.md"
        for want in case.expect.get("findings", ())
    )


HEADERS = [(case, header(case)) for case in load("card")]
BAD = [
    (case, data)
    for case, data in HEADERS
    # a key that stands twice is gone once the YAML is read
    if data is not None and expected(case, "error") and "same key twice" not in case.why
]
GOOD = [
    (case, data)
    for case, data in HEADERS
    if isinstance(data, dict) and case.expect.get("clean_of") == ["error", "warning"]
]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_key_has_a_description() -> None:
    bare = [key for key, value in SCHEMA["properties"].items() if not value.get("description")]
    assert bare == []


@pytest.mark.parametrize("name", sorted(set(NAMES) & SCHEMA["$defs"].keys()))
def test_the_enumerations_are_the_vocabularies(name: str) -> None:
    assert SCHEMA["$defs"][name]["enum"] == list(vocabulary(name).values)


@pytest.mark.parametrize("data", [pytest.param(data, id=case.id) for case, data in GOOD])
def test_a_good_card_validates(data: Any) -> None:
    assert list(Draft202012Validator(SCHEMA).iter_errors(data)) == []


@pytest.mark.parametrize("data", [pytest.param(data, id=case.id) for case, data in BAD])
def test_a_refused_card_fails(data: Any) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(data)


@pytest.mark.parametrize(
    "data",
    [
        {"extra_gated_fields": {"Use": {"type": "select", "options": ["Research"]}}},
        {"extra_gated_fields": [{"Name": "text"}, {"I agree": "checkbox"}]},
        {"configs": [{"config_name": "a", "data_files": ["x/*.csv", "y.csv"], "sep": ";"}]},
        {"configs": [{"config_name": "a", "data_dir": "a"}]},
        {"dataset_info": {"features": [{"name": "q", "list": "string"}], "splits": []}},
        {"some_key_of_mine": {"deep": [1, 2]}},
        {"language": ["no", "cmn", "code"], "viewer": False},
    ],
)
def test_a_sound_header_validates(data: Any) -> None:
    assert list(Draft202012Validator(SCHEMA).iter_errors(data)) == []


@pytest.mark.parametrize(
    "data",
    [
        ["license", "mit"],
        {"licenses": ["mit"]},
        {"language": ["en", "pt_BR"]},
        {"tags": ["puzzle", "puzzle"]},
        {"task_categories": ["conversational"]},
        {"configs": [{"data_files": "a.csv"}]},
        {"configs": [{"config_name": "a/b"}]},
        {"configs": [{"config_name": "a", "data_files": {"train": "a.csv"}}]},
        {"configs": [{"config_name": "a", "data_files": [{"split": "a-b", "path": "a.csv"}]}]},
        {"dataset_info": {"features": [{"name": "q"}]}},
        {"extra_gated_fields": {"Name": "string"}},
        {"viewer": "no"},
    ],
)
def test_a_faulty_header_fails(data: Any) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(data)
