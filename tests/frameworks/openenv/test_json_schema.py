"""The published schema of ``openenv.yaml``: of one mind with the rules, stricter about text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tagger.data.shipped import read_shipped

BLOCK: dict[str, Any] = {
    "reward": {"range": [0.0, 1.0], "floor_margin": 0.1},
    "resources": {"cpu": 1, "memory_mb": 512, "disk_mb": 512, "episode_timeout_s": 60},
    "capabilities": {"verifier": {"kind": "script", "entry": "grade.py"}},
    "types": {"tags": ["words"]},
}


def errors(block: Any, **keys: Any) -> list[str]:
    schema = json.loads(read_shipped("openenv.schema.json"))
    manifest = {"name": "word_env", "validation": block, **keys}
    return [error.message for error in Draft202012Validator(schema).iter_errors(manifest)]


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"network": None, "judge": None, "further": 1},
        {"execution": {"dockerfile": "server/Dockerfile", "context": ".", "probe_path": "a/b"}},
    ],
)
def test_a_good_block_fits(more: dict[str, Any]) -> None:
    assert errors({**BLOCK, **more}) == []


@pytest.mark.parametrize(
    "more",
    [
        {"types": {"tags": []}},
        {"types": {"tags": ["words"], "further": 1}},
        {"reward": {"floor_margin": 0.05}},
        {"reward": {"floor_margin": 0.1, "range": [0.0]}},
        {"network": {"mode": "private"}},
        {"execution": {"dockerfile": "../Dockerfile"}},
        {"execution": {"dockerfile": "."}},
        {"execution": {"context": "/srv"}},
        {"execution": {"kind": "docker"}},
    ],
)
def test_a_bad_block_does_not(more: dict[str, Any]) -> None:
    assert errors({**BLOCK, **more})


@pytest.mark.parametrize("key", BLOCK)
def test_the_four_sections_are_required(key: str) -> None:
    assert errors({name: BLOCK[name] for name in BLOCK if name != key})


@pytest.mark.parametrize(
    "keys", [{"name": ""}, {"version": 1.0}, {"app": "server.app"}, {"variables": ["A"]}]
)
def test_keys_above_the_block_have_types(keys: dict[str, Any]) -> None:
    assert errors(None) == []
    assert errors(None, **keys)
