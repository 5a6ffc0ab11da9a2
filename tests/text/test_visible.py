from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.text.visible import columns, encodable, visible, visible_path

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("naïve 値", "naïve 値"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\u202eright to left", r"\u202eright to left"),
        ("byte \udcff", r"byte \xff"),
        ("##[error]x", r"#\x23[error]x"),
        ("##vso[task.setvariable]", r"#\x23vso[task.setvariable]"),
        ("## heading", "## heading"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(ANY_TEXT)
def test_what_is_visible_prints_on_one_line_and_commands_nothing(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert "##[" not in shown
    shown.encode("utf-8")


@pytest.mark.parametrize("path", ["::error::x", "  ::set-output name=x::y", ":::"])
def test_a_path_never_begins_a_line_as_a_workflow_command(path: str) -> None:
    assert not visible_path(path).lstrip().startswith("::")


@given(ANY_TEXT)
def test_encodable_keeps_all_but_surrogates(text: str) -> None:
    kept = "".join(character for character in text if not "\ud800" <= character <= "\udfff")
    assert encodable(kept) == kept
    encodable(text).encode("utf-8")


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("値", 2), ("e\u0301", 1), ("", 0)])
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width
