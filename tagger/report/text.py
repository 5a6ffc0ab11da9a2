"""The report for people: place, message, source lines, hint; one summary line at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked, Counts, count
from tagger.engine.source import SourceLines
from tagger.report.concise import headline
from tagger.report.excerpt import excerpt
from tagger.report.summary import summary
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look
    from tagger.report.style import Style

#: Findings of one rule in one target that are shown in full; the rest is counted.
MAX_REPEATS = 5


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """Each target as soon as it is there, then the summary."""
    counts, outcome = Counts(), None
    for outcome in outcomes:
        counts += count(outcome)
        if isinstance(outcome, Checked):
            yield from _target(outcome, look.style)
    if not look.quiet:
        yield summary(counts, outcome, look.style) + "\n"


def _target(checked: Checked, style: Style) -> Iterator[str]:
    source = SourceLines(checked.facts.view)
    shown: Counter[str] = Counter()
    for finding in checked.findings:
        shown[finding.rule.code] += 1
        if shown[finding.rule.code] <= MAX_REPEATS:
            yield "\n".join(
                [headline(checked, finding, style), *_body(finding, source, style), "\n"]
            )
    yield from _repeats(checked.findings, shown)


def _repeats(findings: Sequence[Finding], shown: Counter[str]) -> Iterator[str]:
    """One line for each rule with more findings than are shown."""
    rules = {finding.rule.code: finding.rule for finding in findings}
    for code, number in shown.items():
        if number > MAX_REPEATS:
            more = f"… and {number - MAX_REPEATS:,} more"
            yield f"{code} {rules[code].name}: {more} (--format concise or json shows all)\n\n"


def _body(finding: Finding, source: SourceLines, style: Style) -> Iterator[str]:
    if finding.span:
        yield from excerpt(source.lines(finding.path), finding.span, style)
    if finding.hint:
        yield f"  {style.paint('hint:', 'cyan')} {visible(finding.hint)}"
    if finding.fix:
        label = style.paint("fix:", "green")
        yield f"  {label} {visible(finding.fix.description)} ({finding.fix.safety.value})"
