"""What pydantic says of a document, as faults: where, of what sort, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.frameworks.validation import errors_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic_core import ErrorDetails, SchemaValidator

#: The way to a value: keys and indices.
Where = tuple[str | int, ...]

#: What pydantic wanted, by the first part of the error's type.
_EXPECTED = {
    "string": "a string",
    "int": "an integer",
    "finite": "an integer",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "dict": "a table",
}
_MESSAGES = {
    "missing": "is required and missing",
    "string_too_short": "must not be empty",
    "string_unicode": "holds half of a surrogate pair, which is not valid Unicode",
}
#: What the alternatives of a union are called in pydantic's ``loc`` (``model.py``).
_ALTERNATIVES = frozenset(_EXPECTED.values())


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """A value that the model refuses.

    Attributes:
        where: the way to it; a missing key included.
        type: pydantic's type of the error, or the name of the rule that a check of ours gives.
        message: what is wrong, as the end of a sentence.
    """

    where: Where
    type: str
    message: str


def faults_of(validator: SchemaValidator, data: Any) -> list[SchemaFault]:
    """Everything that a model refuses; of a union what the alternative for such a value says."""
    errors = errors_of(validator, data)
    if not errors:
        return []
    found: list[SchemaFault] = []
    unions: dict[Where, list[tuple[ErrorDetails, str, Where]]] = {}
    for error in errors:
        where, union, alternative = _located(error["loc"], data)
        if union is None:
            found.append(_fault(error, where))
        else:
            unions.setdefault(union, []).append((error, alternative, where))
    for union, branches in unions.items():
        found += _of_union(union, branches)
    return found


def _of_union(
    union: Where, branches: Sequence[tuple[ErrorDetails, str, Where]]
) -> Iterator[SchemaFault]:
    """The faults inside the alternative that has the structure of the value, or that none has."""
    inner = [(e, where) for e, _, where in branches if where != union or _is_ours(e["type"])]
    if inner:
        yield from (_fault(error, where) for error, where in inner)
        return
    wanted = " or ".join(dict.fromkeys(alternative for _, alternative, _ in branches))
    error = branches[0][0]
    yield SchemaFault(union, error["type"], f"must be {wanted}, not {describe(error['input'])}")


def _located(loc: Where, data: Any) -> tuple[Where, Where | None, str]:
    """The way without the names of alternatives; where the union is, and which alternative."""
    where: list[str | int] = []
    union, alternative, value = None, "", data
    for part in loc:
        is_key = isinstance(value, dict) and part in value
        if part in _ALTERNATIVES and not is_key:
            union, alternative = tuple(where), str(part)
            continue
        where.append(part)
        is_item = isinstance(value, list) and isinstance(part, int) and part < len(value)
        value = value[part] if is_key or is_item else None
    return tuple(where), union, alternative


def _fault(error: ErrorDetails, where: Where) -> SchemaFault:
    kind = error["type"]
    if _is_ours(kind):
        return SchemaFault(where, kind, error["msg"])
    if message := _MESSAGES.get(kind):
        return SchemaFault(where, kind, message)
    if kind == "literal_error":
        wanted = error["ctx"]["expected"].replace("'", '"')
    else:
        wanted = _EXPECTED.get(kind.partition("_")[0], "another value")
    return SchemaFault(where, kind, f"must be {wanted}, not {describe(error['input'])}")


def _is_ours(kind: str) -> bool:
    """Whether an error comes from a check of ours: the names of rules are in kebab case."""
    return "_" not in kind and kind != "missing"


def describe(value: Any) -> str:
    """A value as it may appear in a message: its kind, and itself when it is short."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    kinds = {str: "the string", int: "the integer", float: "the float"}
    kind = kinds.get(type(value), f"the {type(value).__name__}")
    text = repr(value) if isinstance(value, str) else str(value)
    return f"{kind} {text}" if len(text) <= 60 else f"{kind} {text[:57]}…"


def dotted(where: Where) -> str:
    """A way as people write it: ``steps[0].name``."""
    text = ""
    for part in where:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
