"""Edits of a card: each is the smallest splice, and is proven before it is handed out.

Every function returns edits of the card's file (none when there is nothing to do), or raises
:class:`RefusedError` with the reason why no safe edit exists. All work on one top-level key.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tagger.card.guard import (
    OPEN_FOR_HEADER,
    require_absent,
    require_header,
    require_no_link,
    require_own,
    require_pair,
    require_room_for_header,
)
from tagger.card.proof import Intent, holds
from tagger.card.quoting import render
from tagger.card.splice import Splicer
from tagger.card.split import CardState
from tagger.core.edits import Edits, Splice, checked, edits_of
from tagger.core.errors import RefusedError
from tagger.core.places import Edit
from tagger.text import scalars
from tagger.text import yaml as text_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yaml import Node

    from tagger.card.card import Card
    from tagger.card.header import Header

__all__ = [
    "Edits",
    "add_items",
    "create",
    "insert_key",
    "remove_item",
    "remove_repeats",
    "rename_key",
    "replace_scalar",
    "set_scalar",
    "to_list",
]

Scalar = str | bool | int

_LINE_END = re.compile(rb"\r?\n")


# -- lists -------------------------------------------------------------------------------


def add_items(card: Card, key: str, items: Sequence[str]) -> Edits:
    """Put items at the end of the list under a key; the key, or a header, is made where needed.

    A bare string becomes the first item. Items that are there already are left out.

    Raises:
        RefusedError: no safe edit exists.
    """
    if card.state in OPEN_FOR_HEADER:
        return _new_header(card, key, items)
    header = require_header(card)
    if header.get(key) is None:
        require_absent(header, key)
        lines = [f"{key}:", *(f"- {render(item)}" for item in items)]
        intent = Intent(None, key, lambda old: _joined(old, items), additive=True)
        return _proven(card, [_splicer(card).insert(lines)], intent)
    return _extended(card, header, key, items)


def _extended(card: Card, header: Header, key: str, items: Sequence[str]) -> Edits:
    import yaml

    pair = require_pair(header, key)
    node = pair.value
    require_own(header, pair, node)
    intent = Intent(key, key, lambda old: _joined(old, items))
    splice = _splicer(card)
    if isinstance(node, yaml.SequenceNode):
        new = [item for item in items if not _is_there(header, node, item)]
        intent = replace(intent, additive=not node.flow_style)
        return _proven(card, splice.append(node, new), intent) if new else ()
    if header.core_value(node) is None and items:
        intent = replace(intent, additive=not node.value)
        return _proven(card, splice.fill_null(pair, items), intent)
    if not _is_text(header, node):
        raise RefusedError(f"`{key}` is neither a list nor a string")
    new = [item for item in items if item != node.value]
    return _proven(card, splice.enlist(pair, new), intent)


def _is_there(header: Header, node: Node, item: str) -> bool:
    for_hub, for_python = (item in read(node) for read in (header.core_value, header.value))
    if for_hub is not for_python:
        raise RefusedError(f"its readers do not agree whether {item!r} is there")
    return for_hub


def _joined(old: Any, items: Sequence[str]) -> list[Any]:
    """The intended list; ``old`` is the value before, or already the list."""
    present = [] if old is None else old if isinstance(old, list) else [old]
    return [*present, *(item for item in items if item not in present)]


def to_list(card: Card, key: str) -> Edits:
    """Make a bare string the only item of a list.

    Raises:
        RefusedError: the value is not a bare string, or no safe edit exists.
    """
    header = require_header(card)
    if not _is_text(header, require_pair(header, key).value):
        raise RefusedError(f"`{key}` is not a bare string")
    return _extended(card, header, key, ())


def remove_item(card: Card, key: str, value: str) -> Edits:
    """Take every item equal to ``value`` out of the list under a key.

    Raises:
        RefusedError: no list, nothing else would be left, or no safe edit exists.
    """
    return _without(card, key, lambda items: [i for i, item in enumerate(items) if item == value])


def remove_repeats(card: Card, key: str, value: str) -> Edits:
    """Keep the first of the items equal to ``value`` in the list under a key.

    Raises:
        RefusedError: no list, or no safe edit exists.
    """
    return _without(
        card, key, lambda items: [i for i, item in enumerate(items) if item == value][1:]
    )


def _without(card: Card, key: str, choose: Callable[[list[Any]], list[int]]) -> Edits:
    import yaml

    header = require_header(card)
    pair = require_pair(header, key)
    if not isinstance(pair.value, yaml.SequenceNode):
        raise RefusedError(f"`{key}` is not a list")
    require_own(header, pair, pair.value)
    splice = _splicer(card)
    chosen = choose(header.core_value(pair.value))
    splices = [splice.remove(pair.value, index) for index in chosen]

    def change(old: list[Any]) -> list[Any]:
        left_out = choose(old)
        return [item for index, item in enumerate(old) if index not in left_out]

    return _proven(card, splices, Intent(key, key, change))


# -- scalars -----------------------------------------------------------------------------


def replace_scalar(card: Card, path: Sequence[str | int], value: str) -> Edits:
    """Write another string in place of the scalar at a path of keys and list indices.

    The quotes stay; they are added where a reader could take the new text for something else.

    Raises:
        RefusedError: no scalar there, or no safe edit exists.
    """
    import yaml

    header = require_header(card)
    key = str(path[0])
    pair, found = require_pair(header, key), text_yaml.find(header.root, *path)
    if found is None or not isinstance(found.value, yaml.ScalarNode):
        raise RefusedError(f"`{key}` holds no scalar there")
    require_own(header, pair, found.value)
    above = text_yaml.find(header.root, *path[:-1])
    flow = bool(getattr(above and above.value, "flow_style", False))
    text = render(value, found.value.style or "", flow=flow)
    splice = _splicer(card).replace(found.value, text)
    return _proven(card, [splice], Intent(key, key, lambda old: _put(old, path[1:], value)))


def _put(data: Any, path: Sequence[str | int], value: Scalar) -> Any:
    """A copy of ``data`` with another value at a path."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, dict) and head in data:
        return {**data, head: _put(data[head], rest, value)}
    if isinstance(data, list) and isinstance(head, int):
        return [_put(item, rest, value) if at == head else item for at, item in enumerate(data)]
    raise RefusedError("the readers do not agree on the keys above the value")


