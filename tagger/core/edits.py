"""Applying edits to the bytes of one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tagger.core.places import Edit


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after all edits of one file.

    Raises:
        ValueError: two edits overlap, or one lies outside the file.
    """
    done: list[bytes] = []
    position = 0
    for edit in in_order(edits):
        if not position <= edit.start <= edit.end <= len(data):
            raise ValueError(f"edits of {edit.path} overlap or lie outside the file")
        done += (data[position : edit.start], edit.content)
        position = edit.end
    return b"".join([*done, data[position:]])


def in_order(edits: Iterable[Edit]) -> Sequence[Edit]:
    """Edits sorted by place; those at one place keep their order."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))
