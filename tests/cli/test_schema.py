from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from tagger.cli.schema import SUFFIX
from tagger.data.shipped import list_shipped

if TYPE_CHECKING:
    from tests.cli.conftest import Tagger

SCHEMAS = list_shipped(SUFFIX)


def test_the_list_names_every_published_schema(tagger: Tagger) -> None:
    done = tagger("schema")
    assert [line.split()[0] for line in done.out.splitlines()] == SCHEMAS


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_printed(tagger: Tagger, name: str) -> None:
    schema = json.loads(tagger("schema", name).out)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
