"""Quotas, faults on the wire, and load, on the loopback Hub."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from huggingface_hub import CommitOperationAdd, HfApi, get_session
from huggingface_hub.errors import HfHubHTTPError

from tests.support.hub import Fault, Kind, LoopbackHub, cdn_error, granular_limit
from tests.support.hub.limits import Bucket

CARD = b"---\nlicense: mit\n---\n"
SET = "alice/set"


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock(hub: LoopbackHub) -> Clock:
    hub.clock = Clock()
    return hub.clock


@pytest.fixture
def api(hub: LoopbackHub) -> HfApi:
    hub.add(SET, {"README.md": CARD})
    return HfApi(endpoint=hub.endpoint, token=hub.login("bot"))


def propose(api: HfApi, title: str = "Title") -> None:
    api.create_commit(
        SET,
        [CommitOperationAdd("README.md", CARD + title.encode())],
        commit_message=title,
        create_pr=True,
        repo_type="dataset",
    )


@pytest.mark.usefixtures("api", "clock")
def test_every_answer_tells_what_is_left(hub: LoopbackHub) -> None:
    hub.limits.enforce()
    paths = {
        "/api/datasets": '"api";r=499;t=300',
        "/api/nothing": '"api";r=498;t=300',
        f"/datasets/{SET}/resolve/main/README.md": '"resolvers";r=2999;t=300',
        f"/datasets/{SET}.git/info/refs?service=git-upload-pack": '"pages";r=99;t=300',
    }
    for path, left in paths.items():
        answer = get_session().get(hub.endpoint + path)
        assert answer.headers["RateLimit"] == left
        assert answer.headers["RateLimit-Policy"].startswith('"fixed window";"')


def test_an_exhausted_quota_is_refused_until_the_window_ends(
    hub: LoopbackHub, api: HfApi, clock: Clock
) -> None:
    hub.limits.enforce({Bucket.API: 2})
    clock.time += 100
    for _ in range(2):
        api.dataset_info(SET)
    with pytest.raises(HfHubHTTPError, match=r"after 200 seconds \(0/2 requests remaining"):
        api.dataset_info(SET)
    assert hub.limits.refused == {Bucket.API: 1}
    clock.time += 200
    assert api.dataset_info(SET).sha


def test_accounts_have_quotas_of_their_own(hub: LoopbackHub, api: HfApi) -> None:
    hub.limits.enforce({Bucket.API: 1})
    other = HfApi(endpoint=hub.endpoint, token=hub.login("other"))
    assert api.dataset_info(SET).sha == other.dataset_info(SET).sha


def test_a_single_action_is_limited_while_quota_is_left(
    hub: LoopbackHub, api: HfApi, clock: Clock
) -> None:
    hub.limits.granular["commit"] = (1, 3600)
    propose(api)
    with pytest.raises(HfHubHTTPError) as caught:
        propose(api, "Again")
    headers = caught.value.response.headers
    assert caught.value.response.status_code == 429
    assert int(headers["Retry-After"]) <= 3600
    assert ";r=0;" not in headers["RateLimit"]
    clock.time += 3600
    propose(api, "Again")
    assert len(hub.repositories[SET].discussions) == 2


def test_a_granular_limit_by_request(hub: LoopbackHub, api: HfApi) -> None:
    hub.faults.add(granular_limit(7, path="/api/datasets"))
    with pytest.raises(HfHubHTTPError) as caught:
        api.dataset_info(SET)
    assert caught.value.response.headers["Retry-After"] == "7"
    assert ";r=0;" not in caught.value.response.headers["RateLimit"]


@pytest.mark.parametrize("status", [502, 503, 504])
def test_an_error_page_in_html(hub: LoopbackHub, api: HfApi, status: int) -> None:
    hub.faults.add(cdn_error(status))
    with pytest.raises(HfHubHTTPError) as caught:
        api.dataset_info(SET)
    answer = caught.value.response
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "text/html")
    assert "RateLimit" not in answer.headers


def test_a_commit_lands_after_its_failure(hub: LoopbackHub, api: HfApi, clock: Clock) -> None:
    hub.faults.add(Fault(Kind.LATE, 504, seconds=5, path="/commit/"))
    with pytest.raises(HfHubHTTPError, match="504"):
        propose(api)
    assert not list(api.get_repo_discussions(SET, repo_type="dataset"))
    clock.time += 5
    assert [pull.num for pull in api.get_repo_discussions(SET, repo_type="dataset")] == [1]


def test_what_is_to_come_can_be_had_at_once(hub: LoopbackHub, api: HfApi) -> None:
    hub.faults.add(Fault(Kind.LATE, 500, seconds=1000, path="/commit/"))
    with pytest.raises(HfHubHTTPError, match="500"):
        propose(api)
    hub.catch_up()
    assert not hub.repositories[SET].discussions
    hub.catch_up(all_of_it=True)
    assert len(hub.repositories[SET].discussions) == 1


def test_requests_are_answered_at_the_same_time(hub: LoopbackHub, api: HfApi) -> None:
    hub.latency = 0.3
    begin = time.monotonic()
    with ThreadPoolExecutor(16) as pool:
        known = list(pool.map(lambda _: api.dataset_info(SET).sha, range(16)))
    assert len(set(known)) == 1
    assert 0.3 <= time.monotonic() - begin < 16 * 0.3 / 2
    assert hub.counts == {"info": 16}


def test_a_connection_is_kept(hub: LoopbackHub) -> None:
    import http.client

    hub.add(SET, {"README.md": CARD})
    connection = http.client.HTTPConnection("127.0.0.1", int(hub.endpoint.rpartition(":")[2]))
    for _ in range(3):
        connection.request("GET", f"/datasets/{SET}/resolve/main/README.md")
        socket = connection.sock
        assert connection.getresponse().read() == CARD
        assert connection.sock is socket
    connection.close()
    assert hub.sent == {"resolve": 3 * len(CARD)}
