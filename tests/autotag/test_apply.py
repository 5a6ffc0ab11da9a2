"""Sending a plan to the loopback Hub by the real client."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from huggingface_hub import CommitOperationAdd

from tagger.autotag.apply import RunLimits, due_lines, is_due
from tagger.autotag.journal import Event, History, Journal
from tagger.autotag.names import Patterns
from tagger.autotag.plan import Plan, decide
from tagger.autotag.planned import Decision, Review
from tagger.autotag.reconcile import follow
from tests.support.campaign import (
    CARD,
    NEEDY,
    OTHER,
    RIGHT,
    TAGGED,
    TITLE,
    Turned,
    account,
    events,
    plan,
    pulls,
    send,
)
from tests.support.hub import Fault, Kind, LoopbackHub, rate_limited
from tests.support.pulls import card_of, commits, person

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.hub import Repository

MANY = RunLimits(total=10_000, per_owner=10_000, grace=0)
COMMIT = r"/commit/"


@pytest.fixture
def repository(hub: LoopbackHub) -> Repository:
    return hub.add("a/s", NEEDY)


def close(hub: LoopbackHub, repo_id: str, num: int = 1) -> None:
    person(hub, "a").change_discussion_status(repo_id, num, "closed", repo_type="dataset")


def merge(hub: LoopbackHub, repo_id: str, num: int = 1) -> None:
    person(hub, "a").merge_pull_request(repo_id, num, repo_type="dataset")


def states(journal: Path) -> dict[str, str]:
    records = History.read([journal]).records
    return {repo_id: record.last.event.value for repo_id, record in records.items()}


# -- opening -------------------------------------------------------------------------------


def test_who_needs_it_gets_one_pull_request(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for repo_id, files in {"a/s": NEEDY, "b/right": RIGHT, "c/other": OTHER}.items():
        hub.add(repo_id, files)
    plan(hub, plan_file)
    summary = send(hub, plan_file, journal_file)
    assert summary.outcomes == {"a/s": Event.OPENED}
    assert [(r.repo_id, pulls(r)) for r in hub.repositories.values() if r.discussions] == [
        ("a/s", ["open"])
    ]
    (pull,) = hub.repositories["a/s"].discussions
    assert (pull.title, pull.author) == (TITLE, "bot")
    assert card_of(hub.repositories["a/s"], pull.ref) == TAGGED
    assert events(journal_file) == ["planned", "opening", "opened"]
    entry = History.read([journal_file]).entries[-1]
    assert (entry.num, entry.frameworks) == (1, ("harbor", "openenv"))
    assert entry.tags == ("rl-environment", "harbor", "openenv")


@pytest.mark.usefixtures("repository")
def test_a_second_run_sends_nothing(hub: LoopbackHub, plan_file: Path, journal_file: Path) -> None:
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    hub.requests.clear()
    assert send(hub, plan_file, journal_file).outcomes == {}
    assert hub.requests == []


def test_without_its_journal_a_run_finds_what_it_has_done(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    journal_file.unlink()
    summary = send(hub, plan_file, journal_file)
    assert (summary.outcomes, summary.sent) == ({"a/s": Event.OPENED}, 0)
    assert pulls(repository) == ["open"]
    assert events(journal_file) == ["planned", "opened"]


def test_somebody_else_was_first(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    person(hub, "staff").create_commit(
        "a/s",
        [CommitOperationAdd("README.md", TAGGED)],
        commit_message="Tags",
        repo_type="dataset",
        create_pr=True,
    )
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.EXISTS}
    assert len(repository.discussions) == 1
    assert send(hub, plan_file, journal_file).outcomes == {}


# -- refusals and merges -------------------------------------------------------------------


def test_a_refusal_is_kept_for_good(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    close(hub, "a/s")
    journal_file.unlink()
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.DECLINED}
    # Neither new commits, nor a new plan, nor a new journal change that.
    repository.commit({"README.md": CARD.replace(b"puzzles", b"harbor")})
    plan_file.unlink()
    plan(hub, plan_file, clock=Turned(2_000_000_000))
    assert send(hub, plan_file, journal_file).outcomes == {}
    journal_file.unlink()
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.DECLINED}
    assert pulls(repository) == ["closed"]


def test_what_was_merged_and_taken_out_again_stays_out(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    merge(hub, "a/s")
    repository.commit({"README.md": CARD + b"No tags.\n"})
    journal_file.unlink()
    plan_file.unlink()
    plan(hub, plan_file)
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.MERGED}
    assert pulls(repository) == ["merged"]


def test_a_new_tag_after_a_merge_gets_a_pull_request(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    card = CARD.replace(b"- puzzles", b"- openenv")
    repository = hub.add("a/s", {**NEEDY, "README.md": card})
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    merge(hub, "a/s")
    (waiting,) = History.read([journal_file]).waiting()
    ended = follow(account(hub), waiting, Turned(), 30).to_entry(Turned())
    assert ended is not None
    with Journal(journal_file) as journal:
        journal.write(ended)
    repository.commit({"README.md": TAGGED.replace(b"- openenv\n", b"")})
    plan_file.unlink()
    plan(hub, plan_file, clock=Turned(1_900_000_000))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert pulls(repository) == ["merged", "open"]


def test_one_rejected_in_the_review_is_not_sent(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    found = plan(hub, plan_file)
    decide(found, "a/s", Review.REJECTED)
    found.write(plan_file)
    assert send(hub, plan_file, journal_file).outcomes == {}
    assert pulls(repository) == []


def test_which_lines_are_due(hub: LoopbackHub, plan_file: Path) -> None:
    for repo_id in ("a/one", "b/two", "c/three"):
        hub.add(repo_id, NEEDY)
    found = plan(hub, plan_file)
    decide(found, "b/two", Review.ACCEPTED)
    lines, history = list(found.lines.values()), History()

    def due(**more: bool) -> list[str]:
        lines_due = due_lines(lines, history, deny=Patterns.of(["C"]), **more)
        return [line.repo_id for line in lines_due]

    assert due() == ["a/one", "b/two"]
    assert due(accepted_only=True) == ["b/two"]


@pytest.mark.usefixtures("repository")
def test_a_line_is_due_only_if_it_proposes_a_change(hub: LoopbackHub, plan_file: Path) -> None:
    line = plan(hub, plan_file).lines["a/s"]
    assert is_due(line, None)
    assert not is_due(replace(line, decision=Decision.FAILED), None)
    assert not is_due(replace(line, change=None), None)


# -- a dataset that has moved --------------------------------------------------------------


def test_a_dataset_with_new_commits_is_planned_again(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    moved = CARD + b"A new chapter.\n"
    repository.commit({"README.md": moved})
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert card_of(repository, "refs/pr/1") == TAGGED + b"A new chapter.\n"
    entries = History.read([journal_file]).entries
    assert [e.event.value for e in entries] == ["planned", "planned", "opening", "opened"]
    assert entries[1].reason.startswith("it has moved from ")
    assert entries[1].commit == repository.head()


def test_another_change_than_the_reviewed_one_is_not_sent(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    repository.commit({"README.md": CARD.replace(b"- puzzles", b"- harbor")})
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.SKIPPED}
    assert "another change is due now" in History.read([journal_file]).entries[-1].reason
    assert send(hub, plan_file, journal_file).outcomes == {}
    plan_file.unlink()
    plan(hub, plan_file, clock=Turned(1_900_000_000))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert pulls(repository) == ["open"]


@pytest.mark.parametrize("card", [TAGGED, CARD.replace(b"- puzzles", b"- no-autotag")])
def test_a_change_that_is_not_due_any_more(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path, card: bytes
) -> None:
    plan(hub, plan_file)
    repository.commit({"README.md": card})
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.SKIPPED}
    assert pulls(repository) == []


def test_a_pull_request_in_conflict_is_brought_up_to_date(
    hub: LoopbackHub,
    repository: Repository,
    plan_file: Path,
    journal_file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    repository.commit({"README.md": CARD.replace(b"- puzzles", b"- riddles")})
    real = type(repository.discussions[0]).details

    def conflicting(*args: object) -> dict[str, object]:
        return {**real(*args), "filesWithConflicts": ["README.md"]}  # type: ignore[arg-type]

    monkeypatch.setattr(type(repository.discussions[0]), "details", conflicting)
    plan_file.unlink()
    plan(hub, plan_file, clock=Turned(1_900_000_000))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.UPDATED}
    assert pulls(repository) == ["open"]
    assert card_of(repository, "refs/pr/1") == TAGGED.replace(b"- puzzles", b"- riddles")


def test_a_dataset_that_moves_while_it_is_sent_is_planned_again(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    hub.faults.add(Fault(Kind.STATUS, 412, path=COMMIT))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert (pulls(repository), commits(hub)) == (["open"], 2)
    assert events(journal_file) == ["planned", "opening", "opening", "opened"]


def test_a_commit_that_changes_nothing_leads_to_no_pull_request(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    # Both questions for the head are answered by what was true a moment before.
    stale = b'{"sha": "%s"}' % str(repository.head()).encode()
    hub.faults.add(Fault(Kind.STATUS, 200, body=stale, path="expand=sha", times=2))
    repository.commit({"README.md": TAGGED})
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.EXISTS}
    assert "on the Hub is so already" in History.read([journal_file]).entries[-1].reason
    assert pulls(repository) == []


# -- how many, how fast --------------------------------------------------------------------


def test_one_of_an_owner_until_it_is_answered(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for repo_id in ("a/one", "a/two", "a/three", "b/one"):
        hub.add(repo_id, NEEDY)
    plan(hub, plan_file)
    one_each = RunLimits(total=100, per_owner=1, grace=0)
    summary = send(hub, plan_file, journal_file, one_each)
    assert summary.outcomes == {"a/one": Event.OPENED, "b/one": Event.OPENED}
    assert {repo_id: entry.repo_id for repo_id, entry in summary.held.items()} == {
        "a/two": "a/one",
        "a/three": "a/one",
    }
    assert send(hub, plan_file, journal_file, one_each).outcomes == {}
    two_each = RunLimits(total=100, per_owner=2, grace=0)
    assert list(send(hub, plan_file, journal_file, two_each).outcomes) == ["a/three"]


def test_a_refusal_keeps_its_owner_s_place(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for repo_id in ("a/one", "a/two"):
        hub.add(repo_id, NEEDY)
    plan(hub, plan_file)
    one_each = RunLimits(per_owner=1, grace=0)
    send(hub, plan_file, journal_file, one_each)
    close(hub, "a/one")
    journal_file.unlink()
    summary = send(hub, plan_file, journal_file, one_each)
    assert summary.outcomes == {"a/one": Event.DECLINED}
    assert list(summary.held) == ["a/two"]


def test_a_write_without_an_answer_keeps_its_owner_s_place(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for repo_id in ("a/one", "a/two"):
        hub.add(repo_id, NEEDY)
    plan(hub, plan_file)
    hub.faults.add(Fault(Kind.LOST, path=COMMIT))
    hub.faults.add(Fault(Kind.STATUS, 500, path="one/discussions", skip=1, times=None))
    summary = send(hub, plan_file, journal_file, RunLimits(per_owner=1, grace=0))
    assert summary.outcomes == {"a/one": Event.OPENING}
    assert list(summary.held) == ["a/two"]


def test_a_limit(hub: LoopbackHub, plan_file: Path, journal_file: Path) -> None:
    for number in range(5):
        hub.add(f"o{number}/s", NEEDY)
    plan(hub, plan_file)
    three = RunLimits(total=3, grace=0)
    summary = send(hub, plan_file, journal_file, three)
    assert (summary.sent, summary.stopped) == (3, "the limit of 3 pull requests is reached")
    assert len(send(hub, plan_file, journal_file, three).outcomes) == 2
    assert all(pulls(repository) == ["open"] for repository in hub.repositories.values())


def test_a_write_without_an_answer_counts_for_the_limit_and_as_a_failure(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for repo_id in ("a/one", "b/two", "c/three"):
        hub.add(repo_id, NEEDY)
    plan(hub, plan_file)
    hub.faults.add(Fault(Kind.STATUS, 502, path=COMMIT, times=None))
    summary = send(hub, plan_file, journal_file, RunLimits(total=1, grace=0))
    assert (summary.sent, commits(hub)) == (1, 1)
    summary = send(hub, plan_file, journal_file, RunLimits(failures=2, grace=0))
    assert (summary.stopped, commits(hub)) == ("2 failures in a row", 3)


def test_writes_are_a_second_apart_and_so_many_an_hour(
    hub: LoopbackHub, plan_file: Path, journal_file: Path, clock: Turned
) -> None:
    for number in range(6):
        hub.add(f"o{number}/s", NEEDY)
    plan(hub, plan_file)
    send(hub, plan_file, journal_file, RunLimits(total=4, grace=0), clock=clock, per_hour=3)
    send(hub, plan_file, journal_file, clock=clock, per_hour=3)
    entries = History.read([journal_file]).entries
    times = [e.seconds for e in entries if e.event is Event.OPENING]
    assert len(times) == 6
    assert all(later - earlier >= 0.999 for earlier, later in pairwise(times))
    assert all(times[n + 3] - times[n] >= 3599.9 for n in range(3))


# -- faults --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Kind.LOST, Kind.CUT])
def test_an_answer_that_is_lost_after_the_deed(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path, kind: Kind
) -> None:
    plan(hub, plan_file)
    hub.faults.add(Fault(kind, path=COMMIT))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert (pulls(repository), commits(hub)) == (["open"], 1)


@pytest.mark.parametrize("kind", [Kind.LOST, Kind.CUT])
def test_an_answer_that_is_lost_while_nothing_can_be_looked_up(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path, kind: Kind
) -> None:
    plan(hub, plan_file)
    hub.faults.add(Fault(kind, path=COMMIT))
    # The first look, before the write, is answered; the Hub is down from then on.
    hub.faults.add(Fault(Kind.STATUS, 500, path="/discussions", skip=1, times=None))
    summary = send(hub, plan_file, journal_file)
    assert (summary.outcomes, summary.failed) == ({"a/s": Event.OPENING}, 1)
    assert events(journal_file) == ["planned", "opening"]
    hub.faults.clear()
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert (pulls(repository), commits(hub)) == (["open"], 1)
    assert events(journal_file) == ["planned", "opening", "opened"]


def test_a_server_error_without_effect_is_not_followed_by_another_write(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path, clock: Turned
) -> None:
    plan(hub, plan_file)
    hub.faults.add(Fault(Kind.STATUS, 502, path=COMMIT))
    summary = send(hub, plan_file, journal_file, RunLimits(grace=60), clock=clock)
    assert summary.outcomes == {"a/s": Event.FAILED}
    assert commits(hub) == 1
    assert events(journal_file) == ["planned", "opening", "failed"]
    # What was sent might have taken effect late.
    assert sum(clock.slept) >= 59
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert pulls(repository) == ["open"]


def test_a_rate_limit_is_waited_for(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    hub.faults.add(rate_limited(30, path=COMMIT))
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert pulls(repository) == ["open"]


def test_a_dataset_without_discussions_fails_alone(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    hub.add("a/off", NEEDY, discussions_disabled=True)
    hub.add("b/on", NEEDY)
    plan(hub, plan_file)
    summary = send(hub, plan_file, journal_file)
    assert summary.outcomes == {"a/off": Event.FAILED, "b/on": Event.OPENED}
    assert "discussions" in History.read([journal_file]).records["a/off"].last.reason


def test_failures_in_a_row_end_a_run_and_come_last_in_the_next(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    for number in range(5):
        hub.add(f"o{number}/s", NEEDY, discussions_disabled=number < 3)
    plan(hub, plan_file)
    three = RunLimits(failures=3, grace=0)
    summary = send(hub, plan_file, journal_file, three)
    assert (summary.failed, summary.stopped) == (3, "3 failures in a row")
    summary = send(hub, plan_file, journal_file, three)
    assert list(summary.outcomes)[:2] == ["o3/s", "o4/s"]
    assert pulls(hub.repositories["o4/s"]) == ["open"]


def test_a_dataset_that_is_gone_fails_alone(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    hub.add("a/gone", NEEDY)
    hub.add("b/here", NEEDY)
    plan(hub, plan_file)
    del hub.repositories["a/gone"]
    summary = send(hub, plan_file, journal_file)
    assert summary.outcomes == {"a/gone": Event.FAILED, "b/here": Event.OPENED}


def test_a_plan_whose_diff_does_not_fit_the_card_is_planned_again(
    hub: LoopbackHub, repository: Repository, plan_file: Path, journal_file: Path
) -> None:
    plan(hub, plan_file)
    plan_file.write_text(plan_file.read_text().replace("- openenv\\n", "- opened\\n"))
    assert Plan.read(plan_file).lines["a/s"].change is not None
    assert send(hub, plan_file, journal_file).outcomes == {"a/s": Event.OPENED}
    assert card_of(repository, "refs/pr/1") == TAGGED


def test_no_token_is_in_plan_or_journal(
    hub: LoopbackHub, plan_file: Path, journal_file: Path
) -> None:
    hub.add("a/s", NEEDY)
    hub.add("b/off", NEEDY, discussions_disabled=True)
    plan(hub, plan_file)
    send(hub, plan_file, journal_file)
    written = plan_file.read_text() + journal_file.read_text()
    assert not any(token in written for token in hub.tokens)
