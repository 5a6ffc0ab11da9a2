"""Places, values and faults of a header."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import pytest
import yaml as pyyaml

from tagger.card.header import MAX_HEADER_BYTES, Header
from tests.support.headers import card, parsed

if TYPE_CHECKING:
    from tagger.core.places import Span


def header(text: str) -> Header:
    found = card(text).header
    assert found is not None
    return found


def built(found: Header) -> Any:
    assert found.root is not None
    return found.core_value(found.root)


def place(span: Span) -> tuple[int, int, int | None, int | None]:
    return (span.line, span.column, span.end_line, span.end_column)


@pytest.fixture(params=["C", "Python"])
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With PyYAML's C part and without it."""
    if request.param == "Python":
        monkeypatch.delattr(pyyaml, "CSafeLoader")


@pytest.mark.usefixtures("_loader")
def test_places_count_lines_and_characters_of_the_file() -> None:
    found = parsed("\ufeff\r\n---\r\npretty_name: \"🧩é\"\r\ntags: [é, 'b']\r\n---\r\n").header
    assert found is not None
    tags = found.get("tags")
    assert tags is not None
    assert place(found.span(tags.key)) == (4, 1, 4, 5)
    assert place(found.span(tags.value.value[1])) == (4, 11, 4, 14)


@pytest.mark.usefixtures("_loader")
def test_offsets_count_bytes_of_the_file() -> None:
    found = parsed("\ufeff---\npretty_name: 🧩\ntags: x\n---\n")
    assert found.header is not None
    tags = found.header.get("tags")
    assert tags is not None
    start = found.header.offset(tags.value.start_mark.index)
    assert found.raw[start : start + 1] == b"x"


@pytest.mark.usefixtures("_loader")
def test_line_separators_of_yaml_1_1_are_no_lines() -> None:
    found = header('a: "x\u2028y\x85z"\nb: c\n')
    pair = found.get("b")
    assert pair is not None
    assert found.span(pair.key).line == 3


def test_a_block_ends_with_its_last_leaf() -> None:
    found = header("a:\n- b: c  # d\n\n# e\nf: |\n  g\n\n")
    first, second = (found.span(pair.value) for pair in found.pairs)
    assert place(first) == (3, 1, 3, 7)
    assert place(second) == (6, 4, 7, 4)


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("license: mit\ntags:\n\t- puzzle\n", 4, 1),
        ("pretty_name: Grid: again\n", 2, 18),
        ("é: 1\nb: \x01\n", 3, 4),
        ("a: b\n--- # two\nc: d\n", 3, 1),
        ("a: [b\n", 3, 1),
    ],
)
def test_a_fault_has_its_place_in_the_file(text: str, line: int, column: int) -> None:
    fault = header(text).fault
    assert fault is not None
    assert (fault.span.line, fault.span.column) == (line, column)


@pytest.mark.parametrize(
    "text", ["a: !!python/tuple [1]\n", "a: 2024-13-01\n", "a: =\n", "{{ a }}: b\n"]
)
def test_what_python_cannot_build_is_a_fault_of_its_own(text: str) -> None:
    found = header(text)
    assert found.fault is None
    assert found.python_fault is not None
    assert found.data is None


@pytest.mark.parametrize("text", ["a: b\t\n", "a:\tb\n", "- a\t# c\n"])
def test_what_only_the_c_loader_parses_is_told_apart(text: str) -> None:
    found = header(text)
    assert found.fault or found.exact_fault


def test_tabs_in_quotes_are_no_fault() -> None:
    assert header("a: 'b\tc'\n").exact_fault is None


@pytest.mark.parametrize(
    ("text", "legacy", "core"),
    [
        ("no", False, "no"),
        ("on", True, "on"),
        ("'no'", "no", "no"),
        ("true", True, True),
        ("0123", 83, 123),
        ("0o17", "0o17", 15),
        ("0x1F", 31, 31),
        ("0b11", 3, 3),
        ("1_000", 1000, "1_000"),
        ("12:30", 750, "12:30"),
        ("1e3", "1e3", 1000.0),
        ("1.10", 1.1, 1.1),
        (".inf", float("inf"), float("inf")),
        ("~", None, None),
        ("", None, None),
        ("2026-01-02", datetime.date(2026, 1, 2), datetime.date(2026, 1, 2)),
        ("!!str no", "no", "no"),
        ("!!str 0o17", "0o17", "0o17"),
        ("&a !!str 1e3", "1e3", "1e3"),
        ("=x", "=x", "=x"),
        ("1" + "0" * 400, 10**400, "1" + "0" * 400),
    ],
)
def test_each_reader_has_its_value(text: str, legacy: Any, core: Any) -> None:
    found = header(f"a: {text}\n")
    pair = found.get("a")
    assert pair is not None
    assert (found.value(pair.value), found.core_value(pair.value)) == (legacy, core)
    assert type(found.core_value(pair.value)) is type(core)
    differs = type(legacy) is not type(core) or legacy != core
    assert [node.value for node in found.disagreements()] == ([text] if differs else [])


def test_keys_are_strings_for_the_hub() -> None:
    found = header("1: a\non: b\n~: c\n? [d, 2]\n: e\n")
    assert built(found) == {"1": "a", "on": "b", "null": "c", "d,2": "e"}


def test_merges_are_expanded_for_the_hub() -> None:
    found = header("a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: [*a, {z: 4, x: 5}]\n")
    assert built(found)["b"] == {"y": 3, "x": 1, "z": 4}


def test_keys_repeat_by_their_text() -> None:
    found = header("a: 1\n1: x\n'1': y\nb:\n  c: 1\n  <<: {}\n  <<: {}\n  c: 2\n")
    assert [found.span(key).line for key in found.duplicates] == [4, 9]


def test_a_value_knows_how_often_it_is_used() -> None:
    found = header("a: &a [x]\nb: *a\nc: [*a]\nd: y\n")
    counts = [found.references(pair.value) for pair in found.pairs]
    assert counts == [3, 3, 1, 1]


def test_a_bomb_of_aliases_is_harmless() -> None:
    lines = ["a0: &a0 [x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    found = header("\n".join(lines) + "\n")
    assert found.fault is None
    assert len(list(found.nodes())) < 50
    assert len(built(found)["a11"]) == 9


def test_a_huge_header_is_not_parsed() -> None:
    found = Header.parse(b"a: " + b"x" * MAX_HEADER_BYTES, 4, 2)
    assert found.fault is not None
    assert found.root is None


def test_the_last_value_keeps_its_line_end() -> None:
    assert header("a: |\n  text\n").data == {"a": "text\n"}
