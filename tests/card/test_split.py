"""The split against the Hub's own pattern."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.card.split import BOM, CardState, line_at, split

#: JavaScript's pattern; its ``\s`` holds U+FEFF, and its ``$`` is the end of the text.
PATTERN = re.compile(
    "^([\\s\ufeff]*---(?:\r\n|\r|\n))([\\S\\s]*?)((?:\r\n|\r|\n)---[ \t]*(\r\n|\n|\\Z))"
)
PIECES = st.sampled_from(
    ["---", "-", "\n", "\r\n", "\r", " ", "\t", "a: b", "\ufeff", "\xa0", "\u2028", "x"]
)
FENCED = st.tuples(
    st.sampled_from(["", " ", "\n", "\ufeff"]),
    st.sampled_from(["---\n", "---\r\n", "---\r", "--- \n", "----\n"]),
    st.lists(PIECES, max_size=8).map("".join),
    st.sampled_from(["\n---\n", "\r\n---\r\n", "\n---", "\n--- \n", "\n---x\n", ""]),
    st.lists(PIECES, max_size=4).map("".join),
).map("".join)


@given(FENCED | st.lists(PIECES, max_size=12).map("".join))
def test_header_is_what_the_pattern_finds(text: str) -> None:
    parts = split(text.encode())
    match = PATTERN.match(text)
    if match is None:
        assert parts.state is not CardState.HEADER
    else:
        assert parts.state is CardState.HEADER
        found = (parts.bom + parts.opening, parts.header, parts.closing)
        assert found == tuple(group.encode() for group in match.group(1, 2, 3))


@given(FENCED | st.text())
def test_parts_are_the_file(text: str) -> None:
    parts = split(text.encode())
    joined = parts.bom + parts.opening + parts.header + parts.closing + parts.body
    assert joined == text.encode()


@pytest.mark.parametrize(
    ("text", "state", "line"),
    [
        ("", CardState.EMPTY, 1),
        ("\n \n", CardState.EMPTY, 1),
        ("\n# Grid\n", CardState.NO_FENCE, 2),
        ("# Grid\n\n---\n\nA rule above.\n", CardState.NO_FENCE, 1),
        ("<!-- x -->\n---\nlicense: mit\n---\n", CardState.TEXT_BEFORE, 2),
        ("---", CardState.BAD_FENCE, 1),
        ("--- \nlicense: mit\n---\n", CardState.BAD_FENCE, 1),
        ("\n----\nlicense: mit\n---\n", CardState.BAD_FENCE, 2),
        ("---\nlicense: mit\n", CardState.UNCLOSED, 1),
        ("---\nlicense: mit\n...\n# Grid\n", CardState.UNCLOSED, 3),
        ("---\nlicense: mit\n---oops\n# Grid\n", CardState.UNCLOSED, 3),
        ("---\n---\n\n# Grid\n", CardState.TOUCHING, 2),
        ("---\rlicense: mit\r---\r# Grid\r", CardState.CR_ONLY, 1),
        ("---\rlicense: mit\r---", CardState.HEADER, 1),
        ("---\n\n---\n", CardState.HEADER, 1),
        ("\n\n---\nlicense: mit\n---\n", CardState.HEADER, 3),
    ],
)
def test_state_says_why_there_is_no_header(text: str, state: CardState, line: int) -> None:
    parts = split(text.encode())
    assert (parts.state, parts.line) == (state, line)


def test_mark_is_a_part_of_its_own() -> None:
    parts = split(BOM + b"---\nlicense: mit\n---\n")
    assert (parts.bom, parts.opening, parts.header_start) == (BOM, b"---\n", 7)


@pytest.mark.parametrize(
    "data",
    [
        b"---\n" + b"\n" * 1_000_000,
        b"---\n" + b"\n--- \t" * 200_000 + b"x",
        b"---" + b" " * 1_000_000,
        b"\n" * 1_000_000 + b"--",
        (b"\n---" + b" " * 1000 + b"x") * 1000,
        b"---\r\n" * 300_000 + b"x",
        b"x\n" + b"---\n" * 300_000,
        b"x\n---\n" + b"\n \n" * 300_000,
    ],
)
def test_hostile_text_takes_no_time(data: bytes) -> None:
    start = time.process_time()
    split(data)
    assert time.process_time() - start < 2


def test_every_kind_of_line_end_counts_once() -> None:
    assert [line_at(b"a\r\nb\rc\nd", offset) for offset in (0, 3, 5, 7)] == [1, 2, 3, 4]
