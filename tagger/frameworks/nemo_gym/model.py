"""The published JSON Schemas as the framework judges by them: with pydantic, in its lax mode.

One description serves both: ``schemas/nemo-gym-*.schema.json`` says what a value must be, and a
schema of ``pydantic_core`` made from it says whether the framework's own model takes a value (the
schema asks for the plain form, pydantic also converts). What pydantic reports is told in the words
of the schema. Only the keywords that these schemas use are read.

Source: nemo-gym 0.7.0 with openai 2.44.0 and pydantic 2.14, whose models these schemas describe
(``tests/differential/nemo_gym``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tagger.data.shipped import read_shipped
from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, quoted, wrong_kind
from tagger.frameworks.validation import errors_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pydantic_core import ErrorDetails, SchemaValidator
    from pydantic_core.core_schema import CoreSchema

_REF = "#/$defs/"
_NULL = {"type": "null"}
_REFUSED = "nemo_gym"
#: Patterns around which the framework's models strip white space first.
_STRIPPED = (r"^\s*", r"\s*$")
#: The pattern of text that is not empty once it is stripped.
_NOT_BLANK = r"\S"
#: More characters of choices than this are only counted.
_MAX_CHOICES = 160


@dataclass(frozen=True, slots=True)
class Custom:
    """What the framework does with the values of one definition beside the schema.

    Attributes:
        prepare: what it replaces the value by, first of all.
        before: the faults that it finds on its own before the fields are looked at.
        after: the faults that it finds once every field is right.
        choose: the definition by which it checks a value, where it does not try one after the
            other.
        instead: faults that say better than pydantic's what is wrong with a refused value.
    """

    prepare: Callable[[Any], Any] | None = None
    before: Callable[[Any], Sequence[ModelFault]] | None = None
    after: Callable[[Any], Sequence[ModelFault]] | None = None
    choose: Callable[[Any], str] | None = None
    instead: Callable[[Any], Sequence[ModelFault]] | None = None


_PLAIN = Custom()


class Model:
    """A JSON Schema of ``schemas/``, and pydantic's answers about its definitions.

    Args:
        name: the file's name.
        custom: what the schema cannot say, by definition.
    """

    def __init__(self, name: str, custom: Mapping[str, Custom]) -> None:
        self.document: dict[str, Any] = json.loads(read_shipped(name))
        self._custom = custom
        self._schemas: dict[str, CoreSchema] = {}
        self._validators: dict[str, SchemaValidator] = {}

    def faults(self, definition: str, value: Any) -> Sequence[ModelFault]:
        """Why the model of a definition refuses a value; empty when it is accepted."""
        if definition not in self._validators:
            self._validators[definition] = self._validator(definition)
        try:
            errors = errors_of(self._validators[definition], value)
        except UnicodeEncodeError:
            # Nothing catches it in the framework either.
            return (ModelFault(FaultKind.VALUE, "holds half of a surrogate pair", found=value),)
        if not errors:
            return ()
        return list(self._explain({"$ref": _REF + definition}, value, errors, 0))

    def properties(self, definition: str) -> Mapping[str, Any]:
        """The keys of a definition that is an object."""
        found: Mapping[str, Any] = self.document["$defs"][definition]["properties"]
        return found

    def _validator(self, definition: str) -> SchemaValidator:
        from pydantic_core import SchemaValidator

        return SchemaValidator(self._defined(definition))

    def _defined(self, definition: str) -> CoreSchema:
        """The schema of a definition, with what the framework adds to it."""
        from pydantic_core import core_schema

        if definition in self._schemas:
            return self._schemas[definition]
        custom = self._custom.get(definition, _PLAIN)
        node = self.document["$defs"][definition]
        if custom.choose:
            names = [part["$ref"].removeprefix(_REF) for part in node["anyOf"]]
            choices = {name: self._defined(name) for name in names}
            schema: CoreSchema = core_schema.tagged_union_schema(choices, custom.choose)
        else:
            schema = self._core(node)
        if custom.after:
            schema = core_schema.no_info_after_validator_function(_refusing(custom.after), schema)
        if custom.before:
            schema = core_schema.no_info_before_validator_function(_refusing(custom.before), schema)
        if custom.prepare:
            schema = core_schema.no_info_before_validator_function(custom.prepare, schema)
        self._schemas[definition] = schema
        return schema

    def _core(self, node: Mapping[str, Any]) -> CoreSchema:
        """The schema of ``pydantic_core`` for a node."""
        from pydantic_core import core_schema

        if "$ref" in node:
            return self._defined(node["$ref"].removeprefix(_REF))
        if "not" in node:
            return core_schema.no_info_plain_validator_function(_refusing(_lazy_list))
        if _is_nullable(node):
            return core_schema.nullable_schema(self._core(_without_null(node)))
        if "anyOf" in node:
            members = enumerate(node["anyOf"])
            return core_schema.union_schema([(self._core(part), str(at)) for at, part in members])
        if "enum" in node or "const" in node:
            return core_schema.literal_schema(_choices(node))
        if node.get("format") == "date":
            return core_schema.date_schema()
        match node.get("type"):
            case "string":
                return _text(node)
            case "integer":
                return core_schema.int_schema(ge=node.get("minimum"))
            case "number":
                return core_schema.float_schema()
            case "boolean":
                return core_schema.bool_schema()
            case "array":
                return core_schema.list_schema(
                    self._core(node.get("items", {})),
                    min_length=node.get("minItems"),
                    max_length=node.get("maxItems"),
                )
            case "object":
                return self._object(node)
        return core_schema.any_schema()

    def _object(self, node: Mapping[str, Any]) -> CoreSchema:
        from pydantic_core import core_schema

        if "properties" not in node:
            values = self._core(node.get("additionalProperties", {}))
            return core_schema.dict_schema(core_schema.str_schema(), values)
        wanted = node.get("required", ())
        fields = {
            key: core_schema.typed_dict_field(self._core(value), required=key in wanted)
            for key, value in node["properties"].items()
        }
        is_closed = node.get("additionalProperties", True) is False
        return core_schema.typed_dict_schema(
            fields, extra_behavior="forbid" if is_closed else "ignore"
        )

    def _explain(
        self, node: Mapping[str, Any], value: Any, errors: Sequence[ErrorDetails], depth: int
    ) -> Iterator[ModelFault]:
        """The faults behind the errors below one node, ``depth`` steps down their paths."""
        if _is_nullable(node):
            yield from self._explain(_without_null(node), value, errors, depth)
            return
        custom = _PLAIN
        if "$ref" in node:
            definition = node["$ref"].removeprefix(_REF)
            node, custom = self.document["$defs"][definition], self._custom.get(definition, _PLAIN)
        if custom.instead and (faults := custom.instead(value)):
            yield from faults
        elif len(errors[0]["loc"]) == depth:
            for error in errors:
                yield from self._leaf(node, value, error)
        elif custom.choose:
            chosen = {"$ref": f"{_REF}{errors[0]['loc'][depth]}"}
            yield from self._explain(chosen, value, errors, depth + 1)
        elif "anyOf" in node:
            yield from self._branch(node, value, errors, depth)
        else:
            for part, group in groupby(errors, lambda error: error["loc"][depth]):
                yield from self._below(node, value, part, list(group), depth + 1)

    def _below(
        self,
        node: Mapping[str, Any],
        value: Any,
        part: str | int,
        errors: Sequence[ErrorDetails],
        depth: int,
    ) -> Iterator[ModelFault]:
        """The faults at one key of an object, or one index of a list."""
        if "items" in node:
            child, pattern = node["items"], "[]"
        elif part in node.get("properties", {}):
            child, pattern = node["properties"][part], str(part)
        else:
            child, pattern = node.get("additionalProperties") or {}, "*"
        kind = errors[0]["type"] if len(errors[0]["loc"]) == depth else ""
        if kind == "missing":
            yield ModelFault(FaultKind.MISSING, "is missing", (part,), (pattern,))
        elif kind in ("extra_forbidden", "invalid_key"):
            name, known = str(part), tuple(node["properties"])
            says = f"is not a key of {_noun(node)}"
            yield ModelFault(FaultKind.UNKNOWN, says, (name,), (name,), value.get(part), known)
        else:
            for fault in self._explain(child, value[part], errors, depth):
                yield fault.inside(part, pattern)

    def _branch(
        self, node: Mapping[str, Any], value: Any, errors: Sequence[ErrorDetails], depth: int
    ) -> Iterator[ModelFault]:
        """The faults of a value that no member of a union takes: of the one it was meant for."""
        for at, member in enumerate(node["anyOf"]):
            if self._suits(member, value):
                own = [error for error in errors if error["loc"][depth] == str(at)]
                yield from self._explain(member, value, own, depth + 1)
                return
        tags = tuple(tag for member in node["anyOf"] for tag in self._tags(member))
        if not isinstance(value, dict) or not tags:
            yield wrong_kind(value, self._wanted(node))
        elif "type" not in value:
            yield ModelFault(FaultKind.MISSING, "is missing", ("type",), ("type",), known=tags)
        else:
            found = value["type"]
            says = f"is {quoted(found)}, which is not a type of {self._wanted(node)}"
            yield ModelFault(FaultKind.VALUE, says, ("type",), ("type",), found, tags)

    def _suits(self, node: Mapping[str, Any], value: object) -> bool:
        """Whether a value of this kind, though faulty, was meant for a member of a union."""
        node = self._resolved(node)
        if "anyOf" in node:
            return any(self._suits(member, value) for member in node["anyOf"])
        if "enum" in node or "const" in node:
            return isinstance(value, type(_choices(node)[0]))
        match node.get("type"):
            case "object":
                tag = node.get("properties", {}).get("type")
                is_tagged = tag is not None and ("const" in tag or "enum" in tag)
                return isinstance(value, dict) and (
                    not is_tagged or value.get("type") in _choices(tag)
                )
            case "array":
                return isinstance(value, list)
            case "boolean":
                return isinstance(value, bool)
            case "integer" | "number":
                return isinstance(value, int | float) and not isinstance(value, bool)
            case "string":
                return isinstance(value, str)
        return True

    def _tags(self, node: Mapping[str, Any]) -> Sequence[str]:
        """The values of ``type`` that select a member of a union."""
        node = self._resolved(node)
        tag = node.get("properties", {}).get("type", {})
        is_tag = "type" in node.get("required", ()) and ("const" in tag or "enum" in tag)
        return tuple(map(str, _choices(tag))) if is_tag else ()

    def _resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in node:
            node = self.document["$defs"][node["$ref"].removeprefix(_REF)]
        return _without_null(node) if _is_nullable(node) else node

    def _leaf(
        self, node: Mapping[str, Any], value: Any, error: ErrorDetails
    ) -> Iterator[ModelFault]:
        """The fault of a value itself."""
        kind, wanted = error["type"], self._wanted(node)
        if kind == _REFUSED:
            yield from error["ctx"]["faults"]
        elif value is None:
            yield wrong_kind(None, wanted)
        elif kind == "string_unicode":
            yield ModelFault(FaultKind.VALUE, "holds half of a surrogate pair", found=value)
        elif kind == "string_too_short" or (kind == "too_short" and not value):
            yield ModelFault(FaultKind.VALUE, "is empty", found=value)
        elif kind in ("too_short", "too_long"):
            yield ModelFault(
                FaultKind.VALUE, f"has {len(value)} items, must be {wanted}", found=value
            )
        elif kind == "greater_than_equal":
            wanted = f"{error['ctx']['ge']} or more"
            yield ModelFault(FaultKind.VALUE, f"is {quoted(value)}, must be {wanted}", found=value)
        elif kind == "literal_error":
            known = tuple(choice for choice in _choices(node) if isinstance(choice, str))
            says = f"is {quoted(value)}, must be {wanted}"
            yield ModelFault(FaultKind.VALUE, says, found=value, known=known)
        elif isinstance(value, _convertible(node)):
            yield ModelFault(FaultKind.VALUE, f"is {quoted(value)}, must be {wanted}", found=value)
        else:
            yield wrong_kind(value, wanted)

    def _wanted(self, node: Mapping[str, Any]) -> str:
        """What a value must be, for a message."""
        node = self._resolved(node)
        if "enum" in node or "const" in node:
            return _listed(_choices(node))
        if "anyOf" in node:
            parts = dict.fromkeys(self._wanted(member) for member in node["anyOf"])
            return _noun(node) or " or ".join(parts)
        if "properties" in node:
            return "an object"
        plain = {
            "string": "text",
            "integer": "a whole number",
            "number": "a number",
            "boolean": "true or false",
            "array": "a list",
            "object": "an object",
        }
        return _noun(node) or plain.get(str(node.get("type")), "anything")


def _text(node: Mapping[str, Any]) -> CoreSchema:
    from pydantic_core import core_schema

    pattern: str | None = node.get("pattern")
    if pattern is None:
        return core_schema.str_schema(min_length=node.get("minLength"))
    if pattern == _NOT_BLANK:
        return core_schema.str_schema(strip_whitespace=True, min_length=1)
    start, end = _STRIPPED
    inner = f"^{pattern.removeprefix(start).removesuffix(end)}$"
    return core_schema.str_schema(strip_whitespace=True, pattern=inner)


def _refusing(find: Callable[[Any], Sequence[ModelFault]]) -> Callable[[Any], Any]:
    """A validator's function that refuses a value with the faults that are found."""
    from pydantic_core import PydanticCustomError

    def validate(value: Any) -> Any:
        if faults := find(value):
            raise PydanticCustomError(_REFUSED, "refused", {"faults": faults})
        return value

    return validate


