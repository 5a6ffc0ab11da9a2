"""How often each rule speaks, instead of its findings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked, Counts, count
from tagger.report.summary import summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One line a rule, the most frequent first, then the summary."""
    counts, outcome = Counts(), None
    numbers: Counter[str] = Counter()
    examples: dict[str, Finding] = {}
    for outcome in outcomes:
        counts += count(outcome)
        for finding in outcome.findings if isinstance(outcome, Checked) else ():
            numbers[finding.rule.code] += 1
            examples.setdefault(finding.rule.code, finding)
    width = len(str(max(numbers.values(), default=0)))
    for code, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
        finding = examples[code]
        label = look.style.severity(finding, f"{code} {finding.severity.label}:")
        yield f"{number:{width}}  {label} {finding.rule.summary}\n"
    if not look.quiet:
        yield summary(counts, outcome, look.style) + "\n"
