"""The validation block: what `openenv validate --level static` accepts and refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tagger.core.findings import checks_of
from tagger.frameworks.openenv.manifest import read_manifest
from tagger.frameworks.openenv.rules.validation import BLOCK
from tests.frameworks.openenv.support import view

if TYPE_CHECKING:
    from tagger.core.findings import Finding

GOOD: dict[str, Any] = {
    "reward": {"floor_margin": 0.2},
    "resources": {"cpu": 1, "memory_mb": 512, "disk_mb": 512, "episode_timeout_s": 60},
    "capabilities": {"verifier": {"kind": "reward_channel"}},
    "types": {"tags": ["words"]},
}
JUDGED = {"capabilities.llm_judged": True, "judge": {"model": "m", "version": "1"}}


def block(changes: dict[str, Any]) -> dict[str, Any]:
    """The good block with values set at dotted paths; ``...`` takes a key away."""
    copy: dict[str, Any] = yaml.safe_load(yaml.safe_dump(GOOD))
    for path, value in changes.items():
        *above, last = path.split(".")
        place = copy
        for key in above:
            place = place.setdefault(key, {})
        if value is ...:
            place.pop(last, None)
        else:
            place[last] = value
    return copy


def findings(value: Any) -> list[Finding]:
    return of_text(yaml.safe_dump({"name": "x", "validation": value}, sort_keys=False))


def of_text(text: str) -> list[Finding]:
    manifest = read_manifest(view({"openenv.yaml": text}), "openenv.yaml")
    return [finding for check in checks_of([BLOCK]) for finding in check(manifest)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"resources.cpu": "2"},
        {"resources.memory_mb": 10.0},
        {"reward.range": [-1, 1.5]},
        {"extra": 1},
        {"execution": {}},
        {"network": None},
        {"network": {"mode": "allowlist", "allowed_hosts": ["example.org"]}},
        {"capabilities.oracle": {"form": "script", "location": "gone.sh"}},
        {"capabilities.verifier": {"kind": "script", "entry": "tests/test.sh"}},
        {"capabilities.set_state": "yes"},
        {"capabilities.declared_task_count": {"train": "3"}},
        {**JUDGED, "reward.variance_tolerance": 0.1},
        {"resources.gpus": 1, "resources.gpu_types": ["a100"]},
        {"resources.cpu": float("inf")},
    ],
)
def test_blocks_that_pass(changes: dict[str, Any]) -> None:
    assert findings(block(changes)) == []


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"reward": ...}, "validation"),
        ({"reward.floor_margin": ...}, "validation.reward"),
        ({"reward.floor_margin": 0.05}, "validation.reward.floor_margin"),
        ({"reward.floor_margin": float("nan")}, "validation.reward.floor_margin"),
        ({"reward.oracle_tolerance": 0.2}, "validation.reward.oracle_tolerance"),
        ({"reward.range": [1, 1]}, "validation.reward.range"),
        ({"reward.range": [0, 1, 2]}, "validation.reward.range"),
        ({"reward.rnge": [0, 1]}, "validation.reward.rnge"),
        ({"resources.episode_timeout_s": 4000}, "validation.resources.episode_timeout_s"),
        ({"resources.memory_mb": 10.5}, "validation.resources.memory_mb"),
        ({"resources.cpu": 0}, "validation.resources.cpu"),
        ({"resources.gpu_types": ["a100"]}, "validation.resources.gpu_types"),
        ({"types.tags": []}, "validation.types.tags"),
        ({"types.tags": "words"}, "validation.types.tags"),
        ({"types.tags": [""]}, "validation.types.tags.0"),
        ({"capabilities.verifier": {"kind": "script"}}, "validation.capabilities.verifier"),
        (
            {"capabilities.oracle": {"form": "injected_state", "location": "x"}},
            "validation.capabilities.oracle.form",
        ),
        ({"network": {"mode": "allowlist"}}, "validation.network.allowed_hosts"),
        ({"network": {"allowed_hosts": ["x"]}}, "validation.network.allowed_hosts"),
        ({"capabilities.llm_judged": True}, "validation.judge"),
        (JUDGED, "validation.reward.variance_tolerance"),
        ({"judge": {"model": "m", "version": "1"}}, "validation.judge"),
        ({"execution": None}, "validation.execution"),
        ({"execution": {"context": "../up"}}, "validation.execution.context"),
        ({"execution": {"dockerfile": "./"}}, "validation.execution.dockerfile"),
        ({"execution": {"requires_credentials": "yes"}}, "validation.execution.requires_cred"),
        ({"execution": {}, "resources.cpu": float("inf")}, "validation.resources"),
    ],
)
def test_blocks_that_fail(changes: dict[str, Any], place: str) -> None:
    messages = [finding.message for finding in findings(block(changes))]
    assert any(message.startswith(f"`{place}") for message in messages), messages


@pytest.mark.parametrize("value", [[], "text", 1, {}])
def test_block_without_sections_fails(value: Any) -> None:
    assert findings(value)


def test_place_of_a_fault_is_its_line() -> None:
    text = "name: x\nvalidation:\n  types: {tags: []}\n  reward:\n    floor_margin: 0.2\n    a: 1\n"
    found = of_text(text)
    lines = {finding.message.split("`")[1]: finding.span.line for finding in found if finding.span}
    assert lines["validation.reward.a"] == 6
    assert lines["validation.types.tags"] == 3


def test_misspelt_key_names_the_right_one() -> None:
    hints = [finding.hint for finding in findings(block({"reward.rnge": 1}))]
    assert "did you mean `range`?" in hints


def test_block_that_unfolds_without_end_is_one_finding() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))
    text = f"l0: &l0 [x]\n{levels}name: x\nvalidation: {{reward: {{range: *l8}}}}\n"
    assert len(of_text(text)) == 1


def test_block_that_holds_itself_ends() -> None:
    text = "name: x\nvalidation: &v {reward: {range: &r [*r]}, types: *v}\n"
    assert len(of_text(text)) == 1
