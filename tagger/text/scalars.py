"""Plain scalars under YAML 1.2 as js-yaml 4.3 reads them (its default schema).

PyYAML resolves ``node.tag`` by YAML 1.1 while it composes; what is here reads the same node a
second time, so that one tree answers for the Hub's server and for its Python side
(docs/card.md §2).
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import datetime

    from yaml import ScalarNode

_PREFIX = "tag:yaml.org,2002:"
STR = _PREFIX + "str"
NULL = _PREFIX + "null"
BOOL = _PREFIX + "bool"
INT = _PREFIX + "int"
FLOAT = _PREFIX + "float"
TIMESTAMP = _PREFIX + "timestamp"
MERGE = _PREFIX + "merge"
SEQ = _PREFIX + "seq"
MAP = _PREFIX + "map"

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), NULL),
    **dict.fromkeys(("true", "True", "TRUE", "false", "False", "FALSE"), BOOL),
    "<<": MERGE,
}
# js-yaml 4.3.2, lib/type/int.js, float.js, timestamp.js
_INT = re.compile(r"[-+]?(?:0b[01]+|0x[0-9a-fA-F]+|0o[0-7]+|[0-9]+)\Z")
_FLOAT = re.compile(
    r"(?:[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)
_TIMESTAMP = re.compile(
    r"[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}"
    r":[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)\Z"
)
_NUMERIC = frozenset("0123456789+-.")
#: YAML 1.1 knows these words and YAML 1.2 does not; ``=`` is a type of its own there.
_LEGACY_WORDS = frozenset("yes Yes YES no No NO on On ON off Off OFF =".split())


def core_tag(value: str) -> str:
    """The tag of a plain scalar without a tag of its own, under YAML 1.2."""
    if value in _WORDS:
        return _WORDS[value]
    if value[0] not in _NUMERIC:
        return STR
    if _INT.match(value):
        return INT if _is_finite(value) else STR
    if _FLOAT.match(value):
        return FLOAT if value.lower().endswith(("inf", "nan")) or _is_finite(value) else STR
    return TIMESTAMP if _TIMESTAMP.match(value) else STR


def core_value(value: str, tag: str) -> Any:
    """The value of a scalar whose tag under YAML 1.2 is known.

    A timestamp that is not a real date (js-yaml rolls it over) stays a string.
    """
    if tag == NULL:
        return None
    if tag == BOOL:
        return value.lower() == "true"
    if tag == INT:
        return _number(value)
    if tag == FLOAT:
        return _float(value)
    if tag == TIMESTAMP:
        return _date(value)
    return value


def legacy_tag(value: str) -> str:
    """The tag PyYAML gives a plain scalar without a tag of its own (YAML 1.1)."""
    import yaml

    for tag, pattern in yaml.SafeLoader.yaml_implicit_resolvers.get(value[:1], ()):
        if pattern.match(value):
            return str(tag)
    return STR


def is_plain(node: ScalarNode) -> bool:
    """Whether a scalar is written without quotes and is not a block."""
    return not node.style


def readings_agree(value: str) -> bool:
    """Whether a plain scalar has the same type and value under YAML 1.1 and 1.2."""
    if value[:1] not in _NUMERIC:
        return value not in _LEGACY_WORDS
    if value.isdigit() and value.isascii() and value[0] != "0" and len(value) < 100:
        return True
    legacy, core = legacy_tag(value), core_tag(value)
    if legacy != core:
        return False
    return core != INT or _legacy_integer(value) == _number(value)


def is_string_everywhere(value: str) -> bool:
    """Whether a plain scalar is a string under both."""
    return core_tag(value) == STR == legacy_tag(value)


def _legacy_integer(value: str) -> int:
    import yaml

    node = yaml.ScalarNode(INT, value)
    return int(yaml.constructor.SafeConstructor().construct_yaml_int(node))


def _number(value: str) -> int:
    sign = -1 if value.startswith("-") else 1
    digits = value.lstrip("+-")
    base = {"0b": 2, "0x": 16, "0o": 8}.get(digits[:2], 10)
    return sign * int(digits if base == 10 else digits[2:], base)


def _is_finite(value: str) -> bool:
    """Whether JavaScript has a finite number for it."""
    if len(value) > 4000:  # beyond the largest double in every base, and Python's own limit
        return False
    try:
        return math.isfinite(float(_number(value) if _INT.match(value) else value))
    except OverflowError:
        return False


def _float(value: str) -> float:
    return float(value.lower().replace(".inf", "inf").replace(".nan", "nan"))


def _date(value: str) -> datetime.date | datetime.datetime | str:
    import yaml

    node = yaml.ScalarNode(TIMESTAMP, value)
    try:
        found: datetime.date = yaml.constructor.SafeConstructor().construct_yaml_timestamp(node)
    except (ValueError, OverflowError, AttributeError):
        return value
    return found
