"""Which frameworks get commands, those of third parties among them."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import tagger
from tagger import Options
from tagger.core.detections import Detection, Registration, Unit, Verdict
from tagger.engine import check as checking
from tagger.frameworks.base import Framework
from tagger.frameworks.commands import Command, Repository, Taskset
from tagger.snippets import build as making
from tagger.snippets.build import commands_of
from tagger.snippets.shell import line
from tagger.tree.listing import MemoryTree
from tests.support.snippets import made, runs, tasks

FOUND = Detection(Verdict.NATIVE, units=[Unit("a", "game")])


def own_tasksets(repository: Repository, detection: Detection) -> list[Taskset]:
    (unit,) = detection.units
    return [Taskset("a", "a game", 1, (Command(("play", repository.local(unit.path))),))]


@pytest.mark.parametrize("module", ["games_snippets", None])
def test_a_plug_in_names_its_module(monkeypatch: pytest.MonkeyPatch, module: str | None) -> None:
    plug_in = ModuleType("games_snippets")
    plug_in.tasksets = own_tasksets  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "games_snippets", plug_in)
    games = Framework(tag="games", label="Games", detect=lambda _: FOUND, rules=(), commands=module)
    for place in (making, checking):
        monkeypatch.setattr(place, "frameworks", lambda: [games])
    facts = tagger.check(MemoryTree({"a": b""}), Options(repo_id="org/x")).facts
    shown = [
        line(command)
        for framework in commands_of(facts)
        for taskset in framework.tasksets
        for command in taskset.commands
    ]
    assert shown == (["play x/a"] if module else [])


def test_what_is_not_proven_gets_no_command() -> None:
    assert made(tasks("tasks/a"), "verifiers") == []
    assert made({"README.md": "# Set\n"}, "harbor") == []


def test_a_published_environment_of_another_framework_is_named() -> None:
    options = Options(repo_id="org/x", registered={"org/x": Registration("openenv", "org/game")})
    (found,) = made({"a.csv": "1\n"}, "openenv", options=options)
    assert (found.title, runs(found)) == ("the published environment 'org/game'", [])
    assert "not known" in found.notes[0]
