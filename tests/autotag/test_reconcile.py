from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.autotag.clock import stamp
from tagger.autotag.journal import Event, History, JournalEntry
from tagger.autotag.reconcile import DAY, Fate, Followed, follow, reconcile
from tests.support.campaign import NEEDY, START, Turned, account, plan, send
from tests.support.hub import Fault, Kind, LoopbackHub
from tests.support.pulls import person

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.hub import Repository


@pytest.fixture
def repository(hub: LoopbackHub, plan_file: Path, journal_file: Path) -> Repository:
    """A dataset with an open pull request of ours."""
    made = hub.add("a/s", NEEDY)
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    return made


def followed(hub: LoopbackHub, journal: Path, days: float = 1) -> Followed:
    (waiting,) = History.read([journal]).waiting()
    return follow(account(hub), waiting, Turned(START + days * DAY), 30)


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(("days", "fate"), [(1, Fate.OPEN), (29.9, Fate.OPEN), (31, Fate.STALE)])
def test_one_without_an_answer(
    hub: LoopbackHub, journal_file: Path, days: float, fate: Fate
) -> None:
    found = followed(hub, journal_file, days)
    assert (found.fate, round(found.days, 1)) == (fate, days)
    assert found.to_entry(Turned()) is None


@pytest.mark.usefixtures("repository")
def test_one_that_was_merged(hub: LoopbackHub, journal_file: Path) -> None:
    person(hub, "a").merge_pull_request("a/s", 1, repo_type="dataset")
    found = followed(hub, journal_file, days=99)
    ended = found.to_entry(Turned())
    assert found.fate is Fate.MERGED
    assert ended is not None
    assert (ended.event, ended.num, ended.repo_id) == ("merged", 1, "a/s")


@pytest.mark.usefixtures("repository")
def test_one_that_was_declined(hub: LoopbackHub, journal_file: Path) -> None:
    person(hub, "a").change_discussion_status("a/s", 1, "closed", repo_type="dataset")
    ended = followed(hub, journal_file).to_entry(Turned())
    assert ended is not None
    assert ended.event == "declined"


def test_one_in_conflict(
    hub: LoopbackHub, repository: Repository, journal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pull = repository.discussions[0]
    shown = {**pull.details(repository), "filesWithConflicts": ["README.md"]}
    monkeypatch.setattr(type(pull), "details", lambda *_: shown)
    assert followed(hub, journal_file, days=99).fate is Fate.CONFLICTING


def test_one_that_is_gone(hub: LoopbackHub, repository: Repository, journal_file: Path) -> None:
    repository.discussions.clear()
    assert followed(hub, journal_file).fate is Fate.GONE
    hub.repositories.clear()
    found = followed(hub, journal_file)
    assert found.fate is Fate.GONE
    assert "no such dataset" in found.reason


@pytest.mark.usefixtures("repository")
def test_one_that_cannot_be_looked_up(hub: LoopbackHub, journal_file: Path) -> None:
    hub.faults.add(Fault(Kind.STATUS, 500, times=None))
    found = followed(hub, journal_file)
    assert (found.fate, found.reason) == (Fate.UNKNOWN, "the Hub answers with status 500")
    assert found.to_entry(Turned()) is None


# -- writes without an answer --------------------------------------------------------------


def reconciled(hub: LoopbackHub, journal: Path, num: int | None) -> tuple[Event, int | None, str]:
    """What ends an ``opening`` of the change that was sent, or an update of pull request num."""
    key = History.read([journal]).records["a/s"].last.key
    opening = JournalEntry("a/s", Event.OPENING, stamp(START), key=key, num=num)
    ended = reconcile(account(hub), opening, Turned(), grace=0)
    return ended.event, ended.num, ended.reason


@pytest.mark.usefixtures("repository")
def test_a_pull_request_that_was_sent_is_found(hub: LoopbackHub, journal_file: Path) -> None:
    found = (Event.OPENED, 1, "found when it was looked for")
    assert reconciled(hub, journal_file, num=None) == found


@pytest.mark.usefixtures("repository")
def test_whether_an_update_took_effect_is_not_known(hub: LoopbackHub, journal_file: Path) -> None:
    unknown = (Event.FAILED, 1, "whether it was updated is not known")
    assert reconciled(hub, journal_file, num=1) == unknown


@pytest.mark.usefixtures("repository")
def test_a_pull_request_that_was_to_be_updated_and_was_merged(
    hub: LoopbackHub, journal_file: Path
) -> None:
    person(hub, "a").merge_pull_request("a/s", 1, repo_type="dataset")
    assert reconciled(hub, journal_file, num=1)[:2] == (Event.MERGED, 1)
