"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from tagger.core.errors import TaggerError


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file through a temporary one beside it; an existing file keeps its mode.

    Raises:
        TaggerError: the file cannot be written.
    """
    try:
        _replace(path, data)
    except OSError as error:
        raise TaggerError(f"cannot write {str(path)!r}: {error.strerror or error}") from error


def write_change(root: Path, path: str, before: bytes | None, after: bytes) -> None:
    """Put new bytes in place of those that were read.

    Args:
        root: the folder of the repository.
        path: the file in it, with ``/``.
        before: what the file must hold still; ``None`` if it must not be there.
        after: the new bytes.

    Raises:
        TaggerError: the path leads through a link, the file has changed since it was read, or it
            cannot be written.
    """
    target = root.joinpath(*path.split("/"))
    _refuse_links(root, target)
    if _bytes(target) != before:
        raise TaggerError(f"{str(target)!r} has changed since it was read: run the check again")
    write_atomically(target, after)


def _refuse_links(root: Path, target: Path) -> None:
    for place in (target, *target.parents):
        if place == root:
            return
        if place.is_symlink():
            raise TaggerError(f"{str(target)!r} leads through a symbolic link and is not written")


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TaggerError(f"cannot read {str(path)!r}: {error.strerror or error}") from error


def _replace(path: Path, data: bytes) -> None:
    mode = _mode(path)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The mode of the file, or the one a new file gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
