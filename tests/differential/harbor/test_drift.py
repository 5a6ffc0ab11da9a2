"""Names, types, defaults, required keys and enumerations of Harbor's models, and of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scripts.making.json_schemas import document_schema
from tagger.frameworks.harbor import model
from tests.support.oracle import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.oracle import Oracle

pytestmark = pytest.mark.differential

#: Spellings that a validator of Harbor's maps to another before the enumeration is asked.
ALIASES = {"http"}


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("TaskConfig", model.task_schema()),
        ("DatasetManifest", model.manifest_schema()),
        ("DatasetSpec", model.registry_schema()),
    ],
)
def test_our_schemas_are_harbors_models(oracle: Oracle, name: str, schema: Any) -> None:
    theirs = facts(oracle.ask({}, kind="schema", path="", model=name)["schema"])
    document = document_schema(schema)
    ours = facts(document.get("items", document))
    if name == "TaskConfig":
        ours = {path: fact for path, fact in ours.items() if not former(path)}
    changed = {
        path: (theirs.get(path), ours.get(path))
        for path in theirs.keys() | ours.keys()
        if theirs.get(path) != ours.get(path)
    }
    record(f"are the keys of {name} the same?", shapes=len(theirs), differ=len(changed))
    assert changed == {}


def former(path: str) -> bool:
    """Keys that no model has, since Harbor renames or drops them first."""
    return path == "version" or path.endswith((".memory", ".storage"))


def facts(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is said of each key, by its path."""
    return dict(_facts(schema, schema.get("$defs", {}), "", frozenset()))


def _facts(
    node: dict[str, Any], definitions: dict[str, Any], path: str, above: frozenset[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for branch, names in _branches(node, definitions, above):
        required = branch.get("required", ())
        for name, child in branch.get("properties", {}).items():
            place = f"{path}.{name}".lstrip(".")
            yield place, _fact(child, definitions) | {"required": name in required}
            yield from _facts(child, definitions, place, names)
        for key in ("items", "additionalProperties"):
            if isinstance(branch.get(key), dict):
                yield from _facts(branch[key], definitions, f"{path}[]", names)


def _branches(
    node: dict[str, Any], definitions: dict[str, Any], above: frozenset[str] = frozenset()
) -> Iterator[tuple[dict[str, Any], frozenset[str]]]:
    """The alternatives of a node with references followed, none into itself."""
    for choice in node.get("anyOf") or node.get("allOf") or [node]:
        name = choice.get("$ref", "").rpartition("/")[2]
        if name and name not in above:
            yield from _branches(definitions[name], definitions, above | {name})
        elif not name:
            yield choice, above


def _fact(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    branches = [branch for branch, _ in _branches(node, definitions)]
    types = {branch.get("type", "any") for branch in branches} - {"null"}
    words = {word for branch in branches for word in branch.get("enum", ())} - ALIASES
    default = node.get("default")
    return {
        "types": sorted(types - {"integer"} if "number" in types else types),
        "words": sorted(words),
        "default": default if isinstance(default, str | int | float) else None,
    }
