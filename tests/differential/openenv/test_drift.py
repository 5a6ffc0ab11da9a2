"""Names, types, defaults, required keys and enumerations of the validation block, and of ours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tagger.data.shipped import read_shipped
from tests.support.oracle import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.oracle import Oracle

pytestmark = pytest.mark.differential

#: What the parser adds to the block before the model sees it.
ADDED = {"manifest_schema_version", "signature", "name", "version"}


def test_our_schema_is_openenvs_model(oracle: Oracle) -> None:
    model = oracle.ask({}, ask="schema")["schema"]
    schema = json.loads(read_shipped("openenv.schema.json"))
    theirs = {key: fact for key, fact in facts(model, model["$defs"]) if key not in ADDED}
    # The model is the second one, which only a block with `execution` is held against.
    theirs["execution"]["required"] = False
    ours = dict(facts(schema["properties"]["validation"], {}))
    changed = {
        key: (theirs.get(key), ours.get(key))
        for key in theirs.keys() | ours.keys()
        if theirs.get(key) != ours.get(key)
    }
    record("are the keys of the block the same?", shapes=len(theirs), differ=len(changed))
    assert changed == {}


def facts(
    node: dict[str, Any], definitions: dict[str, Any], above: str = ""
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is said of each key, by its path."""
    for branch in _branches(node, definitions):
        for name, child in branch.get("properties", {}).items():
            path = f"{above}.{name}".lstrip(".")
            yield path, _fact(child, definitions) | {"required": name in branch.get("required", ())}
            yield from facts(child, definitions, path)


def _branches(node: dict[str, Any], definitions: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The alternatives of a node, with references followed."""
    for choice in node.get("anyOf") or node.get("allOf") or [node]:
        if "$ref" in choice:
            yield from _branches(definitions[choice["$ref"].rpartition("/")[2]], definitions)
        else:
            yield choice


def _fact(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    branches = list(_branches(node, definitions))
    words = [
        word
        for branch in branches
        for word in (*branch.get("enum", ()), *([branch["const"]] if "const" in branch else ()))
    ]
    types = {kind for branch in branches for kind in _types(branch)} - {"null"}
    default = node.get("default")
    return {
        "types": [] if words else sorted(types),
        "words": sorted(words),
        "default": default if isinstance(default, str | int | float) else None,
    }


def _types(branch: dict[str, Any]) -> list[str]:
    kind = branch.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)
