"""Setting, replacing, inserting and renaming."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.card.edit import insert_key, rename_key, replace_scalar, set_scalar
from tagger.card.splice import Splicer
from tagger.core.edits import Splice
from tagger.core.errors import RefusedError
from tests.support.headers import card, edited, header_after, parsed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tagger.card.edit import Edits

Path = tuple[str | int, ...]


@pytest.mark.parametrize(
    ("header", "path", "value", "after"),
    [
        ("license: MIT  # z\n", ("license",), "mit", "license: mit  # z\n"),
        ("license: 'MIT'\n", ("license",), "mit", "license: 'mit'\n"),
        ('license: "MIT"\n', ("license",), 'm"i\\t', 'license: "m\\"i\\\\t"\n'),
        ("language: no\n", ("language",), "no", "language: 'no'\n"),
        ("tags:\n- a\n- Harbor # z\n", ("tags", 1), "harbor", "tags:\n- a\n- harbor # z\n"),
        ("tags: [Harbor,b]\n", ("tags", 0), "harbor", "tags: [harbor,b]\n"),
        ("tags: [A]\n", ("tags", 0), "a:b", "tags: ['a:b']\n"),
        ("license: A\n", ("license",), "a:b", "license: a:b\n"),
        ("a:\n- b: {c: d}\n", ("a", 0, "b", "c"), "e", "a:\n- b: {c: e}\n"),
        ("a: b\n  c\nd: e\n", ("a",), "f", "a: f\nd: e\n"),
        ("a: é\nb: 🧩 x\n", ("b",), "y", "a: é\nb: y\n"),
        ("a: 7\n", ("a",), "7", "a: '7'\n"),
        ("a: b\n", ("a",), "it's: \x07", 'a: "it\'s: \\x07"\n'),
    ],
)
def test_a_scalar_is_replaced_in_its_quotes(
    header: str, path: Path, value: str, after: str
) -> None:
    assert header_after(header, replace_scalar, path, value) == after


@pytest.mark.parametrize(
    ("header", "value", "after"),
    [
        ("viewer: yes\n", False, "viewer: false\n"),
        ("viewer: 'yes'\n", True, "viewer: true\n"),
        ("viewer:  # z\n", False, "viewer: false  # z\n"),
        ("viewer: ~\n", False, "viewer: false\n"),
        ("a: b\n", False, "a: b\nviewer: false\n"),
        ("viewer: a\n", "no", "viewer: 'no'\n"),
        ("viewer: a\n", 7, "viewer: 7\n"),
        ("viewer: false\n", False, "viewer: false\n"),
    ],
)
def test_a_key_is_given_a_scalar(header: str, value: str | bool, after: str) -> None:
    assert header_after(header, set_scalar, "viewer", value) == after


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("mit", "b: mit\n"),
        ("on", "b: 'on'\n"),
        (True, "b: true\n"),
        (["x", "1.0"], "b:\n- x\n- '1.0'\n"),
    ],
)
def test_a_key_is_inserted_above_the_closing_fence(value: object, lines: str) -> None:
    assert header_after("a: |\n  x\n# z\n", insert_key, "b", value) == f"a: |\n  x\n# z\n{lines}"


def test_an_insertion_that_would_lose_a_comment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = "a: &a x\nc: *a"
    old = f"# z\n{kept}"
    losing = Splice(0, len(old), f"{kept}\nb: y")
    monkeypatch.setattr(Splicer, "insert", lambda *_: losing)
    with pytest.raises(RefusedError, match="cannot be proven"):
        insert_key(card(f"{old}\n"), "b", "y")


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("languages:\n- en\n", "language:\n- en\n"),
        ("a: b\n'languages' : [en] # z\n", "a: b\n'language' : [en] # z\n"),
        ("languages: &l [en]\na: *l\n", "language: &l [en]\na: *l\n"),
    ],
)
def test_a_key_is_renamed_in_place(header: str, after: str) -> None:
    assert header_after(header, rename_key, "languages", "language") == after


def test_line_ends_and_mark_stay() -> None:
    text = "\ufeff---\r\nlicense: MIT\r\n---\r\nx"
    after = edited(parsed(text), replace_scalar, ("license",), "mit")
    assert after == text.replace("MIT", "mit")


@pytest.mark.parametrize(
    ("edit", "args", "header"),
    [
        (replace_scalar, (("a",), "x"), "a: [b]\n"),
        (replace_scalar, (("a",), "x"), "b: c\n"),
        (replace_scalar, (("a", 3), "x"), "a: [b]\n"),
        (replace_scalar, (("a",), "x"), "a: |\n  b\n"),
        (replace_scalar, (("a",), "x"), "a: &b b\nc: *b\n"),
        (replace_scalar, (("c",), "x"), "a: &b b\nc: *b\n"),
        (replace_scalar, (("a", "1"), "x"), "a: {1: b}\n"),
        (replace_scalar, (("a",), "x"), "{a: b}\n"),
        (set_scalar, ("a", "x"), "a: [b]\n"),
        (set_scalar, ("a", "x"), "a:\n  ~\n"),
        (insert_key, ("a", "x"), "a: b\n"),
        (insert_key, ("a", "x"), "z: &z {a: b}\n<<: *z\n"),
        (rename_key, ("a", "b"), "a: x\nb: y\n"),
        (rename_key, ("a", "b"), "c: x\n"),
        (rename_key, ("a", "b"), "? a\n: x\n"),
    ],
)
def test_no_edit_without_proof(
    edit: Callable[..., Edits], args: Sequence[object], header: str
) -> None:
    with pytest.raises(RefusedError):
        edit(card(header), *args)
