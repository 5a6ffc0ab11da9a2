"""The fixes as unified diffs, which ``git apply`` and ``patch`` accept."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked
from tagger.files.diff import unified_diff
from tagger.report.concise import headline
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.fix import FileChange, Fixed
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

_COLOURS = {"-": "red", "+": "green", "@": "cyan", "#": "dim"}


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """The changes of each target; above each the findings that it fixes, as ``#`` lines."""
    for outcome in outcomes:
        if isinstance(outcome, Checked) and outcome.fixed:
            fixed = _fixed(outcome.fixed)
            for change in outcome.fixed.changes:
                heads = [f"# {headline(outcome, finding)}" for finding in fixed[change.path]]
                for line in (*heads, *_diff(outcome, change)):
                    yield _shown(line, look) + "\n"


def _fixed(fixed: Fixed) -> dict[str, list[Finding]]:
    """The findings that were fixed, by each file that their fixes change."""
    table: dict[str, list[Finding]] = defaultdict(list)
    for finding in fixed.applied:
        for path in dict.fromkeys(edit.path for edit in (finding.fix.edits if finding.fix else ())):
            table[path].append(finding)
    return table


def _diff(checked: Checked, change: FileChange) -> list[str]:
    path = checked.prefix.lstrip("/") + change.path
    diff = unified_diff(path, change.before, change.after)
    return diff.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")


def _shown(line: str, look: Look) -> str:
    """A line as it is for programs; for eyes in colours, and with nothing invisible in it."""
    if not look.terminal:
        return line
    colour = _COLOURS.get(line[:1])
    return look.style.paint(visible(line), colour) if colour else visible(line)
