"""One configuration file, read the way OmegaConf reads it, with places.

Source: OmegaConf 2.3, ``_utils.get_yaml_loader``: PyYAML's safe loader that refuses a key given
twice, reads ``1e3`` as a number and dates as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.places import Span
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

_STRING = "tag:yaml.org,2002:str"
_FLOAT = "tag:yaml.org,2002:float"
_TIMESTAMP = "tag:yaml.org,2002:timestamp"
_EXPONENT = re.compile(r"[-+]?[0-9]+(?:_[0-9]+)*[eE][-+]?[0-9]+")
#: Tags that the framework's loader knows beside YAML's own.
_PATH_TAG = re.compile(r"tag:yaml\.org,2002:python/object/apply:pathlib\.(?:Posix)?Path")


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file.

    Attributes:
        path: the file, relative to the root of the tree.
        text: its text without a byte-order mark.
        mark: the bytes of the byte-order mark, where there is one.
        root: the node of the whole document; ``None`` for an empty one.
        data: the document as plain data.
    """

    path: str
    text: str
    root: Node | None
    data: Any
    mark: bytes = b""

    @classmethod
    def parse(cls, path: str, text: str, *, plain: bool = False) -> Document:
        """The document of a text.

        Args:
            path: the file.
            text: its text.
            plain: read it as ``yaml.safe_load`` does, as manifests are.

        Raises:
            YamlError: the framework's loader refuses it.
        """
        mark = b"\xef\xbb\xbf" if text.startswith("\ufeff") else b""
        text = text.removeprefix("\ufeff")
        root = yaml.compose(text)
        if not plain:
            _as_omegaconf(root)
        return cls(path, text, root, yaml.construct(root), mark)

    def span(self, *keys: str | int) -> Span:
        """The place of the value under a path; of the nearest one above it that is written."""
        return self._place(keys, key=False)

    def key_span(self, *keys: str | int) -> Span:
        """The place of the key at the end of a path; of the nearest value above it."""
        return self._place(keys, key=True)

    def _place(self, keys: tuple[str | int, ...], *, key: bool) -> Span:
        for length in range(len(keys), 0, -1):
            pair = yaml.find(self.root, *keys[:length])
            if pair is not None:
                whole = length == len(keys)
                return yaml.span(pair.key if key or not whole else pair.value)
        return Span(1)


def _as_omegaconf(root: Node | None) -> None:
    for key in yaml.duplicates(root):
        if key.tag == _STRING:
            raise YamlError(f"the key {key.value!r} is given twice", yaml.span(key))
    for node in _scalars(root):
        _retag(node)


def _scalars(root: Node | None) -> Iterator[Any]:
    import yaml as pyyaml

    seen: set[int] = set()
    todo: list[Any] = [root] if root is not None else []
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, pyyaml.MappingNode):
            for pair in node.value:
                todo += pair
        elif isinstance(node, pyyaml.SequenceNode):
            if _PATH_TAG.fullmatch(node.tag):
                node.tag = "tag:yaml.org,2002:seq"
            todo += node.value
        else:
            yield node


def _retag(node: Any) -> None:
    if node.tag == _TIMESTAMP:
        node.tag = _STRING
    elif node.tag == _STRING and not node.style and _EXPONENT.fullmatch(node.value):
        node.tag = _FLOAT
        node.value = repr(float(node.value.replace("_", "")))
