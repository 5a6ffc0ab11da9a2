from __future__ import annotations

import pytest

from tagger.core.errors import EncodingError, LimitError, NotAFileError, PointerError
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry, Kind
from tagger.tree.view import Limits, TreeView

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n"


class CountingTree(MemoryTree):
    """Counts how often a file is read."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.reads: list[str] = []

    def read(self, path: str, limit: int) -> bytes:
        self.reads.append(path)
        return super().read(path, limit)


def view(files: dict[str, bytes], links: dict[str, str] | None = None, **limits: int) -> TreeView:
    return TreeView(MemoryTree(files, links), limits=Limits(**limits))


def test_parents_of_files_are_directories() -> None:
    tree = view({"a/b/c": b""})
    assert tree.paths == ["a", "a/b", "a/b/c"]
    assert tree.is_dir("a/b")
    assert tree.is_dir("")


def test_below_yields_a_directory_s_entries_and_no_neighbour_s() -> None:
    tree = view({"a/x": b"", "a/y/z": b"", "a.txt": b"", "ab/x": b""})
    assert [entry.path for entry in tree.below("a")] == ["a/x", "a/y", "a/y/z"]
    assert len(list(tree.below(""))) == 7


def test_children_and_named() -> None:
    tree = view({"a/x": b"", "b/x": b"", "x": b""})
    assert [entry.name for entry in tree.children("")] == ["a", "b", "x"]
    assert [entry.path for entry in tree.named("x")] == ["a/x", "b/x", "x"]
    assert tree.children("nowhere") == ()


def test_reading_goes_through_links_inside_the_tree() -> None:
    tree = view({"real/file": b"1"}, {"alias": "real", "real/other": "file"})
    assert tree.read("alias/other") == b"1"
    assert tree.is_file("alias/file")


@pytest.mark.parametrize("path", ["gone", "dangling", "outside", "loop", "folder", "file/below"])
def test_what_leads_to_no_file_is_not_one(path: str) -> None:
    links = {"dangling": "gone", "outside": "../x", "loop": "loop"}
    tree = view({"folder/x": b"", "file": b""}, links)
    assert not tree.is_file(path)
    with pytest.raises(NotAFileError):
        tree.read(path)


def test_entries_that_are_no_files_are_named() -> None:
    tree = TreeView(ListingTree([Entry("pipe", Kind.OTHER), Entry("d/x")], lambda *_: b""))
    with pytest.raises(NotAFileError, match="pipe: not a regular file"):
        tree.read("pipe")
    with pytest.raises(NotAFileError, match="d: a directory, not a file"):
        tree.read("d")


@pytest.mark.parametrize("length", [1, 50, 5000])
def test_a_pointer_is_never_taken_for_the_file(length: int) -> None:
    tree = view({"p": POINTER})
    for read in (tree.read, tree.text, lambda path: tree.head(path, length)):
        with pytest.raises(PointerError):
            read("p")


def test_an_entry_that_the_listing_calls_a_pointer_is_not_read() -> None:
    tree = CountingTree({"p": b"real bytes"})
    listing = ListingTree([Entry("p", Kind.POINTER, 9)], tree.read)
    with pytest.raises(PointerError):
        TreeView(listing).read("p")
    assert tree.reads == []


def test_a_long_file_that_begins_like_a_pointer_is_a_file() -> None:
    data = POINTER + b"x" * 2000
    assert view({"p": data}).read("p") == data
    assert view({"p": data}).head("p", 10) == data[:10]


def test_bytes_that_are_not_utf8_are_an_error_of_their_own() -> None:
    with pytest.raises(EncodingError, match="byte 0xff at offset 2"):
        view({"f": b"ab\xff"}).text("f")


def test_a_byte_order_mark_stays_in_the_text() -> None:
    assert view({"f": b"\xef\xbb\xbfa"}).text("f") == "\ufeffa"


def test_small_files_are_read_once() -> None:
    tree = CountingTree({"small": b"1", "large": b"1" * (1 << 17)})
    seen = TreeView(tree)
    for path in ("small", "small", "large", "large"):
        seen.read(path)
    assert tree.reads == ["small", "large", "large"]


def test_a_file_over_the_limit_is_not_read_and_that_is_said() -> None:
    tree = CountingTree({"f": b"12345"})
    seen = TreeView(tree, limits=Limits(file=4))
    with pytest.raises(LimitError):
        seen.read("f")
    assert tree.reads == []
    assert not seen.complete
    assert seen.notes == ["f: not read: 5 bytes, the limit is 4"]


def test_a_limit_holds_where_the_listing_does_not_say_the_size() -> None:
    seen = TreeView(ListingTree([Entry("f")], lambda _, limit: b"12345"[:limit]))
    with pytest.raises(LimitError):
        seen.read("f", 4)
    assert seen.notes == ["f: not read: over the limit of 4 bytes"]
    assert seen.read("f", 5) == b"12345"


def test_the_head_of_a_large_file_needs_no_limit() -> None:
    seen = view({"f": b"1234567"}, file=4)
    assert seen.head("f", 3) == b"123"
    assert seen.complete


def test_all_files_together_have_a_limit() -> None:
    seen = view(dict.fromkeys("abcd", b"1234"), total=9)
    assert [seen.read(name) for name in "ab"] == [b"1234", b"1234"]
    for name in ("c", "d", "c"):
        with pytest.raises(LimitError):
            seen.read(name)
    assert not seen.complete
    assert seen.notes == [
        "2 files not read, from c on: the limit of 9 bytes for all files is reached"
    ]
    assert seen.read("a") == b"1234"


def test_notes_of_the_tree_come_first() -> None:
    tree = ListingTree([Entry("f", size=9)], lambda *_: b"", complete=False, notes=["cut"])
    seen = TreeView(tree)
    seen.note("g", "sampled")
    assert not seen.complete
    assert seen.notes == ["cut", "g: sampled"]
