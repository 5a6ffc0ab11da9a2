"""Plain data of a composed tree: what PyYAML's ``SafeConstructor`` builds, in less time."""

from __future__ import annotations

from copy import copy
from itertools import chain
from typing import TYPE_CHECKING, Any

from tagger.text.scalars import BOOL, FLOAT, INT, MAP, NULL, SEQ, STR, TIMESTAMP

if TYPE_CHECKING:
    from yaml import Node
    from yaml.constructor import SafeConstructor

_SCALARS = frozenset({BOOL, FLOAT, INT, NULL, TIMESTAMP})


def build(node: Node) -> Any:
    """The data of a node; aliases share one object. The tree stays as it is.

    Raises:
        yaml.constructor.ConstructorError: an unknown tag, an unhashable key.
        ValueError, OverflowError, AttributeError, LookupError, TypeError: a value that its tag
            does not allow.
    """
    import yaml

    constructor = yaml.constructor.SafeConstructor()
    try:
        return _build(node, constructor, set())
    except _UnusualError:
        return constructor.construct_document(_copy(node))


class _UnusualError(Exception):
    """A node that is left to PyYAML."""


def _build(node: Node, constructor: SafeConstructor, seen: set[int]) -> Any:
    """What PyYAML builds of plain lists, mappings and scalars, in a third of its time.

    Raises:
        _UnusualError: an alias, a merge, another tag, a key that is not a scalar.
    """
    tag = node.tag
    if tag == STR and not isinstance(node.value, list):
        return node.value
    if tag in _SCALARS and not isinstance(node.value, list):
        return constructor.yaml_constructors[tag](constructor, node)
    if id(node) in seen or tag not in (SEQ, MAP) or not isinstance(node.value, list):
        raise _UnusualError
    seen.add(id(node))
    if tag == SEQ:
        return [_build(item, constructor, seen) for item in _items(node)]
    return {
        _build(key, constructor, seen): _build(value, constructor, seen)
        for key, value in _entries(node)
    }


def _items(node: Any) -> list[Node]:
    if node.value and isinstance(node.value[0], tuple):
        raise _UnusualError
    return list(node.value)


def _entries(node: Any) -> list[tuple[Node, Node]]:
    if node.value and not isinstance(node.value[0], tuple):
        raise _UnusualError
    if any(isinstance(key.value, list) for key, _ in node.value):
        raise _UnusualError
    return list(node.value)


def _copy(root: Node) -> Node:
    """The same tree in new nodes: PyYAML rewrites a mapping with merge keys while it builds it."""
    import yaml

    copies: dict[int, Node] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if id(node) not in copies:
            copies[id(node)] = copy(node)
            if isinstance(node, yaml.MappingNode):
                todo += chain(*node.value)
            elif isinstance(node, yaml.SequenceNode):
                todo += node.value
    for node in copies.values():
        if isinstance(node, yaml.MappingNode):
            node.value = [(copies[id(key)], copies[id(value)]) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            node.value = [copies[id(item)] for item in node.value]
    return copies[id(root)]
