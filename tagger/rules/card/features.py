"""Column types in ``features``, read as ``datasets.Features._from_yaml_list`` (5.2.0) does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.rules.card.sources import text, value
from tagger.rules.card.values import quoted
from tagger.text import scalars
from tagger.text.yaml import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import MappingNode, Node

_LISTS = frozenset({"list", "large_list", "sequence"})
#: Types of pyarrow that `datasets.Value` takes by name, and its own words for them.
_VALUES = frozenset(
    "null bool bool_ bool8 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float float16 float32"
    " float64 double string utf8 large_string large_utf8 string_view binary large_binary"
    " binary_view date32 date64 month_day_nano_interval uuid json".split()
)
_PARAMETRIC = re.compile(
    r"timestamp\[(?:s|ms|us|ns)(?:,\s*tz=[a-zA-Z0-9/_+\-:]*)?\]\Z"
    r"|duration\[(?:s|ms|us|ns)\]\Z|time32\[(?:s|ms)\]\Z|time64\[(?:us|ns)\]\Z"
    r"|decimal(?:128|256)\(\d+,\s*-?\d+\)\Z"
)
#: `_FEATURE_TYPES` as cards write them: those that need no parameters, and all of them.
_BARE = frozenset(
    "audio image mesh video pdf nifti bio_sequence bio_structure json"
    " translation_variable_languages".split()
)
_TYPES = _BARE | frozenset(
    "class_label translation value array2_d array3_d array4_d array5_d".split()
)


@dataclass(frozen=True, slots=True)
class FeatureFault:
    """What makes ``datasets`` fail on a column: a clause and the node."""

    node: Node
    reason: str


def columns(features: Node) -> Iterator[FeatureFault]:
    """The faults of a list of columns, however deep. A composed tree is bounded in depth."""
    yield from _Reader().columns(features)


def class_labels(root: Node) -> Iterator[MappingNode]:
    """The mappings ``names`` of every ``class_label`` below a node, each once."""
    import yaml

    seen: set[int] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if id(node) in seen or isinstance(node, yaml.ScalarNode):
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            todo += node.value
            continue
        for pair in pairs(node):
            todo.append(pair.value)
            names = value(pair.value, "names") if text(pair.key) == "class_label" else None
            if isinstance(names, yaml.MappingNode):
                yield names


class _Reader:
    """One pass; nodes behind aliases are read once."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def columns(self, node: Node) -> Iterator[FeatureFault]:
        """A list of columns, each with a name."""
        import yaml

        if id(node) in self._seen:
            return
        self._seen.add(id(node))
        if not isinstance(node, yaml.SequenceNode):
            yield FeatureFault(node, "the columns are not a list")
            return
        for item in node.value:
            if not isinstance(item, yaml.MappingNode):
                yield FeatureFault(item, "a column is not a mapping with a name and a type")
            elif value(item, "name") is None:
                yield FeatureFault(item, "a column has no `name`")
            else:
                yield from self._typed(item)

    def _typed(self, node: MappingNode) -> Iterator[FeatureFault]:
        """A mapping whose first key, `name` aside, is the type."""
        first = next((pair for pair in pairs(node) if text(pair.key) != "name"), None)
        if first is None:
            yield FeatureFault(node, f"{self._named(node)} has no type")
            return
        key = text(first.key) or ""
        if key in _LISTS:
            yield from self._inner(first.value)
        elif key == "struct":
            yield from self._inner(first.value, scalar=False)
        elif key == "dtype":
            yield from self._inner(first.value)
        elif key not in _TYPES or not list(pairs(first.value)):
            yield from self._misplaced(node, first.key, key)

    def _misplaced(self, node: MappingNode, at: Node, key: str) -> Iterator[FeatureFault]:
        kinds = (*_LISTS, "struct", "dtype", *_TYPES)
        if any(value(node, kind) is not None for kind in kinds):
            yield FeatureFault(at, f"{quoted(key)} comes before the type of {self._named(node)}")
        else:
            yield FeatureFault(at, f"{self._named(node)} has no type")

    def _inner(self, node: Node, *, scalar: bool = True) -> Iterator[FeatureFault]:
        """What is under `dtype`, `list`, `sequence` or `struct`."""
        import yaml

        if isinstance(node, yaml.SequenceNode):
            yield from self.columns(node)
        elif isinstance(node, yaml.MappingNode):
            if id(node) not in self._seen and node.value:
                self._seen.add(id(node))
                yield from self._typed(node)
        elif not scalar or node.tag != scalars.STR:
            yield FeatureFault(node, f"{quoted(node.value)} is not a type of a column")
        elif not self._is_type(node.value):
            yield FeatureFault(node, f"`datasets` knows no type {quoted(node.value)}")

    @staticmethod
    def _is_type(word: str) -> bool:
        return word in _VALUES or word in _BARE or _PARAMETRIC.match(word) is not None

    @staticmethod
    def _named(node: MappingNode) -> str:
        name = text(value(node, "name"))
        return "a column inside another" if name is None else f"the column {quoted(name)}"
