"""A line of a plan for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.text.visible import visible
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.autotag.planned import Planned
    from tagger.report.style import Style

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}


def headline(line: Planned, style: Style) -> str:
    """One line: the decision, the dataset, why."""
    word = f"{line.decision}, {line.review}" if line.review else line.decision.value
    return f"{word:17}  {style.paint(visible(line.repo_id), 'bold')}  {visible(line.reason)}\n"


def details(line: Planned, style: Style) -> Iterator[str]:
    """Evidence and diff, line by line."""
    for tag, found in line.frameworks.items():
        broken = f", {found['broken_units']:,} broken" if found["broken_units"] else ""
        units = plural(found["units"], "unit")
        yield f"  {visible(tag)}: {found['verdict']}, {units}{broken}\n"
        for piece in found["evidence"]:
            yield visible(f"    {piece['path'] or '.'}: {piece['what']}") + "\n"
    for text in line.change.diff.splitlines() if line.change else ():
        colour = _COLOURS.get(text[:1])
        yield (style.paint(visible(text), colour) if colour else visible(text)) + "\n"
