from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tagger.autotag.journal import Event, History, Journal, JournalEntry
from tagger.autotag.merge import merge
from tagger.autotag.plan import Plan
from tagger.autotag.planned import Decision, Planned
from tagger.autotag.report import STATES, make_report, markdown, state_of, to_json
from tagger.core.errors import TaggerError
from tests.autotag.test_planned import planned
from tests.support.campaign import at
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BOTH = ("harbor", "openenv")


def entry(repo_id: str, event: Event, *frameworks: str, **more: Any) -> JournalEntry:
    url = f"https://huggingface.co/datasets/{repo_id}/discussions/2"
    fields: dict[str, Any] = {"num": 2, "url": url, "key": "k"}
    tags = ("rl-environment", *frameworks)
    return JournalEntry(
        repo_id, event, at(0), tags=tags, frameworks=frameworks or BOTH, **{**fields, **more}
    )


def history(*entries: JournalEntry) -> History:
    found = History()
    for one in entries:
        found.add(one)
    return found


NO_PULL: dict[str, Any] = {"num": None, "url": None}
ENTRIES = (
    entry("a/merged", Event.OPENED),
    entry("a/merged", Event.MERGED),
    entry("a/declined", Event.OPENED, "harbor"),
    entry("a/declined", Event.DECLINED, "harbor"),
    entry("b/merged", Event.MERGED, "harbor"),
    entry("b/open", Event.UPDATED),
    entry("b/open", Event.FAILED, **NO_PULL),
    entry("c/lost", Event.OPENING, "nemo-gym", **NO_PULL),
    entry("c/others", Event.EXISTS, reason="it brings `harbor`"),
    entry("d/<b>|`x`", Event.FAILED, reason="the Hub says *no* @you", **NO_PULL),
    entry("d/moved", Event.SKIPPED, reason="it has moved", **NO_PULL),
    entry("d/begun", Event.PLANNED, **NO_PULL),
)
LINES = [
    *(planned() for _ in range(3)),
    Planned("x/right", Decision.NOTHING, "it is right"),
    Planned("x/odd", Decision.UNSURE, "who knows"),
]


def test_figures_in_all_and_by_framework() -> None:
    report = to_json(make_report(LINES, history(*ENTRIES), damaged=1))
    assert report["plan"] == {"propose": 3, "nothing": 1, "unsure": 1, "skip": 0, "failed": 0}
    total = report["total"]
    assert (total["proposed"], total["sent"], total["merge_rate"]) == (3, 4, 2 / 3)
    counts = dict.fromkeys(STATES, 1) | {"merged": 2}
    assert {state: total[state] for state in STATES} == counts
    harbor, gym = report["frameworks"]["harbor"], report["frameworks"]["nemo-gym"]
    assert (harbor["merged"], harbor["declined"], harbor["merge_rate"]) == (2, 1, 2 / 3)
    assert report["frameworks"]["openenv"]["merge_rate"] == 1
    assert (gym["sent"], gym["unsettled"], gym["merge_rate"]) == (0, 1, None)
    assert report["damaged_lines"] == 1
    assert [row["repository"] for row in report["datasets"]][:3] == [
        "a/merged",
        "b/merged",
        "a/declined",
    ]


def test_the_report_for_people() -> None:
    report = make_report(LINES, history(*ENTRIES), damaged=1)
    assert_snapshot("".join(markdown(report)), "autotag/report.md")


def test_a_report_of_nothing() -> None:
    text = "".join(markdown(make_report([], History())))
    assert "| all datasets | 0 | 0 |" in text


@pytest.mark.parametrize(
    ("events", "state"),
    [
        ([Event.OPENED, Event.PLANNED], "open"),
        ([Event.OPENED, Event.OPENING], "open"),
        ([Event.DECLINED, Event.SKIPPED], "declined"),
        ([Event.FAILED, Event.PLANNED, Event.OPENING], "unsettled"),
    ],
)
def test_how_a_dataset_stands(events: Sequence[Event], state: str) -> None:
    found = history(*(entry("a/s", event) for event in events))
    assert state_of(found.records["a/s"]) == state


# -- merging -------------------------------------------------------------------------------


def journal(path: Path, *entries: JournalEntry) -> Path:
    with Journal(path) as opened:
        for one in entries:
            opened.write(one)
    return path


def test_journals_of_shards_become_one(tmp_path: Path) -> None:
    parts = [journal(tmp_path / f"{n}", *ENTRIES[n::3]) for n in range(3)]
    what = merge([*parts, parts[0]], tmp_path / "all")
    assert what == "12 lines about 9 datasets"
    whole = History.read([tmp_path / "all"])
    assert sorted(map(repr, whole.entries)) == sorted(map(repr, ENTRIES))


def test_plans_of_shards_become_one(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    Plan({line.repo_id: line for line in LINES}).write(one)
    newer = Planned("x/right", Decision.SKIP, "why", time="2030-01-01T00:00:00Z")
    Plan({"x/right": newer, "y/y": Planned("y/y", Decision.NOTHING, "")}).write(two)
    assert merge([two, one], tmp_path / "all") == "4 datasets"
    assert Plan.read(tmp_path / "all").lines["x/right"] == newer


def test_what_cannot_be_merged(tmp_path: Path) -> None:
    Plan({"x/odd": LINES[-1]}).write(tmp_path / "plan")
    journal(tmp_path / "journal", *ENTRIES)
    for files, why in (
        ([tmp_path / "plan", tmp_path / "journal"], "cannot be put into one file"),
        ([tmp_path / "gone"], "there is no file"),
    ):
        with pytest.raises(TaggerError, match=why):
            merge(files, tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_the_merged_files_are_in_ascii_lines(tmp_path: Path) -> None:
    journal(tmp_path / "1", entry("a/é", Event.OPENED))
    merge([tmp_path / "1"], tmp_path / "all")
    (line,) = (tmp_path / "all").read_text("ascii").splitlines()
    assert json.loads(line)["repository"] == "a/é"
