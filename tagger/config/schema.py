"""Validation of a configuration against its published schema, with one clear line a fault."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from tagger._version import __version__
from tagger.core.errors import TaggerError
from tagger.data.shipped import read_shipped
from tagger.text.near import did_you_mean
from tagger.text.toml_places import Places

if TYPE_CHECKING:
    from pathlib import Path

    from jsonschema import ValidationError

_TYPES = {
    "array": "a list of strings",
    "boolean": "true or false",
    "object": "a table",
    "string": "a string",
}


def validate(table: dict[str, Any], text: str, path: Path, *, within: tuple[str, ...]) -> None:
    """Refuse a table that the schema refuses; ``within`` is the way to it in the document.

    Raises:
        TaggerError: the first fault in order of place, or a ``required-version`` that leaves this
            version out.
    """
    from jsonschema import Draft202012Validator

    schema = json.loads(read_shipped("config.schema.json"))
    required = table.get("required-version")
    if isinstance(required, str):
        _check_version(required, path)
    faults = [_fault(error) for error in Draft202012Validator(schema).iter_errors(table)]
    if not faults:
        return
    places = Places(text)
    found = [(places.nearest(*within, *way), message) for way, message in faults]
    line, message = min((place.line if place else 0, message) for place, message in found)
    raise TaggerError(f"{path}:{line}: {message}" if line else f"{path}: {message}")


def tool_schema(tool_name: str) -> dict[str, Any]:
    """Keys and values of [tool.tagger]; the same that tagger itself accepts."""
    del tool_name
    # validate-pyproject 0.27 refuses every other version (SchemaRegistry._ensure_compatibility);
    # all that the schema uses means the same in this one.
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    return {**json.loads(read_shipped("config.schema.json")), **draft}


def _check_version(required: str, path: Path) -> None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        fits = SpecifierSet(required).contains(__version__, prereleases=True)
    except InvalidSpecifier:
        raise TaggerError(
            f"{path}: required-version {required!r} is not a version specifier"
        ) from None
    if not fits:
        raise TaggerError(f"{path}: requires tagger {required}, and this is {__version__}")


def _fault(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Where a fault lies in the table, and what to say about it."""
    way, schema = tuple(error.absolute_path), cast("dict[str, Any]", error.schema)
    name, value = _dotted(way), error.instance
    if error.validator == "additionalProperties":
        known = schema["properties"]
        unknown = next(key for key in cast("dict[str, Any]", value) if key not in known)
        where = f" in {name}" if name else ""
        return (*way, unknown), f"unknown key {unknown!r}{where}{did_you_mean(unknown, known)}"
    if error.validator == "enum":
        words = schema["enum"]
        near = did_you_mean(str(value), words)
        return way, f"{name} is {value!r}, not one of {', '.join(words)}{near}"
    if error.validator == "type":
        return way, f"{name} must be {_TYPES[schema['type']]}, and it is {value!r}"
    if error.validator == "required":
        missing = next(
            key for key in schema["required"] if key not in cast("dict[str, Any]", value)
        )
        return way, f"{name} lacks the key {missing!r}"
    if error.validator == "pattern":
        return way, f"{name} is {value!r}, which is not of the form owner/name"
    return way, f"{name} is empty"


def _dotted(way: tuple[str | int, ...]) -> str:
    """``per-file-ignores.tests[2]``."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in way)
    return text.removeprefix(".")
