from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.core.places import Span
from tagger.text.toml_places import Path, Places

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENT = """\
title = "A \\" quote" # comment = 1
owner.name.first = 'x = 1'

[ a . "b.c" ]
text = '''
[not] = "a header"
'''
list = [ # comment ]
  1, "two, ]", {three = [3.0, 1979-05-27 07:32:00]},
]

[[steps]]
name = "one"
[steps.verifier]
mode = "shared"
[[steps]]
name = "two"
[[steps.hosts]]
"": 1
"""


@pytest.fixture(scope="module")
def places() -> Places:
    return Places(DOCUMENT.replace('"": 1', '"" = 1'))


@pytest.mark.parametrize(
    ("path", "span"),
    [
        (("title",), Span(1, 1, 1, 6)),
        (("owner", "name", "first"), Span(2, 12, 2, 17)),
        (("owner",), Span(2, 1, 2, 6)),
        (("a",), Span(4, 3, 4, 4)),
        (("a", "b.c"), Span(4, 7, 4, 12)),
        (("a", "b.c", "list", 1), Span(9, 6, 9, 14)),
        (("a", "b.c", "list", 2, "three"), Span(9, 17, 9, 22)),
        (("steps",), Span(12, 3, 12, 8)),
        (("steps", 0, "verifier", "mode"), Span(15, 1, 15, 5)),
        (("steps", 1), Span(16, 3, 16, 8)),
        (("steps", 1, "hosts", 0, ""), Span(19, 1, 19, 3)),
    ],
)
def test_a_key_has_its_place(places: Places, path: tuple[str | int, ...], span: Span) -> None:
    assert places.key(*path) == span


@pytest.mark.parametrize(
    ("path", "span"),
    [
        (("title",), Span(1, 9, 1, 21)),
        (("a", "b.c", "text"), Span(5, 8, 7, 4)),
        (("a", "b.c", "list"), Span(8, 8, 10, 2)),
        (("a", "b.c", "list", 2, "three", 1), Span(9, 31, 9, 50)),
        (("steps", 0), None),
    ],
)
def test_a_value_has_its_place(
    places: Places, path: tuple[str | int, ...], span: Span | None
) -> None:
    assert places.value(*path) == span


def test_what_is_absent_lies_at_the_table_around_it(places: Places) -> None:
    assert places.nearest("steps", 1, "agent", "user") == places.key("steps", 1)
    assert places.nearest("nowhere") is None


def test_carriage_returns_before_line_ends_are_no_part_of_keys_and_values() -> None:
    places = Places('a = 1\r\n[b]\r\nc = """x\r\ny"""\r\n')
    assert places.value("a") == Span(1, 5, 1, 6)
    assert places.key("b", "c") == Span(3, 1, 3, 2)
    assert places.value("b", "c") == Span(3, 5, 4, 5)


def test_any_depth_that_tomllib_accepts_is_found() -> None:
    depth = 100
    path: Path = ("a", *[0] * depth)
    assert Places("a = " + "[" * depth + "1" + "]" * depth).get(*path) is not None


# -- every document: write random data in random styles, then look every leaf up ------------

KEYS = st.text(st.sampled_from("ab_-.\"'\\ #=[]é"), max_size=3)
SCALARS = st.one_of(
    st.integers(-9, 99).map(str),
    st.sampled_from(["1.5", "true", "inf", "1979-05-27", "1979-05-27 07:32:00Z", "07:32:00"]),
    st.text(st.sampled_from('a"\\[]{},#= é\n'), max_size=5).map(lambda text: _basic(text)),
    st.sampled_from(
        ["''", "'a\"#'", "'''\n'a''b'''", '"""\n"a" ""\\\n  ]"""', '"""a""""', "''''a'''''"]
    ),
)


def _basic(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _bare(key: str) -> str:
    return key if key and key.strip("ab_-") == "" else _basic(key)


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    """A value in one piece: a scalar, an array over several lines, an inline table."""
    kind = draw(st.sampled_from(["scalar", "array", "table"] if depth else ["scalar"]))
    if kind == "scalar":
        return draw(SCALARS)
    if kind == "array":
        items = draw(st.lists(values(depth - 1), max_size=3))
        comma = draw(st.sampled_from([",", " , ", ",\n", ", # ] }\n"]))
        return "[" + comma.join(items) + draw(st.sampled_from(["", "\n", " # x\n"])) + "]"
    keys = draw(st.lists(KEYS, max_size=3, unique=True))
    pairs = [f"{_bare(key)} = {draw(values(depth - 1))}" for key in keys]
    return "{ " + ", ".join(pairs) + " }"


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Assignments, tables and arrays of tables whose keys are all different."""
    lines, newline = [], draw(st.sampled_from(["\n", "\r\n"]))
    for number in range(draw(st.integers(0, 4))):
        name = _bare(f"{draw(KEYS)}a{number}")
        header = draw(st.sampled_from(["", f"[{name}]", f"[[{name}]]", f"[{name}. {name} ]"]))
        lines += [header] * draw(st.integers(1, 2) if header.startswith("[[") else st.just(1))
        if header.startswith("[["):
            lines.append(f"[ {name} . sub ]")
        for key in range(draw(st.integers(0, 3))):
            dots = draw(st.sampled_from(["", ".b", ' . "c d"']))
            lines.append(f"{_bare(draw(KEYS) + f'k{number}{key}')}{dots} = {draw(values())}  # x")
    return newline.join(lines).replace("\r\n", "\n").replace("\n", newline)


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    else:
        yield path, value


@given(documents())
def test_the_text_at_a_place_parses_to_the_value(text: str) -> None:
    places = Places(text)
    for path, value in _leaves(tomllib.loads(text)):
        place = places.get(*path)
        assert place is not None
        assert place.value is not None
        start, end = place.value
        assert tomllib.loads(f"x = {text[start:end]}")["x"] == value
        if isinstance(path[-1], str):
            start, end = place.key
            assert path[-1] in tomllib.loads(f"{text[start:end]} = 1")
        for length in range(1, len(path)):
            assert places.get(*path[:length]) is not None
