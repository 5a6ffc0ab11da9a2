"""What holds for every format; what is special to one stands in its own module."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tagger._version import __version__
from tagger.core.places import Span
from tagger.engine.outcome import Checked, Unread
from tagger.report.formats import DETECT_FORMATS, FORMATS, Look, load_format
from tagger.report.style import Style
from tests.support.reports import PLAIN, checked, fix, full, rule
from tests.support.snapshots import assert_snapshot

SUFFIXES = {"json": "json", "jsonl": "jsonl", "sarif": "sarif", "gitlab": "gitlab.json"}
SUFFIXES |= {"junit": "xml", "markdown": "md", "html": "html"}
HOSTILE = [
    "::error::owned",
    "x\n::set-output name=a::b",
    "##[add-matcher]x",
    "\x1b[2J\x07\u202e\u2028",
    "<script>alert(1)</script>",
    "]]>&\"'",
    "| a | `b` | @everyone #1 https://x.example [a](javascript:b)",
    "byte \udcff and half \ud800",
    "C:\\%0A,a=b",
]


def rendered(name: str, *outcomes: Checked | Unread, look: Look = PLAIN) -> str:
    return "".join(load_format(name)(outcomes, look))


def assert_whole(name: str, report: str, *outcomes: Checked | Unread) -> None:
    text = rendered(name, *outcomes).replace(f'ersion": "{__version__}"', 'ersion": "[VERSION]"')
    assert_snapshot(text, f"report/{report}.{SUFFIXES.get(name, name + '.txt')}")


def hostile() -> list[Checked | Unread]:
    """Every hostile text at every place where foreign text can stand."""
    outcomes: list[Checked | Unread] = []
    for text in HOSTILE:
        finding = rule().at(text, text, Span(1, 1, 1, 3), hint=text, fix=fix())
        outcomes += [checked([finding], target=text), Unread(text, text)]
    return outcomes


@pytest.mark.parametrize("name", FORMATS)
def test_whole_report(name: str) -> None:
    assert_whole(name, "full", *full())


@pytest.mark.parametrize("name", FORMATS)
def test_whole_report_of_a_clean_target(name: str) -> None:
    assert_whole(name, "clean", checked())


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("colour", [False, True])
def test_hostile_text_commands_neither_terminal_nor_runner(name: str, colour: bool) -> None:
    text = rendered(name, *hostile(), look=Look(Style(colour)))
    text.encode("utf-8")
    assert not re.search(r"##\w*\[", text)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert not any(character in plain for character in "\x1b\x07\u202e\u2028\r")
    if name != "github":
        assert not any(line.lstrip().startswith("::") for line in plain.splitlines())


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_imported_but_the_format_itself(name: str) -> None:
    others = [module for other, module in FORMATS.items() if other not in (name, "json", "concise")]
    program = f"""
import sys
from tagger.report.formats import load_format
load_format({name!r})
assert not set(sys.modules) & set({others!r})
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", DETECT_FORMATS)
def test_formats_of_detect_render_the_same(name: str) -> None:
    assert "".join(load_format(name, DETECT_FORMATS)(full(), PLAIN))
