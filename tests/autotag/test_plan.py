from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tagger.autotag.parallel import in_parallel
from tagger.autotag.plan import Plan, count_decisions, decide, make_plan, proposals
from tagger.autotag.planned import Decision, Planned, Review
from tagger.autotag.planner import Planner
from tagger.autotag.selection import DatasetSelection, Selected
from tagger.core.errors import TaggerError
from tests.support.campaign import CARD, NEEDY, OTHER, RIGHT, Turned, account, copies, plan
from tests.support.hub import Fault, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.hub import LoopbackHub


def decisions(plan: Plan) -> dict[str, Decision]:
    return {repo_id: line.decision for repo_id, line in plan.lines.items()}


def test_a_line_for_every_dataset(hub: LoopbackHub, plan_file: Path) -> None:
    for repo_id, files in {"a/needy": NEEDY, "b/right": RIGHT, "c/other": OTHER}.items():
        hub.add(repo_id, files)
    found = plan(hub, plan_file, "a/needy", "b/right", "c/other", "d/gone")
    assert decisions(found) == {
        "a/needy": Decision.PROPOSE,
        "b/right": Decision.NOTHING,
        "c/other": Decision.NOTHING,
        "d/gone": Decision.FAILED,
    }
    assert count_decisions(found.lines.values()) == {
        Decision.PROPOSE: 1,
        Decision.NOTHING: 2,
        Decision.FAILED: 1,
    }


def test_nothing_on_the_hub_changes(hub: LoopbackHub, plan_file: Path) -> None:
    hub.add("a/s", NEEDY)
    plan(hub, plan_file)
    # What git's server is asked for goes as a POST and changes nothing either.
    assert all(
        request.startswith("GET ") or request.endswith("/git-upload-pack")
        for request in hub.requests
    )


def test_a_plan_goes_on_where_it_stopped(hub: LoopbackHub, plan_file: Path) -> None:
    for number in range(4):
        hub.add(f"a/s{number}", NEEDY)
    planner = Planner(account(hub).client)
    run = make_plan(plan_file, planner, [Selected(f"a/s{n}") for n in range(4)], jobs=1)
    next(run)
    run.close()  # type: ignore[attr-defined]
    (known,) = Plan.read(plan_file).lines
    hub.requests.clear()
    assert set(plan(hub, plan_file).lines) == set(hub.repositories)
    assert not any(known in request for request in hub.requests)


def test_a_line_that_was_cut_is_planned_again(hub: LoopbackHub, plan_file: Path) -> None:
    hub.add("a/s", NEEDY)
    plan(hub, plan_file)
    plan_file.write_bytes(plan_file.read_bytes()[:-20])
    assert Plan.read(plan_file).damaged == 1
    assert decisions(plan(hub, plan_file)) == {"a/s": Decision.PROPOSE}


def test_what_failed_is_planned_again(hub: LoopbackHub, plan_file: Path) -> None:
    hub.add("a/s", NEEDY)
    hub.faults.add(Fault(Kind.STATUS, 403))
    assert decisions(plan(hub, plan_file)) == {"a/s": Decision.FAILED}
    assert decisions(plan(hub, plan_file)) == {"a/s": Decision.PROPOSE}


def test_what_has_moved_is_planned_again(hub: LoopbackHub, plan_file: Path) -> None:
    repository = hub.add("a/s", NEEDY)
    hub.add("a/t", NEEDY)
    api = account(hub)

    def go() -> list[str]:
        selection = list(DatasetSelection(authors=["a"]).read(api.client))
        return [line.repo_id for line in make_plan(plan_file, Planner(api.client), selection, 2)]

    assert sorted(go()) == ["a/s", "a/t"]
    assert go() == []
    repository.commit({"README.md": CARD + b"More.\n"})
    assert go() == ["a/s"]
    assert Plan.read(plan_file).lines["a/s"].commit == repository.head()
    repository.commit({"README.md": CARD.replace(b"puzzles", b"no-autotag")})
    assert go() == ["a/s"]
    assert Plan.read(plan_file).lines["a/s"].decision is Decision.SKIP
    assert go() == []


def test_one_dataset_that_fails_stops_no_other(hub: LoopbackHub, plan_file: Path) -> None:
    for number in range(6):
        hub.add(f"a/s{number}", NEEDY)
    hub.faults.add(Fault(Kind.STATUS, 500, path="a/s3", times=None))
    found = decisions(plan(hub, plan_file))
    assert found.pop("a/s3") is Decision.FAILED
    assert set(found.values()) == {Decision.PROPOSE}


