"""What a Dockerfile copies out of its build context (Dockerfile reference, COPY and ADD)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ESCAPE = re.compile(r"#\s*escape\s*=\s*([\\`])\s*$", re.IGNORECASE)
_DIRECTIVE = re.compile(r"#\s*[a-z]+\s*=", re.IGNORECASE)
_HEREDOC = re.compile(r"""<<-?\s*(["']?)([A-Za-z_][A-Za-z0-9_]*)\1""")
_COPIES = re.compile(r"\s*(?:COPY|ADD)\s+(.*)", re.IGNORECASE | re.DOTALL)
_TAKES_HEREDOC = re.compile(r"\s*(?:COPY|ADD|RUN)\s", re.IGNORECASE)
_ELSEWHERE = re.compile(r"https?://|git@|git://|ssh://|<<", re.IGNORECASE)
#: Variables, quotes and escapes, whose meaning is known only when the image is built.
_OPEN = re.compile(r"[$\"'\\`]")


@dataclass(frozen=True, slots=True)
class CopySource:
    """A path or pattern that one COPY or ADD takes out of the context."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class _Instruction:
    text: str
    line: int


def context_sources(text: str) -> Iterator[CopySource]:
    """Every source that lies in the build context and whose name is certain.

    Left out: other stages, addresses, inline texts, and names with variables, quotes or escapes.
    """
    for instruction in _instructions(text):
        if not (match := _COPIES.match(instruction.text)):
            continue
        words = _words(match[1])
        flags = [word for word in words if word.startswith("--")]
        if any(flag.startswith("--from") for flag in flags):
            continue
        for word in words[len(flags) : -1]:
            if not _ELSEWHERE.match(word) and not _OPEN.search(word):
                yield CopySource(word, instruction.line)


def _words(arguments: str) -> Sequence[str]:
    """Flags, sources and destination, of the plain form and of the JSON form."""
    flags, rest = [], arguments.strip()
    while rest.startswith("--"):
        flag, _, rest = rest.partition(" ")
        flags.append(flag)
        rest = rest.lstrip()
    if rest.startswith("["):
        try:
            listed = json.loads(rest)
        except ValueError:
            listed = None
        if isinstance(listed, list) and all(isinstance(word, str) for word in listed):
            return [*flags, *listed]
    return [*flags, *rest.split()]


def _instructions(text: str) -> Iterator[_Instruction]:
    """Instructions with continued lines joined, comments and inline texts left out."""
    lines = text.replace("\r\n", "\n").split("\n")
    escape = _escape(lines)
    parts: list[str] = []
    start, number = 0, 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.lstrip().startswith("#") or (parts and not line.strip()):
            continue
        start = start if parts else number
        stripped = line.rstrip()
        if stripped.endswith(escape):
            parts.append(stripped[:-1])
            continue
        joined = "".join([*parts, line])
        parts = []
        yield _Instruction(joined, start)
        for name in _heredocs(joined):
            number = _behind(lines, number, name)
    if parts:
        yield _Instruction("".join(parts), start)


def _escape(lines: Sequence[str]) -> str:
    """The escape character; a directive can change it, in the comments at the very top."""
    for line in lines:
        if match := _ESCAPE.match(line.strip()):
            return match[1]
        if not _DIRECTIVE.match(line.strip()):
            break
    return "\\"


def _heredocs(instruction: str) -> list[str]:
    if not _TAKES_HEREDOC.match(instruction):
        return []
    return [match[2] for match in _HEREDOC.finditer(instruction)]


def _behind(lines: Sequence[str], number: int, name: str) -> int:
    """The number of the line behind the end of an inline text; of none when it never ends."""
    for index in range(number, len(lines)):
        if lines[index].strip("\t") == name:
            return index + 1
    return number
