"""Files of JSON lines that survive a kill: a line is written before the next step is taken."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from tagger.core.errors import TaggerError
from tagger.report.json import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

    from filelock import BaseFileLock


@dataclass(slots=True)
class JsonLines:
    """What a file holds: its objects, and how many lines are none.

    A process that is killed while it writes leaves a line that is cut; so does a full disk.
    """

    objects: list[dict[str, Any]] = field(default_factory=list)
    damaged: int = 0


def read_lines(path: Path) -> JsonLines:
    """The objects of a file, in order; none where there is no file.

    Raises:
        TaggerError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return JsonLines()
    except OSError as error:
        raise TaggerError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    found = JsonLines()
    for line in data.split(b"\n"):
        try:
            value = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            value = ()
        if isinstance(value, dict):
            found.objects.append(value)
        elif value is not None:
            found.damaged += 1
    return found


class LineFile:
    """A file to which one process at a time appends, between ``with`` and its end.

    The lock is another file beside it, ``….lock``; the system lets go of it when the process ends,
    however it ends.

    Args:
        path: is made when it is not there.
        durable: whether a line must be on the disk, and outlive the machine as well, before the
            next step; that costs some milliseconds a line.
    """

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self.path = path
        self._durable = durable
        self._lock: BaseFileLock | None = None
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Take the lock and open the file.

        Raises:
            TaggerError: another run has the file, or it cannot be written.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(f"{self.path}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise TaggerError(
                f"another run is at work on {str(self.path)!r}: wait for it, or name another file"
            ) from None
        except OSError as error:
            raise self._fault(error) from None
        try:
            self._file = self._open()
        except OSError as error:
            lock.release()
            raise self._fault(error) from None
        self._lock = lock
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()
        if self._lock:
            self._lock.release()

    def append(self, value: Mapping[str, Any]) -> None:
        """Write one line; it outlives the process when this returns.

        Raises:
            TaggerError: it cannot be written.
        """
        if self._file is None:
            raise ValueError("the file is not open")
        try:
            self._file.write(dumps(dict(value)).encode("ascii"))
            self._file.flush()
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise self._fault(error) from None

    def _open(self) -> BinaryIO:
        file = self.path.open("a+b")
        _end_line(file)
        _keep_name(self.path)
        return file

    def _fault(self, error: OSError) -> TaggerError:
        return TaggerError(f"cannot write {str(self.path)!r}: {error.strerror or error}")


def _end_line(file: BinaryIO) -> None:
    """End a line that was cut, so that the next one does not continue it."""
    if file.seek(0, os.SEEK_END):
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            file.write(b"\n")
            file.flush()


def _keep_name(path: Path) -> None:
    """Put the name of a new file on the disk as well, where the system knows how to."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
