from __future__ import annotations

import pytest

from tagger.core.errors import NotAFileError
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry, Kind


def test_a_tree_from_a_listing_and_a_callback() -> None:
    tree = ListingTree([Entry("a/b", size=3)], lambda path, limit: path.encode()[:limit])
    assert tree.entries() == (Entry("a/b", size=3),)
    assert tree.read("a/b", 2) == b"a/"
    assert tree.complete


def test_a_tree_in_memory() -> None:
    tree = MemoryTree({"f": b"123"}, {"link": "f"})
    assert set(tree.entries()) == {Entry("f", size=3), Entry("link", Kind.SYMLINK, target="f")}
    assert tree.read("f", 2) == b"12"
    with pytest.raises(NotAFileError):
        tree.read("link", 2)


def test_name_and_parent_of_an_entry() -> None:
    assert (Entry("a/b/c").name, Entry("a/b/c").parent) == ("c", "a/b")
    assert (Entry("a").name, Entry("a").parent) == ("a", "")
