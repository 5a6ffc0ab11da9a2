from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tagger.autotag.journal import Event, History, Journal, JournalEntry
from tagger.core.errors import TaggerError
from tagger.data.shipped import read_shipped
from tests.support.campaign import at

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VALIDATOR = Draft202012Validator(json.loads(read_shipped("autotag-journal.schema.json")))


def entry(
    event: Event = Event.OPENED, when: float = 0, repo_id: str = "a/s", **more: Any
) -> JournalEntry:
    fields: dict[str, Any] = {"commit": "c", "key": "k", "tags": ("harbor",), "num": 3, "url": "u"}
    return JournalEntry(repo_id, event, at(when), **{**fields, **more})


def history(*entries: JournalEntry) -> History:
    found = History()
    for one in entries:
        found.add(one)
    return found


@pytest.mark.parametrize("one", [entry(), entry(Event.SKIPPED, num=None, url=None, reason="why")])
def test_a_line_comes_back_from_json(one: JournalEntry) -> None:
    value = one.to_json()
    VALIDATOR.validate(value)
    assert JournalEntry.from_json(json.loads(json.dumps(value)), "journal") == one


@pytest.mark.parametrize(
    "spoil",
    [
        lambda value: value.pop("key"),
        lambda value: value.update(version=9),
        lambda value: value.update(event="sent"),
        lambda value: value.update(time="yesterday"),
        lambda value: value.update(pull_request=3),
    ],
)
def test_a_line_of_something_else(spoil: Callable[[dict[str, Any]], object]) -> None:
    value = entry().to_json()
    spoil(value)
    with pytest.raises(TaggerError, match="'journal'"):
        JournalEntry.from_json(value, "journal")


def test_the_last_line_holds() -> None:
    found = history(entry(Event.PLANNED), entry(Event.OPENING), entry(), entry(repo_id="A/t"))
    record = found.of("a/s")
    assert record is not None
    assert record.last.event is Event.OPENED
    assert [one.repo_id for one in found.waiting()] == ["a/s", "A/t"]
    assert [one.last.repo_id for one in found.of_owner("a")] == ["a/s", "A/t"]
    assert found.unsettled() == []
    assert found.of("b/s") is None


@pytest.mark.parametrize("last", [Event.MERGED, Event.DECLINED])
def test_what_has_ended_waits_no_more(last: Event) -> None:
    found = history(entry(), entry(last))
    assert found.waiting() == []
    assert found.records["a/s"].is_refused is (last is Event.DECLINED)


def test_a_refusal_is_kept_whatever_comes_after_it() -> None:
    assert history(entry(Event.DECLINED), entry(Event.MERGED)).records["a/s"].is_refused


def test_an_update_that_failed_leaves_the_pull_request_open() -> None:
    found = history(entry(), entry(Event.OPENING), entry(Event.FAILED, num=None))
    assert [one.num for one in found.waiting()] == [3]
    assert found.records["a/s"].failures == 1


def test_a_write_without_an_answer() -> None:
    found = history(entry(Event.PLANNED), entry(Event.OPENING))
    assert [one.event for one in found.unsettled()] == [Event.OPENING]


def test_failures_count_until_something_succeeds() -> None:
    failed = entry(Event.FAILED)
    assert history(failed, entry(Event.PLANNED), failed).records["a/s"].failures == 2
    assert history(failed, entry(Event.EXISTS), failed).records["a/s"].failures == 1


def test_journals_are_read_in_order_of_time_and_copies_once(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    for path, lines in (
        (one, [entry(Event.OPENING, 1), entry(Event.OPENED, 5)]),
        (two, [entry(Event.OPENING, 1), entry(Event.DECLINED, 3, "b/s")]),
    ):
        with Journal(path) as journal:
            for line in lines:
                journal.write(line)
    events = [e.event for e in History.read([one, two]).entries]
    assert events == [Event.OPENING, Event.DECLINED, Event.OPENED]


def test_a_clock_that_was_set_back_changes_no_order(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.write(entry(Event.OPENING, 100))
        journal.write(entry(Event.OPENED, 10))
    assert History.read([path]).records["a/s"].last.event is Event.OPENED


def test_what_was_written_is_known_at_once_and_after(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.write(entry(Event.OPENING, 7))
        assert journal.history.unsettled()
    with Journal(path) as journal:
        assert journal.history.unsettled()
        assert len(journal.opening_times()) == 1


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text("{}\n")
    for _ in range(2):  # the lock is given back
        with pytest.raises(TaggerError, match="is not a journal"), Journal(path):
            pass
    with pytest.raises(TaggerError, match="there is no journal"):
        History.read([tmp_path / "gone"])


def test_a_file_that_could_not_be_read_is_not_locked_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(json.dumps({**entry().to_json(), "version": 9}) + "\n")
    journals = [Journal(path), Journal(path)]
    for journal in journals:
        with pytest.raises(TaggerError, match="version 9"):
            journal.__enter__()
