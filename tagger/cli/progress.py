"""Signs of life on a terminal: one line on stderr, written anew; nothing where nobody watches."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from tagger.cli.console import Console

#: Seconds after which something is worth a line.
PATIENCE = 1.0
#: Seconds between two states of the line.
INTERVAL = 0.2


@contextmanager
def progress(console: Console, text: str) -> Iterator[None]:
    """Show a text with the seconds that have passed while the block runs."""
    if not console.watches:
        yield
        return
    done = threading.Event()
    ticker = threading.Thread(target=_tick, args=(console, text, done), daemon=True)
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()


def _tick(console: Console, text: str, done: threading.Event) -> None:
    start = time.monotonic()
    if done.wait(PATIENCE):
        return
    while True:
        console.status(f"{text} ({time.monotonic() - start:.0f} s)")
        if done.wait(INTERVAL):
            break
    console.status("")


class Meter:
    """A line on stderr that is written anew from time to time; nothing where nobody watches.

    Args:
        console: the terminal.
        what: what is being done.
        total: how many steps there are.
        clock: seconds that only ever grow.
    """

    def __init__(
        self,
        console: Console,
        what: str,
        total: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._what = what
        self._total = total
        self._clock = clock
        self._start = clock()
        self._shown = float("-inf")
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()

    def step(self, note: str = "") -> None:
        """Count one step; ``note`` is shown at the end of the line."""
        self._done += 1
        if self._clock() - self._shown >= INTERVAL:
            self.say(note)

    def say(self, note: str) -> None:
        """Write the line now."""
        if self._console.watches:
            self._shown = self._clock()
            self._console.status(self._line() + (f", {note}" if note else ""))

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._console.watches:
            self._console.status("")

    def _line(self) -> str:
        line = f"{self._what} {self._done:,} of {self._total:,}"
        seconds = self._clock() - self._start
        if not self._done or seconds <= 0:
            return line
        rate = self._done / seconds
        shown = f"{rate:.1f}/s" if rate >= 1 else f"{rate * 60:.1f}/min"
        return f"{line} ({shown}, {duration((self._total - self._done) / rate)} left)"


def duration(seconds: float) -> str:
    """A time span for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
