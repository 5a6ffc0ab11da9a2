"""Random rows: valid ones after the published schema, and the same with something changed."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from tagger.data.shipped import read_shipped

if TYPE_CHECKING:
    from random import Random

SCHEMA: dict[str, Any] = json.loads(read_shipped("nemo-gym-row.schema.json"))
DEFS: dict[str, Any] = SCHEMA["$defs"]
JUNK: list[Any] = [
    None, True, False, 0, 1, 2, -1, 0.0, 0.5, 100.5, 1e20, 10**30, "", " ", "x", "true", "YES", "7",
    " 7 ", "7.0", "7.5", "1_0", "nan", "message", "assistant", "user", "function", "\ud800",
    [], {}, ["x"], [None], {"x": 1}, [{}], [[]], {"type": "function"}, {"role": "user"},
]  # fmt: skip
KEYS = (
    "type role content id status call_id arguments name output summary tools input function"
    " parameters strict detail text image_url max_tokens messages metadata prompt_token_ids"
    " generation_token_ids generation_log_probs phase refusal annotations tool_calls x"
).split()


class Rows:
    """A source of rows."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def row(self) -> Any:
        """One row, right or wrong."""
        row = self._valid_row()
        for _ in range(self.random.choice((0, 0, 1, 1, 1, 2, 3))):
            row = self._changed(row)
        return row

    def _valid_row(self) -> Any:
        if self.random.random() < 0.07:
            return {"task_id": self._value(DEFS["task_id"]), "task_input": {"n": 1}}
        params = DEFS["responses_create_params"]["properties"]
        keys = self.random.sample(sorted(params), self.random.choice((0, 1, 1, 2, 3)))
        row = {key: self._value(params[key]) for key in {"input", *keys} if self._may(params[key])}
        return {"responses_create_params": row, "id": self.random.randrange(99)}

    def _may(self, node: dict[str, Any]) -> bool:
        return "not" not in node

    def _value(self, node: dict[str, Any]) -> Any:
        pick = self.random
        if "$ref" in node:
            return self._value(DEFS[node["$ref"].removeprefix("#/$defs/")])
        if "anyOf" in node:
            return self._value(pick.choice(node["anyOf"]))
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return pick.choice(node["enum"])
        kind = node.get("type", "string")
        kind = pick.choice(kind) if isinstance(kind, list) else kind
        if kind == "array":
            return [self._value(node["items"]) for _ in range(pick.choice((0, 1, 1, 2)))]
        if kind == "object":
            return self._object(node)
        plain = {"string": "word", "integer": 3, "number": 0.5, "boolean": True, "null": None}
        return plain[kind]

    def _object(self, node: dict[str, Any]) -> dict[str, Any]:
        if "properties" not in node:
            return {"k": self._value(node.get("additionalProperties", {}))}
        wanted = node.get("required", ())
        return {
            key: self._value(value)
            for key, value in node["properties"].items()
            if (key in wanted or self.random.random() < 0.3) and self._may(value)
        }

    def _changed(self, row: Any) -> Any:
        places = list(_places(row, ()))
        path = self.random.choice(places)
        if not path:
            return self.random.choice(JUNK) if self.random.random() < 0.05 else row
        row = copy.deepcopy(row)
        holder = row
        for part in path[:-1]:
            holder = holder[part]
        self._change(holder, path[-1])
        return row

    def _change(self, holder: Any, key: Any) -> None:
        kind = self.random.randrange(5)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            holder[self.random.choice(KEYS)] = self.random.choice(JUNK)
        elif kind == 2 and isinstance(holder[key], str):
            holder[key] = self.random.choice(
                (holder[key].upper(), holder[key] + " ", [holder[key]])
            )
        else:
            holder[key] = copy.deepcopy(self.random.choice(JUNK))


def _places(value: Any, path: tuple[Any, ...]) -> Any:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*path, index))
