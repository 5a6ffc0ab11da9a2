"""Fixes applied in memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tagger.core.detections import Detection
from tagger.core.findings import Finding, Fix, Rule, Safety, Severity
from tagger.core.places import Edit
from tagger.engine import check as checking
from tagger.engine.fix import Fixed, fix
from tagger.rules.facts import Options
from tagger.tree.listing import MemoryTree
from tagger.tree.overlay import OverlayTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tagger.rules.facts import Facts

TASK = {
    "tasks/knot/task.toml": b"[environment]\nbuild_timeout_sec = 120.0\n",
    "tasks/knot/instruction.md": b"Solve the puzzle.\n",
    "tasks/knot/environment/Dockerfile": b"FROM debian:12\n",
    "tasks/knot/tests/test.sh": b"#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n",
}
TAGS = b"- rl-environment\n- harbor\n- openenv\n"


def tree(card: bytes | None, **files: bytes) -> MemoryTree:
    cards = {} if card is None else {"README.md": card}
    return MemoryTree({**cards, **TASK, **files})


def card_of(fixed: Fixed) -> bytes | None:
    return next((change.after for change in fixed.changes if change.path == "README.md"), None)


def test_missing_tags_are_added_at_once() -> None:
    fixed = fix(tree(b"---\nlicense: mit\n---\n# Knots\n"))
    assert card_of(fixed) == b"---\nlicense: mit\ntags:\n" + TAGS + b"---\n# Knots\n"
    assert [finding.rule.code for finding in fixed.applied] == ["TG001"]
    assert "TG001" not in {finding.rule.code for finding in fixed.result.findings}


def test_several_fixes_of_the_card_follow_each_other() -> None:
    fixed = fix(tree(b"---\nlicense: mit\ntags: Harbor\n---\n"))
    assert card_of(fixed) == (
        b"---\nlicense: mit\ntags:\n- harbor\n- rl-environment\n- openenv\n---\n"
    )


def test_nothing_changes_the_second_time() -> None:
    before = tree(b"---\ntags: [Harbor, puzzle]\n---\n")
    fixed = fix(before)
    after = OverlayTree(before, {change.path: change.after for change in fixed.changes})
    assert fix(after).changes == []


def test_nothing_is_written_and_the_tree_stays() -> None:
    before = tree(b"# Knots\n")
    fix(before)
    assert before.read("README.md", 99) == b"# Knots\n"


def test_unsafe_fixes_are_left_unless_asked_for() -> None:
    before = tree(b"---\ntags: [rl-environment, harbor, openenv, harbor]\n---\n")
    safe, all_of_them = fix(before), fix(before, unsafe=True)
    assert safe.changes == []
    assert [(left.finding.rule.code, left.reason) for left in safe.left] == [
        ("TG010", "it is not safe")
    ]
    assert card_of(all_of_them) == b"---\ntags: [rl-environment, harbor, openenv]\n---\n"


def test_only_wanted_findings_are_fixed() -> None:
    before = tree(b"---\ntags: puzzle\n---\n")
    fixed = fix(before, wanted=lambda finding: finding.rule.code == "TG009")
    assert card_of(fixed) == b"---\ntags:\n- puzzle\n---\n"


def test_suppressed_findings_are_not_fixed() -> None:
    before = tree(b"---\nlicense: mit\ntags: [x] # tagger: ignore[TG001]\n---\n")
    assert fix(before, wanted=lambda finding: finding.rule.code == "TG001").changes == []


def test_bridged_tags_stay_out_where_the_caller_says_so() -> None:
    fixed = fix(tree(b"---\ntags: [x]\n---\n"), Options(bridged=False))
    assert card_of(fixed) == b"---\ntags: [x, rl-environment, harbor]\n---\n"
    (finding,) = (f for f in fixed.result.findings if f.rule.code == "TG001")
    assert (finding.severity, finding.fix) == (Severity.INFO, None)


def test_a_card_is_made_only_by_an_unsafe_fix() -> None:
    assert fix(tree(None)).changes == []
    (change,) = fix(tree(None), unsafe=True).changes
    assert (change.path, change.before) == ("README.md", None)
    assert change.after == b"---\ntags:\n" + TAGS + b"---\n"


def test_the_card_may_lie_elsewhere() -> None:
    (change,) = fix(tree(b"", **{"hub.md": b"# Knots\n"}), Options(card="hub.md")).changes
    assert change.path == "hub.md"


def test_a_link_is_never_changed() -> None:
    linked = MemoryTree({"card.md": b"# Knots\n", **TASK}, {"README.md": "card.md"})
    assert fix(linked, unsafe=True).changes == []


# -- with rules made for the test --------------------------------------------------------

RULE = Rule("XX001", "x", Severity.WARNING, "x", "x", {}, {}, "x", Safety.SAFE)


def finding(message: str, *edits: Edit) -> Finding:
    return RULE.at(edits[0].path, message, fix=Fix(Safety.SAFE, "x", edits))


def only(monkeypatch: pytest.MonkeyPatch, check: Callable[[Facts], Iterator[Finding]]) -> None:
    """Run one check in place of all rules, and no detector."""
    monkeypatch.setattr(checking, "checks", lambda **_: [check])
    monkeypatch.setattr(checking, "detect_all", lambda *_: {"x": Detection()})


def after(fixed: Fixed) -> dict[str, bytes]:
    return {change.path: change.after for change in fixed.changes}


def test_fixes_of_other_files_go_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = []

    def check(facts: Facts) -> Iterator[Finding]:
        passes.append(facts)
        for match in re.finditer(b"x", facts.view.read("a")):
            yield finding(str(match.start()), Edit("a", *match.span(), b"yy"))

    only(monkeypatch, check)
    assert after(fix(MemoryTree({"a": b"x-x-x"}))) == {"a": b"yy-yy-yy"}
    assert len(passes) == 2


def test_fixes_of_one_place_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(facts: Facts) -> Iterator[Finding]:
        data = facts.view.read("a")
        for old, new in ((b"x", b"y"), (b"y", b"z")):
            if old in data:
                yield finding(f"{old!r}", Edit("a", 0, 1, new))
        if data == b"x":
            yield finding("clash", Edit("a", 0, 1, b"w"))

    only(monkeypatch, check)
    fixed = fix(MemoryTree({"a": b"x"}))
    assert after(fixed) == {"a": b"z"}
    assert [mended.message for mended in fixed.applied] == ["b'x'", "b'y'"]


def test_fixes_that_undo_each_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(facts: Facts) -> Iterator[Finding]:
        new = b"y" if facts.view.read("a") == b"x" else b"x"
        yield finding(f"not {new!r}", Edit("a", 0, 1, new))

    only(monkeypatch, check)
    fixed = fix(MemoryTree({"a": b"x"}))
    assert len(fixed.applied) == 1
    assert [left.reason for left in fixed.left] == ["it undoes another fix"]


def test_a_fix_of_several_files_is_applied_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(facts: Facts) -> Iterator[Finding]:
        if facts.view.get("b") is None:
            yield finding("move", Edit("a", 0, 1, b""), Edit("b", 0, 0, b"x"))

    only(monkeypatch, check)
    assert after(fix(MemoryTree({"a": b"xy"}))) == {"a": b"y", "b": b"x"}


def broken(monkeypatch: pytest.MonkeyPatch, *edits: Edit) -> Fixed:
    only(monkeypatch, lambda _: iter([finding("broken", *edits)]))
    return fix(MemoryTree({"README.md": b"---\nlicense: mit\n---\n"}))


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (Edit("README.md", 13, 16, b"[mit"), "the header could not be parsed afterwards"),
        (Edit("README.md", 0, 3, b"--"), "the header could not be parsed afterwards"),
        (Edit("README.md", 90, 99, b""), "edits of README.md overlap or lie outside the file"),
    ],
)
def test_a_fix_that_would_do_harm_is_left_out(
    monkeypatch: pytest.MonkeyPatch, edit: Edit, reason: str
) -> None:
    fixed = broken(monkeypatch, edit)
    assert fixed.changes == []
    assert [left.reason for left in fixed.left] == [reason]


def test_one_bad_fix_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(facts: Facts) -> Iterator[Finding]:
        yield finding("bad", Edit("a", 90, 99, b""))
        if facts.view.read("b") == b"x":
            yield finding("good", Edit("b", 0, 1, b"y"))

    only(monkeypatch, check)
    fixed = fix(MemoryTree({"a": b"x", "b": b"x"}))
    assert after(fixed) == {"b": b"y"}
    assert [left.finding.message for left in fixed.left] == ["bad"]


def test_detectors_run_again_only_when_another_file_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check(facts: Facts) -> Iterator[Finding]:
        if b"mit" in facts.card.raw:
            yield finding("card", Edit("README.md", 13, 16, b"x"))
        elif facts.view.read("a") == b"x":
            yield finding("file", Edit("a", 0, 1, b"y"))

    runs: list[object] = []

    def detect_all(*args: object) -> dict[str, Detection]:
        runs.append(args)
        return {}

    only(monkeypatch, check)
    monkeypatch.setattr(checking, "detect_all", detect_all)
    fixed = fix(MemoryTree({"README.md": b"---\nlicense: mit\n---\n", "a": b"x"}))
    assert [mended.message for mended in fixed.applied] == ["card", "file"]
    assert len(runs) == 2
