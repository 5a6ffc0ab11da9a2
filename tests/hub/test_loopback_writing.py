"""Commits, pull requests and discussions on the loopback Hub, where they are awkward."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest
from huggingface_hub import CommitOperationAdd, HfApi, get_session
from huggingface_hub.errors import HfHubHTTPError, RevisionNotFoundError

if TYPE_CHECKING:
    from tests.support.hub import LoopbackHub

CARD = b"---\nlicense: mit\n---\n# Set\n"
SET = "alice/set"
DATASET: dict[str, Any] = {"repo_id": SET, "repo_type": "dataset"}


@pytest.fixture
def api(hub: LoopbackHub) -> HfApi:
    hub.add(SET, {"README.md": CARD})
    return HfApi(endpoint=hub.endpoint, token=hub.login("bot"))


@pytest.fixture
def owner(hub: LoopbackHub) -> HfApi:
    return HfApi(endpoint=hub.endpoint, token=hub.login("alice"))


def propose(api: HfApi, data: bytes = CARD + b"more\n", title: str = "Title") -> int:
    done = api.create_commit(
        operations=[CommitOperationAdd("README.md", data)],
        commit_message=title,
        create_pr=True,
        **DATASET,
    )
    return int(done.pr_num or 0)


def preupload(hub: LoopbackHub, *paths: str, **extra: str) -> Any:
    sample = base64.b64encode(b"x").decode()
    files = [{"path": path, "sample": sample, "size": 1} for path in paths]
    answer = get_session().post(
        f"{hub.endpoint}/api/datasets/{SET}/preupload/main",
        json={"files": files, **extra},
        headers={"Authorization": f"Bearer {hub.login('alice')}"},
    )
    return answer.json()


# -- preupload ----------------------------------------------------------------------------


def test_preupload_obeys_what_the_dataset_says(hub: LoopbackHub) -> None:
    rules = {
        ".gitignore": b"*.log\n!keep.log\n",
        "sub/.gitignore": b"/hidden\n",
        ".gitattributes": b"*.bin filter=lfs diff=lfs merge=lfs -text\n",
    }
    repository = hub.add(SET, {"README.md": CARD, **rules})
    paths = ("a.log", "keep.log", "sub/hidden", "hidden", "x/y.bin", "README.md")
    answer = preupload(hub, *paths)
    assert answer["commitOid"] == repository.head()
    files = {file["path"]: file for file in answer["files"]}
    assert [path for path in paths if files[path]["shouldIgnore"]] == ["a.log", "sub/hidden"]
    assert [path for path in paths if files[path]["uploadMode"] == "lfs"] == ["x/y.bin"]
    assert (bool(files["README.md"]["oid"]), files["a.log"]["oid"]) == (True, None)


def test_an_uploaded_gitignore_counts_at_once(hub: LoopbackHub) -> None:
    hub.add(SET, {"README.md": CARD})
    answer = preupload(hub, "a.log", gitIgnore="*.log\n")
    assert answer["files"][0]["shouldIgnore"] is True
    assert preupload(hub, "a.log")["files"][0]["shouldIgnore"] is False


def test_an_ignored_card_changes_nothing(hub: LoopbackHub) -> None:
    repository = hub.add(SET, {"README.md": CARD, ".gitignore": b"README.md\n"})
    api = HfApi(endpoint=hub.endpoint, token=hub.login("bot"))
    propose(api)
    head = repository.head("refs/pr/1") or repository.head() or ""
    assert repository.read(repository.items(head)["README.md"]) == CARD


# -- the end of pull requests -------------------------------------------------------------


def test_the_ref_of_a_closed_pull_request_goes_and_its_diff_stays(
    hub: LoopbackHub, api: HfApi
) -> None:
    num = propose(api)
    api.change_discussion_status(discussion_num=num, new_status="closed", **DATASET)
    refs = api.list_repo_refs(include_pull_requests=True, **DATASET)
    assert refs.pull_requests == []
    assert "+more" in (api.get_discussion_details(discussion_num=num, **DATASET).diff or "")
    with pytest.raises(RevisionNotFoundError):
        api.dataset_info(SET, revision=f"refs/pr/{num}")
    api.change_discussion_status(discussion_num=num, new_status="open", **DATASET)
    assert api.dataset_info(SET, revision=f"refs/pr/{num}").sha
    hub.repositories[SET].keeps_closed_refs = True
    api.change_discussion_status(discussion_num=num, new_status="closed", **DATASET)
    assert api.dataset_info(SET, revision=f"refs/pr/{num}").sha


def test_git_itself_merges(hub: LoopbackHub, api: HfApi, owner: HfApi) -> None:
    lines = b"".join(b"line %d\n" % number for number in range(20))
    repository = hub.repositories[SET]
    repository.commit({"README.md": CARD + lines})
    num = propose(api, CARD + lines + b"below\n")
    repository.commit({"README.md": CARD.replace(b"mit", b"apache-2.0") + lines})
    assert api.get_discussion_details(discussion_num=num, **DATASET).conflicting_files == []
    owner.merge_pull_request(discussion_num=num, **DATASET)
    merged = repository.read(repository.items(repository.head() or "")["README.md"])
    assert merged == CARD.replace(b"mit", b"apache-2.0") + lines + b"below\n"


def test_a_conflict_is_told_and_not_merged(hub: LoopbackHub, api: HfApi, owner: HfApi) -> None:
    num = propose(api, CARD.replace(b"mit", b"apache-2.0"))
    hub.repositories[SET].commit({"README.md": CARD.replace(b"mit", b"bsd-3-clause")})
    details = api.get_discussion_details(discussion_num=num, **DATASET)
    assert details.conflicting_files == ["README.md"]
    with pytest.raises(HfHubHTTPError, match="409"):
        owner.merge_pull_request(discussion_num=num, **DATASET)
    assert api.get_discussion_details(discussion_num=num, **DATASET).status == "open"


def test_a_merged_pull_request_is_not_merged_again(api: HfApi, owner: HfApi) -> None:
    num = propose(api)
    owner.merge_pull_request(discussion_num=num, **DATASET)
    with pytest.raises(HfHubHTTPError, match="409"):
        owner.merge_pull_request(discussion_num=num, **DATASET)


def test_a_deleted_discussion_is_gone_and_its_number_too(hub: LoopbackHub, api: HfApi) -> None:
    num = propose(api)
    address = f"{hub.endpoint}/api/datasets/{SET}/discussions/{num}"

    def delete(name: str) -> int:
        header = {"Authorization": f"Bearer {hub.login(name)}"}
        return get_session().delete(address, headers=header).status_code

    assert delete("bot") == 403
    assert delete("alice") == 200
    with pytest.raises(HfHubHTTPError, match="404"):
        api.get_discussion_details(discussion_num=num, **DATASET)
    assert hub.repositories[SET].head(f"refs/pr/{num}") is None
    assert propose(api) == num + 1


# -- lists --------------------------------------------------------------------------------


def test_lists_lag(hub: LoopbackHub, api: HfApi) -> None:
    now = [1_800_000_000.0]
    hub.clock = lambda: now[0]
    hub.repositories[SET].list_lag = 10

    def listed() -> list[tuple[int, str]]:
        return [(pull.num, pull.status) for pull in api.get_repo_discussions(**DATASET)]

    num = propose(api)
    assert listed() == []
    assert api.get_discussion_details(discussion_num=num, **DATASET).status == "open"
    now[0] += 10
    assert listed() == [(1, "open")]
    api.change_discussion_status(discussion_num=num, new_status="closed", **DATASET)
    assert listed() == [(1, "open")]
    now[0] += 10
    assert listed() == [(1, "closed")]


# -- who may not --------------------------------------------------------------------------


def test_a_locked_discussion(hub: LoopbackHub, api: HfApi, owner: HfApi) -> None:
    num = propose(api)
    hub.repositories[SET].discussions[0].locked = True
    with pytest.raises(HfHubHTTPError, match="locked"):
        api.comment_discussion(discussion_num=num, comment="Hello", **DATASET)
    owner.comment_discussion(discussion_num=num, comment="Hello", **DATASET)


def test_a_blocked_account(hub: LoopbackHub, api: HfApi) -> None:
    num = propose(api)
    hub.blocks.add(("alice", "bot"))
    with pytest.raises(HfHubHTTPError, match="blocked"):
        propose(api, CARD + b"again\n")
    with pytest.raises(HfHubHTTPError, match="blocked"):
        api.comment_discussion(discussion_num=num, comment="Hello", **DATASET)
    assert api.dataset_info(SET).sha


def test_a_discussion_of_somebody_else(hub: LoopbackHub, api: HfApi) -> None:
    num = propose(api)
    stranger = HfApi(endpoint=hub.endpoint, token=hub.login("stranger"))
    with pytest.raises(HfHubHTTPError, match="403"):
        stranger.change_discussion_status(discussion_num=num, new_status="closed", **DATASET)
    with pytest.raises(HfHubHTTPError, match="403"):
        stranger.rename_discussion(discussion_num=num, new_title="Mine", **DATASET)


def test_a_token_for_reading_writes_no_comment(hub: LoopbackHub, api: HfApi) -> None:
    num = propose(api)
    reader = HfApi(endpoint=hub.endpoint, token=hub.login("reader", "read"))
    with pytest.raises(HfHubHTTPError, match="403"):
        reader.comment_discussion(discussion_num=num, comment="Hello", **DATASET)


def test_discussions_that_are_switched_off(hub: LoopbackHub, api: HfApi) -> None:
    hub.repositories[SET].discussions_disabled = True
    with pytest.raises(HfHubHTTPError, match="Discussions are disabled"):
        list(api.get_repo_discussions(**DATASET))
    with pytest.raises(HfHubHTTPError, match="Discussions are disabled"):
        api.create_discussion(title="Title", **DATASET)


@pytest.mark.parametrize("title", ["ab", "t" * 201])
def test_a_title_has_a_length(api: HfApi, title: str) -> None:
    with pytest.raises(HfHubHTTPError, match="characters"):
        propose(api, title=title)
    with pytest.raises(HfHubHTTPError, match="characters"):
        api.create_discussion(title=title, **DATASET)


def test_a_description_has_a_length(api: HfApi) -> None:
    with pytest.raises(HfHubHTTPError, match="characters"):
        api.create_discussion(title="Title", description="d" * 65_537, **DATASET)
