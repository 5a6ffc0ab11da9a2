"""Reading ``openenv.yaml`` the way ``openenv push`` 0.10.0 reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.errors import EncodingError, LimitError, PointerError, ReadError
from tagger.core.places import Span
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yaml import Node

    from tagger.tree.view import TreeView

NAME = "openenv.yaml"
#: Manifests of more bytes are not read; the largest public one has a few kilobytes.
LIMIT = 4 << 20
#: Up to this many characters PyYAML's own scanner is quick enough; libyaml takes a few texts more.
EXACT_LIMIT = 1 << 17
#: ``yaml.safe_load`` itself ends in a recursion error near 490 levels.
MAX_DEPTH = 300


class ManifestError(Exception):
    """``openenv push`` cannot read the manifest. ``reason`` says what the manifest is instead."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest that is a mapping.

    Attributes:
        path: the file.
        text: its text, a byte-order mark included.
        root: the mapping with places, as written (merge keys not yet resolved).
        data: the mapping as plain data; of a key that is given twice the last value.
    """

    path: str
    text: str
    root: Node
    data: Mapping[Any, Any]

    @property
    def name(self) -> Any:
        """The value of ``name``; ``push`` asks only that it is truthy."""
        return self.data.get("name")

    def span(self, *keys: str | int) -> Span:
        """The place of the value under these keys; of the nearest one above it that is written."""
        node = self.root
        for key in keys:
            below = _below(node, key)
            if below is None:
                break
            node = below
        if node is self.root:
            return Span(node.start_mark.line + 1, node.start_mark.column + 1)
        return yaml.span(node)


def read_manifest(view: TreeView, path: str) -> Manifest:
    """The manifest at a path (``cli/commands/push.py:_validate_openenv_directory``).

    Raises:
        ManifestError: not a file, not UTF-8, not one YAML document, or no mapping.
    """
    try:
        text = view.text(path, LIMIT)
    except ReadError as error:
        raise ManifestError(_unread(error)) from None
    try:
        # Two trees: resolving merge keys changes the one that the data is made from.
        root, data = _compose(text), yaml.construct(_compose(text))
    except YamlError as error:
        raise ManifestError(f"not YAML that PyYAML loads ({error.reason})", error.span) from None
    if root is None or not isinstance(data, dict):
        what = "empty" if data is None else f"{kind(data)} instead of a mapping"
        raise ManifestError(what, Span(1))
    return Manifest(path, text, root, data)


def kind(value: object) -> str:
    """What a value is, in words: never the value itself, which may be endless."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    names: dict[type, str] = {
        str: "a string",
        dict: "a mapping",
        list: "a list",
        bytes: "binary data",
    }
    return names.get(type(value)) or ("a date" if hasattr(value, "isoformat") else "an object")


def _compose(text: str) -> Node | None:
    return yaml.compose(text, exact=len(text) <= EXACT_LIMIT, max_depth=MAX_DEPTH)


def _below(node: Node, key: str | int) -> Node | None:
    """The value under a key, or the key itself where the value is empty; of two, the last."""
    if isinstance(key, int):
        found = yaml.find(node, key)
        return found.value if found else None
    pairs = [pair for pair in yaml.pairs(node) if pair.key.value == key]
    if not pairs:
        return None
    empty = pairs[-1].value.start_mark.index == pairs[-1].value.end_mark.index
    return pairs[-1].key if empty else pairs[-1].value


def _unread(error: ReadError) -> str:
    if isinstance(error, PointerError):
        return "a Git LFS pointer instead of a mapping"
    if isinstance(error, EncodingError | LimitError):
        return error.reason
    return f"not readable ({error.reason})"
