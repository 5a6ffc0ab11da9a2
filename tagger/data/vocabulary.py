"""The closed lists of the dataset card: licenses, languages, task categories and the like.

The lists are files of ``schemas/vocab``, rebuilt by ``scripts/refresh-vocabularies`` from the
packages that publish them. Each is read when it is first asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from tagger.data.shipped import read_shipped
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Every list that is shipped, by the name of its file.
NAMES = (
    "annotations_creators",
    "dataset_libraries",
    "evaluation_frameworks",
    "language_creators",
    "languages",
    "licenses",
    "multilinguality",
    "size_categories",
    "task_categories",
    "task_ids",
)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a list was taken from, in which version, and the day of that version."""

    source: str
    version: str
    date: str


@dataclass(frozen=True)
class Vocabulary:
    """The values a key may hold, each with a label for people (empty when there is none)."""

    name: str
    values: Mapping[str, str]
    origins: tuple[Origin, ...] = ()

    def __contains__(self, word: object) -> bool:
        return word in self.values

    @cached_property
    def _folded(self) -> Mapping[str, str]:
        """Each value by its folded self and by its folded label; the former wins."""
        table: dict[str, str] = {}
        for value in self.values:
            table.setdefault(_fold(value), value)
        for value, label in self.values.items():
            table.setdefault(_fold(label), value)
        return table

    def same(self, word: str) -> str | None:
        """The value that is ``word`` but for case and signs, or whose label is."""
        folded = _fold(word)
        return self._folded.get(folded) if folded else None

    def nearest(self, word: str) -> str | None:
        """The value that was probably meant: the same one written otherwise, or one close by."""
        return self.same(word) or nearest(word.lower(), self.values)

    def extended(self, words: Iterable[str]) -> Vocabulary:
        """The list with further values, such as a license that the Hub added yesterday."""
        more = {word: "" for word in words if word not in self.values}
        return Vocabulary(self.name, {**self.values, **more}, self.origins) if more else self


@cache
def vocabulary(name: str) -> Vocabulary:
    """A shipped list, by one of :data:`NAMES`.

    Raises:
        KeyError: no list has that name.
    """
    if name not in NAMES:
        raise KeyError(name)
    data = json.loads(read_shipped(f"vocab/{name}.json"))
    return Vocabulary(name, data["values"], tuple(Origin(**row) for row in data["origins"]))


def _fold(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalnum())
