"""Contents of files that were read from the Hub before, kept on this machine by their id."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Larger files are read anew.
MAX_BYTES = 1 << 20
#: What all contents together may take; the longest unused go first.
MAX_TOTAL = 2 << 30
_NAME = "contents.sqlite"
_DAY = 86_400
#: The ids of a query come as one JSON text: the number of them has no limit then.
_READ = "SELECT oid, data, day FROM contents WHERE oid IN (SELECT value FROM json_each(?))"
_KNOWN = "SELECT oid FROM contents WHERE oid IN (SELECT value FROM json_each(?))"
_USED = "UPDATE contents SET day = ? WHERE oid IN (SELECT value FROM json_each(?))"
_KEEP = "INSERT OR REPLACE INTO contents VALUES (?, ?, ?, ?)"
_OLDEST = "SELECT oid, size FROM contents ORDER BY day"
_DELETE = "DELETE FROM contents WHERE oid IN (SELECT value FROM json_each(?))"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS contents (
    oid TEXT PRIMARY KEY, data BLOB NOT NULL, size INTEGER NOT NULL, day INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_day ON contents (day, size);
"""


class ContentCache:
    """Contents by git blob id or SHA-256, which also prove that they are undamaged.

    A commit names its files by these ids, so a cached file is right for its commit for ever. All
    contents lie in one SQLite file, which any number of processes may use at once and anybody may
    delete. Where it cannot be written, contents are kept for the life of this object only.

    Args:
        folder: where the file lies; made when first needed. ``None``: for this process only.
        limit: bytes that all contents may take together.
    """

    def __init__(self, folder: Path | None, *, limit: int = MAX_TOTAL) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = Lock()
        self._opened: sqlite3.Connection | None = None

    @classmethod
    def default(cls) -> ContentCache:
        """Below the home of huggingface_hub (``HF_HOME``)."""
        from huggingface_hub import constants

        return cls(Path(constants.HF_HOME) / "tagger")

    def get(self, oid: str) -> bytes | None:
        """The content with this id, if it is known."""
        return self.get_many((oid,)).get(oid)

    def get_many(self, oids: Iterable[str]) -> Mapping[str, bytes]:
        """Those contents of some ids that are known and undamaged, by id."""
        today = _today()
        rows = self._rows(_READ, json.dumps(list(oids)))
        if stale := [oid for oid, _, day in rows if day != today]:
            self._rows(_USED, today, json.dumps(stale))
        return {oid: data for oid, data, _ in rows if _is_content_of(data, oid)}

    def missing(self, oids: Iterable[str]) -> list[str]:
        """Those of some ids that are not known, each once, in order."""
        wanted = list(dict.fromkeys(oids))
        known = {oid for (oid,) in self._rows(_KNOWN, json.dumps(wanted))}
        return [oid for oid in wanted if oid not in known]

    def put(self, oid: str, data: bytes) -> None:
        """Keep a content, unless it is large."""
        self.put_many(((oid, data),))

    def put_many(self, contents: Iterable[tuple[str, bytes]]) -> None:
        """Keep contents by their ids, but for large ones."""
        today = _today()
        rows = [(oid, data, len(data), today) for oid, data in contents if len(data) <= MAX_BYTES]
        with self._lock, suppress(sqlite3.Error), self._database() as database:
            database.executemany(_KEEP, rows)

    def _rows(self, query: str, *values: str | int) -> list[Any]:
        with self._lock:
            try:
                with self._database() as database:
                    return database.execute(query, values).fetchall()
            except sqlite3.Error:
                return []

    def _database(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> sqlite3.Connection:
        """The file; one that is no database, or is damaged, is replaced."""
        if self._folder is not None:
            path = self._folder / _NAME
            for _ in range(2):
                try:
                    self._folder.mkdir(parents=True, exist_ok=True)
                    return self._connect(str(path))
                except (OSError, sqlite3.OperationalError):
                    break
                except sqlite3.DatabaseError:
                    with suppress(OSError):
                        path.unlink()
        return self._connect("")  # a file of SQLite's own, gone with the connection

    def _connect(self, path: str) -> sqlite3.Connection:
        database = sqlite3.connect(path, timeout=30, check_same_thread=False)
        try:
            database.executescript(_SCHEMA)
            self._make_room(database)
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _make_room(self, database: sqlite3.Connection) -> None:
        """Delete what was longest unused where the contents are over the limit."""
        total = database.execute("SELECT total(size) FROM contents").fetchone()[0]
        if total <= self._limit:
            return
        excess = total - self._limit * 4 // 5
        unused: list[str] = []
        for oid, size in database.execute(_OLDEST):
            if excess <= 0:
                break
            unused.append(oid)
            excess -= size
        with database:
            database.execute(_DELETE, (json.dumps(unused),))
        with suppress(sqlite3.OperationalError):  # another process is reading
            database.execute("VACUUM")

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None


def _today() -> int:
    return int(time.time()) // _DAY


def _is_content_of(data: bytes, oid: str) -> bool:
    return oid in (blob_id(data), hashlib.sha256(data).hexdigest())


def blob_id(data: bytes) -> str:
    """The id that git gives to a content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
