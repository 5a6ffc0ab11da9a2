"""Commands as a section of Markdown; what comes from a stranger is in code blocks only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.snippets.block import block, needed, shown
from tagger.snippets.report import WithCommands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.engine.outcome import Outcome
    from tagger.frameworks.commands import FrameworkCommands
    from tagger.report.formats import Look

TITLE = "## Run it"
_TICKS = re.compile(r"`{3,}")


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """A section for each target."""
    del look
    for number, outcome in enumerate(o for o in outcomes if isinstance(o, WithCommands)):
        between = "\n" if number else ""
        yield between + section(outcome.commands)


def section(commands: Sequence[FrameworkCommands]) -> str:
    """The section; each of its lines ends in LF."""
    return "".join(f"{line}\n" for line in _lines(commands))


def _lines(commands: Sequence[FrameworkCommands]) -> Iterator[str]:
    yield TITLE
    if not commands:
        yield ""
        yield "No framework is proven, so there is nothing to run."
    variables = list(needed(shown(commands)))
    if variables:
        yield ""
        yield "The commands read these environment variables:"
        yield ""
        yield from (f"- `{name}`: {meaning}" for name, meaning in variables)
    for framework in commands:
        yield ""
        yield f"### {framework.label}"
        yield ""
        yield from _fenced("\n".join(block(framework)))


def _fenced(text: str) -> Iterator[str]:
    """A code block whose fence is longer than any row of back-ticks in it."""
    longest = max(map(len, _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    yield f"{fence}bash"
    yield text
    yield fence
