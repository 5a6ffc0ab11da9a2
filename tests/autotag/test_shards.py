from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.autotag.shards import Shard
from tagger.core.errors import TaggerError

IDS = st.text("abcXYZ019-_./", min_size=1, max_size=40)


@given(IDS, st.integers(1, 50))
def test_every_dataset_belongs_to_exactly_one_part(repo_id: str, count: int) -> None:
    parts = [Shard(index, count) for index in range(1, count + 1)]
    assert sum(part.holds(repo_id) for part in parts) == 1


def test_parts_are_of_about_one_size() -> None:
    ids = [f"owner-{n % 7}/set-{n}" for n in range(4000)]
    sizes = [sum(map(Shard(index, 8).holds, ids)) for index in range(1, 9)]
    assert sum(sizes) == len(ids)
    assert all(400 < size < 600 for size in sizes)


def test_the_part_is_the_same_on_every_machine_and_in_any_case() -> None:
    ids = [f"a/s{n}" for n in range(12)]
    assert [n for n, repo_id in enumerate(ids) if Shard(1, 3).holds(repo_id)] == [0, 2, 5, 9, 11]
    assert all(Shard(1, 3).holds(i) == Shard(1, 3).holds(i.upper()) for i in ids)


@pytest.mark.parametrize(
    "text", ["", "1", "0/1", "2/1", "1/0", "-1/2", "1/2/3", "a/b", "1/ 2", "²/3"]
)
def test_what_is_no_part(text: str) -> None:
    with pytest.raises(TaggerError, match="write the part and their number, such as 2/8"):
        Shard.parse(text)


def test_a_part() -> None:
    assert Shard.parse("2/8") == Shard(2, 8)
