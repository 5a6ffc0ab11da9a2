"""Comments in TOML, YAML and Python: those that are comments, not text in a string."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.places import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# Strings, then comments. A string that nothing closes ends with the line or the text, so that
# whatever the input, no character is looked at twice.
_TOML = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'{3,5}|\Z)'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|(#[^\n]*+)',
    re.DOTALL,
)
#: The tokenizer of Python 3.12 and later fails on odd bytes.
_PYTHON = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*+(?:\'\'\'|\\?\Z)'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'(?:[^\'\\\n]|\\.)*+\'?|(#[^\n]*+)',
    re.DOTALL,
)
_HASH = re.compile(r"#[^\n]*+")


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment.

    Attributes:
        text: from the ``#`` to the end of the line.
        span: its place.
        alone: nothing but spaces is before it on its line.
    """

    text: str
    span: Span
    alone: bool


def comments(path: str, text: str) -> Iterator[Comment]:
    """The comments of a file in order; none where its kind is unknown.

    A text that cannot be parsed is searched as far as its parser comes.
    """
    reader = _READERS.get(path.rpartition(".")[2].lower())
    line, counted = 1, 0
    for start in reader(text) if reader else ():
        line += text.count("\n", counted, start)
        counted = start
        line_start = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        content = text[start : len(text) if end < 0 else end].rstrip("\r")
        column = start - line_start + 1
        alone = not text[line_start:start].strip()
        yield Comment(content, Span(line, column, line, column + len(content)), alone)


def _toml(text: str) -> Iterator[int]:
    return (match.start() for match in _TOML.finditer(text) if match[1])


def _python(text: str) -> Iterator[int]:
    return (match.start() for match in _PYTHON.finditer(text) if match[1])


def _yaml(text: str) -> Iterator[int]:
    """Hashes that begin a word and lie in no scalar; a block scalar's first line is outside it."""
    scalars = _yaml_scalars(text)
    begins = [begin for begin, _ in scalars]
    for match in _HASH.finditer(text):
        start = match.start()
        before = bisect.bisect_right(begins, start) - 1
        in_scalar = before >= 0 and start < scalars[before][1]
        if not in_scalar and (start == 0 or text[start - 1].isspace()):
            yield start


def _yaml_scalars(text: str) -> list[tuple[int, int]]:
    import yaml

    found = []
    try:
        for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.ScalarToken):
                begin, end = token.start_mark.index, token.end_mark.index
                if token.style in ("|", ">"):
                    begin = text.find("\n", begin)
                found.append((begin, end))
    except yaml.YAMLError:
        return found
    return found


_READERS: Mapping[str, Callable[[str], Iterator[int]]] = {
    "py": _python,
    "toml": _toml,
    "yaml": _yaml,
    "yml": _yaml,
}
