"""OpenEnv calls in the card."""

from __future__ import annotations

import pytest

from tagger.card.card import read_card
from tagger.core.findings import checks_of
from tagger.core.tags import Tags
from tagger.frameworks.openenv.rules.card_calls import CALL
from tagger.rules.facts import Facts
from tests.frameworks.openenv.support import view


def places(text: str) -> list[tuple[int, int]]:
    tree = view({"README.md": text})
    facts = Facts(tree, {}, read_card(tree), Tags())
    found = [finding for check in checks_of([CALL]) for finding in check(facts)]
    return [(f.span.line, f.span.column) for f in found if f.span]


@pytest.mark.parametrize(
    "line",
    [
        "openenv harbor rollout --dataset acme/words --task-index 0",
        "openenv harbor rollout --dataset terminal-bench@1.0",
        "openenv harbor rollout --dataset ./words@2/x",
        "openenv harbor rollout --dataset <org/name@rev>",
        "openenv harbor rollout --dataset $REPO/x@y",
        "harbor run --dataset acme/words@main",
        'AutoEnv.from_env("acme/words")',
        'load_dataset("hf://datasets/acme/words")',
    ],
)
def test_calls_that_can_work_or_are_not_openenvs(line: str) -> None:
    assert places(f"# Words\n\n{line}\n") == []


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("openenv harbor rollout --dataset acme/words@main", 34),
        ("openenv harbor info --dataset=datasets/acme/words", 31),
        ("openenv harbor info --dataset a/b,hf://datasets/acme/words", 31),
        ("openenv harbor info --dataset acme/words/tasks", 31),
        ("openenv harbor info --dataset https://hf.co/datasets/acme/words", 31),
        ('AutoEnv.from_env("hf://datasets/acme/words")', 19),
        ("AutoAction.from_hub('https://huggingface.co/datasets/acme/words')", 22),
    ],
)
def test_calls_that_cannot_work_are_placed(line: str, column: int) -> None:
    assert places(f"# Words\n\n{line}\n") == [(3, column)]


def test_command_over_several_lines_is_one_command() -> None:
    text = "openenv harbor rollout \\\n  --harness opencode \\\n  --dataset acme/words@main\n"
    assert places(text) == [(3, 13)]
    assert places("openenv harbor info\n--dataset acme/words@main\n") == []


def test_search_is_linear() -> None:
    assert places("openenv harbor " * 20_000) == []
