"""Words of strangers reach the program as they are, in one line, and start nothing."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.frameworks.commands import Command, Raw, Tool, option
from tagger.snippets.shell import WIDTH, install, line, lines, quote, variables, with_installs
from tests.support.snippets import needs_bash, split

HARBOR = Tool("harbor==1.0", "3.13")
NASTY = [
    "$(touch x)",
    "`touch x`",
    "a b",
    "'; touch x; '",
    'a"b',
    "a\nb",
    "\n```\n# evil",
    "\x1b[31m",
    "\u202egpj",
    "~root",
    "*",
    "!!",
    "a\\",
    "##[error]x",
    "caf\udce9",
    "-rf",
    "",
    "日本",
]


def as_bytes(word: str) -> bytes:
    return os.fsencode(word)


@needs_bash
@pytest.mark.parametrize("word", NASTY)
def test_bash_gives_the_word_back(word: str) -> None:
    assert split(f"x {quote(word)}") == [b"x", as_bytes(word)]


@needs_bash
@settings(max_examples=60)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))))
def test_bash_gives_any_words_back(words: list[str]) -> None:
    command = Command(("x", *words), settings=(("NAME", "v w"),))
    assert split(line(command)) == [b"NAME=v w", b"x", *map(str.encode, words)]


@pytest.mark.parametrize("word", NASTY)
def test_a_word_is_one_printable_line(word: str) -> None:
    assert quote(word).isprintable()
    assert "##[" not in quote(word)


def test_raw_words_stay() -> None:
    assert quote(Raw('"$MODEL"')) == '"$MODEL"'


def test_a_value_that_looks_like_an_option_is_joined_to_its_own() -> None:
    assert option("--path", "a") == ("--path", "a")
    assert option("--path", "-a") == ("--path=-a",)
    assert option("--path", "a", "-p") == ("-p", "a")
    assert option("--path", "-a", "-p") == ("--path=-a",)


def test_tools_are_installed_first_and_once() -> None:
    first, second = Command(("harbor", "a"), HARBOR), Command(("harbor", "b"), HARBOR)
    shown = [line(command) for command in with_installs([first, second])]
    assert shown == ["uv tool install --python 3.13 harbor==1.0", "harbor a", "harbor b"]


def test_a_folder_beside_the_tool_needs_no_installation() -> None:
    command = Command(("vf-eval", "x"), Tool("verifiers[harbor]==1.0", "3.12"), ("./a b",))
    assert install(command) is None
    assert line(command) == (
        "uvx --python 3.12 --from \"verifiers[harbor]==1.0\" --with './a b' vf-eval x"
    )


@needs_bash
def test_long_commands_are_broken_before_options() -> None:
    words = ("harbor", "run", *(w for n in range(12) for w in (f"--option-{n}", "x y")))
    command = Command(words)
    shown = lines(command)
    assert all(len(one) <= WIDTH + 6 for one in shown.splitlines())
    assert shown.count("\n") >= 2
    assert split(shown) == [word.encode() for word in words]


def test_variables_are_those_of_raw_words_and_those_that_programs_read() -> None:
    command = Command(("x", Raw('"$MODEL"'), "$AGENT"), reads=("LLM_API_KEY",))
    assert variables([command]) == ["MODEL", "LLM_API_KEY"]
