"""Detectors say what they will read, so that a tree far away brings many files at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tests.support.cases import CASES, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tagger.tree.model import Entry, FileTree

#: Announcements that one repository needs at most: what is named at once costs one request.
MOST_ROUNDS = 3
#: Files that a repository may have that are read singly, whatever its number of units: the end of
#: a table, a secret, a row file that is longer than one look.
MOST_SINGLE = 1


class Announced:
    """A tree that notes which files were read without having been announced."""

    published = True

    def __init__(self, tree: FileTree) -> None:
        self._tree = tree
        self._known: set[str] = set()
        self.rounds = 0
        self.single: list[str] = []

    @property
    def complete(self) -> bool:
        return self._tree.complete

    @property
    def notes(self) -> Sequence[str]:
        return self._tree.notes

    def entries(self) -> Sequence[Entry]:
        return self._tree.entries()

    def prefetch(self, paths: Iterable[str]) -> None:
        new = set(paths) - self._known
        self.rounds += bool(new)
        self._known |= new

    def read(self, path: str, limit: int) -> bytes:
        if path not in self._known:
            self.single.append(path)
            self._known.add(path)
        return self._tree.read(path, limit)


@pytest.mark.parametrize("family", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_what_is_read_was_announced(family: str) -> None:
    for case in load(family):
        tree = Announced(case.tree())
        check(tree)
        assert tree.rounds <= MOST_ROUNDS, case.id
        assert len(tree.single) <= MOST_SINGLE, (case.id, tree.single)
