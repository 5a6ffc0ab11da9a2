"""The schema of [tool.tagger] as validate-pyproject reads it."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from validate_pyproject.api import Validator
from validate_pyproject.errors import ValidationError
from validate_pyproject.plugins import PluginWrapper

from tagger.config.schema import tool_schema

if TYPE_CHECKING:
    from validate_pyproject.types import Plugin

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture(scope="module")
def validator() -> Validator:
    return Validator(plugins=[PluginWrapper("tagger", cast("Plugin", tool_schema))])


def test_the_entry_point_leads_to_the_schema() -> None:
    points = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"]
    module, _, name = points["validate_pyproject.tool_schema"]["tagger"].partition(":")
    assert getattr(import_module(module), name) is tool_schema


def test_a_good_table_passes(validator: Validator) -> None:
    table = {
        "select": ["HB", "missing-tags"],
        "severity": {"DC": "info"},
        "registered": {"acme/mazes": {"framework": "verifiers", "environment": "acme/mazes"}},
    }
    assert validator({"tool": {"tagger": table}})


@pytest.mark.parametrize(
    "table",
    [
        {"selct": []},
        {"select": "HB"},
        {"fail-on": "warn"},
        {"vocabulary": {"licences": []}},
        {"registered": {"acme/mazes": {"framework": "verifiers"}}},
    ],
)
def test_what_tagger_refuses_is_refused(validator: Validator, table: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=r"tool\.tagger"):
        validator({"tool": {"tagger": table}})
