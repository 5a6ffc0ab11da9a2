from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.client import HubClient
from tagger.hub.errors import HubError
from tests.support.hub import Fault, Kind, LoopbackHub, api_info, rate_limited

if TYPE_CHECKING:
    from tests.support.hub_fixtures import Waits

INFO = "/api/datasets/a/s"
FILE = "/datasets/a/s/resolve/main/file"
DATA = bytes(range(256)) * 8


@pytest.fixture(autouse=True)
def _dataset(hub: LoopbackHub) -> None:
    hub.add("a/s", {"file": DATA}, lfs={"large": DATA * 100})


def failure(client: HubClient, path: str = INFO) -> str:
    with pytest.raises(HubError) as raised:
        client.get(path, Budget())
    assert "\n" not in raised.value.reason
    return raised.value.reason


def test_an_answer_is_counted(client: HubClient) -> None:
    budget = Budget()
    assert client.get(INFO, budget).json()["id"] == "a/s"
    assert (budget.api, budget.files, budget.bytes) == (1, 0, 0)


@pytest.mark.parametrize("path", [FILE, "/datasets/a/s/resolve/main/large"])
@pytest.mark.parametrize("limit", [1, 10, len(DATA)])
def test_the_beginning_of_a_file_is_one_request(
    client: HubClient, hub: LoopbackHub, path: str, limit: int
) -> None:
    budget = Budget()
    assert client.head(path, budget, limit, whole=False) == DATA[:limit]
    assert (budget.api, budget.files, budget.bytes) == (0, 1, limit)
    assert sum("/resolve/" in request for request in hub.requests) == 1


def test_a_server_that_knows_no_ranges_is_cut_off(client: HubClient) -> None:
    assert client.head(FILE, Budget(), 10, whole=True) == DATA[:10]


def test_lists_come_page_by_page(
    client: HubClient, hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_info, "PAGE", 2)
    for number in range(4):
        hub.add(f"a/s{number}", {"file": b""})
    budget = Budget()
    pages = client.pages("/api/datasets", budget, params={"author": "a"})
    assert len(next(pages)) == 2
    assert budget.api == 1
    assert [len(page) for page in pages] == [2, 1]


def test_a_page_on_another_host_is_not_asked_for(client: HubClient, hub: LoopbackHub) -> None:
    link = {"Link": '<https://evil.example/x>; rel="next"'}
    hub.faults.add(Fault(Kind.STATUS, 200, link, b"[]"))
    pages = client.pages("/api/datasets", Budget())
    next(pages)
    with pytest.raises(HubError, match="another host"):
        next(pages)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_fault_is_waited_for(
    client: HubClient, hub: LoopbackHub, waits: Waits, status: int
) -> None:
    hub.faults.add(Fault(Kind.STATUS, status, times=2))
    budget = Budget()
    assert client.get(INFO, budget).status == 200
    assert (budget.api, len(waits)) == (3, 2)


@pytest.mark.parametrize("kind", [Kind.CUT, Kind.LOST])
def test_a_broken_connection_is_tried_again(
    client: HubClient, hub: LoopbackHub, waits: Waits, kind: Kind
) -> None:
    hub.faults.add(Fault(kind))
    assert client.head(FILE, Budget(), 10_000, whole=True) == DATA
    assert len(waits) == 1


def test_the_rate_limit_is_honoured(client: HubClient, hub: LoopbackHub, waits: Waits) -> None:
    hub.faults.add(rate_limited(7))
    client.get(INFO, Budget())
    assert waits == [8]


def test_a_lasting_fault_is_one_clause(client: HubClient, hub: LoopbackHub, waits: Waits) -> None:
    hub.faults.add(Fault(Kind.STATUS, 500, times=None))
    assert failure(client) == "the Hub answers with status 500"
    assert len(waits) == 2


def test_what_is_refused_is_not_tried_again(client: HubClient, waits: Waits) -> None:
    assert "no such dataset, or it is private: log in" in failure(client, "/api/datasets/a/gone")
    assert "no such revision" in failure(client, f"{INFO}/revision/gone")
    with pytest.raises(HubError, match="no such file"):
        client.head("/datasets/a/s/resolve/main/gone", Budget(), 1, whole=False)
    assert waits == []


def test_a_token_that_is_not_accepted_is_not_repeated(hub: LoopbackHub) -> None:
    reason = failure(HubClient(endpoint=hub.endpoint, token="hf_secret"))
    assert "does not accept the token" in reason
    assert "hf_secret" not in reason


def test_gated_and_disabled_datasets(client: HubClient, hub: LoopbackHub) -> None:
    hub.add("a/gated", {"file": b"1"}, gated=True)
    hub.add("a/off", {"file": b"1"}, disabled=True)
    with pytest.raises(HubError, match="it is gated: accept its conditions"):
        client.head("/datasets/a/gated/resolve/main/file", Budget(), 1, whole=False)
    assert failure(client, "/api/datasets/a/off") == "access to it is disabled"


def test_a_hub_that_is_not_there(waits: Waits) -> None:
    nowhere = HubClient(endpoint="http://127.0.0.1:1", token=False, sleep=waits)
    assert failure(nowhere) == "the Hub cannot be reached (ConnectError)"
    assert len(waits) == 3


def test_no_network_is_wanted(client: HubClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE is set" in failure(client)


@pytest.mark.parametrize("body", [b"<html>", b"", b"\xff"])
def test_an_answer_that_is_no_json(client: HubClient, hub: LoopbackHub, body: bytes) -> None:
    hub.faults.add(Fault(Kind.STATUS, 200, body=body))
    with pytest.raises(HubError, match="did not answer in JSON"):
        client.get(INFO, Budget()).json()


def test_the_budget_ends_it(client: HubClient, hub: LoopbackHub) -> None:
    budget = Budget(max_requests=2, max_bytes=100)
    client.head(FILE, budget, 100, whole=False)
    with pytest.raises(OverBudgetError, match="100 bytes"):
        client.head(FILE, budget, 1, whole=False)
    client.get(INFO, budget)
    with pytest.raises(OverBudgetError, match="2 requests"):
        client.get(INFO, budget)
    assert len(hub.requests) == 2


def test_a_repetition_costs_too(client: HubClient, hub: LoopbackHub) -> None:
    hub.faults.add(Fault(Kind.STATUS, 500, times=None))
    with pytest.raises(OverBudgetError):
        client.get(INFO, Budget(max_requests=2))
