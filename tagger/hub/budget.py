"""How much of the Hub one repository may cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock


class OverBudgetError(Exception):
    """The next request is not allowed any more; the message is a clause."""


class RequestKind(StrEnum):
    """What a request is for, by the name of its counter."""

    API = "api"
    FILE = "files"
    PACK = "packs"


@dataclass
class Budget:
    """Requests and bytes of one repository: the limits, and what was spent.

    Attributes:
        api: requests to the API so far.
        files: requests for single files so far.
        packs: requests to git for many objects at once so far.
        bytes: bytes of files and packs so far.
    """

    max_requests: int = 300
    max_bytes: int = 512 << 20
    api: int = 0
    files: int = 0
    packs: int = 0
    bytes: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    @property
    def requests(self) -> int:
        """All requests so far."""
        return self.api + self.files + self.packs

    @property
    def room(self) -> int:
        """How many bytes may still come."""
        return max(0, self.max_bytes - self.bytes)

    def request(self, kind: RequestKind) -> None:
        """Count a request.

        Raises:
            OverBudgetError: it is one too many.
        """
        with self._lock:
            if self.requests >= self.max_requests:
                raise OverBudgetError(f"the limit of {self.max_requests:,} requests is reached")
            if kind is not RequestKind.API and not self.room:
                raise self.over_bytes()
            setattr(self, kind.value, getattr(self, kind.value) + 1)

    def over_bytes(self) -> OverBudgetError:
        """What to raise when more bytes would come than are allowed."""
        return OverBudgetError(f"the limit of {self.max_bytes:,} bytes is reached")

    def received(self, size: int) -> None:
        """Count bytes of a file or pack."""
        with self._lock:
            self.bytes += size
