"""Pointers, sizes, crowded folders, packed tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tagger.rules.repository.files import FOLDER_LIMIT, PLAIN_LIMIT
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.tree.model import FileTree

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 9000\n" % (b"0" * 64)


class PublishedTree(MemoryTree):
    """Files that the Hub holds already."""

    published = True


def paths(tree: FileTree, code: str) -> list[str]:
    return [finding.path for finding in check(tree).findings if finding.rule.code == code]


def listing(sizes: Mapping[str, int], texts: Mapping[str, bytes] | None = None) -> ListingTree:
    """Files of which only a few can be read."""
    texts = texts or {}
    entries = [Entry(path, Kind.FILE, size) for path, size in sizes.items()]
    entries += [Entry(path, Kind.FILE, len(data)) for path, data in texts.items()]
    return ListingTree(entries, lambda path, limit: texts.get(path, b"")[:limit])


@pytest.mark.parametrize("name", ["tools/score.py", "settings.yaml", "docker/Dockerfile"])
def test_pointer_for_a_text_is_reported(name: str) -> None:
    assert paths(MemoryTree({name: POINTER}), "RP001") == [name]


@pytest.mark.parametrize("name", ["data/train.parquet", "image.png", "README.md"])
def test_pointer_for_data_or_the_card_is_not(name: str) -> None:
    assert paths(MemoryTree({name: POINTER}), "RP001") == []


def test_pointer_that_a_detector_reported_is_not_reported_again() -> None:
    tree = MemoryTree({"openenv.yaml": POINTER})
    assert paths(tree, "RP001") == []
    assert paths(tree, "OE001") == ["openenv.yaml"]


def test_pointer_by_the_listing_needs_no_reading() -> None:
    tree = ListingTree([Entry("a.py", Kind.POINTER)], lambda *_: pytest.fail("was read"))
    assert paths(tree, "RP001") == ["a.py"]


def test_files_on_the_hub_are_no_pointers_and_of_any_size() -> None:
    tree = PublishedTree({"a.py": POINTER, "rows.jsonl": b"{}\n" * (PLAIN_LIMIT // 2)})
    assert paths(tree, "RP001") == paths(tree, "RP005") == []


def test_plain_file_over_the_limit_unless_it_is_in_lfs() -> None:
    sizes = {"data/a.bin": PLAIN_LIMIT + 1, "data/b.txt": PLAIN_LIMIT + 1, "c.txt": PLAIN_LIMIT}
    assert paths(listing(sizes), "RP005") == ["data/a.bin", "data/b.txt"]
    attributes = {".gitattributes": b"*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt text\n"}
    assert paths(listing(sizes, attributes), "RP005") == ["data/b.txt"]
    nested = {"data/.gitattributes": b"*.txt filter=lfs\n"}
    assert paths(listing(sizes, nested), "RP005") == ["data/a.bin"]


@pytest.mark.parametrize(("folder", "place"), [("rows/", "rows"), ("", ".")])
def test_folder_with_too_many_entries(folder: str, place: str) -> None:
    crowd = {f"{folder}{number}.txt": 1 for number in range(FOLDER_LIMIT)}
    assert paths(listing(crowd), "RP006") == []
    assert paths(listing(crowd | {f"{folder}one-more": 1}), "RP006") == [place]


def test_packed_tasks_are_information_where_no_task_stands_as_a_folder() -> None:
    archives = {"task_archives/a.tar.gz": b"", "task_archives/b.tar.gz": b""}
    assert paths(MemoryTree(archives), "RP009") == ["task_archives"]
    task = {
        "tasks/a/task.toml": b"",
        "tasks/a/instruction.md": b"x",
        "tasks/a/environment/Dockerfile": b"FROM x\n",
        "tasks/a/tests/test.sh": b"x",
    }
    assert paths(MemoryTree(archives | task), "RP009") == []
