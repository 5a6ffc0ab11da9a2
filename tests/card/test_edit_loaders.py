"""Edits do not depend on which part of PyYAML is installed."""

from __future__ import annotations

import pytest
import yaml

from tagger.card.edit import add_items
from tagger.core.errors import RefusedError
from tests.support.headers import corpus, parsed

SAMPLE = [text for _, text in corpus() if len(text) < 1500][::12]


def outcome(text: str) -> object:
    try:
        return add_items(parsed(text), "tags", ["harbor"])
    except RefusedError as error:
        return error.reason


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="there is one loader only")
def test_both_loaders_lead_to_the_same_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    by_c = [outcome(text) for text in SAMPLE]
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert [outcome(text) for text in SAMPLE] == by_c
    assert len(by_c) > 200
