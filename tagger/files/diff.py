"""Unified diffs of bytes that ``git apply`` and ``patch`` take."""

from __future__ import annotations

import difflib
import re

_NO_LINE_END = b"\n\\ No newline at end of file\n"


def unified_diff(path: str, before: bytes | None, after: bytes) -> bytes:
    """The difference between two states of a file; nothing where they are the same.

    A line ends with LF alone, as in git: a CR belongs to its line. Bytes that are not UTF-8 stay
    what they are.

    Args:
        path: the file, with ``/``.
        before: its old bytes; ``None`` for a file that is new.
        after: its new bytes.
    """
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _lines(before or b""),
        _lines(after),
        b"/dev/null" if before is None else _name(f"a/{path}"),
        _name(f"b/{path}"),
    )
    return b"".join(line if line.endswith(b"\n") else line + _NO_LINE_END for line in lines)


def _lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+\Z", data)


def _name(path: str) -> bytes:
    """A path as it is written in a diff; git quotes those with control characters."""
    data = path.encode("utf-8", "surrogateescape")
    if path.isprintable() and not set(data) & set(b'"\\'):
        return data
    shown = "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}"
        for byte in data
    )
    return f'"{shown}"'.encode()
