"""Which columns the Parquet files of a repository have, by their footers alone.

Needs pyarrow (the extra ``parquet``); without it nothing is read, and only what the card says of
its columns counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.errors import LimitError, ReadError
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: What is read of the end of a file, in bytes; a longer footer is read in a second step.
_FOOTER = 64 << 10
#: The longest footer that is read, in bytes.
_MAX_FOOTER = 4 << 20
#: How many files are looked into; those of one folder nearly always have the same columns.
_MAX_FILES = 50
#: The end of a file: the length of the footer and the format's name (Parquet format, 2.11).
_TRAILER = 8
_NAME = b"PAR1"


@dataclass(frozen=True, slots=True)
class Table:
    """A Parquet file and its top-level columns; a struct's members by name, else nothing."""

    path: str
    columns: Mapping[str, frozenset[str]]


def tables(view: TreeView) -> Sequence[Table]:
    """The tables of a repository, read once; one from each folder first.

    What is not a table is left out, what is over a limit is noted.
    """
    known = view.memo.get(__name__)
    if not isinstance(known, tuple):
        view.memo[__name__] = known = tuple(_read(view))
    return known


def _read(view: TreeView) -> Iterator[Table]:
    files = [entry for path in view.paths if (entry := _parquet(view, path)) is not None]
    if not files or not _has_reader():
        return
    in_turn = sorted(_numbered(files), key=lambda pair: pair[0])
    left = sum(number == 0 for number, _ in in_turn[_MAX_FILES:])
    if left:
        view.note("*.parquet", f"{left:,} further folders of tables were not looked into")
    for _, entry in in_turn[:_MAX_FILES]:
        try:
            columns = _columns(_footer(view, entry.path))
        except LimitError as error:
            view.note(entry.path, error.reason)
        except ReadError:
            continue
        else:
            if columns is not None:
                yield Table(entry.path, columns)


def traces() -> tuple[str, ...]:
    """The names by which a framework that reads tables knows them; none where nothing is read."""
    return ("*.parquet",) if _has_reader() else ()


def _parquet(view: TreeView, path: str) -> Entry | None:
    entry = view.get(path) if path.endswith(".parquet") else None
    counts = entry is not None and entry.kind is Kind.FILE and view.scope.aside(path) is None
    return entry if counts else None


def _numbered(files: list[Entry]) -> Iterator[tuple[int, Entry]]:
    """Each file with its number in its folder."""
    seen: dict[str, int] = {}
    for entry in files:
        number = seen.get(entry.parent, 0)
        seen[entry.parent] = number + 1
        yield number, entry


def _has_reader() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _footer(view: TreeView, path: str) -> bytes:
    """The end of a file, so much of it that the footer is whole."""
    end = view.tail(path, _FOOTER)
    if not end.endswith(_NAME):
        return end
    needed = int.from_bytes(end[-_TRAILER:-4], "little") + _TRAILER
    if needed > _MAX_FOOTER:
        raise LimitError(path, f"its footer has {needed:,} bytes, the limit is {_MAX_FOOTER:,}")
    return view.tail(path, needed) if len(end) < needed else end


def _columns(footer: bytes) -> Mapping[str, frozenset[str]] | None:
    import pyarrow
    import pyarrow.parquet

    try:
        schema = pyarrow.parquet.read_schema(pyarrow.BufferReader(footer))
    except (pyarrow.ArrowException, OSError, ValueError):
        return None
    return {field.name: _members(field.type) for field in schema}


def _members(kind: object) -> frozenset[str]:
    import pyarrow

    if not isinstance(kind, pyarrow.StructType):
        return frozenset()
    return frozenset(kind.field(index).name for index in range(kind.num_fields))
