from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tagger.autotag.names import Patterns
from tagger.autotag.planned import Decision
from tagger.autotag.selection import DatasetSelection, Selected, may_prove_a_tag
from tagger.autotag.shards import Shard
from tagger.engine.check import check
from tagger.frameworks import parquet
from tagger.hub.errors import HubError
from tagger.hub.listing import SURELY_WHOLE
from tagger.tree.model import Kind as EntryKind
from tests.support.campaign import CARD, NEEDY, OTHER, RIGHT, account
from tests.support.cases import CASES, load
from tests.support.hub import Fault, Kind, LoopbackHub, api_info, rate_limited
from tests.support.hub.validate import load as header

if TYPE_CHECKING:
    from tests.support.cases import Case

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
    return list(DatasetSelection(**selection).read(account(hub).client))


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
    assert DatasetSelection(deny=Patterns.of(["a"]), limit=3).is_empty
    assert not DatasetSelection(search="x").is_empty


def item(*names: str, **more: Any) -> dict[str, Any]:
    siblings = [{"rfilename": name} for name in names]
    return {"id": "a/s", "siblings": siblings, "cardData": {}, **more}


@pytest.mark.parametrize(
    "name",
    [
        "tasks/x/task.toml",
        "TASK.TOML",
        "openenv.yaml",
        "my_env/my_env.py",
        "registry.json",
        "data/Train.JSONL",
        "configs/server.yml",
    ],
)
def test_a_file_that_a_framework_could_use(name: str) -> None:
    assert may_prove_a_tag(item("README.md", name))


def test_other_files() -> None:
    names = ("README.md", "data/train.csv", "task.toml.bak", "task.toml/x.csv", "py")
    assert not may_prove_a_tag(item(*names))
    assert not may_prove_a_tag(item())


@pytest.mark.parametrize(("is_there", "found"), [(True, ("*.parquet",)), (False, ())])
def test_tables_are_of_use_where_they_can_be_read(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, found: tuple[str, ...]
) -> None:
    monkeypatch.setattr(parquet, "_has_reader", lambda: is_there)
    assert parquet.traces() == found


def test_a_header_that_declares_rows_for_nemo_gym() -> None:
    info = {"features": [{"name": "responses_create_params", "struct": [{"name": "input"}]}]}
    assert may_prove_a_tag(item("README.md", "x.csv", cardData={"dataset_info": info}))


def test_a_header_that_the_list_does_not_show() -> None:
    assert may_prove_a_tag(item("README.md", cardData=None))
    assert not may_prove_a_tag(item("x.csv", cardData=None))


@pytest.mark.parametrize("siblings", [None, "x", [{"rfilename": "a.csv"}] * SURELY_WHOLE])
def test_nothing_is_decided_from_a_list_that_may_be_cut(siblings: object) -> None:
    assert may_prove_a_tag(item(siblings=siblings))


def listed(case: Case) -> dict[str, Any]:
    tree = case.tree()
    paths = [e.path for e in tree.entries() if e.kind is not EntryKind.DIRECTORY]
    card = tree.read("README.md", 1 << 30) if "README.md" in paths else b""
    return item(*paths, cardData=header(card.decode("utf-8", "replace")))


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_no_dataset_whose_files_prove_a_tag_is_passed_over(name: str) -> None:
    for case in load(name):
        if not may_prove_a_tag(listed(case)):
            detections = check(case.tree()).facts.detections
            assert not any(found.verdict.proves for found in detections.values()), case.id
