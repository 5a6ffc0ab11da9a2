"""Commands as text that a shell takes (bash, zsh), each word in one line, whatever is in it."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from tagger.frameworks.commands import Command, Raw
from tagger.frameworks.variables import MEANINGS
from tagger.text.visible import without_commands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Lines are broken before an option where they would be longer.
WIDTH = 96
_VARIABLE = re.compile(r"\$([A-Z][A-Z0-9_]*)")
#: Bytes of a path that are not UTF-8 (PEP 383).
_ESCAPED_BYTES = range(0xDC80, 0xDD00)


def quote(word: str) -> str:
    r"""A word for the shell; what does not print is written as an escape (``$'\x1b'``)."""
    if isinstance(word, Raw):
        return word
    if word.isprintable() and without_commands(word) == word:
        return shlex.quote(word)
    return f"$'{''.join(map(_escaped, word))}'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable() and character != "#":
        return character
    error = "surrogateescape" if ord(character) in _ESCAPED_BYTES else "surrogatepass"
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", error))


def words(command: Command, *, alone: bool = False) -> list[str]:
    """The quoted words of a command.

    Args:
        command: the command.
        alone: fetch its tool for this run, whether it is installed or not.
    """
    settings = [f"{name}={quote(value)}" for name, value in command.settings]
    tool = command.tool
    if tool is None or not (alone or command.packages):
        return [*settings, *map(quote, command.words)]
    fetch = ["uvx", "--python", quote(tool.python), "--from", quote(tool.source)]
    for package in command.packages:
        fetch += ["--with", quote(package)]
    return [*settings, *fetch, *map(quote, command.words)]


def line(command: Command) -> str:
    """A command in one line."""
    return " ".join(words(command))


def lines(command: Command) -> str:
    """A command in as many lines as it needs to be read, joined by back-slashes."""
    done = [""]
    for part in _parts(words(command)):
        if done[-1] and len(done[-1]) + 1 + len(part) > WIDTH:
            done.append(part)
        else:
            done[-1] = f"{done[-1]} {part}".strip()
    return " \\\n    ".join(done)


def _parts(quoted: Sequence[str]) -> Iterator[str]:
    """The program, and each option with its value."""
    part: list[str] = []
    for word in quoted:
        if word.startswith("-") and part:
            yield " ".join(part)
            part = []
        part.append(word)
    yield " ".join(part)


def install(command: Command) -> Command | None:
    """The command that installs the tool of another, unless that one fetches it itself."""
    tool = command.tool
    if tool is None or command.packages:
        return None
    found = ("uv", "tool", "install", "--python", tool.python, tool.source)
    return Command(found, once=True)


def with_installs(commands: Iterable[Command]) -> list[Command]:
    """The commands with what they need before them."""
    commands = list(commands)
    return list(dict.fromkeys([*filter(None, map(install, commands)), *commands]))


def variables(commands: Iterable[Command]) -> list[str]:
    """The environment variables that somebody has to set."""
    found: set[str] = set()
    for command in commands:
        values = (*command.words, *(value for _, value in command.settings))
        for raw in (value for value in values if isinstance(value, Raw)):
            found.update(_VARIABLE.findall(raw))
        found.update(command.reads)
    return [name for name in MEANINGS if name in found]
