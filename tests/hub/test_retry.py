from __future__ import annotations

import pytest

from tagger.hub.errors import HubError, UnclearError
from tagger.hub.retry import Retry, asked_wait

RETRY = Retry(attempts=4, first=1.0, longest=3.0, patience=60.0)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, None])
def test_what_may_pass_is_tried_again(status: int | None) -> None:
    assert RETRY.wait(1, status, {}) is not None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 413, 416, 501])
def test_what_will_not_pass_is_not(status: int) -> None:
    assert RETRY.wait(1, status, {}) is None


def test_waits_grow_to_a_limit_and_end() -> None:
    assert 0.5 <= (RETRY.wait(1, 500, {}) or 0) <= 1
    assert 1 <= (RETRY.wait(2, 500, {}) or 0) <= 2
    assert 1.5 <= (RETRY.wait(3, 500, {}) or 0) <= 3
    assert RETRY.wait(4, 500, {}) is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"RateLimit": '"api";r=0;t=55'}, 56),
        ({"RateLimit": '"api";r=7;t=55'}, None),
        ({"RateLimit": '"api";r=0;t=5', "Retry-After": "9"}, 6),
        ({"RateLimit": '"api";r=7;t=55', "Retry-After": "9"}, 10),
        ({"Retry-After": "0"}, 1),
        ({"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        ({"RateLimit": "nonsense"}, None),
        ({}, None),
    ],
)
def test_what_the_hub_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_wait(headers) == seconds


def test_the_hub_s_wish_is_granted_up_to_the_end_of_patience() -> None:
    assert RETRY.wait(1, 429, {"RateLimit": '"api";r=0;t=40'}) == 41
    assert RETRY.wait(1, 429, {"RateLimit": '"api";r=0;t=61'}) is None
    assert (RETRY.wait(1, 500, {"Retry-After": "40"}) or 0) <= 1


def repeated(faults: list[HubError], *, found: str | None = None) -> tuple[str, list[float]]:
    """The result of a call that fails like this first, and the waits."""
    waits: list[float] = []

    def once() -> str:
        if faults:
            raise faults.pop(0)
        return "done"

    return RETRY.repeat(once, waits.append, lambda _: found), waits


def test_a_call_is_repeated_until_it_succeeds() -> None:
    assert repeated([HubError("busy", 503), HubError("busy", 503)])[0] == "done"


def test_a_refusal_ends_the_calls() -> None:
    left = [HubError("no", 403), HubError("busy", 503)]
    with pytest.raises(HubError, match="no"):
        repeated(left)
    assert len(left) == 1


def test_the_last_fault_is_the_one_raised() -> None:
    with pytest.raises(HubError, match="fourth"):
        repeated([HubError(name, 500) for name in ("first", "second", "third", "fourth", "fifth")])


def test_what_took_effect_is_not_called_again() -> None:
    left: list[HubError] = [UnclearError("lost"), HubError("no", 403)]
    assert repeated(left, found="there")[0] == "there"
    assert len(left) == 1


def test_a_clear_fault_is_not_looked_up() -> None:
    assert repeated([HubError("busy", 503)], found="there")[0] == "done"


def test_a_request_that_was_repeated_in_vain_is_not_begun_again() -> None:
    calls: list[float] = []

    def inner() -> str:
        calls.append(0.0)
        raise HubError("busy", 503)

    with pytest.raises(HubError):
        RETRY.repeat(lambda: RETRY.repeat(inner, lambda _: None), lambda _: None)
    assert len(calls) == RETRY.attempts
