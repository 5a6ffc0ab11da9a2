"""What one configuration gets from the others: includes, and the instances that they define."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs.instances import blocks, top_level
from tagger.frameworks.nemo_gym.configs.paths import find_file
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    CONFIG_PATHS,
    DIRECTIVE_TEXTS,
    INHERIT,
    SERVER_TYPES,
)
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True)
class Below:
    """What the files that a configuration includes bring along.

    Attributes:
        keys: their top-level keys.
        servers: kind and name of the instances that they define.
        open: whether some include is not in the tree, so that anything could come along.
    """

    keys: frozenset[Any]
    servers: frozenset[tuple[str, Any]]
    open: bool


@dataclass(slots=True)
class Context:
    """The configurations of one tree."""

    view: TreeView
    documents: Sequence[Document]
    _by_path: dict[str, Document] = field(default_factory=dict)
    _by_key: dict[Any, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_path = {document.path: document for document in self.documents}

    def below(self, document: Document) -> Below:
        """What the includes of a document bring, through any number of levels."""
        seen = {document.path}
        todo = [document]
        keys: set[Any] = set()
        servers: set[tuple[str, Any]] = set()
        is_open = False
        while todo:
            current = todo.pop()
            for entry in include_entries(current):
                found = find_file(self.view, current.path, entry)
                included = self._by_path.get(found or "")
                if included is None:
                    is_open = True
                elif included.path not in seen:
                    seen.add(included.path)
                    todo.append(included)
                    keys |= set(top_level(included))
                    servers |= defined(included)
        return Below(frozenset(keys), frozenset(servers), is_open)

    def is_defined_elsewhere(self, name: object, document: Document) -> bool:
        """Whether a configuration other than this one has the top-level key."""
        return bool(self._owners().get(name, set()) - {document.path})

    @property
    def names(self) -> Iterable[Any]:
        """Every top-level key of every configuration."""
        return self._owners().keys()

    def _owners(self) -> dict[Any, set[str]]:
        if not self._by_key:
            for document in self.documents:
                for key in top_level(document):
                    self._by_key.setdefault(key, set()).add(document.path)
        return self._by_key


def include_entries(document: Document) -> list[str]:
    """The entries of ``config_paths`` that are text."""
    entries = top_level(document).get(CONFIG_PATHS)
    return [item for item in entries if isinstance(item, str)] if isinstance(entries, list) else []


def defined(document: Document) -> set[tuple[str, Any]]:
    """Kind and name of the instances of a document whose block has an entry point."""
    return {
        (block.type, block.instance)
        for block in blocks(document)
        if "entrypoint" in block.data or block.inherits
    }


def moved(document: Document) -> dict[str, list[Any]]:
    """Instances that ``_inherit_from`` takes away from their names, and the names they go to."""
    targets: dict[str, list[Any]] = {}
    for name, value in top_level(document).items():
        source = value.get(INHERIT) if isinstance(value, dict) else None
        if isinstance(value, str) and value.startswith(DIRECTIVE_TEXTS[0]):
            source = value.removeprefix(DIRECTIVE_TEXTS[0]).removesuffix("}")
        if isinstance(source, str):
            targets.setdefault(source, []).append(name)
    return targets


def kinds_of(instance: object) -> list[str]:
    """The kinds of server that an instance declares."""
    return [kind for kind in SERVER_TYPES if isinstance(instance, dict) and kind in instance]


def misspelt_entry_point(implementations: object) -> str | None:
    """A key of an implementation's block that was meant to be ``entrypoint``."""
    for data in implementations.values() if isinstance(implementations, dict) else ():
        if isinstance(data, dict) and "entrypoint" not in data:
            return nearest("entrypoint", [str(key) for key in data], 0.75)
    return None
