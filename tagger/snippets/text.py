"""Commands for people and for the shell: everything that is not a command is a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.snippets.block import block, needed, shown
from tagger.snippets.report import WithCommands
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look
    from tagger.report.style import Style


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """A script for each target."""
    for number, outcome in enumerate(o for o in outcomes if isinstance(o, WithCommands)):
        between = [""] if number else []
        yield "\n".join([*between, *_target(outcome, look.style)]) + "\n"


def _target(outcome: WithCommands, style: Style) -> Iterator[str]:
    yield style.paint(f"# {visible(outcome.target)}", "bold")
    if not outcome.commands:
        yield "# no framework is proven, so there is nothing to run"
    for name, meaning in needed(shown(outcome.commands)):
        yield style.paint(f"# export {name}=…  {meaning}", "dim")
    for framework in outcome.commands:
        yield ""
        yield style.paint(f"# {framework.label}", "bold")
        for line in block(framework):
            yield style.paint(line, "dim") if line.startswith("#") else line
