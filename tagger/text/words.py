"""Words for messages and names: counts, lists, file names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def plural(number: int, word: str) -> str:
    """``1 error``, ``1,234 errors``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def named(tags: Iterable[str]) -> str:
    """Tags for a message: `` `a`, `b` and `c` ``."""
    return joined(f"`{tag}`" for tag in tags)


def joined(words: Iterable[str]) -> str:
    """Words for a sentence: ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def slug(text: str) -> str:
    """A file name in small ASCII letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "set"
