"""Questions to the person at the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tagger.cli.console import Console


def can_ask(console: Console) -> bool:
    """Whether somebody is there to read a question and to answer it."""
    return console.watches and sys.stdin is not None and sys.stdin.isatty()


def ask(console: Console, question: str) -> bool:
    """Whether the answer is yes; anything else, and the end of the input, is no."""
    console.status(f"{question} [y/N] ")
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        console.raw_note("\n")
    return answer.strip().lower() in ("y", "yes")
