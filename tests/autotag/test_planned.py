from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tagger.autotag.planned import Decision, Planned, PlannedChange, Review, from_json, to_json
from tagger.core.errors import TaggerError
from tagger.data.shipped import read_shipped
from tagger.pulls.proposal import Proposal

if TYPE_CHECKING:
    from collections.abc import Callable

VALIDATOR = Draft202012Validator(json.loads(read_shipped("autotag-plan.schema.json")))
TEXTS = st.lists(st.sampled_from(["a", "é", "\n", "\r\n", "\r", "- x\n", "\u2028", "---\n"])).map(
    lambda parts: "".join(parts).encode()
)


def proposal(before: bytes, after: bytes) -> Proposal:
    return Proposal("a/s", "c" * 40, ("harbor",), before, after, (), "Title", "Body", "a/s key")


def planned(**more: Any) -> Planned:
    change = PlannedChange.of(proposal(b"---\ntags: [\xc3\xa9]\n---\n", b"---\ntags: [x]\n---\n"))
    found = {"verdict": "native", "units": 2, "broken_units": 0, "evidence": []}
    fields: dict[str, Any] = {
        "commit": "c" * 40,
        "change": change,
        "tags": {n: [] for n in ("declared", "proven", "missing", "unproven", "suggested")},
        "frameworks": {"harbor": found, "openenv": {**found, "verdict": "absent"}},
        "requests": 3,
        "received": 400,
        "time": "2026-11-30T12:00:00.000Z",
    }
    return Planned("Acme/s", Decision.PROPOSE, "why", **{**fields, **more})


@given(TEXTS, TEXTS)
def test_a_change_makes_of_the_card_what_was_proposed(before: bytes, after: bytes) -> None:
    assert PlannedChange.of(proposal(before, after)).apply(before) == after


@given(TEXTS, TEXTS, TEXTS)
def test_a_change_fits_no_other_card(before: bytes, after: bytes, other: bytes) -> None:
    if other != before:
        with pytest.raises(ValueError, match="not the one that was planned"):
            PlannedChange.of(proposal(before, after)).apply(other)


def test_a_change_holds_no_more_than_what_differs() -> None:
    body = b"x\n" * 10_000
    change = PlannedChange.of(
        proposal(b"---\ntags:\n---\n" + body, b"---\ntags: [a]\n---\n" + body)
    )
    assert (change.start, change.end, change.content) == (4, 10, "tags: [a]\n")


@pytest.mark.parametrize(
    "line",
    [
        planned(),
        planned(review=Review.REJECTED, complete=False),
        Planned("a/s", Decision.FAILED, "the Hub cannot be reached", time="2026-11-30T12:00:00Z"),
    ],
)
def test_a_line_comes_back_from_json(line: Planned) -> None:
    text = json.dumps(to_json(line))
    VALIDATOR.validate(json.loads(text))
    assert from_json(json.loads(text), "plan") == line


def test_what_a_line_says_of_itself() -> None:
    line = planned()
    assert (line.owner, line.proven) == ("acme", ("harbor",))
    sent = line.proposal(b"---\ntags: [\xc3\xa9]\n---\n")
    assert (sent.after, sent.key, sent.repo_id) == (b"---\ntags: [x]\n---\n", "a/s key", "Acme/s")
    with pytest.raises(ValueError, match="proposes nothing"):
        planned(change=None).proposal(b"")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda value: value.pop("repository"),
        lambda value: value.update(version=2),
        lambda value: value.update(decision="maybe"),
        lambda value: value.update(change={"tags": []}),
        lambda value: value.update(review="perhaps"),
        lambda value: value.update(frameworks={"harbor": {}}),
        lambda value: value["change"].update(start="a"),
        lambda value: value["change"].update(content=3),
        lambda value: value["change"].update(more=3),
    ],
)
def test_a_line_of_something_else(spoil: Callable[[dict[str, Any]], object]) -> None:
    value = to_json(planned())
    spoil(value)
    with pytest.raises(TaggerError, match=r"'plan'"):
        from_json(value, "plan")
