"""TOML: parsing with one-line faults."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tagger.core.errors import ParseError
from tagger.core.places import Span

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_LONE_CR = re.compile("\r(?!\n)")


class TomlError(ParseError):
    """The text is not valid TOML. ``reason`` is a clause, ``span`` the place."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def parse(text: str) -> dict[str, Any]:
    """The document as plain data.

    Raises:
        TomlError: bad syntax, nesting beyond the recursion limit, or a number Python refuses.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _PLACE.search(message)
        line, column = (match[1], match[2]) if match else (None, None)
        place = Span(int(line), int(column)) if line and column else Span(text.count("\n") + 1)
        raise TomlError(_PLACE.sub("", message), place) from None
    except RecursionError:
        raise TomlError("nested too deeply", Span(1)) from None
    except ValueError as error:  # a date that does not exist, an integer of over 4,300 digits
        raise TomlError(str(error), Span(1)) from None


def universal(text: str) -> str:
    r"""The text with every lone ``\r`` as a line end, as programs see it that open files as text.

    Nothing moves: ``\r\n``, which TOML knows, stays as it is.
    """
    return _LONE_CR.sub("\n", text)
