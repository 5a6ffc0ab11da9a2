"""The section goes between its markers; not one byte beside it changes, and a second run none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.card.card import Card
from tagger.core.errors import RefusedError
from tagger.snippets.readme import BEGIN, END, find, updated

SECTION = "## Run it\n\n```bash\nharbor run\n```\n"
TEXT = f"{BEGIN.decode()}\n\n{SECTION}\n{END.decode()}"
HEADER = "---\ntags: [harbor]\n---\n"


def put(text: str | bytes, section: str = SECTION) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return updated(Card.parse("README.md", data), section)


def refusal(text: str) -> str:
    with pytest.raises(RefusedError) as caught:
        put(text)
    return caught.value.reason


@pytest.mark.parametrize(
    ("before", "between"),
    [
        (f"{HEADER}# Set\n", "\n"),
        (f"{HEADER}# Set\n\n", ""),
        (f"{HEADER}# Set\n\n\n\n", ""),
        (f"{HEADER}# Set", "\n\n"),
        (f"{HEADER}# Set\n  \n", ""),
        ("---\na: 1\n---", "\n\n"),
        ("", ""),
        ("\ufeff", ""),
        (f"{HEADER}````md\n{TEXT}\n````\n", "\n"),
        (f"{HEADER}```text\n~~~\n```\n", "\n"),
        (f"{HEADER}<!-- one\ntwo -->\n", "\n"),
        (f"{HEADER}text <!-- open\n", "\n"),
        ("---\nnote: |\n  <!-- tagger: run -->\n---\n# Set\n", "\n"),
    ],
)
def test_it_is_added_at_the_end(before: str, between: str) -> None:
    after = put(before)
    assert after.decode() == f"{before}{between}{TEXT}\n"
    assert put(after) == after


def test_it_is_brought_up_to_date_in_place() -> None:
    before = f"{HEADER}# Set\n\n  {TEXT}  \n\ntext\r\nend".replace("harbor run", "old")
    after = put(before)
    assert after.decode() == before.replace("old", "harbor run")
    assert put(after) == after


def test_an_empty_pair_of_markers_says_where_it_goes() -> None:
    before = f"# Set\n\n{BEGIN.decode()}\n{END.decode()}\n\n## Licence\n"
    assert put(before).decode() == f"# Set\n\n{TEXT}\n\n## Licence\n"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_are_those_of_the_file(end: str) -> None:
    before = f"---{end}a: 1{end}---{end}# Set{end}"
    after = put(before)
    assert after == (before + f"\n{TEXT}\n".replace("\n", end)).encode()
    assert put(after) == after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{BEGIN.decode()}\n", "once each, in this order"),
        (f"{END.decode()}\n", "once each, in this order"),
        (f"{END.decode()}\n\n{BEGIN.decode()}\n", "once each, in this order"),
        (f"{TEXT}\n\n{TEXT}\n", "once each, in this order"),
        ("# Set\n```bash\nls\n", "its last code block is never closed"),
        ("# Set\n~~~~\n~~~\n", "its last code block is never closed"),
        ("# Set\n<!-- canary\n", "its last comment is never closed"),
        ("---\ra: 1\r---", "its header ends only because no line follows"),
    ],
)
def test_what_would_lose_the_section_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(text)


def test_a_marker_inside_the_section_does_not_end_it() -> None:
    nasty = f"## Run it\n\n```bash\n{END.decode()}\n```\n"
    after = put("# Set\n", nasty)
    assert put(after, nasty) == after
    assert put(after).decode() == f"# Set\n\n{TEXT}\n"


MARKS = (BEGIN.decode(), END.decode(), f" {BEGIN.decode()}", f"    {END.decode()}")
PIECES = st.sampled_from(
    ["# a", "text", "", "```", "````", "~~~", "<!--", "-->", "<!-- x -->", "---", "  - b", *MARKS]
)


@given(st.lists(PIECES), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_any_text_is_kept_or_refused(pieces: list[str], end: str, last: bool) -> None:
    before = (end.join(pieces) + (end if last else "")).encode()
    card = Card.parse("README.md", before)
    start = len(before) - len(card.parts.body)
    try:
        place = find(before, start)
        after = updated(card, SECTION)
    except RefusedError:
        return
    head, tail = (before[: place.begin], before[place.end :]) if place else (before, b"")
    assert after.startswith(head)
    assert after.endswith(tail)
    section = TEXT.replace("\n", end if end.encode() in before else "\n").encode()
    assert after[len(head) : len(after) - len(tail)].strip() == section
    assert updated(Card.parse("README.md", after), SECTION) == after