def test_two_runs_on_one_plan(hub: LoopbackHub, plan_file: Path) -> None:
    hub.add("a/s", NEEDY)
    planner, selection = Planner(account(hub).client), [Selected("a/s")]
    first = make_plan(plan_file, planner, selection, 1)
    next(first)
    with pytest.raises(TaggerError, match="another run is at work"):
        next(make_plan(plan_file, planner, selection, 1))


@pytest.mark.parametrize("text", ['{"event": "opened"}\n', "{}\n"])
def test_a_file_that_is_no_plan(plan_file: Path, text: str) -> None:
    plan_file.write_text(text)
    with pytest.raises(TaggerError, match="is not a plan of"):
        Plan.read(plan_file)
    plan_file.unlink()
    with pytest.raises(TaggerError, match="there is no plan"):
        Plan.read(plan_file)


# -- what a person says --------------------------------------------------------------------


def test_a_word_on_a_proposal_is_kept(hub: LoopbackHub, plan_file: Path) -> None:
    hub.add("a/needy", NEEDY)
    hub.add("b/right", RIGHT)
    found = plan(hub, plan_file)
    assert [line.repo_id for line in proposals(found)] == ["a/needy"]
    decide(found, "a/needy", Review.ACCEPTED)
    found.write(plan_file)
    assert Plan.read(plan_file).lines == found.lines
    assert found.lines["a/needy"].review is Review.ACCEPTED
    for repo_id, why in (("b/right", "the plan proposes nothing"), ("a/nedy", "did you mean")):
        with pytest.raises(TaggerError, match=why):
            decide(found, repo_id, Review.ACCEPTED)


@pytest.mark.parametrize(
    ("review", "files", "kept"),
    [
        (Review.ACCEPTED, {"README.md": CARD + b"More.\n"}, True),
        (Review.REJECTED, {"README.md": CARD + b"More.\n"}, True),
        (Review.ACCEPTED, {"README.md": CARD.replace(b"puzzles", b"harbor")}, False),
        (Review.REJECTED, {"README.md": CARD.replace(b"puzzles", b"harbor")}, True),
    ],
)
def test_a_no_is_for_good_and_a_yes_for_the_same_tags(
    hub: LoopbackHub, plan_file: Path, review: Review, files: dict[str, bytes | None], kept: bool
) -> None:
    repository = hub.add("a/s", NEEDY)
    found = plan(hub, plan_file)
    decide(found, "a/s", review)
    found.write(plan_file)
    repository.commit(files)
    selected = [Selected("a/s", repository.head())]
    (line,) = make_plan(plan_file, Planner(account(hub).client), selected, 1)
    assert line.review is (review if kept else None)


# -- in parallel ---------------------------------------------------------------------------


def test_no_more_than_so_many_at_once_and_none_before_it_is_needed() -> None:
    running, most, taken = 0, 0, 0
    lock = threading.Lock()
    gate = threading.Event()

    def work(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        gate.wait(0.002)
        with lock:
            running -= 1
        return number

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(50):
            taken += 1
            yield number

    results = in_parallel(work, items(), 4)
    first = next(results)
    assert taken <= 6
    assert sorted([first, *results]) == list(range(50))
    assert 2 <= most <= 4


def test_a_fault_of_one_job_ends_the_others() -> None:
    def work(number: int) -> int:
        return 1 // number

    with pytest.raises(ZeroDivisionError):
        list(in_parallel(work, [1, 0, 1], 2))


@pytest.mark.parametrize("many", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_datasets_cost_few_calls(
    hub: LoopbackHub, plan_file: Path, record_property: Callable[[str, object], None], many: int
) -> None:
    for number, files in enumerate((NEEDY, OTHER, OTHER, RIGHT, OTHER)):
        template = hub.add(f"o{number}/set", files)
        copies(hub, template, (f"o{n % 40}/set-{n}" for n in range(number, many - 5, 5)))
    api = account(hub)
    selection = list(DatasetSelection(search="set").read(api.client))
    pages = many // 100
    assert len(hub.requests) == pages
    clock = Turned()
    lines = list(make_plan(plan_file, Planner(api.client, clock=clock), selection, 8))
    record_property(f"requests for {many:,} datasets", len(hub.requests))
    assert count_decisions(lines) == {Decision.PROPOSE: many // 5, Decision.NOTHING: many // 5 * 4}
    calls = [request for request in hub.requests if "/api/" in request or "upload" in request]
    # The pages of the list; the files and git's listing of each that may be loaded, two of five.
    assert len(calls) - pages <= many // 5 * 2 * 2 + 60
    # The files of these are alike, and are fetched a few times at most.
    assert len(hub.requests) - len(calls) < 60


def test_lines_without_a_change_are_no_proposals() -> None:
    line = Planned("a/s", Decision.UNSURE, "why")
    assert proposals(Plan({"a/s": line, "a/t": replace(line, decision=Decision.SKIP)})) == []
