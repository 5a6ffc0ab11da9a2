"""Where ``datasets`` and the viewer take the metadata from: the card, and a second file over it.

Top-level keys of a root ``.huggingface.yaml`` replace those of the card (datasets 5.2.0,
``load.LocalDatasetModuleFactory.get_module``). The Hub's page and its validation know the
card alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.card.header import Header
from tagger.core.errors import ReadError
from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yaml import Node

    from tagger.core.places import Span
    from tagger.rules.facts import Facts
    from tagger.text.yaml import Pair

SECOND_FILE = ".huggingface.yaml"
#: A second file over this size is not read; the largest card's header has a megabyte.
MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class HeaderKey:
    """A key, and the file whose value of it counts."""

    path: str
    header: Header
    pair: Pair

    def span(self, node: Node) -> Span:
        """A node as a place in the file."""
        return self.header.span(node)


def second_file(facts: Facts) -> Header | None:
    """The second file parsed; ``None`` where there is none to read."""
    if not facts.view.is_file(SECOND_FILE):
        return None
    try:
        raw = facts.view.head(SECOND_FILE, MAX_BYTES + 1)
        raw.decode("utf-8")
    except (ReadError, UnicodeDecodeError):
        return None
    return Header.parse(raw, 0, 1) if len(raw) <= MAX_BYTES else None


def sources(facts: Facts, key: str) -> Iterator[HeaderKey]:
    """Every value that a file gives to a key, but null; the one that counts comes first."""
    for path, header in ((SECOND_FILE, second_file(facts)), (facts.card.path, facts.card.header)):
        pair = header.get(key) if header and header.is_mapping else None
        if header and pair and pair.value.tag != scalars.NULL:
            yield HeaderKey(path, header, pair)


def source(facts: Facts, key: str) -> HeaderKey | None:
    """The value that ``datasets`` takes for a key; null in the second file hides the card's."""
    second = second_file(facts)
    pair = second.get(key) if second and second.is_mapping else None
    if pair and pair.value.tag == scalars.NULL:
        return None
    return next(sources(facts, key), None)


def configs(found: HeaderKey | None) -> Iterator[Node]:
    """The entries of ``configs`` that are mappings."""
    import yaml

    if found and isinstance(found.pair.value, yaml.SequenceNode):
        yield from (node for node in found.pair.value.value if isinstance(node, yaml.MappingNode))


def by_name(found: HeaderKey | None) -> Mapping[str | None, Node]:
    """The entries of ``configs`` that count: of several with one name the last."""
    return {text(value(entry, "config_name")): entry for entry in configs(found)}


def value(node: Node, key: str) -> Node | None:
    """The value under a key of a mapping; ``None`` where it is absent."""
    import yaml

    pairs: list[tuple[Node, Node]] = node.value if isinstance(node, yaml.MappingNode) else []
    return next((found for name, found in pairs if name.value == key), None)


def text(node: Node | None) -> str | None:
    """The text of a node that is a string for Python; ``None`` for everything else."""
    return node.value if node is not None and node.tag == scalars.STR else None
