"""The published schemas: valid themselves, and of one mind with the detector."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tagger.data.shipped import read_shipped
from tests.frameworks.nemo_gym.rows.test_check import CALL, PART, TOOL, USER
from tests.frameworks.nemo_gym.rules.test_manifests import BENCHMARK, GOOD
from tests.frameworks.nemo_gym.support import CONFIG, ROW

NAMES = ("row", "config", "manifest")


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(read_shipped(f"nemo-gym-{name}.schema.json")))


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(validator(name).schema)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("row", json.loads(ROW)),
        ("row", {"responses_create_params": {"input": [USER, CALL], "tools": [TOOL]}}),
        ("row", {"responses_create_params": {"input": [{"role": "user", "content": [PART]}]}}),
        ("row", {"task_id": {"taskset": "a", "task_id": "1"}, "task_input": {}}),
        ("config", yaml.safe_load(CONFIG)),
        ("config", {"config_paths": ["a.yaml"], "x": 1}),
        ("manifest", GOOD),
        ("manifest", BENCHMARK),
    ],
)
def test_good_data_is_valid(name: str, data: Any) -> None:
    validator(name).validate(data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("row", {"id": 1}),
        ("row", {"responses_create_params": {"messages": []}}),
        ("row", {"responses_create_params": {"input": "x", "tools": None}}),
        ("row", {"task_id": {"taskset": "a"}, "task_input": {}}),
        ("config", yaml.safe_load(CONFIG.replace("math", "Math"))),
        ("config", yaml.safe_load(CONFIG.replace("      domain: math\n", ""))),
        ("config", {"config_paths": "a.yaml"}),
        ("manifest", GOOD | {"homepage": "x"}),
        ("manifest", GOOD | {"kind": "benchmark"}),
        ("manifest", GOOD | {"version": 1}),
    ],
)
def test_bad_data_is_not(name: str, data: Any) -> None:
    assert not validator(name).is_valid(data)
