"""The commands of ``tagger autotag`` against the loopback Hub."""

from __future__ import annotations

import functools
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tagger.autotag.journal import Journal
from tagger.autotag.plan import Plan
from tagger.autotag.planned import Review
from tagger.cli.autotag import COMMANDS, apply, status
from tagger.cli.autotag.options import JOURNAL, PLAN
from tagger.cli.console import Console
from tagger.data.shipped import read_shipped
from tagger.hub.retry import Retry
from tests.support.campaign import CARD, NEEDY, OTHER, RIGHT, START, TAGGED, Turned, pulls
from tests.support.hub import Fault, Kind, LoopbackHub
from tests.support.pulls import card_of, person
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Tagger


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Turned:
    """The time for everything but the planning."""
    turned = Turned()
    for module in (apply, status):
        monkeypatch.setattr(module, "SystemClock", lambda: turned)
    return turned


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Turned) -> Iterator[LoopbackHub]:
    """A Hub that huggingface_hub is set to, with the token of `bot` at hand; nobody waits."""
    from huggingface_hub import constants

    del clock
    with LoopbackHub(tmp_path / "hub") as running:
        monkeypatch.setattr(constants, "ENDPOINT", running.endpoint)
        monkeypatch.setattr(constants, "HF_HOME", str(tmp_path / "home"))
        monkeypatch.setattr(constants, "HF_HUB_DISABLE_IMPLICIT_TOKEN", False)
        monkeypatch.setenv("HF_TOKEN", running.login("bot"))
        for module in (apply, status):
            made = functools.partial(module.PullApi, retry=Retry(attempts=3), sleep=lambda _: None)
            monkeypatch.setattr(module, "PullApi", made)
        monkeypatch.chdir(tmp_path)
        yield running


@pytest.fixture
def full(hub: LoopbackHub) -> LoopbackHub:
    """One dataset that needs tags, and others."""
    hub.add("acme/needy", NEEDY)
    hub.add("acme/other", OTHER)
    hub.add("big/needy", NEEDY)
    hub.add("big/right", RIGHT)
    return hub


