"""The ``validation:`` block as ``openenv validate --level static`` 0.10.0 judges it.

The shape is the schema that tagger publishes; values are read as leniently as pydantic reads them,
and what one key asks of another follows in code (``validation/manifest.py``).
"""

from __future__ import annotations

import json
import math
from functools import cache
from typing import TYPE_CHECKING, Any

from tagger.data.shipped import read_shipped
from tagger.frameworks.openenv.leniency import read_leniently
from tagger.frameworks.openenv.manifest import kind
from tagger.frameworks.openenv.rules_manifest import BLOCK
from tagger.frameworks.openenv.sections import dependencies
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.manifest import Manifest

#: A block that unfolds (through aliases) to more values is not looked at.
MAX_VALUES = 10_000
_BOUNDS = {
    "minimum": "at least",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
}


def check_block(manifest: Manifest) -> Iterator[Finding]:
    """A finding for everything in the block that ``openenv validate`` would refuse."""
    block = manifest.data["validation"]
    if not _is_bounded(block):
        yield _fault(manifest, (), f"unfolds to more than {MAX_VALUES:,} values", None)
        return
    lenient = read_leniently(block, "validation", _schema()["$defs"])
    faults: dict[tuple[tuple[Any, ...], str], str | None] = {}
    for error in _validator().iter_errors(lenient):
        faults.update({(keys, text): hint for keys, text, hint in _explain(error)})
    if isinstance(lenient, dict):
        faults.update(dict.fromkeys(dependencies(lenient)))
    for (keys, text), hint in faults.items():
        yield _fault(manifest, keys, text, hint)


def _fault(manifest: Manifest, keys: Sequence[Any], text: str, hint: str | None) -> Finding:
    name = ".".join(["validation", *map(str, keys)])
    places = ["validation", *(key if isinstance(key, int) else str(key) for key in keys)]
    message = f"`{name}` {text}, so `openenv validate` fails"
    return BLOCK.at(manifest.path, message, manifest.span(*places), hint=hint)


@cache
def _schema() -> Any:
    return json.loads(read_shipped("openenv.schema.json"))


@cache
def _validator() -> Any:
    import jsonschema

    base: Any = jsonschema.Draft202012Validator
    extend: Any = jsonschema.validators.extend

    def is_number(_: object, value: object) -> bool:
        return (
            isinstance(value, int | float) and not isinstance(value, bool) and not math.isnan(value)
        )

    types = base.TYPE_CHECKER.redefine("number", is_number)
    schema = {"$ref": "#/$defs/validation", "$defs": _schema()["$defs"]}
    return extend(base, type_checker=types)(schema)


def _is_bounded(block: Any) -> bool:
    """Whether a block stays small when its aliases are unfolded, as messages unfold them."""
    todo, left = [block], MAX_VALUES
    while todo and left:
        value = todo.pop()
        left -= 1
        if isinstance(value, dict):
            todo += [*value, *value.values()][: left + 1]
        elif isinstance(value, list | tuple | set):
            todo += list(value)[: left + 1]
    return not todo


def _explain(error: Any) -> Iterator[tuple[tuple[Any, ...], str, str | None]]:
    """Where an error stands, what it says in our words, and what to do."""
    keys, value, wanted = tuple(error.absolute_path), error.instance, error.validator_value
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        for key in value:
            if key not in known:
                near = nearest(str(key), known)
                hint = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
                yield (*keys, key), "is an unknown key", hint
        return
    yield keys, _words(str(error.validator), value, wanted), None


def _words(validator: str, value: Any, wanted: Any) -> str:
    if validator == "required":
        lacking = [f"`{name}`" for name in wanted if name not in value]
        return f"lacks {', '.join(lacking)}"
    if validator == "type":
        names = [wanted] if isinstance(wanted, str) else [x for x in wanted if x != "null"]
        return f"is {kind(value)}, not {' or '.join(map(_article, names))}"
    if validator in _BOUNDS:
        return f"is {value}, but must be {_BOUNDS[validator]} {wanted}"
    if validator in ("enum", "const"):
        choices = [wanted] if validator == "const" else wanted
        return f"must be {' or '.join(map(repr, choices))}"
    if validator == "pattern":
        return "is no path inside the package"
    return {
        "minItems": f"needs {wanted} items or more",
        "maxItems": f"takes {wanted} items, not {len(value) if hasattr(value, '__len__') else 0}",
        "minLength": "is empty",
    }.get(validator, "has a value that is not allowed")


def _article(name: str) -> str:
    words = {"object": "a mapping", "array": "a list", "integer": "a whole number"}
    return words.get(name, f"a {name}")
