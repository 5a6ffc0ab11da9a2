"""Faults of values, and the words for values, keys and places in messages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class FaultKind(StrEnum):
    """What is wrong with a value."""

    MISSING = "missing"
    UNKNOWN = "unknown"
    NULL = "null"
    KIND = "kind"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class ModelFault:
    """One fault inside a value.

    Attributes:
        problem: the class of the fault.
        says: a predicate about the value at ``path``, such as "is text, must be a list".
        path: keys and indices from the checked value down to the fault.
        pattern: ``path`` without what differs from one value to the next (indices, free keys).
        found: the offending value itself.
        known: the words that would have been right.
    """

    problem: FaultKind
    says: str
    path: tuple[str | int, ...] = ()
    pattern: tuple[str, ...] = ()
    found: object = None
    known: tuple[str, ...] = ()

    def inside(self, key: str | int, pattern: str) -> ModelFault:
        """The same fault seen from one level further out."""
        return replace(self, path=(key, *self.path), pattern=(pattern, *self.pattern))


def noun_of(value: object) -> str:
    """What a plain value is, for a message."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    names = {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), f"a {type(value).__name__}")


def quoted(value: object, length: int = 40) -> str:
    """A stranger's value as one line of printable characters, cut to a length."""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        return noun_of(value)
    shown = value[: length + 1] if isinstance(value, str) else value
    text = ascii(shown) if isinstance(shown, str) and not shown.isprintable() else repr(shown)
    return text if len(text) <= length else f"{text[: length - 1]}…"


def shown(key: object) -> str:
    """A stranger's key as printable characters, cut to a readable length."""
    text = str(key)[:60]
    return text if text.isprintable() else ascii(text)


def place(path: Sequence[str | int]) -> str:
    """A path as people write it: ``datasets[0].license``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{shown(part)}" if text else shown(part)
    return text


def wrong_kind(value: object, wanted: str) -> ModelFault:
    """The fault of a value of another kind."""
    if value is None:
        return ModelFault(FaultKind.NULL, f"is null, must be {wanted}")
    return ModelFault(FaultKind.KIND, f"is {noun_of(value)}, must be {wanted}", found=value)
