from __future__ import annotations

import pytest

from tests.support.cards import card, findings, places

HUB = "https://huggingface.co/datasets/grid/puzzles"


@pytest.mark.parametrize(
    "line",
    [
        "$ eval harbor --model x",
        "uv run vf-setup",
        "harbor run --agent oracle --repo=datasets/grid/puzzles",
        "harbor run --repo https://hf.co/datasets/grid/puzzles",
        "harbor run --repo 'grid/puzzles'",
        "harbor run --dataset hf://datasets/grid/puzzles",
        "vf-eval harbor --env.taskset.repo hf://datasets/grid/puzzles",
    ],
)
def test_a_command_that_cannot_run_is_told(line: str) -> None:
    assert findings(card("license: mit\n", f"\n    {line}\n"), "DC070")


@pytest.mark.parametrize(
    "line",
    [
        f"harbor run --repo {HUB} --dataset puzzles@1.0 --agent oracle",
        "harbor run --repo github.com/grid/puzzles/tree/main/tasks",
        "harbor run --dataset grid/puzzles",
        "vf-eval harbor --env.taskset.repo https://huggingface.co/datasets/grid/puzzles",
        "openenv harbor rollout --dataset grid/puzzles",
        "gh repo view --repo grid/puzzles; harbor view results",
        "retrieval harbor",
        "prime env install grid/puzzles",
    ],
)
def test_a_command_that_runs_is_left_alone(line: str) -> None:
    assert not findings(card("license: mit\n", f"\n    {line}\n"), "DC070")


def test_the_word_is_pointed_at_even_on_a_continued_line() -> None:
    body = "\nText.\n\n    harbor run \\\n      --repo grid/puzzles\n"
    assert places(findings(card("license: mit\n", body), "DC070")) == [(8, 14)]


def test_a_long_line_of_the_text_ends_at_once() -> None:
    body = "harbor " * 40_000 + "--repo " * 20_000
    assert not findings(card("license: mit\n", body), "DC070")
