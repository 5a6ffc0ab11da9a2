"""Cards that no edit touches, and the reason."""

from __future__ import annotations

import pytest

from tagger.card.card import Card, read_card
from tagger.card.edit import add_items, insert_key
from tagger.core.errors import RefusedError
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView
from tests.support.headers import card, parsed


def reason(before: Card) -> str:
    with pytest.raises(RefusedError) as caught:
        add_items(before, "tags", ["harbor"])
    return caught.value.reason


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("a: [b\n", "its header cannot be parsed"),
        ("a: !!python/tuple [1]\n", "its header cannot be parsed"),
        ("a: 2024-13-01\n", "its header cannot be parsed"),
        ("a: b\t# c\n", "its header cannot be parsed"),
        ("a: b\n--- # c\nd: e\n", "its header cannot be parsed"),
        ("\ufeffa: b\n", "there is a byte-order mark inside its header"),
        ("a:\u2028\n- b\n", "its readers do not agree where its lines end"),
        ("a: b # c\x85d: e\n", "its readers do not agree where its lines end"),
        ("a: b\na: c\n", "its header has a key twice"),
        ("a:\n  b: c\n  b: d\n", "its header has a key twice"),
        ("{a: b, tags: [c]}\n", "its header is in flow style"),
        ("- a\n", "its header is not a mapping"),
        ("a\n", "its header is not a mapping"),
        ("x: &x [a]\ntags: *x\n", "`tags` is an alias"),
        ("tags: &x [a]\nx: *x\n", "`tags` is used again by an alias"),
        ("tags: &x a\nx: *x\n", "`tags` is used again by an alias"),
        ("tags: !!seq [a]\n", "`tags` has a YAML tag of its own"),
        ("tags: !!str a\n", "`tags` has a YAML tag of its own"),
        ("tags: |\n  a\n", "the value is a block of text"),
        ("tags: 7\n", "`tags` is neither a list nor a string"),
        ("tags: {a: b}\n", "`tags` is neither a list nor a string"),
        ("tags: no\n", "`tags` is neither a list nor a string"),
        ("x: &x {tags: [a]}\n<<: *x\n", "it has `tags` already"),
        ("? tags\n: - a\n", "the last item is laid out in an unusual way"),
        ("tags:\n-\n  a\n", "the last item is laid out in an unusual way"),
        ("tags:\n  null\n", "its null is on a line of its own"),
        ("x: &x a\ntags:\n- *x\n", "an item is an alias"),
        ("a: b\rc: d\n", "a line of its header ends in a carriage return alone"),
        ("a: b\n...\n", "the outcome cannot be proven"),
        ("tags:\n- &x a\n- b\n- *x\n", "the outcome cannot be proven"),
        ("tags:\n- |+\n  a\n\n", "the outcome cannot be proven"),
    ],
)
def test_the_header_forbids_it(header: str, expected: str) -> None:
    assert reason(card(header)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\na: b\n", "its header is never closed"),
        ("---\n---\n", "its header is never closed"),
        ("--- \na: b\n---\n", "it begins with three dashes that open no header"),
        ("\n----\n", "it begins with three dashes that open no header"),
        ("---\ra: b\r---\r", "its lines end in carriage returns alone"),
        ("---\r\n---\r\n", "its fences touch"),
    ],
)
def test_the_fences_forbid_it(text: str, expected: str) -> None:
    assert reason(parsed(text)) == expected


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (MemoryTree({}), "there is no such file"),
        (MemoryTree({"README.md/x": b""}), "it is not a regular file"),
        (MemoryTree({"README.md": b"---\na: \xe9\n---\n"}), "it is not UTF-8"),
        (
            MemoryTree({"README.md": b"version https://git-lfs.github.com/spec/v1\n"}),
            "a Git LFS pointer is in its place",
        ),
        (
            MemoryTree({"a.md": b"---\na: b\n---\n"}, {"README.md": "a.md"}),
            "it is a symbolic link",
        ),
        (MemoryTree({"a.md": b"# A\n"}, {"README.md": "a.md"}), "it is a symbolic link"),
    ],
)
def test_the_file_forbids_it(tree: MemoryTree, expected: str) -> None:
    assert reason(read_card(TreeView(tree))) == expected


def test_a_key_that_is_there_is_not_inserted() -> None:
    with pytest.raises(RefusedError, match="it has `a` already"):
        insert_key(card("a: b\n"), "a", "c")
