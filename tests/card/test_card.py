"""Reading the card of a tree."""

from __future__ import annotations

import pytest

from tagger.card.card import Card, read_card
from tagger.card.split import CardState
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry, Kind
from tagger.tree.view import Limits, TreeView
from tests.support.headers import card, parsed

GOOD = b"---\nlicense: mit\ntags:\n- puzzle\n---\n# Knots\n"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"


def read(tree: ListingTree, path: str = "README.md") -> Card:
    return read_card(TreeView(tree, card=path))


def test_tags_are_the_strings_of_the_list() -> None:
    assert card("tags: [puzzle, 2026, 'no', ~, [x], 2026-01-01, on]\n").tags == (
        "puzzle",
        "no",
        "on",
    )


@pytest.mark.parametrize("header", ["tags: puzzle\n", "tags:\n", "tags: {a: b}\n", "", "- tags\n"])
def test_what_is_no_list_declares_nothing(header: str) -> None:
    assert card(header).tags == ()


def test_an_aliased_list_is_read() -> None:
    assert card("words: &w [a, b]\ntags: *w\n").tags == ("a", "b")


def test_tag_items_know_their_places() -> None:
    first, second = card("tags:\n- é\n- 7\n").tag_items
    assert (first.value, first.is_string, first.span.line, first.span.column) == ("é", True, 3, 3)
    assert (second.value, second.is_string, second.span.end_column) == ("7", False, 4)


def test_body_knows_its_line() -> None:
    found = parsed("\n---\r\nlicense: mit\r\n---\r\n\r\ntext")
    assert (found.body, found.body_line) == ("\r\ntext", 5)


@pytest.mark.parametrize(
    ("tree", "state"),
    [
        (MemoryTree({}), CardState.MISSING),
        (MemoryTree({"readme.md": GOOD}), CardState.MISSING),
        (MemoryTree({"README.md/page.txt": b"x"}), CardState.NOT_A_FILE),
        (MemoryTree({}, {"README.md": "gone.md"}), CardState.NOT_A_FILE),
        (MemoryTree({}, {"README.md": "README.md"}), CardState.NOT_A_FILE),
        (MemoryTree({"README.md": POINTER}), CardState.POINTER),
        (MemoryTree({"README.md": GOOD.replace(b"mit", b"\xe9")}), CardState.NOT_UTF8),
        (MemoryTree({"README.md": GOOD.decode().encode("utf-16")}), CardState.NOT_UTF8),
        (MemoryTree({"README.md": GOOD}), CardState.HEADER),
    ],
)
def test_every_fault_ends_in_a_state(tree: MemoryTree, state: CardState) -> None:
    found = read(tree)
    assert found.state is state
    assert (found.header is not None) == (state is CardState.HEADER)
    assert bool(found.reason) == (not state.was_read)


def test_pointer_kind_of_a_listing_is_a_pointer() -> None:
    tree = ListingTree([Entry("README.md", Kind.POINTER, 130)], lambda _path, _size: POINTER)
    assert read(tree).state is CardState.POINTER


def test_a_card_over_the_limit_is_not_read() -> None:
    view = TreeView(MemoryTree({"README.md": GOOD}), limits=Limits(file=10))
    assert read_card(view).state is CardState.TOO_LARGE


def test_a_link_is_read_through_and_marked() -> None:
    found = read(MemoryTree({"docs/card.md": GOOD}, {"README.md": "docs/card.md"}))
    assert (found.state, found.link, found.tags) == (CardState.HEADER, True, ("puzzle",))


def test_a_card_under_a_linked_folder_is_marked() -> None:
    found = read(MemoryTree({"docs/card.md": GOOD}, {"hub": "docs"}), "hub/card.md")
    assert (found.state, found.link) == (CardState.HEADER, True)


def test_the_card_may_lie_elsewhere() -> None:
    found = read(MemoryTree({"hub/README.md": GOOD}), "hub/README.md")
    assert (found.path, found.tags, found.link) == ("hub/README.md", ("puzzle",), False)


def test_the_card_is_parsed_once_for_a_view() -> None:
    view = TreeView(MemoryTree({"README.md": GOOD}))
    assert read_card(view) is read_card(view)
