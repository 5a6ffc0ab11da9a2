from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.hub.budget import Budget
from tagger.hub.errors import HubError
from tagger.pulls.api import PullApi
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Opened, Stand
from tagger.pulls.send import open_pull
from tagger.pulls.text import TITLE
from tests.support.hub import Fault, Kind, api_discussions
from tests.support.pulls import (
    CARD,
    FILES,
    SET,
    TAGS,
    account,
    by_hand,
    person,
    proposal,
    settle,
    with_tags,
)

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from tests.support.hub import LoopbackHub, Repository

TAGGED = with_tags(*TAGS)


@pytest.fixture
def repository(hub: LoopbackHub) -> Repository:
    return hub.add(SET, FILES)


@pytest.fixture
def api(hub: LoopbackHub, repository: Repository) -> PullApi:
    del repository
    return account(hub)


@pytest.fixture
def owner(hub: LoopbackHub) -> HfApi:
    return person(hub, "alice")


@pytest.fixture
def staff(hub: LoopbackHub) -> HfApi:
    return person(hub, "julien")


def stand(api: PullApi) -> tuple[Stand, int | None]:
    """The standing and the number of the pull request that it names."""
    found = look_up(api, proposal(api))
    assert "\n" not in found.reason
    return found.stand, found.pull.num if found.pull else None


def opened(api: PullApi) -> int:
    answer = open_pull(api, proposal(api))
    assert isinstance(answer, Opened)
    return answer.num


def test_nothing_is_there(api: PullApi, hub: LoopbackHub) -> None:
    found = proposal(api)
    before = len(hub.requests)
    assert look_up(api, found).stand is Stand.FREE
    assert len(hub.requests) == before + 1


# -- somebody else's ------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Add RL environment tags", "Update README.md"])
def test_one_that_brings_the_tags_whatever_its_title(
    api: PullApi, staff: HfApi, title: str
) -> None:
    by_hand(staff, CARD + b"Unrelated\n")
    num = by_hand(staff, TAGGED, title)
    assert stand(api) == (Stand.TAKEN, num)


def test_one_that_brings_a_part_of_them(api: PullApi, staff: HfApi) -> None:
    num = by_hand(staff, with_tags("rl-environment"))
    found = look_up(api, proposal(api))
    assert found.stand is Stand.TAKEN
    assert found.pull
    assert found.pull.num == num
    assert found.reason == "it brings `rl-environment`"


def test_one_that_only_sounds_like_it(api: PullApi, staff: HfApi) -> None:
    by_hand(staff, CARD.replace(b"# Number", b"# Numerical"))
    assert stand(api) == (Stand.FREE, None)


def test_one_that_speaks_of_the_tags_in_its_text_only(api: PullApi, staff: HfApi) -> None:
    by_hand(staff, CARD + b"\nharbor rl-environment openenv\n")
    assert stand(api) == (Stand.FREE, None)


def test_one_that_builds_on_a_commit_with_the_tags(
    api: PullApi, staff: HfApi, repository: Repository
) -> None:
    old = repository.commit({"README.md": TAGGED})
    repository.commit({"README.md": CARD})
    by_hand(staff, TAGGED + b"More text\n", "More text", parent_commit=old)
    assert stand(api) == (Stand.FREE, None)


def test_one_in_a_flow_list(api: PullApi, staff: HfApi) -> None:
    flow = b"tags: [puzzles, rl-environment, harbor, openenv]\n"
    card = CARD.replace(CARD[CARD.index(b"tags:") : CARD.index(b"viewer:")], flow)
    assert stand(api)[0] is Stand.FREE
    num = by_hand(staff, card)
    assert stand(api) == (Stand.TAKEN, num)


def test_one_without_a_card(api: PullApi, staff: HfApi) -> None:
    staff.delete_file("README.md", SET, repo_type="dataset", create_pr=True)
    assert stand(api) == (Stand.FREE, None)


def test_one_that_was_merged_and_undone(
    api: PullApi, staff: HfApi, owner: HfApi, repository: Repository
) -> None:
    num = by_hand(staff, TAGGED)
    settle(owner, num, "merged")
    repository.commit({"README.md": CARD})
    assert stand(api) == (Stand.TAKEN, num)


