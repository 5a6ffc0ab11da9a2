from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tagger.autotag.pace import HOUR, Pace

if TYPE_CHECKING:
    from tests.support.campaign import Turned


def sent(pace: Pace, number: int) -> list[float]:
    """When so many writes are sent, from the first one on."""
    for _ in range(number):
        pace.wait()
        pace.count()
    return [time - pace.past[0] for time in pace.past]


def test_the_first_write_does_not_wait(clock: Turned) -> None:
    assert Pace(clock, 10).due() == 0


def test_a_pause_between_two_with_something_by_chance(clock: Turned) -> None:
    times = sent(Pace(clock, 1000, interval=2.0), 50)
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert all(2.0 <= pause <= 3.0 for pause in pauses)
    assert len({round(pause, 3) for pause in pauses}) > 10


def test_no_more_than_so_many_in_any_hour(clock: Turned) -> None:
    times = sent(Pace(clock, 5), 17)
    assert all(times[n + 5] - times[n] >= HOUR for n in range(12))
    assert times[-1] < 3 * HOUR + 30


def test_earlier_runs_count(clock: Turned) -> None:
    past = [clock.now() - HOUR + 100, clock.now() - 50]
    assert 99 <= Pace(clock, 2, past=past).due() <= 101
    assert Pace(clock, 3, past=past).due() == 0


def test_a_wait_is_told(clock: Turned) -> None:
    told: list[float] = []
    pace = Pace(clock, 1, past=[clock.now()], tell=told.append)
    pace.wait()
    assert told == clock.slept == [HOUR]


def test_a_wait_of_less_than_a_second_is_waited(clock: Turned) -> None:
    told: list[float] = []
    Pace(clock, 10, interval=0.4, past=[clock.now()], tell=told.append).wait()
    assert told == clock.slept
    assert len(told) == 1


def test_no_wait_is_not_told(clock: Turned) -> None:
    told: list[float] = []
    Pace(clock, 10, tell=told.append).wait()
    assert told == clock.slept == []
