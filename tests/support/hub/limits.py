"""How often the loopback Hub lets an account ask: quotas per bucket, and limits per kind.

Quotas: https://huggingface.co/docs/hub/rate-limits. Every answer tells what is left, in the form
that huggingface_hub 2.4.0 reads (``RateLimit: "api";r=489;t=189``).
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: Length of the fixed windows, in seconds.
WINDOW = 300


class Bucket(StrEnum):
    """What a request counts for."""

    API = "api"
    RESOLVERS = "resolvers"
    PAGES = "pages"

    @classmethod
    def of(cls, path: str) -> Bucket:
        """The bucket of a path. That git counts for the pages is a guess: nothing settles it."""
        if path.startswith("/api/"):
            return cls.API
        return cls.RESOLVERS if "/resolve/" in path else cls.PAGES


ANONYMOUS: Mapping[Bucket, int] = {Bucket.API: 500, Bucket.RESOLVERS: 3_000, Bucket.PAGES: 100}
FREE: Mapping[Bucket, int] = {Bucket.API: 1_000, Bucket.RESOLVERS: 5_000, Bucket.PAGES: 200}
PRO: Mapping[Bucket, int] = {Bucket.API: 2_500, Bucket.RESOLVERS: 12_000, Bucket.PAGES: 400}
#: What applies until a test asks for more: told in every answer, and never reached.
AMPLE: Mapping[Bucket, int] = dict.fromkeys(Bucket, 1_000_000)


@dataclass(frozen=True)
class Taken:
    """What a request meets: the headers of its answer, and the seconds to wait if it is refused.

    Attributes:
        granular: the limit of its kind refuses it, although the quota is not exhausted.
    """

    headers: dict[str, str]
    wait: int = 0
    granular: bool = False


@dataclass
class Limits:
    """Counts requests per account, bucket and window.

    Attributes:
        clock: the time in seconds.
        users, anonymous: the quotas of a window.
        granular: limits per kind of request (``commit``, ``comment`` …): how many in how many
            seconds. They refuse with 429 while the bucket still has quota left.
        refused: how many requests of a bucket were answered with 429.
    """

    clock: Callable[[], float]
    users: Mapping[Bucket, int] = field(default_factory=lambda: AMPLE)
    anonymous: Mapping[Bucket, int] = field(default_factory=lambda: AMPLE)
    granular: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: Counter[Bucket] = field(default_factory=Counter)
    _used: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def enforce(self, users: Mapping[Bucket, int] = FREE) -> None:
        """Switch the real quotas on."""
        self.users, self.anonymous = users, ANONYMOUS

    def take(self, user: str | None, bucket: Bucket, kind: str) -> Taken:
        """Count a request of a user (or of nobody) and tell what its answer must say."""
        quota = (self.anonymous if user is None else self.users).get(bucket, 0)
        who = user or ""
        with self._lock:
            used, wait = self._count(who, bucket, WINDOW)
            policy = f'"fixed window";"{bucket}";q={quota};w={WINDOW}'
            left = f'"{bucket}";r={max(0, quota - used)};t={wait}'
            headers = {"RateLimit": left, "RateLimit-Policy": policy}
            if used > quota:
                self.refused[bucket] += 1
                return Taken(headers, wait)
            if kind in self.granular:
                most, window = self.granular[kind]
                used, wait = self._count(who, kind, window)
                if used > most:
                    self.refused[bucket] += 1
                    return Taken({**headers, "Retry-After": str(wait)}, wait, granular=True)
        return Taken(headers)

    def _count(self, who: str, what: str, window: int) -> tuple[int, int]:
        """How many requests this window has seen with this one, and the seconds to its end."""
        now = self.clock()
        number = math.floor(now / window)
        self._used[who, what, number] += 1
        return self._used[who, what, number], math.ceil((number + 1) * window - now)
