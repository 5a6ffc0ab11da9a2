"""Patterns against fsspec's own translation, which `datasets` uses."""

from __future__ import annotations

import re

import pytest
from fsspec.utils import glob_translate  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from tagger.rules.card.patterns import PatternError, files, is_outside, matches_any
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView

NAMES = st.sampled_from(["a", "b", "ab", "a.csv", "b.json", "c-1", "[x]"])
PATHS = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), max_size=12)
PARTS = st.sampled_from(
    ["*", "**", "?", "a", "b", "*b", "a*", "[a-b]", "[!a]*", "*.csv", "?.*", "[", "[]]", "c-[0-9]"]
)
PATTERNS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)


def view(paths: list[str]) -> TreeView:
    return TreeView(MemoryTree(dict.fromkeys(paths, b"")))


@given(PATHS, PATTERNS)
def test_wildcards_mean_what_they_mean_to_fsspec(paths: list[str], pattern: str) -> None:
    folders = {path[:at] for path in paths for at in range(len(path)) if path[at] == "/"}
    kept = [path for path in dict.fromkeys(paths) if path not in folders]
    has_magic = re.search(r"[*?\[]", pattern)
    regex = re.compile(glob_translate(pattern))
    expected = {p for p in kept if (regex.match(p) if has_magic else p == pattern)}
    assert set(files(view(kept), pattern)) == expected


@pytest.mark.parametrize("pattern", ["**.csv", "a/b**", "***"])
def test_stars_inside_a_name_are_an_error(pattern: str) -> None:
    with pytest.raises(PatternError):
        matches_any(view(["a.csv"]), pattern)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("**", []),
        ("*", []),
        (".cache/*", []),
        (".*/.*", [".cache/.x"]),
        ("__made__/*", ["__made__/x"]),
        ("README.md", ["README.md"]),
        ("config.json", ["config.json"]),
    ],
)
def test_hidden_and_special_files_must_be_named(pattern: str, found: list[str]) -> None:
    tree = view([".cache/.x", "__made__/x", "README.md", "config.json"])
    assert sorted(files(tree, pattern)) == found


@pytest.mark.parametrize(
    ("pattern", "outside"),
    [
        ("https://example.org/a", True),
        ("/a", True),
        ("a/../../b", True),
        ("a..b", False),
        ("./a", False),
    ],
)
def test_what_lies_outside(pattern: str, outside: bool) -> None:
    assert is_outside(pattern) == outside


def test_a_link_to_a_file_counts_and_one_to_a_folder_is_not_entered() -> None:
    tree = TreeView(MemoryTree({"a/x.csv": b""}, {"l.csv": "a/x.csv", "b": "a", "gone.csv": "no"}))
    assert sorted(files(tree, "**/*.csv")) == ["a/x.csv", "l.csv"]


def test_many_stars_over_a_deep_tree_end_at_once() -> None:
    tree = view(["/".join("d" * 60) + "/x"])
    assert not matches_any(tree, "/".join(["**", "*"] * 12) + "/gone")
