"""When to ask the Hub again, and how long to wait before it: the one loop for all requests."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from tagger.hub.errors import HubError, UnclearError
from tagger.hub.limiter import quota_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")
#: Statuses after which the same request may succeed; ``None`` is no answer at all.
RETRIED = frozenset({None, 408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Retry:
    """How often and how long.

    Attributes:
        attempts: requests in all.
        first: seconds before the second attempt; doubled from there on.
        longest: seconds that one such wait has at most.
        patience: seconds that the Hub may ask for; more ends the attempts.
        statuses: those after which there is another attempt; ``None`` is no answer at all.
    """

    attempts: int = 4
    first: float = 0.5
    longest: float = 16.0
    patience: float = 310.0
    statuses: frozenset[int | None] = RETRIED

    def repeat(
        self,
        once: Callable[[], T],
        sleep: Callable[[float], None],
        recover: Callable[[UnclearError], T | None] | None = None,
    ) -> T:
        """The result of a call, which is repeated while that may help.

        A request inside it that was repeated in vain by itself is not begun again.

        Args:
            once: is called for every attempt.
            sleep: waits that many seconds.
            recover: looks up, after an attempt that may have taken effect, what it has led to;
                ``None`` allows another attempt. Asked after the last attempt too.

        Raises:
            HubError: the fault of the last attempt.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                return once()
            except HubError as fault:
                wait = self.wait(attempt, fault.status, fault.headers)
                wait = None if fault.is_final else wait
                fault.is_final = wait is None
                unclear = fault if recover and isinstance(fault, UnclearError) else None
                if wait is None and unclear is None:
                    raise
                sleep(self.first if wait is None else wait)
                found = recover(unclear) if recover and unclear else None
                if found is not None:
                    return found
                if wait is None:
                    raise

    def wait(self, attempt: int, status: int | None, headers: Mapping[str, str]) -> float | None:
        """Seconds to wait after a failed attempt (from 1), or ``None`` to give up.

        ``status`` is ``None`` when there was no answer at all.
        """
        if attempt >= self.attempts or status not in self.statuses:
            return None
        asked = asked_wait(headers) if status in (429, 503) else None
        if asked is not None:
            return asked if asked <= self.patience else None
        # Jitter keeps parallel readers from coming back all at once.
        return min(self.longest, self.first * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0)  # noqa: S311


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that an answer asks to wait, one added against rounding, or ``None``."""
    quota = quota_in(headers)
    if quota and quota.left == 0:
        return float(quota.seconds) + 1
    after = headers.get("Retry-After", "").strip()
    return float(after) + 1 if after.isdecimal() else None
