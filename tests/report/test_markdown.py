from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.core.detections import Detection, Evidence, Need, Verdict
from tagger.report.markdown import MAX_BYTES, code, prose, render
from tests.support.reports import PLAIN, checked, rule

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, text. 1-2", "plain, text. 1-2"),
        ("a `b|c` d", "a <code>b&#124;c</code> d"),
        ("a ` b", "a &#96; b"),
        ("@who", "&#64;\u200bwho"),
        ("see #12", "see &#35;\u200b12"),
        ("https://x.example", "https://\u200bx.example"),
        ("www.x.example", "www.\u200bx.example"),
        ("[a](b) ![c](d)", "&#91;a&#93;(b) !&#91;c&#93;(d)"),
        ("<img src=x>", "&#60;img src=x&#62;"),
        ("*b* _x_ ~y~ $z$", "&#42;b&#42; &#95;x&#95; &#126;y&#126; &#36;z&#36;"),
        ("a\\|b", "a&#92;&#124;b"),
    ],
)
def test_foreign_text_is_no_syntax(text: str, shown: str) -> None:
    assert prose(text) == shown


@given(ANY_TEXT)
def test_no_text_breaks_out_of_its_cell(text: str) -> None:
    for shown in (prose(text), code(text)):
        bare = re.sub(r"</?code>|&#\d+;", "", shown)
        assert not set(bare) & set("|`<>[]@\n\r\\*_~$&#")


def test_rows_beyond_the_room_are_counted() -> None:
    findings = [rule().at(f"{n}/" + "x" * 4000, "wrong") for n in range(500)]
    text = "".join(render([checked(findings), checked(target="last")], PLAIN))
    assert len(text.encode("utf-8")) < MAX_BYTES + 10_000
    rows = text.count("| error |")
    assert f"… and {500 - rows} findings more that find no room here" in text
    assert "### <code>last</code>" in text


def test_the_summary_says_why_a_framework_fits_and_what_it_needs() -> None:
    evidence = [Evidence(f"tasks/<{n}>", "a task") for n in range(5)]
    harbor = Detection(Verdict.BROKEN, evidence=evidence, needs=[Need("an `image`", "HB030")])
    text = "".join(render([checked(detections={"harbor": harbor})], PLAIN))
    (row,) = [line for line in text.splitlines() if line.startswith("| harbor |")]
    assert "<code>tasks/&#60;2&#62;</code>: a task<br>… and 2 more<br>" in row
    assert row.endswith("needs: an <code>image</code> |")
