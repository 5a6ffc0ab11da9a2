"""The lines of a JSONL file, as the framework's readers see them, and the value of each.

NeMo Gym 0.7.0 opens the file in text mode: UTF-8, universal newlines, and a byte-order mark that
stays in the first line. U+2028, U+0085 and the like end no line. Rollout collection reads with
orjson, which refuses some lines that Python's ``json`` takes.
"""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
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
class Lines:
    """The whole lines of what was read of a file.

    Attributes:
        texts: the lines without their ends; read as well as possible where they are not UTF-8.
        bad_line: the line (from 1) with the first bytes that are not UTF-8, if any.
        encoding: the name of another encoding that the bytes have, if it is known.
    """

    texts: Sequence[str]
    bad_line: int | None = None
    encoding: str | None = None


def split_lines(data: bytes, *, cut: bool) -> Lines:
    """Cut bytes into lines.

    Args:
        data: the beginning of a file.
        cut: whether the file goes on; the last line is then left out.
    """
    encoding = _utf16(data)
    if encoding:
        text = data.decode(encoding, "replace").lstrip("\ufeff")
        return Lines(_lines(text), 1, "UTF-16")
    if cut:
        data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
    try:
        return Lines(_lines(data.decode("utf-8")))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = _universal(before).count("\n") + 1
        return Lines(_lines(data.decode("utf-8", "replace")), line)


def _utf16(data: bytes) -> str | None:
    """The byte order of UTF-16 text: by its mark, or by the zero bytes of ASCII in it."""
    marked = _UTF16.get(data[:2])
    if marked or len(data) < 4:
        return marked
    if not data[0] and not data[2]:
        return "utf-16-be"
    return "utf-16-le" if not data[1] and not data[3] else None


def _lines(text: str) -> list[str]:
    lines = _universal(text).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _universal(text: str) -> str:
    """The text with every line end as a single line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


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
