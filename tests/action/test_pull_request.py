from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.action.conftest import GOOD
from tests.support.hub import LoopbackHub
from tests.support.pulls import FILES, SET, TAGS, TITLE, with_tags

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.action.conftest import Job
    from tests.support.hub import Repository


@pytest.fixture
def hub(job: Job, tmp_path: Path) -> Iterator[LoopbackHub]:
    """A Hub that the job reaches, with a dataset of the same name as a folder of the workspace."""
    (job.workspace / SET).mkdir(parents=True)
    (job.workspace / "README.md").write_text(GOOD, "utf-8")
    with LoopbackHub(tmp_path / "hub") as running:
        job.environment |= {"HF_ENDPOINT": running.endpoint, "HF_HOME": str(tmp_path / "home")}
        yield running


@pytest.fixture
def dataset(hub: LoopbackHub) -> Repository:
    return hub.add(SET, FILES)


def test_a_pull_request_is_opened_once(job: Job, hub: LoopbackHub, dataset: Repository) -> None:
    token = hub.login("bot")
    first = job(open_pr="true", hub_repo=SET, hf_token=token)
    assert first.succeeded, first.log
    assert [discussion.title for discussion in dataset.discussions] == [TITLE]
    assert first.outputs["pr-url"].endswith(f"/datasets/{SET}/discussions/1")
    second = job(open_pr="true", hub_repo=SET, hf_token=token)
    assert second.outputs["pr-url"] == first.outputs["pr-url"]
    assert len(dataset.discussions) == 1
    assert token not in first.log + second.log


def test_nothing_to_do_is_no_failure(job: Job, hub: LoopbackHub) -> None:
    hub.add(SET, {**FILES, "README.md": with_tags(*TAGS)})
    done = job(open_pr="true", hub_repo=SET, hf_token=hub.login("bot"))
    assert (done.succeeded, done.outputs["pr-url"]) == (True, "")
    assert "nothing to do" in done.log


@pytest.mark.parametrize("fork", [True, False])
def test_without_a_token_a_notice_says_so(job: Job, dataset: Repository, *, fork: bool) -> None:
    if fork:
        job.on_pull_request("stranger/puzzles")
    done = job(open_pr="true", hub_repo=SET)
    (notice,) = done.annotations("notice")
    assert f"no pull request for {SET}: " in notice
    assert ("from a fork" if fork else "`hf-token` is empty") in notice
    assert (done.succeeded, dataset.discussions) == (True, [])


def test_a_stranger_never_uses_a_token(job: Job, hub: LoopbackHub, dataset: Repository) -> None:
    job.on_pull_request("stranger/puzzles")
    assert job(open_pr="true", hub_repo=SET, hf_token=hub.login("bot")).succeeded
    assert dataset.discussions == []


@pytest.mark.parametrize("name", ["alice/gone", "--yes", "-", "$(touch x)", "a\n::error::b"])
def test_a_dataset_that_is_not_there(job: Job, hub: LoopbackHub, name: str) -> None:
    done = job(open_pr="true", hub_repo=name, hf_token=hub.login("bot"))
    assert not done.succeeded
    (error,) = done.annotations("error")
    assert "the log says why" in error
    assert not (job.workspace / "x").exists()


def test_no_dataset_is_a_wrong_input(job: Job, hub: LoopbackHub) -> None:
    done = job(open_pr="true", hf_token=hub.login("bot"))
    assert "no effect without `hub-repo`: name the dataset there" in done.annotations("error")[0]


def test_nothing_is_asked_of_the_hub_by_default(
    job: Job, hub: LoopbackHub, dataset: Repository
) -> None:
    assert job(hub_repo=SET, hf_token=hub.login("bot")).succeeded
    assert (hub.requests, dataset.discussions) == ([], [])


def test_a_dataset_on_the_hub_is_checked_by_its_address(
    job: Job, hub: LoopbackHub, dataset: Repository
) -> None:
    assert dataset.discussions == []
    done = job(path=f"hf://datasets/{SET}\n.")
    assert (done.outputs["warnings"], done.outputs["fixable"]) == ("1", "1")
    assert f"hf://datasets/{SET}" in done.summary
    assert hub.requests
