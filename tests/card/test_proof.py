"""The proof refuses every outcome that is not the intended one."""

from __future__ import annotations

import pytest

from tagger.card import proof
from tagger.card.proof import MAX_THIRD_READING, Intent, holds
from tagger.core.errors import ParseError
from tests.support.headers import card, parsed

ADD = Intent("tags", "tags", lambda old: old if "b" in old else [*old, "b"], additive=True)
NEW = Intent(None, "b", lambda _: "c", additive=True)
SET = Intent("a", "a", lambda _: "z")
BASE = "a: x\ntags:\n- a\nc: y\n"


def proven(before: str, after: str, intent: Intent, *, body: str = "\n# Knots\n") -> bool:
    old = card(before)
    return holds(old.header, old.parts, card(after, body).raw, intent)


@pytest.mark.parametrize(
    ("before", "after", "intent"),
    [
        (BASE, "a: x\ntags:\n- a\n- b\nc: y\n", ADD),
        (BASE, BASE + "b: c\n", NEW),
        (BASE, BASE.replace("x", "z"), SET),
        ("a: &a x\nc: *a\n", "a: &a x\nc: *a\nb: c\n", NEW),
        ("# z\n", "# z\nb: c\n", NEW),
    ],
)
def test_the_intended_change_holds(before: str, after: str, intent: Intent) -> None:
    assert proven(before, after, intent)


@pytest.mark.parametrize(
    ("before", "after", "intent"),
    [
        (BASE, BASE, ADD),
        (BASE, "a: x\ntags:\n- b\n- a\nc: y\n", ADD),
        (BASE, "a: x\ntags:\n- a\n- b\nc: z\n", ADD),
        (BASE, "a: x\ntags:\n- a\n- b\n", ADD),
        (BASE, "a: x\ntags: [a, b]\nc: y\n", ADD),
        (BASE, "a: x\ntags:\n- a\n- b\n- b\nc: y\n", ADD),
        (BASE, "a: x\ntags:\n- a\n- b\nc: y\nd: e\n", ADD),
        (BASE, "a: x\ntags:\n- a\n- !!str b\nc: [\n", ADD),
        (BASE, "b: c\n" + BASE, NEW),
        (BASE, BASE + "b: no\n", Intent(None, "b", lambda _: "no", additive=True)),
        (BASE, BASE + "b: 1e3\n", Intent(None, "b", lambda _: "1e3", additive=True)),
        (BASE, BASE + "on: c\n", Intent(None, "on", lambda _: "c", additive=True)),
        (BASE, BASE.replace("x", "no"), Intent("a", "a", lambda _: False)),
        (BASE, BASE.replace("a: x", "a: z # x").replace("y", "y #"), SET),
        ("a: &a x\nc: *a\n", "a: &a z\nc: *a\n", SET),
        ("a: x\nc: 1\n", "a: z\nc: '1'\n", SET),
        ("a: x\nc: 1\n", "a: z\nc: 01\n", SET),
        ("a: b\n...\n", "a: b\n...\nb: c\n", NEW),
    ],
)
def test_anything_else_does_not(before: str, after: str, intent: Intent) -> None:
    assert not proven(before, after, intent)


def test_the_text_must_stay() -> None:
    assert not proven(BASE, BASE + "b: c\n", NEW, body="\n# Knot\n")


@pytest.mark.parametrize(
    "after",
    [
        "---\na: z\n---\n# Knots",
        "\ufeff\n---\na: z\n---\n# Knots",
        "\ufeff---\r\na: z\n---\n# Knots",
        "\ufeff---\na: z\n--- \n# Knots",
        "\ufeff---\na: z\n---\r\n# Knots",
        "\ufeff---\na: z\r\n---\n# Knots",
    ],
)
def test_the_byte_order_mark_and_the_fences_must_stay(after: str) -> None:
    old = parsed("\ufeff---\na: x\n---\n# Knots")
    assert holds(old.header, old.parts, "\ufeff---\na: z\n---\n# Knots".encode(), SET)
    assert not holds(old.header, old.parts, after.encode(), SET)


def test_the_byte_order_mark_stays_in_front_of_a_new_header() -> None:
    old = parsed("\ufeff# Knots")
    assert holds(None, old.parts, "\ufeff---\nb: c\n---\n# Knots".encode(), NEW)
    assert not holds(None, old.parts, b"---\nb: c\n---\n# Knots", NEW)


@pytest.mark.parametrize("after", ["---\nb: c\n---\n# Knot", "---\nb: d\n---\n# Knots", "# Knots"])
def test_a_new_header_must_be_found_above_the_old_text(after: str) -> None:
    old = parsed("# Knots")
    assert holds(None, old.parts, b"---\nb: c\n---\n# Knots", NEW)
    assert not holds(None, old.parts, after.encode(), NEW)


def test_a_change_that_is_no_change_the_second_time_is_wanted() -> None:
    growing = Intent("tags", "tags", lambda old: [*old, "b"], additive=True)
    assert not proven(BASE, "a: x\ntags:\n- a\n- b\nc: y\n", growing)


def test_a_third_reader_that_sees_something_else_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = ["a", "b"]
    monkeypatch.setattr(
        proof, "_by_ruamel", lambda text: {"tags": seen if "- b" in text else ["a"]}
    )
    assert proven(BASE, "a: x\ntags:\n- a\n- b\nc: y\n", ADD)
    seen[1] = "c"
    assert not proven(BASE, "a: x\ntags:\n- a\n- b\nc: y\n", ADD)


@pytest.mark.parametrize(("unreadable", "expected"), [("- a\n", True), ("- b\n", False)])
def test_a_third_reader_counts_where_it_can_read_the_old_text(
    unreadable: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(text: str) -> dict[str, list[str]]:
        if unreadable in text:
            raise ParseError("no")
        return {"tags": ["a"]}

    monkeypatch.setattr(proof, "_by_ruamel", read)
    assert proven(BASE, "a: x\ntags:\n- a\n- b\nc: y\n", ADD) is expected


def test_large_texts_are_left_to_the_other_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "_by_ruamel", lambda _: {})
    items = "- knot\n" * (MAX_THIRD_READING // 7 + 1)
    assert proven(f"tags:\n{items}", f"tags:\n{items}- b\n", ADD)
