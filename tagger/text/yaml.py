"""YAML as a tree of nodes with places, read the way PyYAML (YAML 1.1) reads it.

Nothing here builds Python objects from tags: unknown tags are faults.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ParseError
from tagger.core.places import Span
from tagger.text.building import build
from tagger.text.nesting import deep_event, deep_node, is_shallow, may_exhaust

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Mark, Node

#: js-yaml 4.3 refuses deeper nesting ("maxDepth"), so the Hub does too.
MAX_DEPTH = 100


class YamlError(ParseError):
    """The text cannot be read. ``reason`` is a clause, ``span`` the place.

    ``index`` is the place as an offset into the text, in characters, where it is known.
    """

    def __init__(self, reason: str, span: Span, index: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span
        self.index = index


@dataclass(frozen=True, slots=True)
class Pair:
    """One key and its value in a mapping."""

    key: Node
    value: Node


def compose(text: str, *, exact: bool = False, max_depth: int = MAX_DEPTH) -> Node | None:
    """The root node, or ``None`` for a text that holds nothing.

    PyYAML's C loader does it where it is installed, the Python one elsewhere.

    Args:
        text: the document.
        exact: use the Python loader, as ``yaml.safe_load`` does. The C loader, several times
            faster, takes some texts that it refuses (a tab behind a colon or behind a value).
        max_depth: how deep collections may nest.

    Raises:
        YamlError: bad syntax, several documents, an undefined alias, too deep nesting.
    """
    import yaml

    loader = yaml.SafeLoader if exact else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if may_exhaust(text, loader) and (event := deep_event(text, loader, max_depth)):
            raise _too_deep(event, max_depth)
        node: Node | None = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        raise _fault(error) from None
    except yaml.reader.ReaderError:
        raise _forbidden(text) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise YamlError(str(error).splitlines()[0] or "not YAML", Span(1)) from None
    certain = max_depth >= MAX_DEPTH and is_shallow(text)
    if not certain and (deep := deep_node(node, max_depth)):
        raise _too_deep(deep, max_depth)
    return node


def _fault(error: Any) -> YamlError:
    mark = error.problem_mark or error.context_mark
    reason = error.problem or error.context or "not YAML"
    return YamlError(reason, place(mark), mark.index) if mark else YamlError(reason, Span(1))


def _forbidden(text: str) -> YamlError:
    """The fault of a character that YAML does not allow; the C loader gives no usable place."""
    import yaml

    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    index = match.start() if match else 0
    span = Span(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))
    return YamlError("a character that YAML does not allow", span, index)


def _too_deep(node: Any, limit: int) -> YamlError:
    mark = node.start_mark
    return YamlError(f"nested more than {limit} levels deep", place(mark), mark.index)


def construct(node: Node | None) -> Any:
    """Plain data of a node, under YAML 1.1; aliases share one object, so bombs stay small.

    Raises:
        YamlError: a tag that no safe loader knows, an unhashable key.
    """
    import yaml

    if node is None:
        return None
    try:
        return build(node)
    except yaml.MarkedYAMLError as error:
        raise _fault(error) from None
    except (ValueError, OverflowError, RecursionError) as error:
        raise YamlError(str(error), span(node), node.start_mark.index) from None
    except (AttributeError, LookupError, TypeError):
        # What PyYAML's constructors raise for ``!!timestamp x``, ``!!bool x`` and ``!!int ""``.
        reason = "a value that its tag does not allow"
        raise YamlError(reason, span(node), node.start_mark.index) from None


def load(text: str) -> Any:
    """Compose and construct in one step. Raises YamlError."""
    return construct(compose(text))


def pairs(node: Node | None) -> Iterator[Pair]:
    """The keys and values of a mapping node; nothing for any other node."""
    import yaml

    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield Pair(key, value)


def find(node: Node | None, *keys: str | int) -> Pair | None:
    """The pair under a path of keys and list indices; for a list item the key is the item."""
    import yaml

    found: Pair | None = None
    for key in keys:
        if isinstance(key, int):
            if not isinstance(node, yaml.SequenceNode) or not 0 <= key < len(node.value):
                return None
            found = Pair(node.value[key], node.value[key])
        else:
            found = next((p for p in pairs(node) if p.key.value == key), None)
        if found is None:
            return None
        node = found.value
    return found


def duplicates(node: Node | None) -> Iterator[Node]:
    """Key nodes that repeat an earlier key of the same mapping, at any depth, aliases once."""
    import yaml

    seen: set[int] = set()
    todo = [node] if node is not None else []
    while todo:
        current = todo.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, yaml.SequenceNode):
            todo += current.value
        elif isinstance(current, yaml.MappingNode):
            names: set[tuple[str, str]] = set()
            for key, value in current.value:
                todo += [key, value]
                if isinstance(key, yaml.ScalarNode):
                    name = (key.tag, key.value)
                    if name in names and key.tag != "tag:yaml.org,2002:merge":
                        yield key
                    names.add(name)


def place(mark: Mark) -> Span:
    """A mark as a one-character span."""
    return Span(mark.line + 1, mark.column + 1)


def span(node: Node) -> Span:
    """From the first to one past the last character of a node."""
    start, end = node.start_mark, node.end_mark
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)
