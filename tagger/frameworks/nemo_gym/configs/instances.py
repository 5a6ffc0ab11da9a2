"""Server instances: instance over type over implementation (nemo-gym 0.7.0, ``config_types``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs.vocabulary import (
    COPY,
    DIRECTIVE_TEXTS,
    INHERIT,
    RESERVED,
    SERVER_TYPES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.frameworks.nemo_gym.configs.document import Document


@dataclass(frozen=True, slots=True)
class Block:
    """What is written under one implementation of an instance.

    Attributes:
        instance: the top-level key.
        type: one of the four kinds of server.
        implementation: the name of the implementation's folder.
        data: the block itself.
        inherits: whether the block or something above it takes its content from elsewhere.
    """

    instance: Any
    type: str
    implementation: Any
    data: Mapping[Any, Any]
    inherits: bool

    @property
    def where(self) -> tuple[str, str, str]:
        """The path of the block in its document."""
        return (str(self.instance), self.type, str(self.implementation))


def blocks(document: Document) -> Iterator[Block]:
    """Every block of a document that is a mapping, in the order of the file."""
    for name, instance in instances(document):
        for kind in SERVER_TYPES:
            implementations = instance.get(kind)
            if not isinstance(implementations, dict):
                continue
            for implementation, data in implementations.items():
                if isinstance(data, dict):
                    chain = (instance, implementations, data)
                    inherits = any(map(is_directed, chain))
                    yield Block(name, kind, implementation, data, inherits)


def dataset_entries(
    document: Document,
) -> Iterator[tuple[tuple[str | int, ...], Mapping[Any, Any]]]:
    """Every entry of ``datasets`` that is a mapping, with its path in the document."""
    for block in blocks(document):
        datasets = block.data.get("datasets")
        for index, entry in enumerate(datasets if isinstance(datasets, list) else ()):
            if isinstance(entry, dict):
                yield (*block.where, "datasets", index), entry


def instances(document: Document) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
    """Top-level mappings with one of the four type keys, reserved names left out."""
    for name, value in top_level(document).items():
        if name not in RESERVED and isinstance(value, dict) and _types(value):
            yield name, value


def top_level(document: Document) -> Mapping[Any, Any]:
    """The keys of a document; none where it is not a mapping."""
    return document.data if isinstance(document.data, dict) else {}


def _types(value: Mapping[Any, Any]) -> list[str]:
    return [kind for kind in SERVER_TYPES if kind in value]


def is_directed(value: object) -> bool:
    """Whether a value, or a part of it one level down, is taken from elsewhere by a directive."""
    if isinstance(value, str):
        return value.startswith("${")
    if not isinstance(value, dict):
        return False
    return any(key in value for key in (INHERIT, COPY)) or any(
        isinstance(item, str) and item.startswith(DIRECTIVE_TEXTS) for item in value.values()
    )


def is_config(document: Document) -> bool:
    """Whether a document is a server configuration: some type key with a mapping of mappings."""
    return any(
        isinstance(data, dict)
        for instance in top_level(document).values()
        if isinstance(instance, dict)
        for kind in SERVER_TYPES
        if isinstance(implementations := instance.get(kind), dict)
        for data in implementations.values()
    )
