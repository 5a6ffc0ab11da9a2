"""One line of JSON: its value, or why it has none; and what other readers of it refuse."""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import dataclass
from typing import Any

#: Nesting that every Python's ``json`` still reads, whatever called it.
_SAFE_DEPTH = 500
#: Beyond it orjson, the reader of rollout collection, refuses a line.
ROLLOUT_DEPTH = 1024
#: Beyond it ``json`` ends with a RecursionError (CPython 3.13).
_JSON_DEPTH = 9000
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?')
#: Integers of fewer digits fit into a double.
_DOUBLE_DIGITS = 309


@dataclass(frozen=True, slots=True)
class Value:
    """What a line holds.

    Attributes:
        data: the value; ``None`` where the line is not JSON.
        fault: why the row check cannot read the line, as a predicate.
        rollout_fault: why rollout collection cannot, though the row check can.
    """

    data: Any = None
    fault: str | None = None
    rollout_fault: str | None = None


class LineReader:
    """Reads lines of one file; remembers the numbers of a line that only Python reads."""

    def __init__(self) -> None:
        self._odd: str | None = None
        self._decoder = json.JSONDecoder(
            parse_constant=self._constant, parse_float=self._float, parse_int=self._integer
        )

    def read(self, line: str) -> Value:
        """The value of a line that is not blank."""
        depth = nesting(line)
        if depth > _SAFE_DEPTH:
            return _nested(depth)
        self._odd = None
        try:
            data = self._decoder.decode(line)
        except json.JSONDecodeError as error:
            what = error.msg.removesuffix(" at").lower()
            return Value(fault=f"is not valid JSON: {what} at column {error.pos + 1}")
        except ValueError:
            return Value(fault="holds an integer of more than 4,300 digits")
        return Value(data, rollout_fault=self._odd or _surrogate_fault(line, data))

    def _constant(self, name: str) -> float:
        self._odd = f"holds {name}"
        return float(name)

    def _float(self, text: str) -> float:
        number = float(text)
        if math.isinf(number):
            self._odd = "holds a number beyond the range of a double"
        return number

    def _integer(self, text: str) -> int:
        number = int(text)
        if len(text) >= _DOUBLE_DIGITS and abs(number) > sys.float_info.max:
            self._odd = "holds a number beyond the range of a double"
        return number


def _surrogate_fault(line: str, data: object) -> str | None:
    """What orjson says of half a surrogate pair."""
    if ("\\ud" in line or "\\uD" in line) and _has_lone_surrogate(data):
        return "holds half of a surrogate pair"
    return None


def _nested(depth: int) -> Value:
    says = f"is nested {depth:,} levels deep"
    if depth > _JSON_DEPTH:
        return Value(fault=says)
    return Value(rollout_fault=says if depth > ROLLOUT_DEPTH else None)


def nesting(line: str) -> int:
    """How deep a line nests; 0 where it cannot be deep."""
    if line.count("[") + line.count("{") <= _SAFE_DEPTH:
        return 0
    deepest = depth = 0
    for character in _STRING.sub("", line):
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _has_lone_surrogate(data: object) -> bool:
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
