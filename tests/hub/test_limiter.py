from __future__ import annotations

import pytest

from tagger.hub.limiter import Limiter

POLICY = '"fixed window";"api";q=100;w=300'


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def limiter(clock: Clock, left: int, until: int, name: str = "api") -> Limiter:
    made = Limiter(clock)
    policy = POLICY.replace("api", name)
    made.seen("api", {"RateLimit": f'"{name}";r={left};t={until}', "RateLimit-Policy": policy})
    return made


def test_nothing_is_known_before_the_first_answer(clock: Clock) -> None:
    assert Limiter(clock).wait("api") == 0


def test_with_much_left_nobody_waits(clock: Clock) -> None:
    assert limiter(clock, 90, 200).wait("api") == 0


def test_the_last_requests_of_a_window_are_spread_over_the_rest_of_it(clock: Clock) -> None:
    made, waits = limiter(clock, 10, 100), []
    for _ in range(10):
        waits.append(made.wait("api"))
        clock.now += waits[-1]
    assert all(5 < wait < 20 for wait in waits)
    assert clock.now <= 150


def test_with_nothing_left_the_next_window_is_waited_for(clock: Clock) -> None:
    assert limiter(clock, 0, 55).wait("api") == 56


def test_requests_under_way_count(clock: Clock) -> None:
    made = limiter(clock, 2, 55)
    for _ in range(2):
        assert made.wait("api") < 55
    made.seen("api", {"RateLimit": '"api";r=1;t=55', "RateLimit-Policy": POLICY})
    assert made.wait("api") == 56


def test_a_window_that_ended_is_forgotten(clock: Clock) -> None:
    made = limiter(clock, 0, 55)
    clock.now += 56
    assert made.wait("api") == 0


def test_buckets_are_apart(clock: Clock) -> None:
    made = limiter(clock, 0, 55)
    assert made.wait("files") == 0
    made.seen("files", {"RateLimit": '"resolvers";r=0;t=10', "RateLimit-Policy": ""})
    assert made.wait("files") == 11
    assert made.wait("api") == 56


@pytest.mark.parametrize("text", ["", "nonsense", '"api";r=x;t=5', '"api";r=' + "9" * 5000])
def test_an_answer_without_limits_changes_nothing(clock: Clock, text: str) -> None:
    made = Limiter(clock)
    made.seen("api", {"RateLimit": text})
    assert made.wait("api") == 0