class Terminal(io.StringIO):
    """Somebody's keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """What the user types; the screen is a terminal too."""
    keyboard = Terminal()
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(Console, "watches", True)
    return keyboard


def answer(keyboard: Terminal, *lines: str) -> None:
    keyboard.write("".join(f"{line}\n" for line in lines))
    keyboard.seek(0)


def lines_of(path: Path, schema: str) -> list[dict[str, Any]]:
    """The lines of a file, each as its schema says."""
    validator = Draft202012Validator(json.loads(read_shipped(f"{schema}.schema.json")))
    values = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    for value in values:
        validator.validate(value)
    return values


@pytest.mark.parametrize("command", COMMANDS)
def test_help(tagger: Tagger, tmp_path: Path, command: str) -> None:
    done = tagger("autotag", command, "--help")
    assert_snapshot(done.shown(tmp_path), f"cli/help-autotag-{command}.txt")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["aply"], "unknown command 'aply' of tagger autotag; did you mean 'apply'?"),
        (["x1"], "unknown command 'x1' of tagger autotag; known are plan, review, apply"),
        (["plan"], "no dataset is named"),
        (["plan", "acme"], "'acme' is not the Hub"),
        (["plan", "a/s", "--shard", "3/2"], "--shard '3/2': write the part and their number"),
        (["plan", "a/s", "--jobs", "0"], "'0' is not a whole number of 1 or more"),
        (["plan", "--from-file", "gone"], "cannot read 'gone'"),
        (["review"], "there is no terminal to ask on: use --list"),
        (["review", "--list"], "there is no plan 'autotag-plan.jsonl'"),
        (["apply"], "there is no plan"),
        (["apply", "--interval", "-1"], "'-1' is not a number of seconds"),
        (["status"], "there is no journal 'autotag-journal.jsonl'"),
        (["report"], "there is neither plan nor journal here"),
        (["merge", "a"], "the following arguments are required: --output"),
    ],
)
@pytest.mark.usefixtures("here")
def test_wrong_usage(tagger: Tagger, arguments: list[str], message: str) -> None:
    done = tagger("autotag", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_no_command_at_all_helps(tagger: Tagger) -> None:
    done = tagger("autotag")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("usage: tagger autotag COMMAND")


# -- plan ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("full")
def test_a_plan(tagger: Tagger, tmp_path: Path) -> None:
    done = tagger("autotag", "plan", "--author", "acme", "--author", "big")
    assert (done.status, done.out) == (0, f"{PLAN}: 2 propose, 2 nothing\n")
    assert done.err == "tagger: note: 4 datasets selected\n"
    decisions = {v["repository"]: v["decision"] for v in lines_of(tmp_path / PLAN, "autotag-plan")}
    assert decisions["acme/needy"] == "propose"
    done = tagger("autotag", "plan", "--author", "acme", "big/right")
    assert done.err == "tagger: note: 3 datasets selected, 3 of them planned already\n"


@pytest.mark.usefixtures("full")
def test_a_plan_from_lists_in_files(tagger: Tagger, tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("acme/needy\nbig/needy # a comment\nbig/right\n")
    (tmp_path / "no").write_text("big/r*\n")
    (tmp_path / "yes").write_text("BIG\n")
    files = ("--from-file", "ids", "--deny", "no", "--allow", "yes")
    done = tagger("autotag", "plan", *files, "--plan", "p.jsonl", "-q")
    assert (done.status, done.out, done.err) == (0, "p.jsonl: 1 propose\n", "")
    assert list(Plan.read(tmp_path / "p.jsonl").lines) == ["big/needy"]


def test_what_cannot_be_read_is_said_and_the_rest_done(full: LoopbackHub, tagger: Tagger) -> None:
    full.repositories["acme/needy"].private = True
    done = tagger("autotag", "plan", "-q", "acme/needy", "big/needy")
    assert (done.status, done.out) == (3, f"{PLAN}: 1 propose, 1 failed\n")
    assert done.err.startswith("tagger: error: acme/needy: there is no such dataset, or it is")
    assert tagger("autotag", "plan", "-q", "acme/needy").status == 2


def test_a_list_that_cannot_be_read(full: LoopbackHub, tagger: Tagger) -> None:
    full.faults.add(Fault(Kind.STATUS, 403, times=None))
    done = tagger("autotag", "plan", "--search", "x")
    assert done.status == 2
    assert "the Hub's list of datasets cannot be read: the Hub forbids it" in done.err


@pytest.mark.usefixtures("full")
def test_the_configuration_that_is_named(tagger: Tagger, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(
        "bridged = false\n[registered.'acme/other']\n"
        "framework = 'verifiers'\nenvironment = 'acme/env'\n"
    )
    tagger("autotag", "plan", "--author", "acme", "--config", "t.toml")
    lines = Plan.read(tmp_path / PLAN).lines
    tags = {repo_id: line.change.tags for repo_id, line in lines.items() if line.change}
    assert tags == {
        "acme/needy": ("rl-environment", "harbor"),
        "acme/other": ("rl-environment", "verifiers"),
    }


@pytest.mark.usefixtures("full")
def test_a_folder_of_the_same_name_lends_no_configuration(tagger: Tagger, tmp_path: Path) -> None:
    folder = tmp_path / "acme" / "needy"
    folder.mkdir(parents=True)
    (folder / "tagger.toml").write_text("bridged = false\n")
    tagger("autotag", "plan", "acme/needy")
    change = Plan.read(tmp_path / PLAN).lines["acme/needy"].change
    assert change is not None
    assert "openenv" in change.tags


# -- review --------------------------------------------------------------------------------


@pytest.fixture
def planned(full: LoopbackHub, tagger: Tagger) -> LoopbackHub:
    """A plan for all datasets, in the current folder."""
    tagger("autotag", "plan", "--jobs", "1", *sorted(full.repositories))
    return full


@pytest.mark.usefixtures("planned")
def test_the_plan_in_lines(tagger: Tagger, tmp_path: Path) -> None:
    listed = tagger("autotag", "review", "--list", "--show")
    assert_snapshot(listed.shown(tmp_path), "cli/autotag-review.txt")
    listed = tagger("autotag", "review", "--list", "--decision", "nothing")
    assert [line.split()[1] for line in listed.out.splitlines()] == ["acme/other", "big/right"]


@pytest.mark.usefixtures("planned")
def test_decisions_without_a_terminal(tagger: Tagger, tmp_path: Path) -> None:
    review = functools.partial(tagger, "autotag", "review")
    done = review("--accept", "acme/needy", "--reject", "big/needy")
    assert done.out == f"{PLAN}: 2 proposals, 1 accepted, 1 rejected\n"
    assert "1 accepted, 0 rejected" in review("--undo", "big/needy").out
    assert "2 accepted, 0 rejected" in review("--accept-rest").out
    done = review("--accept", "big/right")
    assert done.status == 2
    assert "big/right: the plan proposes nothing (nothing: its card declares every" in done.err
    lines_of(tmp_path / PLAN, "autotag-plan")


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize(
    ("words", "reviews"),
    [
        (["y", "n"], [Review.ACCEPTED, Review.REJECTED]),
        (["what?", "", "Skip", "yes"], [None, Review.ACCEPTED]),
        (["no", "q"], [Review.REJECTED, None]),
        ([], [None, None]),
    ],
)
def test_questions(
    tagger: Tagger,
    tmp_path: Path,
    typed: Terminal,
    words: list[str],
    reviews: list[Review | None],
) -> None:
    answer(typed, *words)
    done = tagger("autotag", "review")
    assert "accept (1 of 2)? [y/n/s/q]" in done.err
    assert "+- rl-environment" in done.out
    lines = Plan.read(tmp_path / PLAN).lines
    assert [lines[repo_id].review for repo_id in ("acme/needy", "big/needy")] == reviews


# -- apply ---------------------------------------------------------------------------------


def test_pull_requests_are_opened(planned: LoopbackHub, tagger: Tagger, tmp_path: Path) -> None:
    done = tagger("autotag", "apply", "--yes")
    url = f"{planned.endpoint}/datasets/acme/needy/discussions/1"
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"acme/needy: opened {url}",
        f"big/needy: opened {url.replace('acme', 'big')}",
        "2 opened",
    ]
    assert card_of(planned.repositories["acme/needy"], "refs/pr/1") == TAGGED
    events = [value["event"] for value in lines_of(tmp_path / JOURNAL, "autotag-journal")]
    assert events == ["planned", "opening", "opened"] * 2
    assert tagger("autotag", "apply", "--yes").out == "nothing is left to be sent\n"


def test_nobody_to_ask(planned: LoopbackHub, tagger: Tagger) -> None:
    done = tagger("autotag", "apply")
    assert (done.status, done.out) == (2, "")
    assert "there is no terminal to ask on: add --yes to send" in done.err
    assert pulls(planned.repositories["acme/needy"]) == []


@pytest.mark.parametrize(("word", "sent"), [("y", True), ("n", False), ("", False)])
def test_asking(
    planned: LoopbackHub, tagger: Tagger, typed: Terminal, word: str, sent: bool
) -> None:
    answer(typed, word)
    done = tagger("autotag", "apply", "--limit", "1")
    question = "open or update up to 1 of 2 pull requests on datasets of 2 owners? [y/N]"
    assert question in done.err
    assert (done.status, pulls(planned.repositories["acme/needy"])) == (
        (0, ["open"]) if sent else (1, [])
    )


@pytest.mark.usefixtures("planned")
def test_an_account_is_needed(tagger: Tagger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_TOKEN")
    done = tagger("autotag", "apply", "--yes")
    assert done.status == 2
    assert "a pull request needs an account" in done.err


def test_limits_and_what_waits(planned: LoopbackHub, tagger: Tagger) -> None:
    planned.add("acme/second", NEEDY)
    tagger("autotag", "plan", "acme/second")
    done = tagger("autotag", "apply", "--yes", "--limit", "1")
    assert "1 opened" in done.out
    assert "stopped: the limit of 1 pull request is reached; the same command goes on" in done.err
    done = tagger("autotag", "apply", "--yes")
    assert done.out.endswith("1 opened, 1 held back\n")
    assert "acme/second is held back because of http" in done.err


def test_the_pace(planned: LoopbackHub, tagger: Tagger, clock: Turned) -> None:
    done = tagger("autotag", "apply", "--yes", "--per-hour", "1")
    assert clock.now() - START >= 3600
    assert "waiting 60 min because of --per-hour" in done.err
    assert pulls(planned.repositories["big/needy"]) == ["open"]


def test_only_what_was_accepted_and_is_not_denied(
    planned: LoopbackHub, tagger: Tagger, tmp_path: Path
) -> None:
    tagger("autotag", "review", "--accept", "big/needy")
    tagger("autotag", "apply", "--yes", "--accepted-only")
    assert pulls(planned.repositories["acme/needy"]) == []
    (tmp_path / "no").write_text("acme\n")
    tagger("autotag", "apply", "--yes", "--deny", "no")
    assert pulls(planned.repositories["acme/needy"]) == []
    assert pulls(planned.repositories["big/needy"]) == ["open"]


def test_some_that_failed(planned: LoopbackHub, tagger: Tagger) -> None:
    planned.repositories["acme/needy"].discussions_disabled = True
    done = tagger("autotag", "apply", "--yes")
    assert done.status == 3
    assert done.out.endswith("1 failed, 1 opened\n")
    assert "tagger: error: acme/needy: failed (it takes no pull requests" in done.err


def test_two_runs_on_one_journal(planned: LoopbackHub, tagger: Tagger, tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL):
        done = tagger("autotag", "apply", "--yes")
    assert done.status == 2
    assert "another run is at work on 'autotag-journal.jsonl'" in done.err
    assert pulls(planned.repositories["acme/needy"]) == []


# -- status and report -----------------------------------------------------------------------


@pytest.fixture
def applied(planned: LoopbackHub, tagger: Tagger) -> LoopbackHub:
    """Two open pull requests."""
    tagger("autotag", "apply", "--yes")
    return planned


def test_the_fate_of_pull_requests(
    applied: LoopbackHub, tagger: Tagger, clock: Turned, tmp_path: Path
) -> None:
    clock.time += 40 * 86_400
    done = tagger("autotag", "status")
    assert (done.status, done.out.splitlines()[-1]) == (0, "2 stale")
    person(applied, "acme").merge_pull_request("acme/needy", 1, repo_type="dataset")
    person(applied, "big").change_discussion_status("big/needy", 1, "closed", repo_type="dataset")
    document = json.loads(tagger("autotag", "status", "--format", "json").out)
    fates = {row["repository"]: row["fate"] for row in document["pull_requests"]}
    assert fates == {"acme/needy": "merged", "big/needy": "declined"}
    assert document["summary"]["merged"] == 1
    assert tagger("autotag", "status").out == "no pull request is open\n"
    events = [value["event"] for value in lines_of(tmp_path / JOURNAL, "autotag-journal")]
    assert sorted(events[-2:]) == ["declined", "merged"]


def test_a_fate_that_is_not_known(applied: LoopbackHub, tagger: Tagger) -> None:
    applied.faults.add(Fault(Kind.STATUS, 500, path="acme/needy", times=None))
    done = tagger("autotag", "status")
    assert done.status == 3
    assert "1 open, 1 unknown" in done.out


@pytest.mark.usefixtures("applied")
def test_a_report(tagger: Tagger, tmp_path: Path) -> None:
    assert "## Open (2)" in tagger("autotag", "report").out
    done = tagger("autotag", "report", "--format", "json", "--output", "r.json")
    assert (done.status, done.out) == (0, "")
    document = json.loads((tmp_path / "r.json").read_text())
    assert document["plan"]["propose"] == 2
    assert document["frameworks"]["harbor"]["open"] == 2
    done = tagger("autotag", "report", "--journal", JOURNAL, "--journal", "gone")
    assert (done.status, done.err.count("\n")) == (2, 1)


@pytest.mark.usefixtures("full")
def test_shards_and_their_plans(tagger: Tagger, tmp_path: Path) -> None:
    for part in ("1/2", "2/2"):
        arguments = ("--shard", part, "--plan", f"{part[0]}.jsonl", "-q")
        tagger("autotag", "plan", "--filter", "license:mit", *arguments)
    done = tagger("autotag", "merge", "1.jsonl", "2.jsonl", "--output", PLAN)
    assert done.out == f"{PLAN}: 4 datasets\n"
    assert len(Plan.read(tmp_path / PLAN).lines) == 4


def test_no_token_is_ever_shown(applied: LoopbackHub, tagger: Tagger, tmp_path: Path) -> None:
    applied.repositories["acme/needy"].commit({"README.md": CARD + b"More.\n"})
    applied.faults.add(Fault(Kind.STATUS, 401, times=None))
    shown = ""
    for arguments in (
        ["plan", "acme/needy", "--search", "x"],
        ["plan", "acme/needy"],
        ["apply", "--yes"],
        ["status"],
        ["report"],
    ):
        done = tagger("autotag", *arguments, "--debug")
        shown += done.out + done.err
    files = [path.read_text() for path in tmp_path.glob("*.jsonl")]
    assert not any(token in shown + "".join(files) for token in applied.tokens)
