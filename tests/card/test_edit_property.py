"""Edits of generated headers, judged from outside: by PyYAML, ruamel.yaml and the Hub's pattern."""

from __future__ import annotations

import re
from typing import Any

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tagger.card.edit import add_items, remove_item, rename_key, replace_scalar
from tagger.core.errors import RefusedError
from tests.support.generated import cards, tagged
from tests.support.headers import edited, parsed
from tests.support.thorough import thorough

PATTERN = re.compile(
    "^([\\s\ufeff]*---(?:\r\n|\r|\n))([\\S\\s]*?)((?:\r\n|\r|\n)---[ \t]*(\r\n|\n|\\Z))"
)
ITEMS = st.lists(
    st.sampled_from(["harbor", "rl-environment", "openenv", "no"]), min_size=1, unique=True
)
READERS = (yaml.safe_load, YAML(typ="safe", pure=True).load)


def read(text: str) -> list[Any]:
    """The header for readers of YAML 1.1 and 1.2."""
    match = PATTERN.match(text)
    assert match is not None
    return [load(match[2] + "\n") for load in READERS]


def around(text: str) -> tuple[str, str]:
    match = PATTERN.match(text)
    assert match is not None
    return match[1], text[match.end(2) :]


def wanted(old: Any, items: list[str]) -> list[Any]:
    present = [] if old is None else old if isinstance(old, list) else [old]
    return [*present, *(item for item in items if item not in present)]


def refusal(text: str, items: list[str]) -> str | None:
    try:
        add_items(parsed(text), "tags", items)
    except RefusedError as error:
        return error.reason
    return None


@thorough(300)
@given(cards(), ITEMS)
def test_items_are_added_and_nothing_else_happens(text: str, items: list[str]) -> None:
    try:
        after = edited(parsed(text), add_items, "tags", items)
    except RefusedError:
        assume(False)
    for old, new in zip(read(text), read(after), strict=True):
        assert new == {**old, "tags": wanted(old.get("tags"), items)}
        assert list(new) == list({**old, "tags": 0})
    assert around(after) == around(text)
    assert add_items(parsed(after), "tags", items) == ()


@thorough(200)
@given(cards(), ITEMS)
def test_no_header_is_refused_for_want_of_a_proof(text: str, items: list[str]) -> None:
    """What is refused is refused for a reason that a person can see in the text."""
    assert refusal(text, items) in (
        None,
        "its header cannot be parsed",
        "the value is a block of text",
        "`tags` is neither a list nor a string",
        "its readers do not agree whether 'no' is there",
    )


@thorough(200)
@given(cards(), ITEMS)
def test_lines_stay_where_a_block_list_grows(text: str, items: list[str]) -> None:
    before = parsed(text)
    try:
        after = edited(before, add_items, "tags", items)
    except RefusedError:
        assume(False)
    pair = before.header.get("tags") if before.header else None
    assume(pair is None or not getattr(pair.value, "flow_style", True))
    lines = iter(after.split("\n"))
    assert all(line in lines for line in text.split("\n"))


@thorough(200)
@given(cards(tagged()), st.integers(0, 3))
def test_replacing_renaming_and_removing_do_what_they_say(text: str, index: int) -> None:
    before = parsed(text)
    try:
        changed = edited(before, replace_scalar, ("tags", index), "other")
        renamed = edited(parsed(changed), rename_key, "tags", "labels")
        back = edited(parsed(renamed), rename_key, "labels", "tags")
        fewer = edited(parsed(back), remove_item, "tags", "other")
    except RefusedError:
        assume(False)
    assert back == changed
    assert around(fewer) == around(text)
    for old, new in zip(read(changed), read(fewer), strict=True):
        assert new == {**old, "tags": [item for item in old["tags"] if item != "other"]}
