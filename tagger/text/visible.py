"""Foreign text made harmless for terminals, logs and line-based formats.

Paths and values of a repository are a stranger's: they may hold escape sequences, line ends,
direction marks or bytes that are not UTF-8. Nothing printed goes around this module, except
through a format with an escape syntax of its own.
"""

from __future__ import annotations

import re
import unicodedata

#: What a CI log reads as a command anywhere in a line: ``##[…`` (actions/runner, the older syntax,
#: ``ActionCommand.TryParse``), ``##vso[…`` (Azure Pipelines), ``##teamcity[…``.
_COMMAND = re.compile(r"##(?=\w*\[)")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Bytes that are not UTF-8 appear in a path as these (PEP 383).
_ESCAPED_BYTES = range(0xDC80, 0xDD00)


def visible(text: str) -> str:
    r"""One line in which every character that does not print is an escape (``\x1b``)."""
    return without_commands(text) if text.isprintable() else "".join(visible_characters(text))


def visible_characters(text: str) -> list[str]:
    """What :func:`visible` makes of each character."""
    shown = [_visible_character(character) for character in text]
    for match in _COMMAND.finditer(text):
        shown[match.start() + 1] = r"\x23"
    return shown


def visible_path(path: str) -> str:
    """A path that may begin a line: one that begins like a workflow command gets a ``./``.

    GitHub's runner executes every line whose first word begins with ``::``
    (``ActionCommand.TryParseV2``).
    """
    shown = visible(path)
    return f"./{shown}" if shown.lstrip().startswith(":") else shown


def encodable(text: str) -> str:
    """The text with every surrogate, which UTF-8 cannot hold, as an escape."""
    return _SURROGATE.sub(lambda match: _visible_character(match[0]), text)


def without_commands(text: str, escape: str = r"#\\x23") -> str:
    """The text with every ``##word[`` broken up."""
    return _COMMAND.sub(escape, text)


def columns(text: str) -> int:
    """How many columns a terminal needs for a text that :func:`visible` returned."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(character) for character in text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _visible_character(character: str) -> str:
    if character.isprintable():
        return character
    if ord(character) in _ESCAPED_BYTES:
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
