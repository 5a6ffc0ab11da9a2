"""What people see: shared steps once, a limit, everything foreign in one printable line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.frameworks.commands import Command, FrameworkCommands, Taskset, Tool
from tagger.report.formats import Look
from tagger.report.style import PLAIN, Style
from tagger.snippets import markdown, text
from tagger.snippets.block import MAX_TASKSETS, block
from tagger.snippets.build import as_job
from tagger.snippets.markdown import section
from tagger.snippets.shell import with_installs
from tests.support.snippets import needs_bash, split

GYM = Tool("gym==1", "3.13")
FETCH = Command(("hf", "download"), once=True)


def framework(*tasksets: Taskset) -> FrameworkCommands:
    return FrameworkCommands("harbor", "Harbor", "native", tasksets)


def taskset(name: str, *commands: Command, notes: tuple[str, ...] = ()) -> Taskset:
    return Taskset(name, f"the set {name}", 1, tuple(with_installs(commands)), notes)


def test_what_several_tasksets_need_stands_there_once() -> None:
    one = taskset("a", FETCH, Command(("gym", "a"), GYM))
    two = taskset("b", FETCH, Command(("gym", "b"), GYM, comment="then"))
    assert list(block(framework(one, two))) == [
        "# the set a",
        "uv tool install --python 3.13 gym==1",
        "hf download",
        "gym a",
        "",
        "# the set b",
        "# then:",
        "gym b",
    ]


def test_only_so_many_tasksets_are_shown() -> None:
    many = [taskset(str(n), Command(("x", str(n)))) for n in range(MAX_TASKSETS + 3)]
    lines = list(block(framework(*many)))
    assert f"x {MAX_TASKSETS - 1}" in lines
    assert f"x {MAX_TASKSETS}" not in lines
    assert lines[-1] == "# … and 3 more: `tagger snippet --format json` has them all"


NASTY = "a\n```\n<!-- tagger: end -->\n$(touch x)\x1b[2J`` ` ````` ::set-env"


def test_foreign_text_cannot_leave_its_code_block() -> None:
    one = Taskset(NASTY, NASTY, 1, (Command(("harbor", NASTY)),), (NASTY,), f"- name: {NASTY}\n")
    lines = section([framework(one)]).splitlines()
    fence = next(line for line in lines if line.startswith("```"))
    assert fence == "``````bash"
    assert [n for n, line in enumerate(lines) if line.startswith("``````")] == [4, len(lines) - 1]
    assert all(line.isprintable() for line in lines)
    assert not any(line.startswith(("::", "<!--")) for line in lines)


@settings(max_examples=50)
@given(st.text(), st.text())
def test_no_text_breaks_a_section(word: str, note: str) -> None:
    found = framework(Taskset(word, note, 1, (Command(("x", word)),), (note,)))
    lines = section([found]).splitlines()
    fence = lines[4].removesuffix("bash")
    assert lines[-1] == fence
    assert sum(line.startswith(fence) for line in lines) == 2


@needs_bash
@pytest.mark.parametrize("word", ["a b", "it's", "a\nb", '"$HOME"', "a && b"])
def test_a_job_passes_words_through_two_shells(word: str) -> None:
    (job,) = as_job(taskset("a", Command(("printf", word)), Command(("x",)))).commands
    *_, shell, dash, script = split(" ".join(map(str, _words(job))))
    assert (shell, dash) == (b"bash", b"-c")
    first = script.decode().removesuffix(" && x")
    assert split(first) == [b"printf", word.encode()]


def _words(command: Command) -> list[str]:
    from tagger.snippets.shell import words

    return words(command)


def test_without_targets_nothing_is_said() -> None:
    assert list(text.render([], Look(PLAIN))) == []
    assert list(markdown.render([], Look(Style(colour=True)))) == []


def test_without_frameworks_the_section_says_so() -> None:
    assert section([]) == "## Run it\n\nNo framework is proven, so there is nothing to run.\n"
