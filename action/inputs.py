"""The inputs of the Action, each in an environment variable; all are texts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from workflow import StepError, workspace

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


def text(name: str) -> str:
    """An input as it was given, without spaces around it."""
    return os.environ.get(f"INPUT_{name.upper().replace('-', '_')}", "").strip()


def lines(name: str) -> list[str]:
    """The lines of an input that hold something."""
    return [line for line in map(str.strip, text(name).splitlines()) if line]


def codes(name: str) -> str:
    """Rules, in the form of the command line: with commas, however they were separated."""
    return ",".join(text(name).replace(",", " ").split())


def flag(name: str) -> bool:
    """A yes or no.

    Raises:
        StepError: it is neither.
    """
    return word(name, ("true", "false")) == "true"


def word(name: str, words: Collection[str]) -> str:
    """One of several words.

    Raises:
        StepError: another one.
    """
    given = text(name).lower()
    if given not in words:
        raise StepError(f"the input `{name}` is {given!r}: it must be one of {', '.join(words)}")
    return given


def folder() -> Path:
    """The folder that other paths are relative to.

    Raises:
        StepError: there is none.
    """
    place = workspace() / (text("working-directory") or ".")
    if not place.is_dir():
        raise StepError(
            f"the input `working-directory` is not a folder: {text('working-directory')!r}"
        )
    return place
