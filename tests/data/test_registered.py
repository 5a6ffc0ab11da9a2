"""The verdict ``registered``: for exactly the ids of a table, and for nothing else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import tagger
from tagger import Entry, ListingTree, Options
from tagger.cli.main import main
from tagger.core.detections import Detection, Evidence, Need, Registration, Unit, Verdict
from tagger.data.registered import registration, shipped_registrations, with_registration
from tagger.data.shipped import read_shipped
from tests.support.git import git

if TYPE_CHECKING:
    from pathlib import Path

TABLE = b'{"prompt": "Reverse this."}\n'
KNOWN = "PrimeIntellect/Reverse-Text-RL"
OWN = {"org/words": Registration("verifiers", "org/anagrams")}


def table() -> ListingTree:
    """A repository with rows that prove nothing."""
    return ListingTree([Entry("train.jsonl", size=len(TABLE))], lambda _, limit: TABLE[:limit])


def verdict(options: Options) -> Verdict:
    return tagger.detect(table(), options)["verifiers"].verdict


def test_the_shipped_entries_are_whole() -> None:
    entries = json.loads(read_shipped("registered.json"))["datasets"]
    assert list(entries) == sorted(entries)
    for repo_id, found in shipped_registrations().items():
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", repo_id)
        assert found.framework == "verifiers"
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", found.environment)
        assert entries[repo_id]["source"]


@pytest.mark.parametrize(
    "repo_id",
    [
        "PrimeIntellect/Reverse-Text-RL",
        "PrimeIntellect/Multi-SWE-RL-Verified",
        "PrimeIntellect/R2E-Gym-Subset-Verified",
        "PrimeIntellect/Scale-SWE-Verified",
    ],
)
def test_the_tables_of_the_announcement_are_registered(repo_id: str) -> None:
    result = tagger.check(table(), Options(repo_id=repo_id))
    assert result.facts.detections["verifiers"].verdict is Verdict.REGISTERED
    assert result.facts.tags.proven == ("rl-environment", "verifiers")


@pytest.mark.parametrize("repo_id", [None, "", "org/words", KNOWN.lower(), f"{KNOWN}-2", "x"])
def test_another_id_or_none_proves_nothing(repo_id: str | None) -> None:
    assert verdict(Options(repo_id=repo_id)) is Verdict.ABSENT


def test_further_entries_count_and_go_before_the_shipped_ones() -> None:
    assert verdict(Options(repo_id="org/words", registered=OWN)) is Verdict.REGISTERED
    other = Registration("openenv", "a/b")
    assert registration(KNOWN, {KNOWN: other}) == other
    assert registration(None, OWN) is None


def test_the_evidence_names_the_environment_and_nothing_is_needed_any_more() -> None:
    before = {
        "verifiers": Detection(
            needs=[Need("a module", "VF001")], suggestions=[Evidence("README.md", "names one")]
        )
    }
    after = with_registration(before, OWN["org/words"])["verifiers"]
    assert (after.verdict, after.needs, after.suggestions) == (Verdict.REGISTERED, (), ())
    assert "'org/anagrams'" in after.evidence[0].what
    assert before["verifiers"].verdict is Verdict.ABSENT


@pytest.mark.parametrize("own", [Verdict.NATIVE, Verdict.BRIDGED])
def test_what_the_layout_proves_stays(own: Verdict) -> None:
    before = {"verifiers": Detection(own, units=[Unit("a", "environment")])}
    assert with_registration(before, OWN["org/words"]) == before


def test_a_broken_layout_does_not_take_the_tag_away() -> None:
    before = {"verifiers": Detection(Verdict.BROKEN, broken=[Unit("a", "environment")])}
    after = with_registration(before, OWN["org/words"])["verifiers"]
    assert (after.verdict, len(after.broken)) == (Verdict.REGISTERED, 1)


def test_a_framework_that_is_not_there_gets_no_detection() -> None:
    assert with_registration({"harbor": Detection()}, OWN["org/words"]) == {"harbor": Detection()}


# -- on the command line --------------------------------------------------------------


def clone_of(root: Path, address: str) -> Path:
    """A repository with a table and a remote."""
    root.mkdir()
    git(root, "init", "--quiet")
    git(root, "remote", "add", "origin", address)
    (root / "train.jsonl").write_bytes(TABLE)
    return root


def detected(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status = main(["detect", "--format", "json", *arguments])
    captured = capsys.readouterr()
    if status:
        return captured.err
    (target,) = json.loads(captured.out)["targets"]
    verdict: str = target["frameworks"]["verifiers"]["verdict"]
    return verdict


def test_a_clone_of_the_dataset_is_registered_and_a_copy_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = clone_of(tmp_path / "clone", f"https://huggingface.co/datasets/{KNOWN}")
    assert detected(capsys, str(clone)) == "registered"
    copy = tmp_path / KNOWN
    copy.mkdir(parents=True)
    (copy / "train.jsonl").write_bytes(TABLE)
    assert detected(capsys, str(copy)) == "absent"


def test_configuration_adds_entries_and_refuses_unknown_frameworks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = clone_of(tmp_path / "clone", "https://huggingface.co/datasets/org/words")
    config = clone / "tagger.toml"
    entry = '[registered]\n"org/words" = {framework = "%s", environment = "org/anagrams"}\n'
    config.write_text(entry % "verifiers", "utf-8")
    assert detected(capsys, str(clone)) == "registered"
    config.write_text(entry % "verifier", "utf-8")
    assert "unknown framework 'verifier'; did you mean 'verifiers'?" in detected(capsys, str(clone))
