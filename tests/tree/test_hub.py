from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import LimitError, NotAFileError, PointerError, ReadError, TaggerError
from tagger.engine.check import check
from tagger.hub.budget import Budget
from tagger.hub.cache import ContentCache
from tagger.hub.client import HubClient
from tagger.hub.ids import HubId
from tagger.hub.listing import read_listing
from tagger.hub.retry import Retry
from tagger.targets import TargetKind, open_target
from tagger.tree.hub import HubTree
from tagger.tree.listing import MemoryTree
from tagger.tree.model import Entry, Kind
from tagger.tree.view import TreeView
from tests.support.answers import answer
from tests.support.cases import CASES, load
from tests.support.hub import Fault, LoopbackHub, harbor_tasks
from tests.support.hub import Kind as FaultKind
from tests.support.trees import contents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.cases import Case

CARD = b"---\nlicense: mit\ntags: [harbor]\n---\n"
FILES = {"README.md": CARD, "a/b c#?.txt": b"12345", "empty": b"", "\u00e9": b"e"}


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LoopbackHub]:
    with LoopbackHub(tmp_path / "hub") as running:
        yield running


@pytest.fixture
def client(hub: LoopbackHub) -> HubClient:
    return HubClient(endpoint=hub.endpoint, token=False, sleep=lambda _: None)


def tree(
    client: HubClient, repo_id: str, budget: Budget | None = None, cache: ContentCache | None = None
) -> HubTree:
    budget = budget or Budget()
    return HubTree(client, read_listing(client, HubId(repo_id), budget), budget, cache)


def test_files_and_sizes(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES, lfs={"rows.jsonl": b"B" * 1000})
    found = tree(client, "a/s")
    assert contents(found) == {**FILES, "rows.jsonl": b"B" * 1000}
    assert Entry("rows.jsonl", Kind.FILE, 1000) in found.entries()
    assert (found.complete, found.notes) == (True, [])


