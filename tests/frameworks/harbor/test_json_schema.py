from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scripts.making.json_schemas import published
from tagger.data.shipped import read_shipped
from tests.support.cases import load

SCHEMAS = dict(published())
FILES = {"task.toml": "task", "dataset.toml": "dataset", "registry.json": "registry"}
DOCUMENTS = [
    pytest.param(name, text, id=f"{case.id}-{path}")
    for case in load("harbor")
    if not any(f["severity"] == "error" for f in case.expect.get("findings", ()))
    for path, text in case.files.items()
    if (name := path.rpartition("/")[2]) in FILES and isinstance(text, str)
]
#: Accepted by Harbor and a fault in an editor (a number as text, a word in capitals), a fixture
#: that is not valid TOML, and files of other programs.
LOOSE = {"HB-014", "HB-015", "HB-024", "HB-064", "HB-070", "HB-071"}


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMAS[f"harbor-{FILES[name]}.schema.json"]))


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schemas_are_current_and_sound(name: str) -> None:
    assert read_shipped(name) == SCHEMAS[name], "run scripts/generate"
    Draft202012Validator.check_schema(json.loads(SCHEMAS[name]))


@pytest.mark.parametrize(("name", "text"), DOCUMENTS)
def test_documents_without_errors_fit(name: str, text: str, request: pytest.FixtureRequest) -> None:
    case = request.node.callspec.id[:6]
    if case in LOOSE:
        return
    data: Any = (
        json.loads(text) if name.endswith("json") else tomllib.loads(text.replace("\r", "\n"))
    )
    assert [error.message for error in validator(name).iter_errors(data)] == []


@pytest.mark.parametrize(
    "text",
    [
        "version = 1.0\n",
        "[task]\n",
        "[task]\nname = 'a'\n",
        "[task]\nname = 'o/n'\nauthors = ['a']\n",
        "[verifier.environment.env]\na = 1\n",
        "[[steps]]\nverifier = {}\n",
        "artifacts = [{}]\n",
    ],
)
def test_faults_do_not_fit(text: str) -> None:
    assert list(validator("task.toml").iter_errors(tomllib.loads(text)))
