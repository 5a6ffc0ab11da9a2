"""Faults that the loopback Hub commits on request."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class Kind(StrEnum):
    """What goes wrong."""

    STATUS = "status"
    #: the answer is late, and right
    SLOW = "slow"
    #: the connection closes in the middle of the answer
    CUT = "cut"
    #: the request takes effect, and the connection closes without an answer
    LOST = "lost"
    #: the answer is an error, and the request takes effect seconds later
    LATE = "late"


@dataclass
class Fault:
    """One kind of fault, for requests that match.

    Attributes:
        status: of the answer, for ``Kind.STATUS`` and ``Kind.LATE``.
        headers: of the answer, for the same.
        seconds: how late: the answer of ``Kind.SLOW``, the effect of ``Kind.LATE`` (by the clock
            of the Hub; it takes place before the next request after that time).
        cdn: the answer comes from the network in front of the Hub, which knows no quotas.
        method, path: regular expressions for the request; the path has its query with it.
        times: how often it happens; ``None`` is always.
        skip: how many matching requests are served before the first fault.
    """

    kind: Kind
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b'{"error":"injected"}'
    seconds: float = 0.2
    method: str = ".*"
    path: str = ".*"
    times: int | None = 1
    skip: int = 0
    cdn: bool = False

    def hits(self, method: str, path: str) -> bool:
        """Whether the fault happens to this request; counts it."""
        if not re.fullmatch(self.method, method) or not re.search(self.path, path):
            return False
        if self.skip:
            self.skip -= 1
            return False
        if self.times is None:
            return True
        self.times -= 1
        return self.times >= 0


def rate_limited(wait: int = 0, **where: str) -> Fault:
    """A 429 as the Hub sends it."""
    headers = {
        "RateLimit": f'"api";r=0;t={wait}',
        "RateLimit-Policy": '"fixed window";"api";q=500;w=300',
    }
    return Fault(Kind.STATUS, 429, headers, **where)  # type: ignore[arg-type]


def granular_limit(wait: int = 0, **where: str) -> Fault:
    """A 429 of a single action: the quota of the bucket is not exhausted."""
    return Fault(Kind.STATUS, 429, {"Retry-After": str(wait)}, **where)  # type: ignore[arg-type]


def cdn_error(status: int = 502, **where: Any) -> Fault:
    """An error page in HTML, as the network in front of the Hub sends it."""
    page = f"<html><head><title>{status}</title></head><body><h1>{status} ERROR</h1></body></html>"
    headers = {"Content-Type": "text/html", "Server": "CloudFront"}
    return Fault(Kind.STATUS, status, headers, page.encode(), cdn=True, **where)


class Faults:
    """What is to go wrong: a list to work off, and a rate for the rest."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self.count = 0
        self._rate = 0.0
        self._random = Random(0)
        self._kinds: Sequence[Fault] = ()
        self._lock = threading.Lock()

    def add(self, fault: Fault) -> None:
        """Plan a fault."""
        with self._lock:
            self.planned.append(fault)

    def at_random(self, rate: float, kinds: Sequence[Fault], seed: int = 0) -> None:
        """Let a share of all requests meet one of several faults."""
        with self._lock:
            self._rate, self._kinds, self._random = rate, kinds, Random(seed)

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        with self._lock:
            self.planned.clear()
            self._rate = 0.0

    def draw(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets."""
        with self._lock:
            found = next((fault for fault in self.planned if fault.hits(method, path)), None)
            if found is None and self._rate and self._random.random() < self._rate:
                found = self._random.choice(self._kinds)
            self.count += found is not None
            return found
