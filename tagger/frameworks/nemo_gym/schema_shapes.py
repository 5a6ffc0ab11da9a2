"""Shapes from the published JSON Schemas, so that rows and configs have one description.

Only the keywords that these schemas use are read. The schemas ask for the plain form of a value;
the shapes made from them also take what pydantic converts.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tagger.data.shipped import read_shipped
from tagger.frameworks.nemo_gym.containers import Items, Maybe, OneOf, Record, Table
from tagger.frameworks.nemo_gym.scalars import ANYTHING, FLAG, Never, Number, Text, Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.frameworks.nemo_gym.shape import Shape

_REF = "#/$defs/"
_NULL = {"type": "null"}


class Schema:
    """A JSON Schema of ``schemas/`` whose definitions become shapes when they are asked for.

    Args:
        name: the file's name.
    """

    def __init__(self, name: str) -> None:
        self.document: dict[str, Any] = json.loads(read_shipped(name))
        self._shapes: dict[str, Shape] = {}

    def stand_in(self, definition: str, shape: Shape) -> None:
        """Use a shape for a definition that needs more than a schema can say."""
        self._shapes[definition] = shape

    def __getitem__(self, definition: str) -> Shape:
        """The shape of a definition."""
        if definition not in self._shapes:
            self._shapes[definition] = self._shape(self.document["$defs"][definition])
        return self._shapes[definition]

    def plain(self, definition: str) -> Shape:
        """The shape of a definition as the schema has it, whatever stands in for it."""
        return self._shape(self.document["$defs"][definition])

    def _shape(self, node: Mapping[str, Any]) -> Shape:
        if "$ref" in node:
            return self[node["$ref"].removeprefix(_REF)]
        if "not" in node:
            return Never()
        if "const" in node or "enum" in node:
            choices = tuple(node.get("enum", [node.get("const")]))
            known = Word(tuple(choice for choice in choices if choice is not None))
            return Maybe(known) if None in choices else known
        if "anyOf" in node:
            return self._union(node)
        kinds = node.get("type", ())
        if isinstance(kinds, list):
            (kind,) = (kind for kind in kinds if kind != "null")
            return Maybe(self._shape({**node, "type": kind}))
        return self._typed(str(kinds), node) if kinds else ANYTHING

    def _union(self, node: Mapping[str, Any]) -> Shape:
        members = tuple(self._shape(part) for part in node["anyOf"] if part != _NULL)
        noun = _noun(node) or " or ".join(dict.fromkeys(member.noun for member in members))
        union = members[0] if len(members) == 1 else OneOf(members, noun)
        return Maybe(union) if _NULL in node["anyOf"] else union

    def _typed(self, kind: str, node: Mapping[str, Any]) -> Shape:
        noun = _noun(node)
        if kind == "string":
            pattern = re.compile(node["pattern"]) if "pattern" in node else None
            return Text(noun or "text", int(node.get("minLength", 0)), pattern)
        if kind in ("integer", "number"):
            whole = kind == "integer"
            return Number(whole, node.get("minimum"), "a whole number" if whole else "a number")
        if kind == "boolean":
            return FLAG
        if kind == "array":
            low, high = int(node.get("minItems", 0)), node.get("maxItems")
            return Items(self._shape(node.get("items", {})), noun or "a list", low, high)
        if "properties" not in node:
            return Table(self._shape(node.get("additionalProperties", {})), noun or "an object")
        return self._record(noun or "an object", node)

    def _record(self, noun: str, node: Mapping[str, Any]) -> Record:
        wanted = node.get("required", ())
        fields = {key: self._shape(value) for key, value in node["properties"].items()}
        return Record(
            noun,
            {key: fields[key] for key in fields if key in wanted},
            {key: fields[key] for key in fields if key not in wanted},
            closed=node.get("additionalProperties", True) is False,
        )


def _noun(node: Mapping[str, Any]) -> str:
    title = str(node.get("title", ""))
    if not title or "_" in title:
        return title
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title}"
