"""Fixes for task.toml: splices in its text, proven by parsing the result again.

A fix changes the bytes of a value or a key and nothing else; comments, order and line ends stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.edits import Splice, edits_of, reads_as
from tagger.core.findings import Fix, Safety
from tagger.frameworks.harbor.tables import OLD_SIZES
from tagger.frameworks.harbor.values import megabytes
from tagger.text.toml import TomlError, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tagger.frameworks.harbor.config import ConfigFile
    from tagger.frameworks.harbor.faults import Where

#: ``A. Writer <a@example.org>`` in quotes without escapes.
_SIGNED = re.compile(r"""(["'])([^"'\\\n<>]*[^"'\\\n<>\s])\s*<([^"'\\\n<>\s]+@[^"'\\\n<>\s]+)>\1""")
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Change:
    """A fix that is still to be proven.

    Attributes:
        what: its description.
        splices: what replaces the text at some offsets.
        where: the part of the data that becomes another.
        update: makes the new part of the old one.
        safety: whether it may be applied without asking.
    """

    what: str
    splices: tuple[Splice, ...]
    where: Where
    update: Callable[[Any], Any]
    safety: Safety = Safety.SAFE


def version_as_text(file: ConfigFile, where: Where) -> Change | None:
    """Put quotes around a version that is a number."""
    place = file.places.get(*where)
    raw = file.text[slice(*place.value)] if place and place.value else ""
    if place is None or place.value is None or not _PLAIN_NUMBER.fullmatch(raw):
        return None
    what = f"put quotes around the version {raw}"
    return Change(what, (Splice(*place.value, f'"{raw}"'),), where, lambda _: raw)


def author_as_table(file: ConfigFile, where: Where) -> Change | None:
    """Make an author that is a text the table that says the same."""
    place, text = file.places.get(*where), _at(file.data, where)
    if place is None or place.value is None or not isinstance(text, str):
        return None
    raw = file.text[slice(*place.value)]
    author, new = {"name": text}, f"{{ name = {raw} }}"
    if match := _SIGNED.fullmatch(raw):
        mark, name, email = match.groups()
        author = {"name": name, "email": email}
        new = f"{{ name = {mark}{name}{mark}, email = {mark}{email}{mark} }}"
    what = "write the author as a table"
    return Change(what, (Splice(*place.value, new),), where, lambda _: author)


def size_in_megabytes(file: ConfigFile, where: Where) -> Change | None:
    """Move an old size to the key that took its place."""
    text = _at(file.data, where)
    new = OLD_SIZES[str(where[-1])]
    try:
        size = megabytes(text)
    except ValueError:
        return None
    return _renamed(file, where, new, size, f"write {text} as `{new} = {size}`")


def network_mode(file: ConfigFile, where: Where) -> Change | None:
    """Say in the new key what ``allow_internet`` says.

    Unsafe: another program may read the new key and not the old one, and treat the task anew.
    """
    flag = _at(file.data, where)
    if not isinstance(flag, bool) or "allowed_hosts" in _at(file.data, where[:-1]):
        return None
    mode = "public" if flag else "no-network"
    what = f'write `network_mode = "{mode}"`'
    return _renamed(file, where, "network_mode", mode, what, Safety.UNSAFE)


def without_mark(file: ConfigFile, path: str) -> Fix | None:
    """Take the byte-order mark away, when what is left is TOML."""
    try:
        parse(file.text.removeprefix(_MARK))
    except TomlError:
        return None
    edits = edits_of(path, file.text, (Splice(0, len(_MARK), ""),))
    return Fix(Safety.SAFE, "remove the byte-order mark", edits)


def prove(file: ConfigFile, path: str, changes: Sequence[Change | None]) -> list[Fix | None]:
    """The changes as fixes, ``None`` in place of each that does not do what it says.

    They touch different keys and values, so that one parse proves them all; when it does not,
    each is tried by itself.
    """
    possible = [change for change in changes if change]
    if not _holds(file, possible):
        possible = [change for change in possible if _holds(file, [change])]
    return [_fix(file, path, change) if change in possible else None for change in changes]


def _renamed(
    file: ConfigFile,
    where: Where,
    new: str,
    value: str | int,
    what: str,
    safety: Safety = Safety.SAFE,
) -> Change | None:
    """Replace an old key and its value by a new one, unless the new one is there."""
    old, place = where[-1], file.places.get(*where)
    if place is None or place.value is None or new in _at(file.data, where[:-1]):
        return None

    def update(table: dict[str, Any]) -> dict[str, Any]:
        return {**{key: item for key, item in table.items() if key != old}, new: value}

    written = f'"{value}"' if isinstance(value, str) else str(value)
    splices = (Splice(*place.key, new), Splice(*place.value, written))
    return Change(what, splices, where[:-1], update, safety)


def _holds(file: ConfigFile, changes: Sequence[Change]) -> bool:
    """Whether the text with the changes parses to the data with the changes."""
    if not changes:
        return True
    expected = file.data
    for change in changes:
        expected = _updated(expected, change.where, change.update)
    splices = [splice for change in changes for splice in change.splices]
    return reads_as(file.text, splices, parse=parse, expected=expected)


def _at(data: Any, where: Where) -> Any:
    for part in where:
        data = data[part]
    return data


def _updated(data: Any, where: Where, update: Callable[[Any], Any]) -> Any:
    """A copy of the data with another value at one place."""
    if not where:
        return update(data)
    changed = data.copy()
    changed[where[0]] = _updated(data[where[0]], where[1:], update)
    return changed


def _fix(file: ConfigFile, path: str, change: Change | None) -> Fix | None:
    if change is None:
        return None
    return Fix(change.safety, change.what, edits_of(path, file.text, change.splices))
