"""Headers that somebody wrote to do harm, or by accident: every rule must end, and soon."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.engine.check import check
from tagger.rules.card.values import KNOWN_KEYS
from tagger.tree.listing import MemoryTree
from tests.support.cards import card

if TYPE_CHECKING:
    from types import FrameType

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{here}: &{here} [{', '.join([f'*{above}'] * 9)}]\n"
    for above, here in zip("abcdefgh", "bcdefghi", strict=True)
)
MAPPING_BOMB = BOMB.replace("[", "{k0: ").replace(", ", ", k: ").replace("]", "}")
LOOPS = "loop: &l [*l]\nself: &s {k: *s}\n"
SECONDS = 20


def run(header: str) -> None:
    """Check a card; the clock catches what grows without bounds."""
    begin = time.monotonic()
    check(MemoryTree({"README.md": card(header).encode(), ".huggingface.yaml": header.encode()}))
    assert time.monotonic() - begin < SECONDS


@pytest.mark.parametrize("key", sorted(KNOWN_KEYS))
@pytest.mark.parametrize("value", ["*i", "[*i, *l]", "{a: *i}", "*s", "[[*i]]"])
def test_a_bomb_or_a_loop_as_value(key: str, value: str) -> None:
    run(f"{BOMB}{LOOPS}{key}: {value}\n")


@pytest.mark.parametrize(
    "header",
    [
        f"{BOMB}? *i\n: x\n",
        f"{BOMB}configs:\n- config_name: *i\n  data_files: *h\n  data_dir: *i\n",
        f"{BOMB}configs:\n- data_files:\n  - split: *i\n    path: *h\n",
        f"{BOMB}configs:\n- data_files:\n  - ? *i\n    : x\n    path: a\n",
        f"{BOMB}dataset_info:\n  features:\n  - name: *i\n    dtype: *i\n  - *i\n  splits: *i\n",
        f"{BOMB}dataset_info:\n- splits:\n  - name: x\n    num_examples: *i\n",
        f"{LOOPS}dataset_info:\n  features: &f\n  - name: x\n    list: *f\n  - struct: *f\n",
        f"{BOMB}extra_gated_fields:\n  ? *i\n  : *h\n",
        f"{MAPPING_BOMB}dataset_info: *i\nconfigs: [*i]\n",
        f"{BOMB}{LOOPS}<<: *s\n",
    ],
)
def test_a_bomb_deep_in_a_key(header: str) -> None:
    run(header)


@pytest.mark.parametrize("key", ["license", "language", "tags", "task_ids", "size_categories"])
def test_thousands_of_wrong_values(key: str) -> None:
    run(f"{key}:\n" + "".join(f"- Wrong Value {number}\n" for number in range(3000)))


def test_thousands_of_strange_keys() -> None:
    run("".join(f"licens{number}: x\n" for number in range(3000)))


def test_the_work_for_ambiguous_words_grows_with_their_number() -> None:
    calls_for(1)  # fills the caches
    some, many = calls_for(250), calls_for(1000)
    assert some < many < 5 * some


def calls_for(number: int) -> int:
    """How many functions are called to check a card whose language is this many times `no`."""
    tree = MemoryTree({"README.md": card("language:\n" + "- no\n" * number).encode()})
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        del frame, argument
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        check(tree)
    finally:
        sys.setprofile(None)
    return calls


SCALARS = st.sampled_from(
    ["x", "''", "no", "~", "1.5", "2024-13-01", "!t x", "{a: b}", "[a]", "'|'", "é", "\t", "*"]
)
KEYS = st.sampled_from(
    [*sorted(KNOWN_KEYS), "languages", "on", "2024", "sdk", "? [a]\n", "- config_name", "  - name"]
)
LINES = st.lists(st.tuples(KEYS, SCALARS).map(": ".join), max_size=8)


@settings(max_examples=150)
@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_any_header_ends_in_findings(lines: list[str], end: str) -> None:
    run("".join(line + end for line in lines))


@settings(max_examples=100)
@given(st.text(alphabet="ab-: \t\n'\"[]{}&*!|>#%@,?éno1", max_size=60))
def test_any_text_between_the_fences_ends_in_findings(text: str) -> None:
    run(text)