def set_scalar(card: Card, key: str, value: Scalar) -> Edits:
    """Give a top-level key a scalar: in place of its scalar or null, or as a new key.

    Raises:
        RefusedError: the key holds a list or a mapping, or no safe edit exists.
    """
    import yaml

    header = require_header(card)
    pair = header.get(key)
    if pair is None:
        return insert_key(card, key, value)
    require_own(header, pair, pair.value)
    if not isinstance(pair.value, yaml.ScalarNode):
        raise RefusedError(f"`{key}` holds no scalar")
    intent = Intent(key, key, lambda _: value)
    if header.core_value(pair.value) is None:
        return _proven(card, [_splicer(card).write_value(pair, _text(value))], intent)
    quote = pair.value.style if isinstance(value, str) else ""
    splice = _splicer(card).replace(pair.value, _text(value, quote))
    return _proven(card, [splice], intent)


def insert_key(card: Card, key: str, value: Scalar | Sequence[str]) -> Edits:
    """Put a new top-level key with a scalar or a list of strings above the closing fence.

    Raises:
        RefusedError: the key is there, or no safe edit exists.
    """
    header = require_header(card)
    require_absent(header, key)
    if isinstance(value, Scalar):
        lines = [f"{render(key)}: {_text(value)}"]
    else:
        lines = [f"{render(key)}:", *(f"- {render(item)}" for item in value)]
    wanted = value if isinstance(value, Scalar) else list(value)
    intent = Intent(None, key, lambda _: wanted, additive=True)
    return _proven(card, [_splicer(card).insert(lines)], intent)


def rename_key(card: Card, key: str, name: str) -> Edits:
    """Give a top-level key another name.

    Raises:
        RefusedError: no such key, the name is taken, or no safe edit exists.
    """
    header = require_header(card)
    pair = require_pair(header, key)
    require_absent(header, name)
    splice = _splicer(card).rename(pair, name)
    return _proven(card, [splice], Intent(key, name, lambda old: old))


# -- headers -----------------------------------------------------------------------------


def _new_header(card: Card, key: str, items: Sequence[str]) -> Edits:
    """A header in front of the text, below a byte-order mark."""
    require_room_for_header(card)
    first = _LINE_END.search(card.parts.body)
    line_end = first[0].decode() if first else "\n"
    return _headed(card, line_end, key, items)


def create(card: Card, key: str, items: Sequence[str]) -> Edits:
    """A card that is not there yet, with nothing but this list in its header.

    Raises:
        RefusedError: something is there.
    """
    require_no_link(card)
    if card.state is not CardState.MISSING:
        raise RefusedError("there is a card")
    return _headed(card, "\n", key, items)


def _headed(card: Card, line_end: str, key: str, items: Sequence[str]) -> Edits:
    lines = ["---", f"{key}:", *(f"- {render(item)}" for item in items), "---"]
    content = "".join(line + line_end for line in lines).encode()
    place = len(card.parts.bom)
    edits = (Edit(card.path, place, place, content),)
    intent = Intent(None, key, lambda old: _joined(old, items), additive=True)
    return _checked(card, edits, intent)


# -- both -------------------------------------------------------------------------------


def _is_text(header: Header, node: Node) -> bool:
    return bool(node.tag == scalars.STR and header.is_string(node))


def _text(value: Scalar, quote: str = "") -> str:
    if isinstance(value, str):
        return render(value, quote)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _splicer(card: Card) -> Splicer:
    """What computes splices for the header of a card, if it may be edited at all."""
    return Splicer(require_header(card), _line_end(card))


def _line_end(card: Card) -> str:
    """What ends most lines of the header, or its opening fence where it has one line only."""
    ends = Counter(_LINE_END.findall(card.parts.header)) or Counter(
        _LINE_END.findall(card.parts.opening)[-1:]
    )
    return str(ends.most_common(1)[0][0], "ascii")


def _proven(card: Card, splices: Sequence[Splice], intent: Intent) -> Edits:
    """The edits that splices of the header are, if they do what is intended."""
    header = require_header(card)
    edits = edits_of(card.path, header.text, splices, offset=header.start)
    return _checked(card, edits, intent)


def _checked(card: Card, edits: Edits, intent: Intent) -> Edits:
    return checked(card.raw, edits, lambda after: holds(card.header, card.parts, after, intent))
