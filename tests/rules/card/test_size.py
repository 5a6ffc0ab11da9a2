from __future__ import annotations

import pytest

from tests.support.cards import card, findings

INFO = """\
dataset_info:
- splits:
  - {name: train, num_examples: 900}
  - {name: test, num_examples: 200}
"""
TASK = {
    "task.toml": '[task]\nname = "grid/fold"\n',
    "instruction.md": "Fold.\n",
    "environment/Dockerfile": "FROM alpine\n",
    "tests/test.sh": "exit 0\n",
}


def tasks(number: int) -> dict[str, str]:
    return {f"tasks/t{at}/{name}": text for at in range(number) for name, text in TASK.items()}


@pytest.mark.parametrize("size", ["1K<n<10K", "n<1K", "[n<1K, 100K<n<1M]"])
def test_the_whole_or_one_split_may_be_meant(size: str) -> None:
    assert not findings(card(f"size_categories: {size}\n{INFO}"), "DC045")


@pytest.mark.parametrize("size", ["10K<n<100K", "n>1T", "[100M<n<1B]"])
def test_a_class_without_any_of_the_counts_is_told(size: str) -> None:
    (found,) = findings(card(f"size_categories: {size}\n{INFO}"), "DC045")
    assert "1,100 rows" in found.message
    assert found.hint == "the class of 1,100 is 1K<n<10K"


@pytest.mark.parametrize("size", ["unknown", "[n>1T, unknown]", "n", "10Kn"])
def test_other_words_are_not_compared(size: str) -> None:
    assert not findings(card(f"size_categories: {size}\n{INFO}"), "DC045")


def test_tasks_are_counted_where_nothing_else_holds_rows() -> None:
    text = card("size_categories: 1K<n<10K\n")
    (found,) = findings(text, "DC045", files=tasks(3))
    assert "3 tasks" in found.message
    assert not findings(text, "DC045", files={**tasks(3), "data/rows.jsonl": "{}\n"})
    assert not findings(card("size_categories: n<1K\n"), "DC045", files=tasks(3))
