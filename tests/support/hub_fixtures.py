from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.hub.client import HubClient
from tagger.hub.retry import Retry
from tests.support.hub import LoopbackHub

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LoopbackHub]:
    """A Hub without datasets."""
    with LoopbackHub(tmp_path / "hub") as running:
        yield running


class Waits(list[float]):
    """Takes the place of sleeping: remembers for how long."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def client(hub: LoopbackHub, waits: Waits) -> HubClient:
    """A client without a token that does not sleep."""
    return HubClient(endpoint=hub.endpoint, token=False, sleep=waits, retry=Retry(attempts=3))
