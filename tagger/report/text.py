"""The report for people: place, message, source lines, hint; one summary line at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked, Counts, count
from tagger.engine.source import SourceLines
from tagger.report.concise import headline
from tagger.report.summary import summary
from tagger.text.visible import columns, visible, visible_characters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.core.places import Span
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look
    from tagger.report.style import Style

#: Findings of one rule in one target that are shown in full; the rest is counted.
MAX_REPEATS = 5
#: Lines of one place that are shown; the rest is left out.
MAX_LINES = 3
#: Characters of a line that are shown around the place.
MAX_WIDTH = 100


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


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is shown of one line, and where the marker is below it, in terminal columns."""

    text: str
    start: int
    width: int


def excerpt(lines: Sequence[str], span: Span, style: Style) -> Iterator[str]:
    """The lines of a span with carets below, or nothing when the span lies outside the text."""
    if not 1 <= span.line <= len(lines):
        return
    end = min(span.end_line or span.line, len(lines))
    last = min(end, span.line + MAX_LINES - 1)
    width = len(str(last))
    bar = style.paint(f"{'':{width}} |", "dim")
    yield bar
    for number in range(span.line, last + 1):
        shown = _show(lines[number - 1].rstrip("\r\n"), number, span)
        yield f"{style.paint(f'{number:{width}} |', 'dim')} {shown.text}".rstrip()
        if shown.width:
            yield f"{bar} {'':{shown.start}}{style.paint('^' * shown.width, 'red', 'bold')}"
    if end > last:
        yield f"{bar} …"


def _show(line: str, number: int, span: Span) -> _Shown:
    """Cut a long line around its marked stretch and make it visible; the marker follows."""
    start, end = _stretch(line, number, span)
    left = start - MAX_WIDTH // 4 if start > MAX_WIDTH * 3 // 4 else 0
    characters = visible_characters(line[left : left + MAX_WIDTH])
    before = ("…" if left else "") + "".join(characters[: start - left])
    marked = "".join(characters[start - left : end - left])
    after = "".join(characters[end - left :]) + ("…" if left + MAX_WIDTH < len(line) else "")
    width = columns(marked) or int(number == span.line)
    return _Shown(before + marked + after, columns(before), width)


def _stretch(line: str, number: int, span: Span) -> tuple[int, int]:
    """The marked characters of a line, counted from 0; spaces at its beginning are left out."""
    start = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
    end = start + 1 if span.end_column is None else span.end_column - 1
    if number < (span.end_line or span.line):
        end = len(line.rstrip())
    start = min(start, len(line))
    return start, max(start, min(end, len(line)))
