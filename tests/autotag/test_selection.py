from __future__ import annotations

from typing import Any

import pytest

from tagger.autotag.names import Patterns
from tagger.autotag.planned import Decision
from tagger.autotag.selection import Selected, Selection
from tagger.autotag.shards import Shard
from tagger.hub.errors import HubError
from tests.support.campaign import CARD, NEEDY, OTHER, RIGHT, account
from tests.support.hub import Fault, Kind, LoopbackHub, api_info, rate_limited

IDS = ("acme/five", "acme/four", "acme/one", "big/one", "big/two")


@pytest.fixture
def full(hub: LoopbackHub) -> LoopbackHub:
    """Two owners with datasets of every kind."""
    hub.add("acme/one", NEEDY)
    hub.add("acme/four", OTHER)
    hub.add("acme/five", {**NEEDY, "README.md": CARD.replace(b"puzzles", b"no-autotag")})
    hub.add("big/one", RIGHT)
    hub.add("big/two", NEEDY)
    return hub


def select(hub: LoopbackHub, **selection: Any) -> list[Selected]:
    return list(Selection(**selection).read(account(hub).client))


def ids(hub: LoopbackHub, **selection: Any) -> list[str]:
    return [found.repo_id for found in select(hub, **selection)]


def test_named_ones_cost_nothing(full: LoopbackHub) -> None:
    assert select(full, ids=["acme/one", "b/two", "ACME/one"]) == [
        Selected("acme/one"),
        Selected("b/two"),
    ]
    assert full.requests == []


def test_an_author(full: LoopbackHub) -> None:
    assert ids(full, authors=["acme"]) == ["acme/five", "acme/four", "acme/one"]
    assert ids(full, authors=["big", "acme"]) == [*IDS[3:], *IDS[:3]]


def test_filter_and_search(full: LoopbackHub) -> None:
    assert ids(full, filters=["harbor", "openenv"]) == ["big/one"]
    assert ids(full, search="one") == ["acme/one", "big/one"]
    assert ids(full, search="one", authors=["big"], filters=["license:mit"]) == ["big/one"]


def test_what_the_list_decides(full: LoopbackHub) -> None:
    found = {s.repo_id: s for s in select(full, search="")}
    assert found == {}
    found = {s.repo_id: s for s in select(full, authors=["acme"])}
    head = {repo_id: full.repositories[repo_id].head() for repo_id in found}
    assert found["acme/one"] == Selected("acme/one", head["acme/one"])
    assert found["acme/four"] == Selected(
        "acme/four", head["acme/four"], Decision.NOTHING, "no file in it could prove a tag"
    )
    assert found["acme/five"].decision is Decision.SKIP


def test_a_registered_dataset_is_read_whatever_its_files(full: LoopbackHub) -> None:
    full.add("PrimeIntellect/Reverse-Text-RL", OTHER)
    assert select(full, search="Reverse")[0].decision is None
    assert select(full, search="four", registered=["acme/four"])[0].decision is None


def test_lists_of_the_allowed_and_of_the_others(full: LoopbackHub) -> None:
    everything = {"ids": IDS}
    assert ids(full, **everything, deny=Patterns.of(["ACME"])) == ["big/one", "big/two"]
    assert ids(full, **everything, allow=Patterns.of(["*/one"])) == ["acme/one", "big/one"]
    both = ids(full, **everything, allow=Patterns.of(["acme"]), deny=Patterns.of(["*/f*"]))
    assert both == ["acme/one"]


def test_named_and_listed_ones_come_once(full: LoopbackHub) -> None:
    assert ids(full, ids=["big/two"], authors=["big"]) == ["big/two", "big/one"]


def test_parts_are_disjoint_and_complete(full: LoopbackHub) -> None:
    parts = [ids(full, authors=["acme", "big"], shard=Shard(i, 3)) for i in (1, 2, 3)]
    assert sorted(repo_id for part in parts for repo_id in part) == sorted(IDS)


def test_a_limit_ends_the_reading_of_lists(full: LoopbackHub) -> None:
    assert len(ids(full, authors=["acme", "big"], limit=2)) == 2
    assert len(full.requests) == 1


def test_lists_come_by_pages(full: LoopbackHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_info, "PAGE_WITH_FILES", 2)
    assert ids(full, filters=["license:mit"]) == list(IDS)
    assert len(full.requests) == 3


def test_a_list_is_asked_for_again(full: LoopbackHub) -> None:
    for fault in (Fault(Kind.STATUS, 503), rate_limited(), Fault(Kind.CUT)):
        full.faults.add(fault)
        assert len(ids(full, search="one")) == 2


def test_a_list_that_cannot_be_read(full: LoopbackHub) -> None:
    full.faults.add(Fault(Kind.STATUS, 500, times=None))
    with pytest.raises(HubError):
        ids(full, search="one")


@pytest.mark.parametrize("body", [b"{}", b"x"])
def test_an_answer_that_is_no_list(hub: LoopbackHub, body: bytes) -> None:
    hub.faults.add(Fault(Kind.STATUS, 200, body=body))
    with pytest.raises(HubError, match="the Hub did not answer"):
        ids(hub, search="x")


def test_items_without_a_full_id_are_passed_over(hub: LoopbackHub) -> None:
    hub.faults.add(Fault(Kind.STATUS, 200, body=b'[1, {"id": "squad"}, {"id": 1}, {"id": "a/s"}]'))
    assert select(hub, search="x") == [Selected("a/s")]


def test_a_selection_of_nothing() -> None:
    assert Selection(deny=Patterns.of(["a"]), limit=3).is_empty
    assert not Selection(search="x").is_empty
