"""The one line at the end of a report for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked
from tagger.report.style import PLAIN
from tagger.text.visible import visible
from tagger.text.words import plural

if TYPE_CHECKING:
    from tagger.engine.outcome import Counts, Outcome
    from tagger.report.style import Style


def summary(counts: Counts, last: Outcome | None = None, style: Style = PLAIN) -> str:
    """What was found where, what of it can be fixed, and what was left out.

    ``last`` is the last target; where it is the only one, the line names its frameworks.
    """
    alone = last if counts.targets == 1 and not counts.unread else None
    found = f"{_found(counts, style)} in {plural(counts.targets, 'target')}{_frameworks(alone)}"
    return "; ".join([found, *_fixable(counts), *_left_out(counts)])


def _found(counts: Counts, style: Style) -> str:
    if not counts.findings:
        return style.paint("no findings", "green", "bold")
    parts = [
        style.paint(plural(number, word), colour, "bold")
        for number, word, colour in (
            (counts.errors, "error", "red"),
            (counts.warnings, "warning", "yellow"),
            (counts.infos, "info", "blue"),
        )
        if number
    ]
    return ", ".join(parts)


def _fixable(counts: Counts) -> list[str]:
    if not counts.fixable:
        return [f"{counts.unsafe:,} fixable with --unsafe-fixes"] if counts.unsafe else []
    more = f", {counts.unsafe:,} more with --unsafe-fixes" if counts.unsafe else ""
    return [f"{counts.fixable:,} fixable with --fix{more}"]


def _left_out(counts: Counts) -> list[str]:
    parts = (
        (counts.suppressed, f"{counts.suppressed:,} suppressed"),
        (counts.known, f"{counts.known:,} known from the baseline"),
        (counts.aside, f"{plural(counts.aside, 'unit')} set aside"),
        (counts.unread_files, f"{plural(counts.unread_files, 'path')} not read"),
        (counts.unread, f"{plural(counts.unread, 'target')} could not be read"),
    )
    return [words for number, words in parts if number]


def _frameworks(outcome: Outcome | None) -> str:
    """What a single target was found to be, so that "clean" differs from "saw nothing"."""
    if not isinstance(outcome, Checked):
        return ""
    proven = [
        f"{tag}: {plural(len(detection.units), 'unit')}"
        for tag, detection in outcome.facts.detections.items()
        if detection.verdict.proves
    ]
    return f" ({visible(', '.join(proven))})" if proven else " (no framework found)"
