"""Opening and updating on the loopback Hub: whatever fails, one pull request and no more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tagger.hub.errors import HubError, UnclearError
from tagger.hub.retry import Retry
from tagger.pulls.api import PullApi
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Moved, Opened, Pull, Stand
from tagger.pulls.proposal import Nothing
from tagger.pulls.send import SETTLING, open_pull, update_pull
from tagger.pulls.text import TITLE, key_in
from tests.support.hub import Fault, Kind, rate_limited
from tests.support.pulls import (
    CARD,
    FILES,
    SET,
    TAGS,
    account,
    by_hand,
    card_of,
    commits,
    person,
    proposal,
    with_tags,
)

if TYPE_CHECKING:
    from tests.support.hub import LoopbackHub, Repository
    from tests.support.hub_fixtures import Waits

TAGGED = with_tags(*TAGS)


@pytest.fixture
def repository(hub: LoopbackHub) -> Repository:
    return hub.add(SET, FILES)


@pytest.fixture
def api(hub: LoopbackHub, repository: Repository, waits: Waits) -> PullApi:
    del repository
    return account(hub, sleep=waits)


def only(repository: Repository) -> int:
    """The number of the one pull request; it holds the tags and nothing else."""
    assert [pull.title for pull in repository.discussions] == [TITLE]
    pull = repository.discussions[0]
    head = repository.head(pull.ref) or ""
    assert card_of(repository, pull.ref) == TAGGED
    listing = repository.listing(pull.base or "")
    assert {**repository.listing(head), "README.md": None} == {**listing, "README.md": None}
    assert repository.git.commit_fields(head)["parent"] == [pull.base]
    return pull.num


def refusal(api: PullApi) -> HubError:
    with pytest.raises(HubError) as raised:
        open_pull(api, proposal(api))
    assert "\n" not in raised.value.reason
    return raised.value


# -- opening --------------------------------------------------------------------------------


def test_one_commit_that_changes_the_card_alone(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    found = proposal(api)
    before = len(hub.requests)
    answer = open_pull(api, found)
    num = only(repository)
    assert answer == Opened(
        num, f"{hub.endpoint}/datasets/{SET}/discussions/{num}", repository.head("refs/pr/1")
    )
    assert repository.discussions[0].base == found.commit
    assert repository.discussions[0].status == "open"
    assert hub.requests[before:] == [
        f"GET /api/datasets/{SET}/revision/main?expand=sha",
        "POST /api/validate-yaml",
        f"POST /api/datasets/{SET}/preupload/main?create_pr=1",
        f"POST /api/datasets/{SET}/commit/main?create_pr=1",
    ]


def test_its_text_names_the_key(api: PullApi, repository: Repository) -> None:
    found = proposal(api)
    open_pull(api, found)
    body = repository.discussions[0].events[0]["data"]["latest"]["raw"]
    assert (body, key_in(body)) == (found.body, found.key)


def test_a_head_that_has_moved_is_planned_anew(api: PullApi, repository: Repository) -> None:
    found = proposal(api)
    new = repository.commit({"README.md": CARD + b"More\n"})
    assert open_pull(api, found) == Moved(new)
    assert repository.discussions == []


def test_a_card_that_is_so_already_is_nothing_to_do(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    found = proposal(api)
    repository.commit({"README.md": TAGGED})
    # The question for the head is answered by what was true a moment before.
    stale = b'{"sha": "%s"}' % found.commit.encode()
    hub.faults.add(Fault(Kind.STATUS, 200, body=stale, path="expand=sha"))
    assert isinstance(open_pull(api, found), Nothing)
    assert repository.discussions == []


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408])
@pytest.mark.parametrize("path", ["/commit/", "/validate-yaml"])
def test_a_passing_fault_leads_to_one(
    api: PullApi, hub: LoopbackHub, repository: Repository, path: str, status: int
) -> None:
    hub.faults.add(Fault(Kind.STATUS, status, path=path, times=2))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    only(repository)


def test_a_rate_limit_is_waited_for(
    api: PullApi, hub: LoopbackHub, repository: Repository, waits: Waits
) -> None:
    hub.faults.add(rate_limited(7, path="/commit/"))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    assert 8 in waits
    assert only(repository) == 1


def test_a_rate_limit_that_lasts_too_long(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(rate_limited(3000, path="/commit/"))
    assert "limit for commits and pull requests" in refusal(api).reason
    assert (repository.discussions, commits(hub)) == ([], 1)


@pytest.mark.parametrize("kind", [Kind.LOST, Kind.CUT])
def test_a_commit_whose_answer_is_lost_is_found_and_not_sent_again(
    api: PullApi, hub: LoopbackHub, repository: Repository, kind: Kind
) -> None:
    hub.faults.add(Fault(kind, path="/commit/"))
    answer = open_pull(api, proposal(api))
    assert isinstance(answer, Opened)
    assert (answer.num, answer.commit) == (only(repository), None)
    assert commits(hub) == 1


def test_a_commit_that_takes_effect_and_answers_with_a_fault(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(Fault(Kind.LOST, path="/commit/"))
    hub.faults.add(Fault(Kind.STATUS, 500, path="/discussions", times=2))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    only(repository)


def test_an_answer_that_says_nothing_is_looked_into(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    for body in (b"{}", b"<html>"):
        hub.faults.add(Fault(Kind.STATUS, 200, body=body, path="/commit/"))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    only(repository)


def test_somebody_was_faster_while_it_failed(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    found = proposal(api)
    by_hand(person(hub, "julien"), TAGGED)
    hub.faults.add(Fault(Kind.STATUS, 500, path="/commit/"))
    answer = open_pull(api, found)
    assert answer == Nothing(
        "pull request #1 is there: it brings `rl-environment`, `harbor` and `openenv`"
    )
    assert len(repository.discussions) == 1


def test_the_head_moved_while_it_failed(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    def sleep(_: float) -> None:
        repository.commit({"README.md": CARD + b"More\n"})

    slow = account(hub, sleep=sleep)
    hub.faults.add(Fault(Kind.STATUS, 500, path="/commit/"))
    assert isinstance(open_pull(slow, proposal(api)), Moved)
    assert repository.discussions == []


def test_a_lasting_fault_is_not_known_to_have_failed(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(Fault(Kind.STATUS, 500, path="/commit/", times=None))
    assert isinstance(refusal(api), UnclearError)
    assert (repository.discussions, commits(hub)) == ([], 3)


def test_the_last_attempt_is_looked_into_too(
    hub: LoopbackHub, repository: Repository, waits: Waits
) -> None:
    once = PullApi(
        endpoint=hub.endpoint, token=hub.login("bot"), sleep=waits, retry=Retry(attempts=1)
    )
    hub.faults.add(Fault(Kind.LOST, path="/commit/"))
    assert isinstance(open_pull(once, proposal(once)), Opened)
    only(repository)


def test_a_commit_that_is_given_up_and_takes_effect_later_is_waited_for(
    hub: LoopbackHub, repository: Repository
) -> None:
    def sleep(seconds: float) -> None:
        time.sleep(seconds / SETTLING)

    hasty = PullApi(endpoint=hub.endpoint, token=hub.login("bot"), sleep=sleep, timeout=0.3)
    found = proposal(hasty)
    hub.faults.add(Fault(Kind.SLOW, path="/commit/", seconds=0.9))
    assert isinstance(open_pull(hasty, found), Opened)
    assert (only(repository), commits(hub)) == (1, 1)


@pytest.mark.parametrize("status", [408, 504])
def test_after_a_time_out_on_the_way_there_is_a_second_look(
    hub: LoopbackHub, repository: Repository, status: int
) -> None:
    def sleep(seconds: float) -> None:
        if seconds == SETTLING:
            by_hand(person(hub, "bot"), TAGGED)

    api = account(hub, sleep=sleep)
    hub.faults.add(Fault(Kind.STATUS, status, path="/commit/"))
    answer = open_pull(api, proposal(api))
    assert isinstance(answer, Opened)
    assert answer.commit is None
    assert (only(repository), commits(hub)) == (1, 2)


def test_after_a_clear_fault_of_the_hub_there_is_one_look(
    api: PullApi, hub: LoopbackHub, waits: Waits
) -> None:
    hub.faults.add(Fault(Kind.STATUS, 500, path="/commit/"))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    assert SETTLING not in waits


def test_what_is_found_at_the_first_look_needs_no_second(
    api: PullApi, hub: LoopbackHub, repository: Repository, waits: Waits
) -> None:
    hub.faults.add(Fault(Kind.LOST, path="/commit/"))
    assert isinstance(open_pull(api, proposal(api)), Opened)
    assert SETTLING not in waits
    only(repository)


def test_one_of_ours_that_came_and_is_outdated_is_opened_all_the_same(
    hub: LoopbackHub, repository: Repository
) -> None:
    def sleep(_: float) -> None:
        if not repository.discussions:
            by_hand(person(hub, "bot"), with_tags("harbor"))

    api = account(hub, sleep=sleep)
    hub.faults.add(Fault(Kind.STATUS, 500, path="/commit/"))
    answer = open_pull(api, proposal(api))
    assert isinstance(answer, Opened)
    assert (answer.num, len(repository.discussions)) == (1, 1)


@pytest.mark.parametrize("path", ["/validate-yaml", "/preupload/"])
def test_what_fails_before_the_commit_is_simply_tried_again(
    api: PullApi, hub: LoopbackHub, repository: Repository, path: str
) -> None:
    found = proposal(api)
    before = len(hub.requests)
    hub.faults.add(Fault(Kind.LOST, path=path))
    assert isinstance(open_pull(api, found), Opened)
    assert not any("discussions" in request for request in hub.requests[before:])
    only(repository)


def test_nothing_is_sent_again_where_nothing_can_be_looked_up(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(Fault(Kind.LOST, path="/commit/"))
    hub.faults.add(Fault(Kind.STATUS, 500, path="/discussions", times=None))
    fault = refusal(api)
    assert isinstance(fault, UnclearError)
    assert "shows when the command is run again" in fault.reason
    assert commits(hub) == 1
    hub.faults.clear()
    assert look_up(api, proposal(api)).stand is Stand.CURRENT
    only(repository)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "the Hub refuses the change"),
        (401, "does not accept the token"),
        (403, "use a token that may open pull requests"),
        (404, "the Hub answers with status 404"),
        (409, "at work on another change"),
        (413, "larger than the Hub takes"),
        (418, "the Hub answers with status 418"),
    ],
)
def test_a_refusal_is_one_clause_and_is_not_sent_again(
    api: PullApi, hub: LoopbackHub, repository: Repository, status: int, words: str
) -> None:
    hub.faults.add(Fault(Kind.STATUS, status, path="/commit/", times=None))
    fault = refusal(api)
    assert words in fault.reason
    assert not isinstance(fault, UnclearError)
    assert (repository.discussions, commits(hub)) == ([], 1)


def test_a_precondition_that_fails_means_that_the_head_moved(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(Fault(Kind.STATUS, 412, path="/commit/"))
    assert open_pull(api, proposal(api)) == Moved(repository.head() or "")


def test_discussions_that_are_turned_off(api: PullApi, repository: Repository) -> None:
    repository.discussions_disabled = True
    assert refusal(api).reason == "it takes no pull requests: its owner has turned discussions off"


def test_a_dataset_that_is_gone(api: PullApi, hub: LoopbackHub) -> None:
    found = proposal(api)
    del hub.repositories[SET]
    with pytest.raises(HubError, match="there is no such dataset"):
        open_pull(api, found)


def test_a_gated_dataset_says_so(api: PullApi, hub: LoopbackHub) -> None:
    headers = {"X-Error-Code": "GatedRepo", "X-Error-Message": "restricted"}
    hub.faults.add(Fault(Kind.STATUS, 403, headers, path="/commit/"))
    assert "it is gated" in refusal(api).reason


def test_a_card_that_the_hub_refuses_for_another_reason(
    api: PullApi, hub: LoopbackHub, repository: Repository
) -> None:
    card = CARD.replace(b"license: apache-2.0", b"license: Apache-2.0")
    repository.commit({"README.md": card})
    assert refusal(api).reason == 'the Hub refuses the card: "license" must be one of [...]'
    assert (repository.discussions, commits(hub)) == ([], 0)


def test_the_hub_s_remarks_on_a_card_are_not_repeated(api: PullApi, repository: Repository) -> None:
    card = CARD.replace(b"- reinforcement-learning", b"- invented")
    repository.commit({"README.md": card})
    assert isinstance(open_pull(api, proposal(api)), Opened)


def test_no_token_is_in_what_is_said(hub: LoopbackHub, repository: Repository) -> None:
    del repository
    wrong = PullApi(endpoint=hub.endpoint, token="hf_secret", retry=Retry(attempts=1))
    found = proposal(account(hub))
    for call in (look_up, open_pull):
        with pytest.raises(HubError) as raised:
            call(wrong, found)
        assert "hf_secret" not in repr(raised.value) + str(raised.value)


def test_writes_keep_their_distance(hub: LoopbackHub, waits: Waits) -> None:
    api = account(hub, sleep=waits)
    for name in ("alice/one", "alice/two"):
        hub.add(name, FILES)
        open_pull(api, proposal(api, name))
    assert len(waits) == 1
    assert 0 < waits[0] <= 1


# -- updating -------------------------------------------------------------------------------


@pytest.fixture
def pull(api: PullApi, hub: LoopbackHub) -> Pull:
    """A pull request of ours that lacks a tag."""
    by_hand(person(hub, "bot"), with_tags("rl-environment", "harbor"))
    standing = look_up(api, proposal(api))
    assert standing.stand is Stand.OUTDATED
    assert standing.pull
    return standing.pull


def assert_updated(repository: Repository, api: PullApi) -> None:
    assert len(repository.discussions) == 1
    assert card_of(repository, "refs/pr/1") == TAGGED
    body = repository.discussions[0].events[0]["data"]["latest"]["raw"]
    assert body == proposal(api).body
    assert look_up(api, proposal(api)).stand is Stand.CURRENT


def test_an_old_one_of_ours_is_brought_up_to_date(
    api: PullApi, repository: Repository, pull: Pull
) -> None:
    answer = update_pull(api, proposal(api), pull)
    assert answer == Opened(1, pull.url, repository.head("refs/pr/1"))
    assert_updated(repository, api)


@pytest.mark.parametrize("path", ["/commit/", "/edit"])
@pytest.mark.parametrize(
    "fault", [Fault(Kind.LOST), Fault(Kind.STATUS, 503, times=2), rate_limited(3)]
)
def test_a_passing_fault_does_not_harm_an_update(
    api: PullApi, hub: LoopbackHub, repository: Repository, pull: Pull, path: str, fault: Fault
) -> None:
    hub.faults.add(Fault(fault.kind, fault.status, fault.headers, path=path, times=1))
    assert isinstance(update_pull(api, proposal(api), pull), Opened)
    assert_updated(repository, api)
    assert sum(event["type"] == "commit" for event in repository.discussions[0].events) == 2


def test_an_update_of_what_has_moved(api: PullApi, repository: Repository, pull: Pull) -> None:
    found = proposal(api)
    new = repository.commit({"README.md": CARD + b"More\n"})
    assert update_pull(api, found, pull) == Moved(new)


def test_an_update_while_somebody_commits_to_it(
    api: PullApi, hub: LoopbackHub, repository: Repository, pull: Pull
) -> None:
    hub.faults.add(Fault(Kind.STATUS, 412, path="/commit/"))
    assert update_pull(api, proposal(api), pull) == Moved(repository.head("refs/pr/1") or "")


def test_an_update_that_is_refused(api: PullApi, hub: LoopbackHub, pull: Pull) -> None:
    hub.faults.add(Fault(Kind.STATUS, 403, path="/commit/"))
    with pytest.raises(HubError, match="status 403"):
        update_pull(api, proposal(api), pull)
