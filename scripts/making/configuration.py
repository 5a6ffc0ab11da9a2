"""The reference of the configuration, from its schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tagger.cli.check import parser
from tagger.data.shipped import read_shipped

if TYPE_CHECKING:
    from collections.abc import Container, Iterator


def keys() -> str:
    """A section for each key: what it does, its type, its default, its option."""
    schema = json.loads(read_shipped("config.schema.json"))
    options = parser("tagger check")._option_string_actions
    sections = []
    for key, value in schema["properties"].items():
        facts = "\n".join(_facts(key, value, schema["$defs"], options))
        sections.append(f"### {key}\n\n{value['description']}\n\n{facts}\n")
    return "\n".join(sections)


def _facts(
    key: str, value: dict[str, Any], types: dict[str, Any], options: Container[str]
) -> Iterator[str]:
    yield f"- type: {_type(value, types)}"
    if "default" in value:
        yield f"- default: `{json.dumps(value['default'])}`"
    if f"--{key}" in options:
        yield f"- command line: `--{key}`"


def _type(value: dict[str, Any], types: dict[str, Any]) -> str:
    """The type of a value in words."""
    if reference := value.get("$ref"):
        inner = types[reference.rpartition("/")[2]]
        return f"{_type(inner, types)}. {inner['description']}"
    if words := value.get("enum"):
        return f"one of {', '.join(f'`{word}`' for word in words)}"
    if value["type"] == "object":
        return f"table {_table(value, types)}"
    return {"array": "list of strings", "boolean": "`true` or `false`", "string": "string"}[
        value["type"]
    ]


def _table(value: dict[str, Any], types: dict[str, Any]) -> str:
    """What a table holds."""
    if names := value.get("properties"):
        return f"with the keys {', '.join(f'`{name}`' for name in names)}, each a list of strings"
    inner = value["additionalProperties"]
    if "registration" in inner.get("$ref", ""):
        parts = types["registration"]["properties"].items()
        return "of tables. " + " ".join(f"`{name}`: {part['description']}" for name, part in parts)
    return f"of values: {_type(inner, types)}"
