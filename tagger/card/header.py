"""The header of a card: one composed tree, its places in the file, its values for each reader."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.card.nodes import is_loadable, last_leaf, repeated_keys, walk
from tagger.core.places import Span
from tagger.text import scalars, yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node, ScalarNode

#: A larger header is not parsed; the largest of 7,433 public ones has 973 kB.
MAX_HEADER_BYTES = 4 << 20
#: PyYAML's Python loader needs some seconds for a header of this many characters.
MAX_EXACT = 200_000
_DIVIDING = re.compile("[\t\ufeff]")
_CONTESTED_BREAK = re.compile("[\x85\u2028\u2029]")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class HeaderFault:
    """Why a reader cannot use the header: a clause, and the place in the file."""

    reason: str
    span: Span


@dataclass(frozen=True)
class Header:
    """What is between the fences.

    Places of nodes count from the beginning of :attr:`text`; :meth:`span` turns them into lines
    and columns of the file, :meth:`offset` into bytes of it.

    Attributes:
        text: the header with one line end behind it, as readers should parse it (docs/card.md §1).
        start: offset of the header in the file, in bytes.
        line: the line of the file in which it begins.
        root: the composed tree with PyYAML's tags (YAML 1.1); ``None`` when it holds nothing or
            cannot be parsed.
        fault: why it cannot be parsed. The Hub's parser agrees except for tabs (docs/card.md §2).
    """

    text: str
    start: int
    line: int
    root: Node | None
    fault: HeaderFault | None = None

    @classmethod
    def parse(cls, raw: bytes, start: int, line: int) -> Header:
        """Compose the bytes of a header (UTF-8); a fault is kept, not raised."""
        text = raw.decode("utf-8") + "\n"
        bare = cls(text, start, line, None)
        if len(raw) > MAX_HEADER_BYTES:
            reason = f"a header of {len(raw):,} bytes is not parsed"
            return cls(text, start, line, None, HeaderFault(reason, Span(line)))
        try:
            root = yaml.compose(text)
        except yaml.YamlError as error:
            return cls(text, start, line, None, bare._fault(error))
        return cls(text, start, line, root)

    def _fault(self, error: yaml.YamlError) -> HeaderFault:
        return HeaderFault(error.reason, self.place(error.index or 0))

    # -- the tree ------------------------------------------------------------------------

    @property
    def is_mapping(self) -> bool:
        """Whether the header is what it should be: a mapping."""
        import yaml as pyyaml

        return isinstance(self.root, pyyaml.MappingNode)

    @property
    def is_flow(self) -> bool:
        """Whether the whole header is written in braces or brackets."""
        import yaml as pyyaml

        return isinstance(self.root, pyyaml.CollectionNode) and bool(self.root.flow_style)

    @property
    def pairs(self) -> list[yaml.Pair]:
        """The top-level keys and values in order; a key that occurs twice is there twice."""
        return list(yaml.pairs(self.root))

    def get(self, key: str) -> yaml.Pair | None:
        """The top-level pair with this key, quoted or not; the last one, as for Python."""
        import yaml as pyyaml

        found = None
        for pair in yaml.pairs(self.root):
            if isinstance(pair.key, pyyaml.ScalarNode) and pair.key.value == key:
                found = pair
        return found

    def nodes(self) -> Iterator[Node]:
        """Every node once, keys before their values, in order of the text."""
        return iter(self._nodes)

    @cached_property
    def _nodes(self) -> list[Node]:
        return walk(self.root)

    @cached_property
    def _plain_scalars(self) -> list[ScalarNode]:
        import yaml as pyyaml

        return [n for n in self._nodes if isinstance(n, pyyaml.ScalarNode) and not n.style]

    def references(self, node: Node) -> int:
        """How often a node occurs in the tree: once, and once more for each alias to it."""
        import yaml as pyyaml

        count = int(node is self.root)
        if "*" not in self.text:
            return 1
        for parent in self.nodes():
            if isinstance(parent, pyyaml.SequenceNode):
                count += sum(child is node for child in parent.value)
            elif isinstance(parent, pyyaml.MappingNode):
                count += sum(child is node for pair in parent.value for child in pair)
        return count

    @cached_property
    def duplicates(self) -> list[Node]:
        """Key nodes that repeat the text of an earlier key of their mapping, at any depth.

        To the Hub's parser, keys of all types are strings.
        """
        import yaml as pyyaml

        found: list[Node] = []
        for node in self._nodes:
            if isinstance(node, pyyaml.MappingNode):
                found += repeated_keys(node)
        return found

    # -- values --------------------------------------------------------------------------

    @cached_property
    def _constructed(self) -> tuple[Any, HeaderFault | None]:
        try:
            return yaml.construct(self.root), None
        except yaml.YamlError as error:
            return None, self._fault(error)

    @property
    def data(self) -> Any:
        """What PyYAML loads (YAML 1.1), ``None`` where it fails; aliases share one object."""
        return self._constructed[0]

    @cached_property
    def python_fault(self) -> HeaderFault | None:
        """Why PyYAML cannot load what it can compose: an unknown tag, a bad date, an odd key."""
        return None if all(map(is_loadable, self._nodes)) else self._constructed[1]

    @cached_property
    def exact_fault(self) -> HeaderFault | None:
        """Why ``yaml.safe_load`` cannot parse what the C loader can.

        The two differ over tabs behind values and over U+FEFF only, so other headers are free.
        """
        if self.fault or not _DIVIDING.search(self.text):
            return None
        if len(self.text) > MAX_EXACT:
            return HeaderFault(
                "a tab in a header too large for PyYAML's slow loader", Span(self.line)
            )
        try:
            yaml.compose(self.text, exact=True)
        except yaml.YamlError as error:
            return self._fault(error)
        return None

    @cached_property
    def has_contested_break(self) -> bool:
        """Whether a character outside quotes ends a line in YAML 1.1 and none in YAML 1.2."""
        places = [match.start() for match in _CONTESTED_BREAK.finditer(self.text)]
        quoted = [
            (node.start_mark.index, node.end_mark.index)
            for node in (self._nodes if places else ())
            if getattr(node, "style", None) in ("'", '"')
        ]
        return any(not any(start < at < end for start, end in quoted) for at in places)

    def value(self, node: Node) -> Any:
        """The value of a node for Python (PyYAML, YAML 1.1); ``None`` where that fails."""
        try:
            return yaml.construct(node)
        except yaml.YamlError:
            return None

    def core_value(self, node: Node) -> Any:
        """The value of a node for the Hub's server (js-yaml, YAML 1.2).

        Keys are strings, as in JavaScript. Aliases share one object. Merge keys are expanded.
        """
        from tagger.card.core import build

        return build(node, self.core_tag)

    def core_tag(self, node: ScalarNode) -> str:
        """The tag of a scalar under YAML 1.2."""
        if not scalars.is_plain(node) or self.has_own_tag(node):
            return str(node.tag)
        return scalars.core_tag(node.value)

    def is_string(self, node: Node) -> bool:
        """Whether a node is a string for the Hub's server; :attr:`Node.tag` answers for Python."""
        import yaml as pyyaml

        return isinstance(node, pyyaml.ScalarNode) and self.core_tag(node) == scalars.STR

    def disagreements(self) -> Iterator[ScalarNode]:
        """Scalars that YAML 1.1 and 1.2 read differently: ``no``, ``012``, ``12:30``, ``1e3``."""
        for node in self._plain_scalars:
            if not scalars.readings_agree(node.value) and not self.has_own_tag(node):
                yield node

    def has_own_tag(self, node: Node) -> bool:
        """Whether ``!!str`` or the like is written before the node."""
        properties = self.text[node.start_mark.index : node.start_mark.index + 200]
        return bool(re.match(r"(?:&\S+\s+)?!", properties))

    # -- places --------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line of the text begins; to YAML, U+0085 and others are line ends too."""
        return [0, *(match.end() for match in _BREAK.finditer(self.text))]

    def place(self, index: int) -> Span:
        """An index into the text as a place in the file."""
        row = bisect.bisect_right(self._lines, index) - 1
        return Span(self.line + row, index - self._lines[row] + 1)

    def span(self, node: Node) -> Span:
        """A node as a place in the file, without spaces and comments behind it.

        For a node reached through an alias this is the place of the anchor.
        """
        start, end = self.place(node.start_mark.index), self.place(self.end(node))
        return Span(start.line, start.column, end.line, end.column)

    def end(self, node: Node) -> int:
        """Index one past the last character of a node: of its last leaf, for a block."""
        leaf = last_leaf(node)
        start, end = leaf.start_mark.index, leaf.end_mark.index
        return int(start + len(self.text[start:end].rstrip(" \t\r\n")))

    def offset(self, index: int) -> int:
        """An index into the text as an offset into the file, in bytes."""
        return self.start + len(self.text[:index].encode("utf-8"))