def _lazy_list(value: Any) -> Sequence[ModelFault]:
    """A list that openai declares as an iterable: read lazily, and never written back.

    The row check ends with a TypeError that nothing catches, whatever the list holds.
    """
    if not isinstance(value, list | dict | str):
        return (wrong_kind(value, "left out"),)
    says = "ends the row check with a TypeError: the list cannot be written back"
    return (ModelFault(FaultKind.VALUE, says, found=value),)


def _is_nullable(node: Mapping[str, Any]) -> bool:
    is_listed = isinstance(node.get("type"), list) or None in node.get("enum", ())
    return is_listed or _NULL in node.get("anyOf", ())


def _without_null(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a node that takes null asks of the other values."""
    if "anyOf" in node:
        members = [part for part in node["anyOf"] if part != _NULL]
        return members[0] if len(members) == 1 else {**node, "anyOf": members}
    if "enum" in node:
        return {**node, "enum": [choice for choice in node["enum"] if choice is not None]}
    (kind,) = (kind for kind in node["type"] if kind != "null")
    return {**node, "type": kind}


def _choices(node: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = node["enum"] if "enum" in node else [node["const"]]
    return found


def _convertible(node: Mapping[str, Any]) -> tuple[type, ...]:
    """Kinds of value from which pydantic makes what the node asks for, if it can."""
    match node.get("type"):
        case "boolean":
            return (str, int, float)
        case "integer" | "number":
            return (str, float)
        case "string":
            return (str,)
    return ()


def _listed(choices: Sequence[object]) -> str:
    """The choices; their number where they are too many to read."""
    shown = [quoted(choice) for choice in choices]
    if sum(map(len, shown)) > _MAX_CHOICES:
        return f"one of {len(shown)} fixed values"
    return " or ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


def _noun(node: Mapping[str, Any]) -> str:
    title = str(node.get("title", ""))
    if not title or "_" in title:
        return title
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title}"
