"""Adding to lists, and taking away: what the bytes are afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.card.edit import add_items, create, remove_item, remove_repeats, to_list
from tagger.core.errors import RefusedError
from tests.support.headers import card, edited, header_after, parsed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.card.edit import Edits

NEW = ["rl-environment", "harbor"]


def add(header: str, *items: str) -> str:
    return header_after(header, add_items, "tags", items or NEW)


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("tags:\n- a\nx: y\n", "tags:\n- a\n- rl-environment\n- harbor\nx: y\n"),
        ("tags:\n    - a\n", "tags:\n    - a\n    - rl-environment\n    - harbor\n"),
        ("tags:\n-   a\n", "tags:\n-   a\n-   rl-environment\n-   harbor\n"),
        (
            "tags:\n- a # z \n# e\n\nx: y\n",
            "tags:\n- a # z \n- rl-environment\n- harbor\n# e\n\nx: y\n",
        ),
        ("tags:\n- a  \n", "tags:\n- a  \n- rl-environment\n- harbor\n"),
        ("tags:\n- 'a'\n- 'b'\n", "tags:\n- 'a'\n- 'b'\n- 'rl-environment'\n- 'harbor'\n"),
        ('tags:\n- "a"\n', 'tags:\n- "a"\n- "rl-environment"\n- "harbor"\n'),
        ("tags:\n- 'a'\n- \"b\"\n", "tags:\n- 'a'\n- \"b\"\n- rl-environment\n- harbor\n"),
        ("tags:\n- 'a'\n- b\n", "tags:\n- 'a'\n- b\n- rl-environment\n- harbor\n"),
        ("tags:\n- a\n  b\nx: y\n", "tags:\n- a\n  b\n- rl-environment\n- harbor\nx: y\n"),
        ("tags:\n- >\n  a\n\nx: y\n", "tags:\n- >\n  a\n- rl-environment\n- harbor\n\nx: y\n"),
        ("tags:\n-\nx: y\n", "tags:\n-\n- rl-environment\n- harbor\nx: y\n"),
        ("tags: &t\n- a\n", "tags: &t\n- a\n- rl-environment\n- harbor\n"),
        ("tags:\n- harbor\n", "tags:\n- harbor\n- rl-environment\n"),
        ('"tags" :\n- a\n', '"tags" :\n- a\n- rl-environment\n- harbor\n'),
        ("tags:\n- {a: b}\n", "tags:\n- {a: b}\n- rl-environment\n- harbor\n"),
    ],
)
def test_items_go_below_the_last_one_of_a_block_list(header: str, after: str) -> None:
    assert add(header) == after


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("tags: [a]\n", "tags: [a, rl-environment, harbor]\n"),
        ("tags: [a , b ]  # z\n", "tags: [a , b, rl-environment, harbor ]  # z\n"),
        ("tags: [a, b,]\n", "tags: [a, b, rl-environment, harbor,]\n"),
        ("tags: ['a', 'b']\n", "tags: ['a', 'b', 'rl-environment', 'harbor']\n"),
        ("tags: []\n", "tags: [rl-environment, harbor]\n"),
        ("tags: [  ]\n", "tags: [rl-environment, harbor]\n"),
        ("tags: &t []\n", "tags: &t [rl-environment, harbor]\n"),
        ("tags: [a,\n  b]\n", "tags: [a,\n  b,\n  rl-environment,\n  harbor]\n"),
        ("tags: [\n  a,\n  b\n]\n", "tags: [\n  a,\n  b,\n  rl-environment,\n  harbor\n]\n"),
        ("tags: [\n  a,\n]\n", "tags: [\n  a,\n  rl-environment,\n  harbor,\n]\n"),
        ("tags: [\n  a, b\n]\n", "tags: [\n  a, b, rl-environment, harbor\n]\n"),
        ("tags: [\n  a # z\n]\n", "tags: [\n  a, # z\n  rl-environment,\n  harbor\n]\n"),
        ("tags: [\n  a, # z\n]\n", "tags: [\n  a, # z\n  rl-environment,\n  harbor,\n]\n"),
        ("tags: [a # z\n  ]\n", "tags: [a, rl-environment, harbor # z\n  ]\n"),
        ("tags:\n  [a]\n", "tags:\n  [a, rl-environment, harbor]\n"),
    ],
)
def test_items_follow_the_last_one_of_a_flow_list(header: str, after: str) -> None:
    assert add(header) == after


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("tags: a\nx: y\n", "tags:\n- a\n- rl-environment\n- harbor\nx: y\n"),
        ("tags:   'a b'  # z\n", "tags:\n- 'a b'  # z\n- 'rl-environment'\n- 'harbor'\n"),
        ("tags:\n  a\n", "tags:\n- a\n- rl-environment\n- harbor\n"),
        ("tags: # z\n  a\n", "tags: # z\n- a\n- rl-environment\n- harbor\n"),
        ("tags: a\n  b\nx: y\n", "tags:\n- a\n  b\n- rl-environment\n- harbor\nx: y\n"),
        ("tags: harbor\n", "tags:\n- harbor\n- rl-environment\n"),
        ("tags: &t a\n", "tags:\n- &t a\n- rl-environment\n- harbor\n"),
    ],
)
def test_a_bare_string_becomes_the_first_item(header: str, after: str) -> None:
    assert add(header) == after


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("tags:\nx: y\n", "tags:\n- rl-environment\n- harbor\nx: y\n"),
        ("tags:  # z\n\nx: y\n", "tags:  # z\n- rl-environment\n- harbor\n\nx: y\n"),
        ("tags: null\n", "tags:\n- rl-environment\n- harbor\n"),
        ("tags:  ~  # z\n", "tags:  # z\n- rl-environment\n- harbor\n"),
    ],
)
def test_a_null_makes_room_for_a_list(header: str, after: str) -> None:
    assert add(header) == after


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("x: y\n", "x: y\ntags:\n- rl-environment\n- harbor\n"),
        ("x: y\n\n# z\n\n", "x: y\n\n# z\n\ntags:\n- rl-environment\n- harbor\n"),
        ("\n", "\ntags:\n- rl-environment\n- harbor\n"),
        ("# z\n", "# z\ntags:\n- rl-environment\n- harbor\n"),
        ("x:\n  tags: [a]\n", "x:\n  tags: [a]\ntags:\n- rl-environment\n- harbor\n"),
        ("x: |\n  tags:\n  - a\n", "x: |\n  tags:\n  - a\ntags:\n- rl-environment\n- harbor\n"),
        ("x: |+\n  a\n\n", "x: |+\n  a\n\ntags:\n- rl-environment\n- harbor\n"),
        ("  x: y\n  z: a\n", "  x: y\n  z: a\n  tags:\n  - rl-environment\n  - harbor\n"),
        ("x:\n", "x:\ntags:\n- rl-environment\n- harbor\n"),
    ],
)
def test_a_missing_key_goes_above_the_closing_fence(header: str, after: str) -> None:
    assert add(header) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("# Knots\n", "---\ntags:\n- harbor\n---\n# Knots\n"),
        ("", "---\ntags:\n- harbor\n---\n"),
        ("\n\n", "---\ntags:\n- harbor\n---\n\n\n"),
        ("\ufeff# Knots\r\n", "\ufeff---\r\ntags:\r\n- harbor\r\n---\r\n# Knots\r\n"),
        ("<!-- x -->\n---\nx: y\n---\n", "---\ntags:\n- harbor\n---\n<!-- x -->\n---\nx: y\n---\n"),
    ],
)
def test_a_card_without_a_header_gets_one_in_front(text: str, after: str) -> None:
    assert edited(parsed(text), add_items, "tags", ["harbor"]) == after


@pytest.mark.parametrize(
    "text",
    [
        "---\r\nx: y\r\ntags:\r\n- a\r\n---\r\ntext",
        "---\r\ntags:\r\n- a\r\n---",
        "\ufeff\n---\ntags:\n- a\n---  \n\n---\ntags:\n- b\n---\n",
        "---\npretty_name: 数独🧩\ntags:\n- é\n---\nRätsel",
        "---\r\nx: y\ntags:\n- a\r\n---\r\n",
    ],
)
def test_line_ends_marks_and_text_stay(text: str) -> None:
    line_end = "\r\n" if "y\r" in text or text.startswith("---\r\nt") else "\n"
    last = max(text.find("- a"), text.find("- é")) + 3
    expected = f"{text[:last]}{line_end}- harbor{text[last:]}"
    assert edited(parsed(text), add_items, "tags", ["harbor"]) == expected


def test_new_items_are_quoted_where_a_reader_could_mistake_them() -> None:
    assert add("tags:\n- a\n", "no", "1e3", "a: b", "é") == (
        "tags:\n- a\n- 'no'\n- '1e3'\n- 'a: b'\n- é\n"
    )


def test_line_separators_in_quotes_are_text() -> None:
    header = 'x: "a\u2028b"\ntags: [a]\n'
    assert add(header, "harbor") == header.replace("[a]", "[a, harbor]")


@pytest.mark.parametrize("header", ["tags: [a, harbor]\n", "tags:\n- harbor # z\n"])
def test_nothing_is_done_where_nothing_is_missing(header: str) -> None:
    assert add_items(card(header), "tags", ["harbor"]) == ()


def test_a_new_card_holds_its_header_alone() -> None:
    from tagger.card.card import Card

    (edit,) = create(Card("README.md"), "tags", ["harbor"])
    assert (edit.start, edit.end) == (0, 0)
    assert edit.content == b"---\ntags:\n- harbor\n---\n"
    with pytest.raises(RefusedError):
        create(parsed(""), "tags", ["harbor"])


def test_a_string_alone_becomes_a_list() -> None:
    assert header_after("tags: a # z\n", to_list, "tags") == "tags:\n- a # z\n"


@pytest.mark.parametrize("header", ["tags: 7\n", "tags: [a]\n", "tags:\n", "tags: no\n", "x: y\n"])
def test_what_is_no_bare_string_becomes_no_list(header: str) -> None:
    with pytest.raises(RefusedError):
        to_list(card(header), "tags")


REMOVALS = [
    ("tags:\n- a\n- b # z\n# c\n- c\n", "tags:\n- a\n# c\n- c\n"),
    ("tags:\n- b\n- a\nx: y\n", "tags:\n- a\nx: y\n"),
    ("tags:\n- a\n- b\n", "tags:\n- a\n"),
    ("tags: [a, b, c]\n", "tags: [a, c]\n"),
    ("tags: [b, a]\n", "tags: [a]\n"),
    ("tags: [a, b]\n", "tags: [a]\n"),
    ("tags: [a, b,]\n", "tags: [a,]\n"),
    ("tags:\n- b\n- a\n- b\n- b\n", "tags:\n- a\n"),
]


@pytest.mark.parametrize(("header", "after"), REMOVALS)
def test_an_item_is_taken_away_everywhere(header: str, after: str) -> None:
    assert header_after(header, remove_item, "tags", "b") == after


@pytest.mark.parametrize(("header", "after"), REMOVALS)
@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_an_item_goes_with_its_line_end(header: str, after: str, line_end: str) -> None:
    before, wanted = (
        f"---\n{lines}---\n# Knots\n".replace("\n", line_end) for lines in (header, after)
    )
    assert edited(parsed(before), remove_item, "tags", "b") == wanted


def test_repeats_are_taken_away() -> None:
    header = "tags:\n- a\n- b\n- a # z\n- c\n- a\n"
    assert header_after(header, remove_repeats, "tags", "a") == "tags:\n- a\n- b\n- c\n"
    assert remove_repeats(card(header), "tags", "b") == ()


@pytest.mark.parametrize(
    ("edit", "args", "header"),
    [
        (remove_item, ("tags", "a"), "tags:\n- a\n"),
        (remove_item, ("tags", "a"), "tags: [a, a]\n"),
        (remove_item, ("tags", "a"), "tags: a\n"),
        (remove_item, ("tags", "a"), "x: y\n"),
        (remove_item, ("tags", "a"), "tags: [\n  b, # z\n  a\n]\n"),
        (remove_item, ("tags", "a"), "tags:\n- &a a\n- b\nx: *a\n"),
    ],
)
def test_nothing_is_taken_away_where_it_cannot_be_proven(
    edit: object, args: Sequence[str], header: str
) -> None:
    assert callable(edit)
    with pytest.raises(RefusedError):
        edit(card(header), *args)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("tags:\n- a\n", "it is the only item of its list"),
        ("tags: [a]\n", "it is the only item of its list"),
        ("? tags\n: - a\n  - b\n", "the item is laid out in an unusual way"),
        ("tags: [\n  b, # z\n  a\n]\n", "there is a comment beside the item"),
        ("x: &x a\ntags:\n- *x\n- b\n", "an item is an alias"),
    ],
)
def test_an_item_that_cannot_be_taken_away_says_why(header: str, reason: str) -> None:
    with pytest.raises(RefusedError) as caught:
        remove_item(card(header), "tags", "a")
    assert caught.value.reason == reason


def once(text: str) -> Edits:
    return add_items(parsed(text), "tags", NEW)


@pytest.mark.parametrize("header", [header for header, _ in REMOVALS])
def test_adding_twice_is_adding_once(header: str) -> None:
    after = edited(card(header), add_items, "tags", NEW)
    assert once(after) == ()
