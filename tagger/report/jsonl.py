"""One JSON object a target and line, written as soon as the target is done: for bulk runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked
from tagger.report.json import dumps, envelope, target_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """Each target as in the JSON report; one that could not be read has ``error`` instead."""
    del look
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            yield dumps({**envelope(), **target_object(outcome)})
        else:
            yield dumps({**envelope(), "target": outcome.target, "error": outcome.reason})
