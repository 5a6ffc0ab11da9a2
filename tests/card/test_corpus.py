"""Three thousand real headers: none crashes, every edit is right and small."""

from __future__ import annotations

import pytest
import yaml
from ruamel.yaml import YAML

from tagger.card.card import Card
from tagger.card.edit import add_items
from tagger.card.split import CardState
from tagger.core.edits import apply, same_data
from tagger.core.errors import RefusedError
from tests.support.headers import corpus, parsed

TAG = "rl-environment"
#: ruamel.yaml needs seconds for a large header.
SMALL = 700
#: A quarter of the headers in every run, the others among the slow tests.
IN_PARTS = [0, *(pytest.param(slot, marks=pytest.mark.slow) for slot in range(1, 4))]


def usable(card: Card) -> bool:
    header = card.header
    return bool(header and not (header.fault or header.python_fault or header.exact_fault))


def test_every_card_is_read() -> None:
    states = [parsed(text).state for _, text in corpus()]
    assert len(states) == 3086
    assert states.count(CardState.HEADER) == 3049


@pytest.mark.parametrize("slot", IN_PARTS)
def test_a_tag_is_added_by_one_or_two_lines_or_within_one(slot: int) -> None:
    edited, refused = 0, []
    for key, text in corpus()[slot::4]:
        card = parsed(text)
        if not usable(card) or TAG in card.tags:
            continue
        try:
            edits = add_items(card, "tags", [TAG])
        except RefusedError as error:
            refused.append(error.reason)
            continue
        edited += 1
        after = Card.parse("README.md", apply(card.raw, edits))
        assert (*card.tags, TAG) == tuple(after.tags) or not card.tags, key
        assert add_items(after, "tags", [TAG]) == (), key
        assert len(edits) == 1, key
        assert edits[0].content.count(b"\n") <= 2, key
    assert edited >= 0.995 * (edited + len(refused))
    assert set(refused) <= {"its header is in flow style", "its header is not a mapping"}


@pytest.mark.parametrize("slot", range(4))
def test_both_readings_are_those_of_the_readers(slot: int) -> None:
    """PyYAML judges YAML 1.1, ruamel.yaml judges YAML 1.2."""
    small = [text for _, text in corpus() if len(text) < SMALL]
    judged = 0
    for text in small[slot::8]:
        header = parsed(text).header
        if header is None or header.root is None or not usable(parsed(text)):
            continue
        assert same_data(header.data, yaml.safe_load(header.text))
        if not header.duplicates:
            plain = YAML(typ="safe", pure=True).load(header.text)
            assert same_data(header.core_value(header.root), with_text_keys(plain))
            judged += 1
    assert judged > 50


def with_text_keys(data: object) -> object:
    """As JavaScript has it."""
    if isinstance(data, dict):
        return {"null" if key is None else str(key): with_text_keys(data[key]) for key in data}
    return [with_text_keys(item) for item in data] if isinstance(data, list) else data