def test_only_what_is_asked_for_is_read(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", {"big": b"x" * 100_000})
    budget = Budget()
    found = tree(client, "a/s", budget)
    before = budget.bytes
    assert found.read("big", 10) == b"x" * 10
    assert (budget.api, budget.packs, budget.files, budget.bytes - before) == (1, 1, 1, 10)


def test_an_empty_file_costs_nothing(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES)
    budget = Budget()
    assert tree(client, "a/s", budget).read("empty", 10) == b""
    assert budget.files == 0


def test_a_card_in_lfs_is_a_pointer(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", {"f": b""}, lfs={"README.md": CARD, "sub/README.md": CARD})
    view = TreeView(tree(client, "a/s"))
    with pytest.raises(PointerError):
        view.read("README.md")
    assert view.read("sub/README.md") == CARD


def test_a_file_that_is_not_listed(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES)
    with pytest.raises(NotAFileError):
        tree(client, "a/s").read("gone", 10)


def test_a_file_that_the_hub_does_not_give(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES, gated=True)
    found = tree(client, "a/s")
    with pytest.raises(ReadError, match=r"README\.md: cannot be read from the Hub: it is gated"):
        found.read("README.md", 10)
    assert not found.complete
    assert found.notes[0].startswith("1 files not read, from README.md on: it is gated")
    assert list(found.faults) == ["README.md"]


def test_a_spent_budget_is_said(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", {name: name.encode() for name in "abcd"})
    found = tree(client, "a/s", Budget(max_requests=4))
    assert [found.read(name, 9) for name in "ab"] == [b"a", b"b"]
    for name in "cd":
        with pytest.raises(LimitError):
            found.read(name, 9)
    assert not found.complete
    assert found.notes == ["2 files not read, from c on: the limit of 4 requests is reached"]


def test_what_was_read_before_is_not_asked_for_again(
    hub: LoopbackHub, client: HubClient, tmp_path: Path
) -> None:
    repository = hub.add("a/s", FILES, lfs={"rows.jsonl": b"B" * 1000})
    cache = ContentCache(tmp_path / "cache")
    contents(tree(client, "a/s", cache=cache))
    repository.commit({"README.md": CARD + b"new\n"})
    budget = Budget()
    assert contents(tree(client, "a/s", budget, cache))["README.md"] == CARD + b"new\n"
    assert budget.files == 1


def test_a_passing_fault_is_not_noticed(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES)
    kinds = [Fault(FaultKind.STATUS, 503), Fault(FaultKind.STATUS, 429), Fault(FaultKind.CUT)]
    hub.faults.at_random(0.3, kinds, seed=3)
    for _ in range(5):
        assert contents(tree(client, "a/s")) == FILES


# -- the same answers as on a copy ---------------------------------------------------------


def as_listed(case: Case) -> MemoryTree:
    """A case as the Hub's API shows it: a link is a file that holds its target."""
    known = case.tree()
    links = {e.path: (e.target or "").encode() for e in known.entries() if e.kind is Kind.SYMLINK}
    files = {e.path: known.read(e.path, 1 << 40) for e in known.entries() if e.kind is Kind.FILE}
    return MemoryTree({**files, **links})


#: A third of the cases with git in every run; all others among the slow tests.
IN_PARTS = [
    (True, 0),
    *(
        pytest.param(has_git, part, marks=pytest.mark.slow)
        for has_git, part in [(True, 1), (True, 2), (False, 0), (False, 1), (False, 2)]
    ),
]


@pytest.mark.parametrize(("has_git", "part"), IN_PARTS)
@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_a_case_on_the_hub_gets_the_answers_of_a_copy(
    hub: LoopbackHub, client: HubClient, name: str, has_git: bool, part: int
) -> None:
    hub.git.status = None if has_git else 404
    for case in islice(load(name), part, None, 3):
        known = case.tree()
        files: dict[str, bytes | None] = {
            e.path: known.read(e.path, 1 << 40) for e in known.entries() if e.kind is Kind.FILE
        }
        links = {e.path: e.target for e in known.entries() if e.kind is Kind.SYMLINK}
        hub.add(f"a/{case.id}", files, links=links)
        wanted = known if has_git else as_listed(case)
        assert answer(check(tree(client, f"a/{case.id}"))) == answer(check(wanted)), case.id


def test_a_hundred_thousand_files_cost_three_calls_at_most(
    hub: LoopbackHub, client: HubClient, record_property: Callable[[str, object], None]
) -> None:
    files = {"README.md": CARD, **harbor_tasks(10)}
    files |= {f"data/{n // 1000}/{n}.bin": b"" for n in range(99_900)}
    hub.add("a/big", files)
    budget = Budget()
    result = check(tree(client, "a/big", budget))
    record_property("api calls", budget.api)
    record_property("files read", budget.files)
    assert result.facts.view.complete
    assert result.facts.detections["harbor"].units
    assert budget.api <= 3
    assert budget.files < 100


# -- as a target -----------------------------------------------------------------------------


def test_a_dataset_is_a_target(hub: LoopbackHub, client: HubClient) -> None:
    repository = hub.add("a/s", FILES)
    target = open_target("a/s", hub=client)
    assert (target.kind, target.name, target.hub_id) == (TargetKind.HUB, "a/s", "a/s")
    assert (target.revision, target.root) == (repository.head(), None)
    assert contents(target.tree) == FILES


def test_a_dataset_that_cannot_be_read_is_one_line(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/none", {})
    for name, why in (
        ("a/gone", "no folder 'a/gone' here, and on the Hub: there is no such dataset"),
        ("hf://datasets/a/none@gone", "it has no such revision"),
        ("a/none", "nothing to check in a/none on the Hub: it holds no file"),
    ):
        with pytest.raises(TaggerError) as raised:
            open_target(name, hub=client)
        assert why in str(raised.value)
        assert "\n" not in str(raised.value)


def test_a_hub_that_is_not_there_is_one_line() -> None:
    nowhere = HubClient(endpoint="http://127.0.0.1:1", token=False, retry=Retry(attempts=1))
    with pytest.raises(TaggerError, match="the Hub cannot be reached"):
        open_target("a/s", hub=nowhere)


def test_a_token_opens_what_is_private(hub: LoopbackHub) -> None:
    hub.add("a/secret", FILES, private=True)
    client = HubClient(endpoint=hub.endpoint, token=hub.login("a"))
    assert contents(open_target("a/secret", hub=client).tree) == FILES


# -- real sizes --------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "most"), [(1, 6), (75, 6), (600, 6)])
def test_tasks_of_differing_content_cost_a_handful_of_requests(
    hub: LoopbackHub, client: HubClient, number: int, most: int
) -> None:
    files: dict[str, bytes | None] = {"README.md": CARD, **harbor_tasks(number)}
    hub.add("a/s", files)
    budget = Budget()
    result = check(tree(client, "a/s", budget))
    assert result.facts.view.complete
    assert len(result.facts.detections["harbor"].units) == number
    assert budget.requests <= most


def test_short_files_in_lfs_come_some_at_once(hub: LoopbackHub, client: HubClient) -> None:
    tasks = harbor_tasks(20)
    notes = {path: data for path, data in tasks.items() if path.endswith("instruction.md")}
    others: dict[str, bytes | None] = {p: d for p, d in tasks.items() if p not in notes}
    hub.add("a/s", {"README.md": CARD, **others}, lfs=notes)
    hub.latency = 0.1
    budget = Budget()
    result = check(tree(client, "a/s", budget))
    assert len(result.facts.detections["harbor"].units) == 20
    assert budget.files == 20
    assert hub.most_waiting > 2


def test_without_git_files_are_read_one_by_one_with_the_same_answer(
    hub: LoopbackHub, client: HubClient
) -> None:
    files: dict[str, bytes | None] = {"README.md": CARD, **harbor_tasks(20)}
    hub.add("a/s", files)
    expected = answer(check(tree(client, "a/s")))
    hub.git.status = 404
    budget = Budget()
    assert answer(check(tree(client, "a/s", budget))) == expected
    assert (budget.packs, budget.files) == (1, 101)
