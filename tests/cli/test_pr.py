from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tagger.cli import pr
from tagger.cli.console import Console
from tagger.data.shipped import read_shipped
from tests.support.git import commit_all, git
from tests.support.hub import Fault, Kind, rate_limited
from tests.support.pulls import (
    CARD,
    FILES,
    SET,
    TAGS,
    at_hand,
    by_hand,
    card_of,
    person,
    settle,
    with_tags,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Tagger
    from tests.support.hub import LoopbackHub, Repository

SCHEMA = json.loads(read_shipped("pull-requests.schema.json"))
TAGGED = with_tags(*TAGS)
OFF = "it takes no pull requests: its owner has turned discussions off"
GONE = (
    "tagger: error: 'gone': no such folder; a dataset on the Hub is named org/name or by its"
    " address"
)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    with at_hand(tmp_path / "hub", pr, monkeypatch) as running:
        monkeypatch.chdir(tmp_path)
        yield running


@pytest.fixture
def repository(hub: LoopbackHub) -> Repository:
    return hub.add(SET, FILES)


class Terminal(io.StringIO):
    """Somebody's keyboard or screen."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """What the user types; the screen is a terminal too."""
    keyboard = Terminal()
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(Console, "watches", True)
    monkeypatch.setenv("TERM", "xterm")
    return keyboard


def report(out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out)
    Draft202012Validator(SCHEMA).validate(document)
    return document


# -- looking --------------------------------------------------------------------------------


def test_a_dry_run_shows_diff_and_text_and_sends_nothing(
    tagger: Tagger, repository: Repository
) -> None:
    done = tagger("pr", "--dry-run", SET)
    assert (done.status, done.err) == (1, "")
    assert "\n+- rl-environment\n+- harbor\n+- openenv\n" in done.out
    assert "If this is not wanted, close the pull request" in done.out
    assert done.out.splitlines()[-1] == (
        f"{SET}: would open a pull request, which adds rl-environment, harbor and openenv"
    )
    assert repository.discussions == []


def test_a_dry_run_needs_no_token(
    tagger: Tagger, hub: LoopbackHub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    del repository
    monkeypatch.delenv("HF_TOKEN")
    assert tagger("pr", "--dry-run", SET).status == 1
    assert not any("whoami" in request or "POST /api" in request for request in hub.requests)


def test_a_dry_run_with_nothing_to_do(tagger: Tagger, hub: LoopbackHub) -> None:
    hub.add(SET, {**FILES, "README.md": TAGGED})
    done = tagger("pr", "--dry-run", SET)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{SET}: nothing to do: its card declares every tag that its files prove\n"


def test_words_of_the_card_do_not_reach_a_terminal(tagger: Tagger, hub: LoopbackHub) -> None:
    card = CARD.replace(b"- puzzles ", "- \x1b[31m\u202e".encode() + b" ")
    hub.add(SET, {**FILES, "README.md": card.replace(b"- \x1b[31m", b'- "x" # ')})
    out = tagger("pr", "--dry-run", SET).out
    assert "\u202e" not in out
    assert r"\u202e" in out


# -- sending --------------------------------------------------------------------------------


def test_one_pull_request_and_not_a_second(tagger: Tagger, repository: Repository) -> None:
    first = tagger("pr", "--yes", SET)
    assert (first.status, first.err) == (0, "")
    assert first.out.startswith(
        f"{SET}: opened pull request #1, which adds rl-environment, harbor and openenv: http://"
    )
    second = tagger("pr", "--yes", SET)
    assert (second.status, second.err) == (0, "")
    assert "nothing to do: pull request #1 is there, and it is open and says the same" in second.out
    assert len(repository.discussions) == 1
    assert card_of(repository, "refs/pr/1") == TAGGED


@pytest.mark.parametrize("name", [f"datasets/{SET}", f"hf://datasets/{SET}", f"{SET}@main"])
def test_names_of_a_dataset(tagger: Tagger, repository: Repository, name: str) -> None:
    assert tagger("pr", "--yes", name).status == 0
    assert len(repository.discussions) == 1


@pytest.mark.usefixtures("hub")
def test_nobody_to_ask(tagger: Tagger) -> None:
    done = tagger("pr", SET)
    assert (done.status, done.out) == (2, "")
    assert "there is no terminal to ask on: add --yes" in done.err


@pytest.mark.usefixtures("hub")
def test_no_token(tagger: Tagger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_TOKEN")
    done = tagger("pr", "--yes", SET)
    assert (done.status, done.out) == (2, "")
    assert "log in by `hf auth login` or set HF_TOKEN" in done.err


@pytest.mark.parametrize(
    ("answer", "status", "pulls"),
    [("y\n", 0, 1), ("YES\n", 0, 1), ("\n", 1, 0), ("n\n", 1, 0), ("", 1, 0)],
)
def test_the_user_is_asked(
    tagger: Tagger, repository: Repository, typed: Terminal, answer: str, status: int, pulls: int
) -> None:
    typed.write(answer)
    typed.seek(0)
    done = tagger("pr", SET)
    assert (done.status, len(repository.discussions)) == (status, pulls)
    assert "+- rl-environment" in done.err
    assert f"open this pull request on {SET}? [y/N]" in done.err
    assert done.out.count("\n") == 1


def test_nothing_is_asked_where_nothing_is_due(
    tagger: Tagger, hub: LoopbackHub, typed: Terminal
) -> None:
    hub.add(SET, {**FILES, "README.md": TAGGED})
    assert tagger("pr", SET).status == 0
    assert typed.tell() == 0


def test_an_old_one_is_brought_up_to_date(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    by_hand(person(hub, "bot"), with_tags("rl-environment"))
    assert "would update pull request #1" in tagger("pr", "--dry-run", SET).out
    assert f"{SET}: updated pull request #1" in tagger("pr", "--yes", SET).out
    assert len(repository.discussions) == 1
    assert card_of(repository, "refs/pr/1") == TAGGED


def test_a_refusal_is_kept(tagger: Tagger, hub: LoopbackHub, repository: Repository) -> None:
    tagger("pr", "--yes", SET)
    settle(person(hub, "alice"), 1, "closed")
    done = tagger("pr", "--yes", SET)
    assert (done.status, done.err) == (0, "")
    assert "left alone because of pull request #1: it was closed without being merged" in done.out
    assert len(repository.discussions) == 1


def test_one_by_the_staff_is_left_alone(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    by_hand(person(hub, "julien"), TAGGED, "Tags")
    assert "left alone because of pull request #1" in tagger("pr", "--yes", SET).out
    assert len(repository.discussions) == 1


def test_once_it_is_merged_nothing_is_left_to_do(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    tagger("pr", "--yes", SET)
    settle(person(hub, "alice"), 1, "merged")
    assert "its card declares every tag" in tagger("pr", "--yes", SET).out
    assert card_of(repository) == TAGGED


def test_rules_can_be_chosen(tagger: Tagger, hub: LoopbackHub) -> None:
    card = CARD.replace(b"license: apache-2.0", b"license: Apache-2.0")
    repository = hub.add(SET, {**FILES, "README.md": card})
    assert tagger("pr", "--yes", "--extend-select", "DC030", SET).status == 0
    assert card_of(repository, "refs/pr/1") == TAGGED


def test_a_rule_that_does_not_exist(tagger: Tagger, repository: Repository) -> None:
    del repository
    done = tagger("pr", "--yes", "--select", "TG999", SET)
    assert (done.status, done.out) == (2, "")
    assert "no rule has the code or name 'TG999'" in done.err


# -- what goes wrong ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Fault(Kind.LOST, path="/commit/"),
        Fault(Kind.CUT, path="/commit/"),
        Fault(Kind.STATUS, 500, path="/commit/"),
        Fault(Kind.STATUS, 412, path="/commit/"),
        rate_limited(5, path="/commit/"),
    ],
    ids=lambda fault: f"{fault.kind}-{fault.status}",
)
def test_a_passing_fault_leads_to_exactly_one(
    tagger: Tagger, hub: LoopbackHub, repository: Repository, fault: Fault
) -> None:
    hub.faults.add(Fault(fault.kind, fault.status, fault.headers, path=fault.path))
    done = tagger("pr", "--yes", SET)
    assert (done.status, done.err) == (0, "")
    assert hub.faults.count == 1
    assert "opened pull request #1" in done.out
    assert len(repository.discussions) == 1
    assert "is there" in tagger("pr", "--yes", SET).out


def test_a_dataset_that_changes_is_read_anew(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    new = CARD + b"More\n"
    old = b'{"sha": "%s"}' % (b"0" * 40)
    hub.faults.add(Fault(Kind.STATUS, 200, body=old, path="expand=sha"))
    repository.commit({"README.md": new})
    assert tagger("pr", "--yes", SET).status == 0
    assert card_of(repository, "refs/pr/1") == with_tags(*TAGS, card=new)
    assert sum("blobs=true" in request for request in hub.requests) == 2


def test_a_dataset_that_never_stands_still(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    hub.faults.add(Fault(Kind.STATUS, 412, path="/commit/", times=None))
    done = tagger("pr", "--yes", SET)
    assert done.status == 2
    assert (
        done.err == f"tagger: error: {SET}: it changed 3 times while it was read: try again later\n"
    )
    assert repository.discussions == []


def test_another_revision_than_the_head_of_main(tagger: Tagger, repository: Repository) -> None:
    old = repository.head() or ""
    repository.commit({"new": b""})
    assert tagger("pr", "--dry-run", "--rev", old, SET).status == 1
    done = tagger("pr", "--yes", "--rev", old, SET)
    assert done.status == 2
    assert "its branch main has another commit" in done.err
    assert repository.discussions == []


def test_some_fail_and_the_others_are_done(
    tagger: Tagger, hub: LoopbackHub, repository: Repository
) -> None:
    hub.add("alice/other", FILES, discussions_disabled=True)
    done = tagger("pr", "--yes", "gone", "alice/other", "alice/gone", SET)
    assert done.status == 3
    assert done.out.startswith(f"{SET}: opened pull request #1")
    assert done.err.splitlines() == [
        GONE,
        f"tagger: error: alice/other: {OFF}",
        "tagger: error: alice/gone: there is no such dataset, or it is private: use another token",
        "tagger: note: 4 datasets: 1 opened, 3 failed",
    ]
    assert len(repository.discussions) == 1


def test_all_fail(tagger: Tagger, hub: LoopbackHub, repository: Repository) -> None:
    del repository
    hub.faults.add(Fault(Kind.STATUS, 403, path="/commit/"))
    done = tagger("pr", "--yes", SET)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"tagger: error: {SET}: the Hub forbids it (status 403): use a token that may open pull"
        " requests\n"
    )


def test_no_token_is_printed(
    tagger: Tagger, hub: LoopbackHub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    del repository
    hub.tokens.clear()
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    done = tagger("pr", "--yes", "--debug", SET)
    assert done.status == 2
    assert "hf_secret" not in done.out + done.err


# -- JSON -----------------------------------------------------------------------------------


def test_the_report_as_json(tagger: Tagger, hub: LoopbackHub, repository: Repository) -> None:
    hub.add("alice/right", {**FILES, "README.md": TAGGED})
    by_hand(person(hub, "julien"), TAGGED)
    hub.add("alice/new", FILES)
    names = (SET, "alice/right", "alice/gone", "alice/new", "gone")
    done = tagger("pr", "--yes", "--format", "json", *names)
    document = report(done.out)
    assert done.status == 3
    assert [entry["target"] for entry in document["repositories"]] == list(names)
    left, right, _, new, unknown = document["repositories"]
    assert (left["outcome"], left["pull_request"]["number"]) == ("left", 1)
    assert (right["outcome"], right["proposal"], right["pull_request"]) == ("nothing", None, None)
    assert (new["outcome"], new["reason"]) == ("opened", None)
    assert new["proposal"]["tags"] == list(TAGS)
    assert "+- harbor" in new["proposal"]["diff"]
    assert (unknown["repository"], unknown["outcome"]) == (None, "failed")
    assert document["summary"]["failed"] == 2
    assert len(repository.discussions) == 1


def test_a_dry_run_as_json(tagger: Tagger, repository: Repository) -> None:
    done = tagger("pr", "--dry-run", "--format", "json", SET)
    document = report(done.out)
    assert (done.status, document["dry_run"]) == (1, True)
    entry = document["repositories"][0]
    assert (entry["outcome"], entry["pull_request"]) == ("planned", None)
    assert entry["proposal"]["commit"] == repository.head()


def test_reports_go_to_files(tagger: Tagger, repository: Repository, tmp_path: Path) -> None:
    del repository
    files = ("--output", tmp_path / "a.txt", "--also", f"json:{tmp_path / 'b.json'}")
    done = tagger("pr", "--dry-run", SET, *files)
    assert (done.status, done.out) == (1, "")
    assert f"{SET}: would open" in (tmp_path / "a.txt").read_text("utf-8")
    assert report((tmp_path / "b.json").read_text("utf-8"))["summary"]["planned"] == 1


# -- clones ---------------------------------------------------------------------------------


@pytest.fixture
def clone(hub: LoopbackHub, repository: Repository, tmp_path: Path) -> Path:
    """A clone of the dataset with a remote on the Hub."""
    del repository
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "README.md").write_bytes(b"# Local\n")
    commit_all(folder)
    git(folder, "remote", "add", "origin", f"{hub.endpoint}/datasets/{SET}")
    return folder


@pytest.fixture
def _own_hub(hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)


@pytest.mark.usefixtures("_own_hub")
def test_the_dataset_of_a_clone_is_found(
    tagger: Tagger, repository: Repository, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(clone)
    done = tagger("pr", "--yes")
    assert done.status == 0
    assert done.err == f"tagger: note: '.' is a clone of {SET}, which is read on the Hub\n"
    assert card_of(repository, "refs/pr/1") == TAGGED


@pytest.mark.usefixtures("_own_hub")
def test_a_clone_brings_its_own_configuration(
    tagger: Tagger, repository: Repository, clone: Path
) -> None:
    (clone / "tagger.toml").write_text('bridged = false\ncard = "sub/README.md"\n', "utf-8")
    assert tagger("pr", "--yes", "--quiet", clone).err == ""
    assert card_of(repository, "refs/pr/1") == with_tags("rl-environment", "harbor")


def test_a_folder_of_the_same_name_lends_no_configuration(
    tagger: Tagger, repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / SET).mkdir(parents=True)
    (tmp_path / SET / "tagger.toml").write_text("bridged = false\n", "utf-8")
    assert tagger("pr", "--yes", f"hf://datasets/{SET}").status == 0
    assert card_of(repository, "refs/pr/1") == TAGGED


@pytest.mark.usefixtures("hub")
def test_a_folder_that_is_no_clone(tagger: Tagger, tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "README.md").write_bytes(CARD)
    done = tagger("pr", "--yes", "set")
    assert done.status == 2
    assert "'set' is not a clone of a dataset on the Hub: name the dataset, org/name" in done.err
