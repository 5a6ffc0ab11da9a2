from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.hub import listing as module
from tagger.hub.budget import Budget
from tagger.hub.errors import HubError
from tagger.hub.ids import HubId
from tagger.hub.listing import HubFile, folder_ids, read_listing
from tests.support.hub import Fault, Kind, LoopbackHub, api_files
from tests.support.hub.objects import Leaf

if TYPE_CHECKING:
    from tagger.hub.client import HubClient

FILES = {
    "README.md": b"---\ntags: [harbor]\n---\n",
    "tasks/a/task.toml": b"1",
    "tasks/b.txt": b"2",
    "tasks/b/task.toml": b"3",
    "z/y/x": b"",
}


@pytest.fixture
def without_git(hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of any length are compared with the ids of folders, as git's server is off."""
    hub.git.status = 404
    monkeypatch.setattr(module, "SURELY_WHOLE", 0)


def test_git_knows_links_executables_and_what_a_cut_list_lacks(
    hub: LoopbackHub, client: HubClient
) -> None:
    links = {"latest": "tasks/b", "gone": "nowhere"}
    executable = ["tasks/b.txt"]
    repository = hub.add("a/s", FILES, lfs={"big": b"B" * 1000}, links=links, executable=executable)
    repository.cut_siblings = 3
    budget = Budget()
    listing = read_listing(client, HubId("a/s"), budget)
    assert set(listing.files) == {*FILES, "big", *links}
    assert {path for path, file in listing.files.items() if file.is_link} == set(links)
    assert (listing.complete, listing.no_packs) == (True, "")
    assert (budget.api, budget.packs, budget.files) == (1, 1, 0)


def test_without_git_the_list_of_the_api_is_taken(hub: LoopbackHub, client: HubClient) -> None:
    hub.git.status = 404
    hub.add("a/s", FILES)
    listing = read_listing(client, HubId("a/s"), Budget())
    assert set(listing.files) == set(FILES)
    assert (listing.complete, bool(listing.no_packs)) == (True, True)


@pytest.mark.usefixtures("without_git")
def test_one_call_for_a_small_dataset(
    hub: LoopbackHub, client: HubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SURELY_WHOLE", 10)
    repository = hub.add("a/s", FILES, lfs={"big": b"B" * 1000})
    budget = Budget()
    listing = read_listing(client, HubId("a/s"), budget)
    assert listing.commit == repository.head()
    assert set(listing.files) == {*FILES, "big"}
    assert (listing.files["big"].size, len(listing.files["big"].sha256 or "")) == (1000, 64)
    assert listing.tags == ("harbor", "library:harbor", "region:us")
    assert (listing.complete, budget.api) == (True, 1)


def test_a_revision(hub: LoopbackHub, client: HubClient) -> None:
    repository = hub.add("a/s", FILES)
    repository.commit({"new": b""}, ref="refs/pr/1", parent=repository.head())
    assert "new" in read_listing(client, HubId("a/s", "refs/pr/1"), Budget()).files
    assert "new" not in read_listing(client, HubId("a/s"), Budget()).files


@pytest.mark.usefixtures("without_git")
def test_two_calls_prove_a_large_listing(hub: LoopbackHub, client: HubClient) -> None:
    hub.add("a/s", FILES, lfs={"tasks/big": b"B" * 1000})
    budget = Budget()
    listing = read_listing(client, HubId("a/s"), budget)
    assert set(listing.files) == {*FILES, "tasks/big"}
    assert (listing.complete, listing.notes, budget.api) == (True, [], 2)


@pytest.mark.usefixtures("without_git")
@pytest.mark.parametrize("cut", range(len(FILES)))
def test_a_listing_that_is_cut_is_completed(hub: LoopbackHub, client: HubClient, cut: int) -> None:
    hub.add("a/s", FILES, lfs={"tasks/big": b"B" * 1000}).cut_siblings = cut
    listing = read_listing(client, HubId("a/s"), Budget())
    assert set(listing.files) == {*FILES, "tasks/big"}
    assert {path: file.size for path, file in listing.files.items() if path in FILES} == {
        path: len(data) for path, data in FILES.items()
    }
    assert listing.complete


@pytest.mark.usefixtures("without_git")
def test_a_budget_too_small_for_that_is_said(
    hub: LoopbackHub, client: HubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_files, "PAGE", 2)
    hub.add("a/s", FILES).cut_siblings = 1
    listing = read_listing(client, HubId("a/s"), Budget(max_requests=5))
    assert not listing.complete
    assert listing.notes == ["the list of files may be cut: the limit of 5 requests is reached"]
    assert "README.md" in listing.files


@pytest.mark.usefixtures("without_git")
def test_only_the_folder_that_does_not_agree_is_listed(hub: LoopbackHub, client: HubClient) -> None:
    repository = hub.add("a/s", FILES)
    head = repository.head() or ""
    leaves = dict(repository.listing(head))
    leaves["z/y/x"] = Leaf("100755", leaves["z/y/x"].oid)
    tree = repository.git.write_tree(leaves)
    repository.git.set_ref(
        "refs/heads/main", repository.git.write_commit(tree, [head], "Mode", "a", 1)
    )
    read_listing(client, HubId("a/s"), Budget())
    assert [request for request in hub.requests if "recursive" in request] == [
        f"GET /api/datasets/a/s/tree/{repository.head()}/z?recursive=true"
    ]


def test_folder_ids_are_those_of_git(hub: LoopbackHub) -> None:
    files = {**FILES, "tasks.x/f": b"", "tasks-x/f": b"", "tasks/b-/f": b"", "é/ü": b"1"}
    repository = hub.add("a/s", files)
    items = repository.items(repository.head() or "").values()
    known = folder_ids({item.path: HubFile(item.path, oid=item.oid) for item in items})
    root = repository.git.commit_fields(repository.head() or "")["tree"][0]
    assert known[""] == root
    for name, leaf in repository.git.read_tree(root).items():
        if leaf.mode == "40000":
            assert known[name] == leaf.oid


@pytest.mark.parametrize("oid", [None, "zz", "0" * 39])
def test_an_id_that_is_none_agrees_with_nothing(oid: str | None) -> None:
    right = folder_ids({"a/f": HubFile("a/f", oid="0" * 40)})
    assert folder_ids({"a/f": HubFile("a/f", oid=oid)})["a"] != right["a"]


def test_very_deep_paths() -> None:
    path = "/".join(["d"] * 3000)
    assert len(folder_ids({path: HubFile(path, oid="0" * 40)})) == 3000


@pytest.mark.parametrize("body", [b"[]", b"{}", b'{"sha": "x", "siblings": [1]}', b"null"])
def test_an_answer_of_another_shape(hub: LoopbackHub, client: HubClient, body: bytes) -> None:
    hub.faults.add(Fault(Kind.STATUS, 200, body=body))
    with pytest.raises(HubError, match="lacks its files or its commit"):
        read_listing(client, HubId("a/s"), Budget())
