"""What forbids an edit before anybody looks at the details (docs/card.md §4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.card.split import CardState
from tagger.core.errors import RefusedError
from tagger.text import scalars

if TYPE_CHECKING:
    from yaml import Node

    from tagger.card.card import Card
    from tagger.card.header import Header
    from tagger.text.yaml import Pair

_LONE_RETURN = re.compile(rb"\r(?!\n)")

#: Why a card has no header that could be edited.
_NO_HEADER = {
    CardState.MISSING: "there is no such file",
    CardState.NOT_A_FILE: "it is not a regular file",
    CardState.POINTER: "a Git LFS pointer is in its place",
    CardState.TOO_LARGE: "it is too large to be read",
    CardState.UNREADABLE: "it cannot be read",
    CardState.NOT_UTF8: "it is not UTF-8",
    CardState.EMPTY: "it has no header",
    CardState.NO_FENCE: "it has no header",
    CardState.TEXT_BEFORE: "it has no header at its beginning",
    CardState.BAD_FENCE: "it begins with three dashes that open no header",
    CardState.UNCLOSED: "its header is never closed",
    CardState.TOUCHING: "its header is never closed",
    CardState.CR_ONLY: "its lines end in carriage returns alone",
}
#: Text, spaces or nothing: a new header may be put in front.
OPEN_FOR_HEADER = frozenset({CardState.EMPTY, CardState.NO_FENCE, CardState.TEXT_BEFORE})


def require_header(card: Card) -> Header:
    """The header, if it may be edited at all.

    Raises:
        RefusedError: it may not.
    """
    require_no_link(card)
    if card.header is None:
        raise RefusedError(_NO_HEADER[card.state])
    reason = _reason(card.header) or _line_end_reason(card)
    if reason:
        raise RefusedError(reason)
    return card.header


def require_room_for_header(card: Card) -> None:
    """Refuse a card in front of which no header may be put."""
    require_no_link(card)
    if card.state not in OPEN_FOR_HEADER:
        raise RefusedError(_NO_HEADER.get(card.state, "it has a header"))


def require_no_link(card: Card) -> None:
    """Refuse a card that is, or is reached through, a link."""
    if card.link:
        raise RefusedError("it is a symbolic link")


def _reason(header: Header) -> str | None:
    if header.fault or header.python_fault or header.exact_fault:
        return "its header cannot be parsed"
    if header.text.startswith("\ufeff"):  # PyYAML's loaders count it differently
        return "there is a byte-order mark inside its header"
    if header.has_contested_break:
        return "its readers do not agree where its lines end"
    if header.duplicates:
        return "its header has a key twice"
    if header.root is None:
        return None
    if not header.is_mapping:
        return "its header is not a mapping"
    return "its header is in flow style" if header.is_flow else None


def _line_end_reason(card: Card) -> str | None:
    parts = card.parts
    if _LONE_RETURN.search(parts.opening + parts.header + parts.closing):
        return "a line of its header ends in a carriage return alone"
    return "its fences touch" if parts.opening.endswith(b"\r") else None


def require_pair(header: Header, key: str) -> Pair:
    """The top-level pair with this key, written out in the header."""
    pair = header.get(key)
    if pair is None:
        raise RefusedError(f"it has no `{key}`")
    return pair


def require_absent(header: Header, key: str) -> None:
    """Refuse a key that is in the header, or that a merge brings in."""
    merges = any(pair.key.tag == scalars.MERGE for pair in header.pairs)
    if header.get(key) is not None or (merges and key in header.data):
        raise RefusedError(f"it has `{key}` already")


def require_own(header: Header, pair: Pair, node: Node) -> None:
    """Refuse a value that is an alias, has aliases, or has a tag of its own."""
    if node.start_mark.index < pair.key.start_mark.index:
        raise RefusedError(f"`{pair.key.value}` is an alias")
    if header.references(node) > 1:
        raise RefusedError(f"`{pair.key.value}` is used again by an alias")
    if header.has_own_tag(node):
        raise RefusedError(f"`{pair.key.value}` has a YAML tag of its own")
