"""What Harbor makes of dataset.toml and registry.json, and tagger."""

from __future__ import annotations

import json
import os
import random
import tomllib
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.harbor import model
from tagger.frameworks.harbor.faults import faults_of
from tests.differential.harbor.documents import document, plain, table
from tests.support.oracle import record

if TYPE_CHECKING:
    from tests.support.oracle import Oracle

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "500"))


def test_generated_manifests_are_accepted_alike(oracle: Oracle) -> None:
    differing = []
    for number in range(SHAPES):
        rng = random.Random(f"{SEED}:{number}")
        text = document(table(rng, model.manifest_schema(), "manifest"), rng)
        theirs = oracle.ask({"dataset.toml": text}, kind="manifest", path="dataset.toml")
        if theirs["accepted"] == bool(faults_of(model.manifest_validator(), tomllib.loads(text))):
            differing.append(text)
    record("is a dataset.toml accepted?", shapes=SHAPES, differ=len(differing), seed=SEED)
    assert differing == []


def test_generated_registries_are_accepted_alike(oracle: Oracle) -> None:
    row = plain(model.registry_schema())["items_schema"]
    differing = []
    for number in range(SHAPES):
        rng = random.Random(f"{SEED}:{number}")
        rows = [table(rng, row, "row") for _ in range(rng.choice([0, 1, 1, 2]))]
        text = json.dumps(rows, default=_as_text)
        theirs = oracle.ask({"registry.json": text}, kind="registry", path="registry.json")
        if theirs["accepted"] == bool(faults_of(model.registry_validator(), json.loads(text))):
            differing.append(text)
    record("is a registry.json accepted?", shapes=SHAPES, differ=len(differing), seed=SEED)
    assert differing == []


def _as_text(value: Any) -> str:
    assert isinstance(value, date)
    return value.isoformat()
