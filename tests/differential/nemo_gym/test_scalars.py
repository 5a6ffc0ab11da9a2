"""Single values of every scalar type against nemo-gym's own models."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.nemo_gym.configs.model import config_model
from tagger.frameworks.nemo_gym.rows.model import row_model
from tagger.frameworks.nemo_gym.rules.manifests import manifest_faults
from tests.differential.nemo_gym.scalar_values import FIELDS, Field, drawn
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("oracle.py")
SEED = 70
COUNT = 100_000


def takes(field: Field, value: Any) -> bool:
    """Whether tagger takes a value for a field."""
    whole = field.holding(value)
    if field.model == "manifest":
        return not manifest_faults(whole)
    if field.model == "row":
        return not row_model().faults("responses_create_params", whole)
    definition = "server_block" if field.model == "block" else "dataset"
    return not config_model().faults(definition, whole)


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(ORACLE) as started:
        yield started


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_is_judged_alike(oracle: Oracle, name: str) -> None:
    pick = random.Random(f"{SEED}-{name}")
    values = [drawn(pick, FIELDS[name]) for _ in range(COUNT)]
    taken = oracle.ask({"x": ""}, field=name, values=values)["taken"]
    differing = [
        (value, answer)
        for value, answer in zip(values, taken, strict=True)
        if takes(FIELDS[name], value) is not answer
    ]
    share = sum(taken) / COUNT
    record(f"{name}: {share:.0%} accepted", shapes=COUNT, differ=len(differing), seed=SEED)
    assert 0.005 < share < 0.995
    assert differing[:20] == []
