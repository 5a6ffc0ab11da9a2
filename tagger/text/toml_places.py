"""Where the keys and values of a TOML document are.

tomllib forgets places. The scanner in here finds them again in a document that tomllib has
accepted, so it recognises only as much of the grammar as tells where keys and values end.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

from tagger.core.places import Span

#: The way to a key: names, and indices for the items of arrays and arrays of tables.
Path = tuple[str | int, ...]
#: Offsets into the text: of the first character, and one past the last.
Extent = tuple[int, int]

_BLANK = re.compile(r"(?:[\s,]++|#[^\n]*+)*+")
_KEY = re.compile(r"""[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+"|'[^']*+'""")
_DOT = re.compile(r"[ \t]*+\.[ \t]*+")
_SCALAR = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\]|\\.)*+"'
    r"|'[^']*+'"
    r"|[^\s,#\]}]++(?:[ ]\d[^\s,#\]}]*+)?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where a key is (for an item of an array: the item itself), and its value.

    ``value`` is ``None`` for a table that is made by a header or by the keys in it.
    """

    key: Extent
    value: Extent | None


class Places:
    """The places of one document, by path.

    Args:
        text: what tomllib has accepted; a lone ``\\r`` must be gone (see ``toml.universal``).
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = _Scanner(text).run()

    def get(self, *path: str | int) -> KeyPlace | None:
        """The place of exactly this path."""
        return self._places.get(path)

    def key(self, *path: str | int) -> Span | None:
        """The place of the key; for an item of an array, the item."""
        place = self._places.get(path)
        return self.span(*place.key) if place else None

    def value(self, *path: str | int) -> Span | None:
        """The place of the value, if it is in one piece."""
        place = self._places.get(path)
        return self.span(*place.value) if place and place.value else None

    def nearest(self, *path: str | int) -> Span | None:
        """The place of the key or, failing that, the innermost table or array around it."""
        for length in range(len(path), 0, -1):
            if place := self._places.get(path[:length]):
                return self.span(*place.key)
        return None

    def span(self, start: int, end: int) -> Span:
        """Offsets as lines and columns."""
        return Span(*self._position(start), *self._position(end))

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self._text))]


@dataclass(slots=True)
class _Open:
    """An array or inline table that is being read."""

    path: Path
    key: Extent | None
    start: int
    is_array: bool
    items: int = 0


@dataclass
class _Scanner:
    text: str
    at: int = 0
    places: dict[Path, KeyPlace] = field(default_factory=dict)
    #: how many tables each array of tables has so far
    tables: dict[Path, int] = field(default_factory=dict)

    def run(self) -> dict[Path, KeyPlace]:
        table: Path = ()
        self.skip_blank()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.value(*self.assignment(table))
            self.skip_blank()
        return self.places

    def skip_blank(self) -> None:
        """Skip white space, comments and, inside arrays and inline tables, commas."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def header(self) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]``; the path of the table that it opens."""
        is_item = self.text.startswith("[[", self.at)
        self.at += 2 if is_item else 1
        self.skip_blank()
        keys = self.keys()
        path: Path = ()
        for number, (name, span) in enumerate(keys, 1):
            path = (*path, name)
            self.places.setdefault(path, KeyPlace(span, None))
            if is_item and number == len(keys):
                self.tables[path] = self.tables.get(path, 0) + 1
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
                self.places.setdefault(path, KeyPlace(span, None))
        self.skip_blank()
        self.at += 2 if is_item else 1
        return path

    def assignment(self, table: Path) -> tuple[Path, Extent | None]:
        """Read ``a.b =``; the path, and the span of its last key."""
        path = table
        keys = self.keys()
        for name, span in keys:
            path = (*path, name)
            self.places.setdefault(path, KeyPlace(span, None))
        self.at = self.text.index("=", self.at) + 1
        self.skip_blank()
        return path, keys[-1][1]

    def keys(self) -> list[tuple[str, Extent]]:
        """Read a key, dotted or not: the names and their places."""
        found = []
        while key := _KEY.match(self.text, self.at):
            found.append((_name(key[0]), key.span()))
            self.at = key.end()
            if not (dot := _DOT.match(self.text, self.at)):
                break
            self.at = dot.end()
        return found

    def value(self, path: Path, key: Extent | None) -> None:
        """Read one value with everything in it; without recursion, so that any depth will do."""
        stack: list[_Open] = []
        while True:
            self.begin(path, key, stack)
            while stack and self.close(stack):
                pass
            if not stack:
                return
            path, key = self.member(stack[-1])

    def begin(self, path: Path, key: Extent | None, stack: list[_Open]) -> None:
        """Read a scalar, or the bracket that opens a container."""
        bracket = self.text[self.at]
        if bracket in "[{":
            stack.append(_Open(path, key, self.at, is_array=bracket == "["))
            self.at += 1
        elif scalar := _SCALAR.match(self.text, self.at):
            self.places[path] = KeyPlace(key or scalar.span(), scalar.span())
            self.at = scalar.end()

    def close(self, stack: list[_Open]) -> bool:
        """Leave the innermost container if it ends here."""
        self.skip_blank()
        if self.text[self.at] not in "]}":
            return False
        self.at += 1
        done = stack.pop()
        extent = (done.start, self.at)
        self.places[done.path] = KeyPlace(done.key or extent, extent)
        return True

    def member(self, container: _Open) -> tuple[Path, Extent | None]:
        """Go to the next value of a container; an item of an array has no key."""
        if not container.is_array:
            return self.assignment(container.path)
        container.items += 1
        return (*container.path, container.items - 1), None


def _name(raw: str) -> str:
    if raw[0] == "'":
        return raw[1:-1]
    if raw[0] == '"':
        return str(tomllib.loads(f"key = {raw}")["key"])
    return raw
