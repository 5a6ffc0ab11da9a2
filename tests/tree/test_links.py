from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.tree.folder import FolderTree
from tagger.tree.links import MAX_LINKS, ROOT, resolve
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from pathlib import Path


def tree(*files: str, **links: str) -> dict[str, Entry]:
    """Files (a name ending in ``/`` is a folder) and links at the root."""
    entries = [
        Entry(f.rstrip("/"), Kind.DIRECTORY if f.endswith("/") else Kind.FILE) for f in files
    ]
    entries += [Entry(path, Kind.SYMLINK, target=target) for path, target in links.items()]
    return {entry.path: entry for entry in entries}


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("d/f", "d/f"),
        ("./d//f", "d/f"),
        ("d/../d/f", "d/f"),
        ("d", "d"),
        (".", ""),
        ("..", None),
        ("../x", None),
        ("/d/f", None),
        ("gone", None),
        ("gone/../d/f", None),
        ("d/f/..", None),
        ("d/f/", None),
        ("d/", "d"),
        ("link", None),
        ("", None),
    ],
)
def test_a_link_leads_where_the_system_would_lead(target: str, found: str | None) -> None:
    entry = resolve(tree("d/", "d/f", link=target), "link")
    assert (entry and entry.path) == found


def test_paths_go_through_links_to_folders() -> None:
    entries = tree("d/", "d/f", a="b", b="d")
    assert resolve(entries, "a/f") == entries["d/f"]
    assert resolve(entries, "") is ROOT


def test_a_chain_of_links_has_an_end() -> None:
    links = {f"l{number}": f"l{number + 1}" for number in range(MAX_LINKS + 1)}
    entries = tree("f", **links, **{f"l{MAX_LINKS + 1}": "f"})
    assert resolve(entries, "l2") == entries["f"]
    assert resolve(entries, "l1") is None


NAMES = st.sampled_from(["a", "b", "c", "d"])
TARGETS = st.lists(st.sampled_from(["a", "b", "c", "d", "..", "."]), min_size=1, max_size=4)
KINDS = st.one_of(st.just("file"), st.just("folder"), TARGETS.map("/".join).map("->".__add__))


@given(layout=st.dictionaries(st.tuples(NAMES, st.none() | NAMES), KINDS, max_size=8))
@settings(max_examples=150)
def test_links_on_disk_and_in_a_listing_lead_to_the_same(
    layout: dict[tuple[str, str | None], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("links")
    _build(root, layout)
    entries = {entry.path: entry for entry in FolderTree(root).entries()}
    for path in entries:
        assert _listed(entries, path) == _on_disk(root, path), path


def _build(root: Path, layout: dict[tuple[str, str | None], str]) -> None:
    for (first, second), kind in sorted(layout.items(), key=str):
        place = root / first / (second or "")
        if os.path.lexists(place) or (second and not _plain_folder(root / first)):
            continue
        if kind == "file":
            place.touch()
        elif kind == "folder":
            place.mkdir()
        else:
            place.symlink_to(kind.removeprefix("->"))


def _plain_folder(place: Path) -> bool:
    if not os.path.lexists(place):
        place.mkdir()
    return place.is_dir() and not place.is_symlink()


def _listed(entries: dict[str, Entry], path: str) -> str | None:
    entry = resolve(entries, path)
    return entry.path if entry else None


def _on_disk(root: Path, path: str) -> str | None:
    """Where the system goes, as far as it stays below the root on the whole way."""
    try:
        (root / path).stat()
    except OSError:
        return None
    real = (root / path).resolve()
    if not real.is_relative_to(root) or _leaves(root, path):
        return None
    return str(PurePosixPath(real.relative_to(root))).removeprefix(".")


def _leaves(root: Path, path: str) -> bool:
    """Whether some step of the way lies outside the root, although the end does not."""
    pending, here = path.split("/")[::-1], root
    while pending:
        part = pending.pop()
        here = here.parent if part == ".." else here / part
        if not here.is_relative_to(root):
            return True
        if here.is_symlink():
            pending += str(here.readlink()).split("/")[::-1]
            here = here.parent
    return False
