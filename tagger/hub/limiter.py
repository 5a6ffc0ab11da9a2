"""Requests spread over the Hub's rate limits, so that it never has to refuse one.

The Hub counts requests by bucket (``api``, ``resolvers``, ``pages``) in fixed windows and says in
every answer how many are left: ``RateLimit: "api";r=812;t=145`` and
``RateLimit-Policy: "fixed window";"api";q=1000;w=300`` (as huggingface_hub 2.4.0 reads them).
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LEFT = re.compile(r'"([^"]+)"\s*;\s*r=(\d{1,9})\s*;\s*t=(\d{1,9})')
_POLICY = re.compile(r'"([^"]+)"\s*;\s*q=(\d{1,9})\s*;\s*w=(\d{1,9})')
#: Requests are spread once no more than this part of a window's quota is left.
_LAST_PART = 0.2


class Quota(NamedTuple):
    """What an answer says of its bucket: the name, the requests left, the seconds to its end."""

    name: str
    left: int
    seconds: int


def quota_in(headers: Mapping[str, str]) -> Quota | None:
    """What the headers of an answer say of its bucket, or ``None``."""
    found = _LEFT.search(headers.get("RateLimit", ""))
    return Quota(found[1], int(found[2]), int(found[3])) if found else None


@dataclass(slots=True)
class _Bucket:
    """One quota: how many requests are left until the window ends, and how many there were."""

    left: int
    ends: float
    quota: int


class Limiter:
    """When the next request may be sent; one for all threads that use one account.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._buckets: dict[str, _Bucket] = {}
        self._names: dict[str, str] = {}

    def wait(self, kind: str) -> float:
        """Count a request of some kind and return the seconds to wait before sending it."""
        with self._lock:
            bucket = self._buckets.get(self._names.get(kind, ""))
            if bucket is None:
                return 0.0
            until = bucket.ends - self._clock()
            if until <= 0:
                return 0.0  # a new window; its first answer says what is left
            bucket.left -= 1
            if bucket.left < 0:
                return until + 1  # the Hub's clock is read in whole seconds
            if bucket.left < bucket.quota * _LAST_PART:
                return until / (bucket.left + 2)
            return 0.0

    def seen(self, kind: str, headers: Mapping[str, str]) -> None:
        """Take what an answer to a request of this kind says of its bucket."""
        said = quota_in(headers)
        if said is None:
            return
        policy = _POLICY.search(headers.get("RateLimit-Policy", ""))
        name, remaining, seconds = said
        ends = self._clock() + seconds
        with self._lock:
            known = self._buckets.get(name)
            quota = int(policy[2]) if policy else max(remaining, known.quota if known else 0)
            if known and abs(known.ends - ends) < 2:
                # Requests under way are counted here already, and not yet in their answers.
                remaining = min(remaining, known.left)
            self._names[kind] = name
            self._buckets[name] = _Bucket(remaining, ends, quota)
