"""Questions about single nodes of a composed tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yaml import MappingNode, Node


def walk(root: Node | None) -> list[Node]:
    """Every node below a root once, keys before their values, in order of the text."""
    import yaml

    found: dict[int, Node] = {}
    todo = [root] if root else []
    while todo:
        node = todo.pop()
        if id(node) in found:
            continue
        found[id(node)] = node
        if isinstance(node, yaml.ScalarNode):
            continue
        if isinstance(node, yaml.MappingNode):
            for key, value in reversed(node.value):
                todo += (value, key)
        else:
            todo += reversed(node.value)
    return list(found.values())


def last_leaf(node: Node) -> Node:
    """Where a block ends: PyYAML's mark of its end lies behind blank and comment lines."""
    import yaml

    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        below: Node = last[1] if isinstance(node, yaml.MappingNode) else last
        if below.start_mark.index < node.start_mark.index:  # an alias
            break
        node = below
    return node


def repeated_keys(node: MappingNode) -> Iterator[Node]:
    """Keys of a mapping whose text an earlier key has; a merge may occur twice."""
    names = [key.value for key, _ in node.value if not isinstance(key.value, list)]
    if len(set(names)) == len(names):
        return
    seen = set()
    for key, _ in node.value:
        if isinstance(key.value, list) or key.tag == scalars.MERGE:
            continue
        if key.value in seen:
            yield key
        seen.add(key.value)


def is_loadable(node: Node) -> bool:
    """Whether PyYAML certainly builds a node; the rare kinds are left for it to say."""
    tag, value = node.tag, node.value
    if isinstance(value, str):
        return tag in (scalars.STR, scalars.NULL) or (tag == scalars.INT and value.isdecimal())
    if tag == scalars.MAP:
        return all(len(pair) == 2 and isinstance(pair[0].value, str) for pair in value)
    return bool(tag == scalars.SEQ and not (value and isinstance(value[0], tuple)))


def same_nodes(left: Sequence[Node], right: Sequence[Node]) -> bool:
    """Whether two lists of nodes read the same under YAML 1.1 and 1.2, aliases included.

    Tag, value and being plain decide both readings; the places of the nodes do not matter. What
    several aliases share is compared once, so that alias bombs are harmless.
    """
    import yaml

    if len(left) != len(right):
        return False
    partners: dict[int, int] = {}
    todo = list(zip(left, right, strict=True))
    while todo:
        a, b = todo.pop()
        if type(a) is not type(b):
            return False
        if id(a) in partners:
            if partners[id(a)] != id(b):
                return False
            continue
        partners[id(a)] = id(b)
        if a.tag != b.tag:
            return False
        if isinstance(a, yaml.ScalarNode) and isinstance(b, yaml.ScalarNode):
            if a.value != b.value or (not a.style) != (not b.style):
                return False
            continue
        if len(a.value) != len(b.value):
            return False
        for one, other in zip(a.value, b.value, strict=True):
            if isinstance(a, yaml.MappingNode):
                todo += zip(one, other, strict=True)
            else:
                todo.append((one, other))
    return True
