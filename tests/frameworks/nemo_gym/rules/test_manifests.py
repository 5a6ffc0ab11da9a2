"""Manifests: what the loader takes and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tagger.frameworks.nemo_gym.rules.manifests import manifest_faults
from tests.frameworks.nemo_gym.support import found

GOOD: dict[str, Any] = {
    "name": "sums",
    "version": "0.1.0",
    "kind": "environment",
    "integration_profile": "custom-gym-verifier",
    "domain": "math",
    "description": "Adds.",
    "modality": "text",
    "licensing": "MIT",
    "authors": ["Ann"],
    "reward": {"range": [0, 1], "higher_is_better": True},
    "resources_server": "alpha",
    "agent_server": "simple_agent",
    "model_server": "policy_model",
    "datasets": [{"name": "a", "type": "example", "jsonl_fpath": "a.jsonl"}],
}
BENCHMARK: dict[str, Any] = GOOD | {
    "kind": "benchmark",
    "canonical_split": "test",
    "standard_prompt_config": "p.yaml",
    "datasets": [
        {"name": "a", "type": "benchmark", "jsonl_fpath": "a.jsonl", "prepare_script": "p.py"}
    ],
}
PATH = "environments/sums/manifest.yaml"

ACCEPTED = [
    GOOD,
    BENCHMARK,
    GOOD | {"licensing": "apache-2.0 or mit"},
    GOOD | {"licensing": "unknown"},
    GOOD | {"experimental": "no"},
    GOOD | {"prompt_source": "prepared"},
    GOOD | {"integration_profile": "external-agent-loop", "model_server": None},
    GOOD | {"integration_profile": "external-rollout-driver", "rollout_driver": "a.b:run"},
    GOOD | {"adopted_from": {"source": "git@x:y", "ref": "v1", "reconciled": "2026-01-31"}},
]
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"homepage": "x"}, "homepage"),
    ({"version": 0.1}, "version"),
    ({"name": " "}, "name"),
    ({"authors": []}, "authors"),
    ({"authors": ["Ann", "Ann "]}, "authors"),
    ({"authors": "Ann"}, "authors"),
    ({"licensing": "Apache 2.0"}, "licensing"),
    ({"licensing": "TBD"}, "licensing"),
    ({"reward": {"range": [1, 0], "higher_is_better": True}}, "reward.range"),
    ({"reward": {"range": [0], "higher_is_better": True}}, "reward.range"),
    ({"reward": {"range": [0, float("inf")], "higher_is_better": True}}, "reward.range"),
    ({"domain": "Math"}, "domain"),
    ({"determinism": "none"}, "determinism"),
    ({"model_server": None}, "model_server"),
    ({"rollout_driver": "a:b"}, "rollout_driver"),
    ({"integration_profile": "external-rollout-driver"}, "rollout_driver"),
    ({"datasets": []}, "datasets"),
    ({"datasets": GOOD["datasets"] * 2}, "datasets"),
    ({"datasets": [GOOD["datasets"][0] | {"license": "MIT"}]}, "datasets.0.license"),
    ({"datasets": [GOOD["datasets"][0] | {"type": "benchmark"}]}, "datasets.0"),
    ({"kind": "benchmark"}, "canonical_split"),
    ({"prompt_source": "prepared", "standard_prompt_config": "x"}, "standard_prompt_config"),
    (
        {"prompt_source": "agent", "datasets": [GOOD["datasets"][0] | {"prompt_config": "x"}]},
        "datasets.0.prompt_config",
    ),
]


@pytest.mark.parametrize("data", ACCEPTED)
def test_accepted(data: dict[str, Any]) -> None:
    assert manifest_faults(data) == []


@pytest.mark.parametrize(("change", "place"), REFUSED, ids=str)
def test_refused(change: dict[str, Any], place: str) -> None:
    places = [".".join(map(str, fault.path)) for fault in manifest_faults(GOOD | change)]
    assert place in places


def test_a_finding_lies_on_the_line_of_its_value() -> None:
    text = yaml.safe_dump(GOOD | {"version": 1}, sort_keys=False)
    (finding,) = found({PATH: text, "environments/sums/config.yaml": "{}"}, "NG131")
    assert (finding.span and finding.span.line, finding.hint) == (2, "put it in quotes")


@pytest.mark.parametrize(
    ("change", "files", "count"),
    [
        ({}, {"environments/sums/config.yaml": "{}"}, 0),
        ({}, {}, 1),
        ({"name": "other"}, {"environments/sums/config.yaml": "{}"}, 1),
        ({"config_path": "../../x.yaml"}, {"x.yaml": "{}"}, 1),
        ({"config_path": "../shared/x.yaml"}, {"environments/shared/x.yaml": "{}"}, 0),
    ],
)
def test_a_manifest_fits_its_folder(
    change: dict[str, Any], files: dict[str, str], count: int
) -> None:
    text = yaml.safe_dump(GOOD | change, sort_keys=False)
    assert len(found({PATH: text, **files}, "NG132")) == count


def test_a_manifest_that_cannot_be_read_is_a_finding() -> None:
    assert found({PATH: "integration_profile: [\n"}, "NG131")
    assert not found({PATH: "kind: [\n"}, "NG131")
