"""How many examples a property gets: some in every run, all of them among the slow tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable

PROFILE = "thorough"
T = TypeVar("T", bound="Callable[..., None]")


def thorough(examples: int) -> Callable[[T], T]:
    """A quarter of the examples by default; with ``-m slow`` all, as a slow test."""

    def decorate(test: T) -> T:
        if settings.get_current_profile_name() == PROFILE:
            all_examples: T = pytest.mark.slow(settings(max_examples=examples)(test))
            return all_examples
        return settings(max_examples=examples // 4)(test)

    return decorate
