from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tagger.hub.cache import MAX_BYTES, ContentCache, blob_id

if TYPE_CHECKING:
    from pathlib import Path

DATA = b"content\n"
BLOB = hashlib.sha1(b"blob 8\0" + DATA).hexdigest()
SHA256 = hashlib.sha256(DATA).hexdigest()
FILE = "contents.sqlite"


@pytest.mark.parametrize("oid", [BLOB, SHA256])
def test_a_content_comes_back(tmp_path: Path, oid: str) -> None:
    cache = ContentCache(tmp_path / "cache")
    assert cache.get(oid) is None
    cache.put(oid, DATA)
    assert ContentCache(tmp_path / "cache").get(oid) == DATA


def test_a_damaged_content_does_not(tmp_path: Path) -> None:
    cache = ContentCache(tmp_path)
    cache.put(BLOB, DATA)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE contents SET data = ?", (b"changed\n",))
    assert cache.get(BLOB) is None


def test_a_file_that_is_no_database_is_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"x" * 5_000)
    ContentCache(tmp_path).put(BLOB, DATA)
    assert ContentCache(tmp_path).get(BLOB) == DATA


def test_large_contents_are_not_kept(tmp_path: Path) -> None:
    data = b"x" * (MAX_BYTES + 1)
    cache = ContentCache(tmp_path)
    cache.put(blob_id(data), data)
    assert cache.get(blob_id(data)) is None


@pytest.mark.parametrize("folder", ["file/below", None])
def test_without_a_folder_contents_live_as_long_as_the_cache(
    tmp_path: Path, folder: str | None
) -> None:
    (tmp_path / "file").touch()
    place = None if folder is None else tmp_path / folder
    cache = ContentCache(place)
    cache.put(BLOB, DATA)
    assert cache.get(BLOB) == DATA
    assert ContentCache(place).get(BLOB) is None


def test_what_is_missing_is_named_once_in_order() -> None:
    cache = ContentCache(None)
    cache.put(BLOB, DATA)
    assert cache.missing(["b", BLOB, "a", "b"]) == ["b", "a"]


def test_more_contents_than_a_query_has_variables() -> None:
    contents = {blob_id(data): data for data in (b"%d" % n for n in range(40_000))}
    cache = ContentCache(None)
    cache.put_many(contents.items())
    assert cache.get_many(contents) == contents
    assert cache.missing(contents) == []


def test_over_the_limit_the_longest_unused_go(tmp_path: Path) -> None:
    contents = {blob_id(data): data for data in (b"%0999d" % n for n in range(3_000))}
    ContentCache(tmp_path).put_many(contents.items())
    recent = list(contents)[:100]
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE contents SET day = 1")
        database.executemany("UPDATE contents SET day = 2 WHERE oid = ?", [(o,) for o in recent])
    cache = ContentCache(tmp_path, limit=1_000_000)
    assert cache.missing(recent) == []
    assert 2_200 <= len(cache.missing(contents)) <= 2_210  # a fifth below the limit


def test_two_processes_may_write_at_once(tmp_path: Path) -> None:
    first, second = ContentCache(tmp_path), ContentCache(tmp_path)
    for number in range(50):
        for cache in (first, second):
            data = b"%d" % number
            cache.put(blob_id(data), data)
    assert first.missing([blob_id(b"%d" % n) for n in range(50)]) == []