def test_one_that_the_owner_closed_is_a_refusal(api: PullApi, staff: HfApi, owner: HfApi) -> None:
    num = by_hand(staff, TAGGED)
    settle(owner, num, "closed")
    assert stand(api) == (Stand.REFUSED, num)


def test_a_closed_one_that_only_writes_of_the_tags_is_none(
    api: PullApi, staff: HfApi, owner: HfApi
) -> None:
    prose = f"Not for {', '.join(TAGS)} yet.\n".encode()
    settle(owner, by_hand(staff, CARD + prose), "closed")
    assert stand(api) == (Stand.FREE, None)


def test_one_that_its_author_withdrew_is_none(api: PullApi, staff: HfApi) -> None:
    settle(staff, by_hand(staff, TAGGED), "closed")
    assert stand(api) == (Stand.FREE, None)


def test_one_of_another_account_s_tagger(hub: LoopbackHub, api: PullApi, owner: HfApi) -> None:
    num = opened(account(hub, "other"))
    assert stand(api) == (Stand.TAKEN, num)
    settle(owner, num, "closed")
    assert stand(api) == (Stand.REFUSED, num)


def test_a_discussion_is_no_pull_request(api: PullApi, owner: HfApi) -> None:
    owner.create_discussion(SET, "Add RL environment tags", repo_type="dataset")
    assert stand(api) == (Stand.FREE, None)


def test_what_was_closed_before_the_tags_existed_is_not_read(
    api: PullApi, staff: HfApi, owner: HfApi, repository: Repository, hub: LoopbackHub
) -> None:
    found = proposal(api)
    settle(owner, by_hand(staff, TAGGED), "closed")
    repository.discussions[0].created_at = "2026-08-31T23:59:59.000Z"
    before = len(hub.requests)
    assert look_up(api, found).stand is Stand.FREE
    assert len(hub.requests) == before + 1


# -- our own --------------------------------------------------------------------------------


def test_our_own_says_the_same(api: PullApi) -> None:
    num = opened(api)
    assert stand(api) == (Stand.CURRENT, num)


def test_our_own_under_another_title(api: PullApi, owner: HfApi) -> None:
    num = opened(api)
    owner.rename_discussion(SET, num, "Tags", repo_type="dataset")
    assert stand(api) == (Stand.CURRENT, num)


def test_our_own_while_the_text_of_the_card_moves_on(api: PullApi, repository: Repository) -> None:
    num = opened(api)
    repository.commit({"README.md": CARD + b"More text\n"})
    assert stand(api) == (Stand.CURRENT, num)


def test_our_own_lacks_a_tag(api: PullApi, hub: LoopbackHub) -> None:
    num = by_hand(person(hub, "bot"), with_tags("rl-environment", "harbor"))
    assert stand(api) == (Stand.OUTDATED, num)


def test_our_own_to_which_others_have_committed(api: PullApi, owner: HfApi) -> None:
    num = opened(api)
    owner.upload_file(
        path_or_fileobj=with_tags("rl-environment"),
        path_in_repo="README.md",
        repo_id=SET,
        repo_type="dataset",
        revision=f"refs/pr/{num}",
    )
    assert stand(api) == (Stand.CURRENT, num)


def test_our_own_was_closed(api: PullApi, owner: HfApi) -> None:
    num = opened(api)
    settle(owner, num, "closed")
    assert stand(api) == (Stand.REFUSED, num)


def test_a_refusal_holds_for_other_tags_too(
    api: PullApi, owner: HfApi, repository: Repository
) -> None:
    num = opened(api)
    settle(owner, num, "closed")
    repository.commit({"README.md": with_tags("rl-environment", "openenv")})
    assert proposal(api).tags == ("harbor",)
    assert stand(api) == (Stand.REFUSED, num)


def test_our_own_was_merged_and_undone(api: PullApi, owner: HfApi, repository: Repository) -> None:
    num = opened(api)
    settle(owner, num, "merged")
    repository.commit({"README.md": CARD})
    assert stand(api) == (Stand.MERGED, num)


def test_our_own_was_merged_and_a_new_tag_is_proven_since(
    api: PullApi, hub: LoopbackHub, owner: HfApi
) -> None:
    settle(owner, by_hand(person(hub, "bot"), with_tags("rl-environment", "harbor")), "merged")
    assert proposal(api).tags == ("openenv",)
    assert stand(api) == (Stand.FREE, None)


