"""Cards from text, and what edits make of them."""

from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.core import edits as editing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tagger.core.places import Edit

#: Real card headers with neutral words (3,086 of them).
CORPUS = Path(__file__).parent.parent / "card" / "headers.jsonl.xz"


def card(header: str, body: str = "\n# Knots\n") -> Card:
    """A card with these lines between its fences."""
    return parsed(f"---\n{header}---\n{body}")


def parsed(text: str) -> Card:
    """A card of this text."""
    return Card.parse("README.md", text.encode())


def edited(before: Card, edit: Callable[..., Iterable[Edit]], *args: object) -> str:
    """The text of a card after an edit."""
    return editing.apply(before.raw, edit(before, *args)).decode()


def header_after(header: str, edit: Callable[..., Iterable[Edit]], *args: object) -> str:
    """What is between the fences after an edit of a header."""
    before = card(header)
    after = edited(before, edit, *args)
    assert after.startswith("---\n")
    assert after.endswith("---\n\n# Knots\n")
    return after[4 : -len("---\n\n# Knots\n")]


@cache
def corpus() -> tuple[tuple[str, str], ...]:
    """The real cards, as name and text."""
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        return tuple(_row(line) for line in lines)


def _row(line: str) -> tuple[str, str]:
    row = json.loads(line)
    return row["id"], row["text"]
