from __future__ import annotations

import io
import time

import pytest

from tagger.cli.console import Console
from tagger.cli.progress import Meter, duration, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tagger.cli.progress.PATIENCE", 0.05)
    monkeypatch.setattr("tagger.cli.progress.INTERVAL", 0.01)


def written(stream: io.StringIO, seconds: float, environ: dict[str, str] | None = None) -> str:
    with progress(Console(io.StringIO(), stream, environ or {}), "checking a\x1bb"):
        time.sleep(seconds)
    return stream.getvalue()


def test_nothing_for_work_that_is_done_at_once() -> None:
    assert written(Terminal(), 0) == ""


@pytest.mark.usefixtures("_impatient")
def test_long_work_shows_and_leaves_nothing_behind() -> None:
    text = written(Terminal(), 0.2)
    assert "checking a\\x1bb (0 s)" in text
    assert text.endswith("\r\x1b[K")


@pytest.mark.usefixtures("_impatient")
def test_nothing_without_a_terminal() -> None:
    assert written(io.StringIO(), 0.2) == ""
    assert written(Terminal(), 0.2, {"TERM": "dumb"}) == ""


@pytest.mark.usefixtures("_impatient")
def test_the_line_goes_away_when_the_work_fails() -> None:
    stream = Terminal()
    shown = progress(Console(io.StringIO(), stream, {}), "checking")
    shown.__enter__()
    time.sleep(0.2)
    shown.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert stream.getvalue().endswith("\r\x1b[K")


class Seconds:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_done_rate_and_time_left() -> None:
    screen, clock = Terminal(), Seconds()
    with Meter(Console(io.StringIO(), screen, {}), "planned", 1200, clock) as meter:
        for _ in range(20):
            clock.now += 0.5
            meter.step("a/\x1bs")
    assert "planned 20 of 1,200 (2.0/s, 10 min left), a/\\x1bs" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_slow_work_is_told_by_the_minute() -> None:
    screen, clock = Terminal(), Seconds()
    meter = Meter(Console(io.StringIO(), screen, {}), "sent", 3, clock)
    clock.now = 120
    meter.step()
    assert screen.getvalue() == "\r\x1b[Ksent 1 of 3 (0.5/min, 4 min left)"


def test_the_line_is_not_written_for_every_step() -> None:
    screen, clock = Terminal(), Seconds()
    meter = Meter(Console(io.StringIO(), screen, {}), "planned", 1000, clock)
    for _ in range(1000):
        clock.now += 0.001
        meter.step()
    assert screen.getvalue().count("\r") <= 6


def test_nothing_is_counted_without_a_terminal() -> None:
    stream = io.StringIO()
    with Meter(Console(io.StringIO(), stream, {}), "planned", 2) as meter:
        meter.step()
        meter.say("x")
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (89, "89 s"), (90, "2 min"), (3600, "60 min"), (7500, "2 h 05 min")],
)
def test_time_spans(seconds: float, text: str) -> None:
    assert duration(seconds) == text