def test_our_own_was_merged_and_more_than_it_brought_is_missing(
    api: PullApi, hub: LoopbackHub, owner: HfApi, repository: Repository
) -> None:
    settle(owner, by_hand(person(hub, "bot"), with_tags("rl-environment", "harbor")), "merged")
    repository.commit({"README.md": CARD})
    assert stand(api) == (Stand.FREE, None)


def test_our_own_has_a_tag_too_many(api: PullApi, hub: LoopbackHub) -> None:
    num = by_hand(person(hub, "bot"), with_tags(*TAGS, "verifiers"))
    assert stand(api) == (Stand.OUTDATED, num)


def test_our_own_is_without_a_card(api: PullApi, hub: LoopbackHub) -> None:
    person(hub, "bot").delete_file(
        "README.md", SET, repo_type="dataset", create_pr=True, commit_message=TITLE
    )
    assert stand(api) == (Stand.OUTDATED, 1)


@pytest.mark.parametrize(
    ("conflicts", "expected"), [(["README.md"], Stand.OUTDATED), ([], Stand.CURRENT)]
)
def test_our_own_is_outdated_once_it_cannot_be_merged(
    api: PullApi,
    repository: Repository,
    monkeypatch: pytest.MonkeyPatch,
    conflicts: list[str],
    expected: Stand,
) -> None:
    num = opened(api)
    repository.commit({"README.md": CARD + b"More text\n"})
    pull = repository.discussions[0]
    shown = {**pull.details(repository), "filesWithConflicts": conflicts}
    monkeypatch.setattr(type(pull), "details", lambda *_: shown)
    assert stand(api) == (expected, num)


def test_our_account_s_other_pull_requests_are_none_of_ours(
    api: PullApi, hub: LoopbackHub, owner: HfApi
) -> None:
    settle(owner, by_hand(person(hub, "bot"), CARD + b"x", "Correct a word"), "closed")
    by_hand(person(hub, "bot"), CARD + b"y", "Correct a word")
    assert stand(api) == (Stand.FREE, None)


# -- reading --------------------------------------------------------------------------------


def test_all_pages_are_read(api: PullApi, staff: HfApi, monkeypatch: pytest.MonkeyPatch) -> None:
    num = by_hand(staff, TAGGED)
    for number in range(4):
        by_hand(staff, CARD + b"%d" % number)
    monkeypatch.setattr(api_discussions, "PAGE", 2)
    assert stand(api) == (Stand.TAKEN, num)


def test_without_a_token_nothing_is_ours(api: PullApi, hub: LoopbackHub) -> None:
    num = opened(api)
    anonymous = PullApi(endpoint=hub.endpoint, token=False)
    assert stand(anonymous) == (Stand.TAKEN, num)
    assert "GET /api/whoami-v2" not in hub.requests[-5:]


def test_more_of_them_than_may_be_looked_into(api: PullApi, staff: HfApi) -> None:
    for number in range(3):
        by_hand(staff, CARD + b"%d" % number)
    with pytest.raises(HubError, match="cannot all be looked into: the limit of 3 requests"):
        look_up(api, proposal(api), Budget(max_requests=3))


def test_a_passing_fault_is_waited_for(api: PullApi, staff: HfApi, hub: LoopbackHub) -> None:
    num = by_hand(staff, TAGGED)
    for path in ("/discussions[?]", "/discussions/1", "resolve/refs", "whoami"):
        hub.faults.add(Fault(Kind.STATUS, 503, path=path))
    assert stand(api) == (Stand.TAKEN, num)


@pytest.mark.parametrize("body", [b"[]", b"{}", b'{"discussions": [1]}', b"<html>"])
def test_an_answer_that_is_no_list(api: PullApi, hub: LoopbackHub, body: bytes) -> None:
    found = proposal(api)
    hub.faults.add(Fault(Kind.STATUS, 200, body=body, path="/discussions"))
    with pytest.raises(HubError):
        look_up(api, found)


def test_a_list_that_lacks_what_is_not_needed(api: PullApi, hub: LoopbackHub) -> None:
    found = proposal(api)
    body = b'{"discussions": [{"num": 9, "isPullRequest": true, "status": "open"}]}'
    hub.faults.add(Fault(Kind.STATUS, 200, body=body, path="/discussions"))
    assert look_up(api, found).stand is Stand.FREE
