"""One line a finding and nothing else, for grep and editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked
from tagger.report.style import PLAIN
from tagger.text.visible import visible, visible_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look
    from tagger.report.style import Style


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """Every finding on its line, target by target."""
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            for finding in outcome.findings:
                yield headline(outcome, finding, look.style) + "\n"


def headline(checked: Checked, finding: Finding, style: Style = PLAIN) -> str:
    """``path:line:col: CODE severity: message``, the first line of a finding for people."""
    place = style.paint(visible_path(checked.place(finding)), "bold")
    code = style.severity(finding, f"{finding.rule.code} {finding.severity.label}:")
    return f"{place}: {code} {visible(finding.message)}"
