"""Scalars as YAML text that every reader takes for the same string."""

from __future__ import annotations

import re

from tagger.text import scalars

#: Plain anywhere: nothing that begins or ends a token, in block or flow style.
_PLAIN = re.compile(r"[^\W_](?:[\w./+@()<>-]|(?<! ) (?=\S)|:(?=[^\s:/?#\[\]{},]))*\Z")
_FLOW_UNSAFE = re.compile(r"[:()]")


def render(value: str, quote: str = "", *, flow: bool = False) -> str:
    """A string as a scalar on one line.

    Args:
        value: the string.
        quote: the sign to use, ``'``, ``"`` or none; quotes are used anyway where a reader of
            YAML 1.1 or 1.2 could take the plain scalar for something else.
        flow: the scalar is inside brackets.
    """
    if not quote and _is_safe(value) and not (flow and _FLOW_UNSAFE.search(value)):
        return value
    if quote == '"' or not value.isprintable():
        return '"' + "".join(map(_escape, value)) + '"'
    return "'" + value.replace("'", "''") + "'"


def _is_safe(value: str) -> bool:
    return bool(_PLAIN.match(value)) and scalars.is_string_everywhere(value)


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )
