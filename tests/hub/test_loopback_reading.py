"""Lists, listings, names and tokens on the loopback Hub, where they are awkward."""

from __future__ import annotations

from typing import Any

import pytest
from huggingface_hub import CommitOperationAdd, HfApi, get_session
from huggingface_hub.errors import (
    DisabledRepoError,
    GatedRepoError,
    HfHubHTTPError,
    RepositoryNotFoundError,
)

from tests.support.hub import Grants, LoopbackHub, Poison, harbor_tasks
from tests.support.hub.repository import Repository

CARD = b"---\nlicense: mit\n---\n"
SET = "alice/set"
DATASET: dict[str, Any] = {"repo_id": SET, "repo_type": "dataset"}


@pytest.fixture
def api(hub: LoopbackHub) -> HfApi:
    hub.add(SET, {"README.md": CARD})
    return HfApi(endpoint=hub.endpoint, token=hub.login("bot"))


def push(api: HfApi, repo_id: str, **arguments: Any) -> None:
    operation = CommitOperationAdd("README.md", CARD + b"more")
    api.create_commit(
        repo_id, [operation], commit_message="Change", repo_type="dataset", **arguments
    )


# -- names --------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["alice/former", "Alice/SET", "bob/former"])
def test_a_former_or_misspelt_id_leads_to_the_dataset(
    hub: LoopbackHub, api: HfApi, asked: str
) -> None:
    hub.rename(SET, "alice/former")
    hub.rename("alice/former", SET)
    hub.moved["bob/former"] = "alice/former"
    assert api.dataset_info(asked).id == SET
    assert hub.requests == [f"GET /api/datasets/{asked}", f"GET /api/datasets/{SET}"]
    assert api.file_exists(asked, "README.md", repo_type="dataset")
    tree = [entry.path for entry in api.list_repo_tree(asked, repo_type="dataset")]
    assert tree == ["README.md"]


@pytest.mark.usefixtures("api")
def test_the_redirect_is_a_307_that_keeps_the_query(hub: LoopbackHub) -> None:
    hub.rename(SET, "bob/set")
    for method in ("GET", "POST"):
        path = f"/api/datasets/{SET}/discussions?p=0&type=all"
        answer = get_session().request(method, hub.endpoint + path, follow_redirects=False)
        assert answer.status_code == 307
        assert answer.headers["Location"] == "/api/datasets/bob/set/discussions?p=0&type=all"
    git = f"{hub.endpoint}/datasets/{SET}.git/git-upload-pack"
    assert (
        get_session()
        .post(git, follow_redirects=False)
        .headers["Location"]
        .endswith("/datasets/bob/set.git/git-upload-pack")
    )


@pytest.mark.parametrize("redirects", [True, False])
def test_a_post_to_a_former_id(hub: LoopbackHub, api: HfApi, redirects: bool) -> None:
    hub.rename(SET, "bob/set")
    hub.redirects_posts = redirects
    api.create_discussion(SET, "Title", repo_type="dataset")
    assert len(hub.repositories["bob/set"].discussions) == 1
    posts = [request for request in hub.requests if request.startswith("POST")]
    assert len(posts) == 1 + redirects


def test_a_commit_to_a_former_id(hub: LoopbackHub, api: HfApi) -> None:
    hub.rename(SET, "bob/set")
    push(api, SET, create_pr=True)
    assert len(hub.repositories["bob/set"].discussions) == 1


def test_the_former_id_of_a_private_dataset_says_nothing(hub: LoopbackHub, api: HfApi) -> None:
    hub.add("alice/secret", {"README.md": CARD}, private=True)
    hub.rename("alice/secret", "alice/hidden")
    with pytest.raises(RepositoryNotFoundError):
        api.dataset_info("alice/secret")


# -- lists --------------------------------------------------------------------------------


def test_gated_and_disabled_datasets_are_listed_and_not_read(hub: LoopbackHub, api: HfApi) -> None:
    hub.add("bob/gated", {"README.md": CARD}, gated=True)
    hub.add("bob/off", {"README.md": CARD}, disabled=True)
    known = {d.id: (d.gated, d.disabled) for d in api.list_datasets(expand=["gated", "disabled"])}
    assert known == {SET: (False, False), "bob/gated": ("auto", False), "bob/off": (False, True)}
    with pytest.raises(GatedRepoError):
        api.hf_hub_download("bob/gated", "README.md", repo_type="dataset")
    with pytest.raises(DisabledRepoError):
        api.list_repo_files("bob/off", repo_type="dataset")


def test_a_page_that_fails_with_siblings_or_above_a_size(hub: LoopbackHub) -> None:
    for number in range(6):
        hub.add(f"bob/s{number}", {"README.md": CARD})
    hub.poisoned["bob/s4"] = Poison(above=2)

    def page(query: str) -> int:
        return get_session().get(f"{hub.endpoint}/api/datasets?{query}").status_code

    assert page("limit=6&expand=siblings") == 504
    assert page("limit=4&expand=siblings") == 200
    assert page("limit=6&expand=tags") == 200
    hub.poisoned["bob/s4"] = Poison(siblings=False, status=500)
    assert page("limit=6&expand=tags") == 500


def test_the_page_before_a_poisoned_one_is_good(hub: LoopbackHub, api: HfApi) -> None:
    hub.add("bob/bad", {"README.md": CARD})
    hub.poisoned["bob/bad"] = Poison(siblings=False, status=501)
    pages = api.list_datasets(limit=1)
    assert next(iter(pages)).id == SET
    first = get_session().get(f"{hub.endpoint}/api/datasets?limit=1")
    assert get_session().get(first.links["next"]["url"]).status_code == 501


def test_a_list_by_the_last_change(hub: LoopbackHub, api: HfApi) -> None:
    hub.add("bob/set", {"README.md": CARD})
    hub.repositories[SET].commit({"new": b""})
    assert [known.id for known in api.list_datasets(sort="last_modified")] == [SET, "bob/set"]


def test_siblings_end_at_a_hundred_thousand() -> None:
    assert Repository.__dataclass_fields__["cut_siblings"].default == 100_000


# -- files --------------------------------------------------------------------------------


def test_pages_of_a_tree_hold_a_thousand_entries(hub: LoopbackHub, api: HfApi) -> None:
    files = {"README.md": CARD, **harbor_tasks(400)}
    hub.add("bob/large", files)
    listed = list(api.list_repo_tree("bob/large", repo_type="dataset", recursive=True))
    # Two thousand files and their folders.
    assert len([entry for entry in listed if hasattr(entry, "size")]) == len(files)
    assert hub.counts["tree"] == len(listed) // 1000 + 1
    wrong = f"{hub.endpoint}/api/datasets/bob/large/tree/main?cursor=1000"
    assert get_session().get(wrong).status_code == 400


def test_large_commits_are_kept_in_a_pack_and_read_back(hub: LoopbackHub) -> None:
    files = {"README.md": CARD, **harbor_tasks(200)}
    repository = hub.add("bob/large", files)
    items = repository.items(repository.head() or "")
    assert {path: repository.read(item) for path, item in items.items()} == files
    assert len(list(repository.place.glob("objects/pack/*.pack"))) == 1


def test_links_and_executables_are_listed_as_files(hub: LoopbackHub, api: HfApi) -> None:
    hub.add("bob/odd", {"run.sh": b"x"}, links={"link": "run.sh"}, executable=["run.sh"])
    listed = {entry.path: entry for entry in api.list_repo_tree("bob/odd", repo_type="dataset")}
    assert {path: entry.size for path, entry in listed.items()} == {"link": 6, "run.sh": 1}  # type: ignore[union-attr]
    repository = hub.repositories["bob/odd"]
    repository.commit({"run.sh": b"y"})
    assert repository.listing(repository.head() or "")["run.sh"].mode == "100755"


# -- fine-grained tokens ------------------------------------------------------------------


def fine(hub: LoopbackHub, name: str, grants: Grants) -> HfApi:
    return HfApi(endpoint=hub.endpoint, token=hub.login(name, grants=grants))


def test_a_fine_grained_token_tells_what_it_may(hub: LoopbackHub) -> None:
    grants = Grants(frozenset({"discussion.write"}), {SET: frozenset({"repo.write"})}, gated=True)
    token = fine(hub, "bot", grants).whoami()["auth"]["accessToken"]
    assert token["role"] == "fineGrained"
    assert token["fineGrained"]["canReadGatedRepos"] is True
    assert token["fineGrained"]["global"] == ["discussion.write"]
    scoped = token["fineGrained"]["scoped"]
    assert (scoped[0]["entity"]["name"], scoped[0]["permissions"]) == (SET, ["repo.write"])


@pytest.mark.usefixtures("api")
def test_a_fine_grained_token_does_what_it_says(hub: LoopbackHub) -> None:
    nothing = fine(hub, "bot", Grants())
    with pytest.raises(HfHubHTTPError, match="403"):
        push(nothing, SET, create_pr=True)
    push(fine(hub, "bot", Grants(frozenset({"discussion.write"}))), SET, create_pr=True)
    owner = fine(hub, "alice", Grants(scoped={"alice": frozenset({"repo.content.read"})}))
    with pytest.raises(HfHubHTTPError, match="403"):
        push(owner, SET)
    push(fine(hub, "alice", Grants(scoped={"alice": frozenset({"repo.write"})})), SET)


def test_a_fine_grained_token_reads_what_it_says(hub: LoopbackHub) -> None:
    hub.add("alice/secret", {"README.md": CARD}, private=True)
    hub.add("alice/gated", {"README.md": CARD}, gated=True)
    reading = Grants(scoped={"alice": frozenset({"repo.content.read"})})
    assert fine(hub, "alice", reading).dataset_info("alice/secret").private
    with pytest.raises(RepositoryNotFoundError):
        fine(hub, "alice", Grants()).dataset_info("alice/secret")
    read: dict[str, Any] = {
        "repo_id": "alice/gated",
        "filename": "README.md",
        "repo_type": "dataset",
    }
    assert fine(hub, "alice", Grants(gated=True)).hf_hub_download(**read)
    with pytest.raises(GatedRepoError):
        fine(hub, "alice", Grants()).hf_hub_download(**{**read, "filename": "other"})
