"""Workflow commands of GitHub Actions: annotations, then in plain lines what found no room."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.core.findings import Severity
from tagger.engine.outcome import Checked, Counts, Unread, count
from tagger.report.concise import headline
from tagger.report.summary import summary
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

#: GitHub keeps this many annotations of each kind from one step and drops the rest unsaid.
MAX_ANNOTATIONS = 10
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """The worst first, and of each rule in each file one before its repeats."""
    counts, outcome = Counts(), None
    pairs: list[tuple[Checked, Finding]] = []
    room = dict.fromkeys(Severity, MAX_ANNOTATIONS)
    for outcome in outcomes:
        counts += count(outcome)
        if isinstance(outcome, Unread):
            room[Severity.ERROR] -= 1
            yield _command("error", {"title": "tagger"}, outcome.reason)
        else:
            pairs += [(outcome, finding) for finding in outcome.findings]
    left = []
    for checked, finding in _by_weight(pairs):
        if room[finding.severity] > 0:
            room[finding.severity] -= 1
            yield _annotation(checked, finding)
        else:
            left.append((checked, finding))
    if left:
        yield f"{len(left):,} more findings, for which GitHub has no room as annotations:\n"
    for checked, finding in left:
        yield headline(checked, finding) + "\n"
    if not look.quiet:
        yield summary(counts, outcome) + "\n"


def _by_weight(pairs: list[tuple[Checked, Finding]]) -> list[tuple[Checked, Finding]]:
    repeats: Counter[tuple[int, str, str]] = Counter()
    weights = []
    for checked, finding in pairs:
        group = (id(checked), finding.rule.code, finding.path)
        weights.append((-finding.severity, repeats[group]))
        repeats[group] += 1
    order = sorted(range(len(pairs)), key=weights.__getitem__)
    return [pairs[index] for index in order]


def _annotation(checked: Checked, finding: Finding) -> str:
    rule, span = finding.rule, finding.span
    properties = {"file": checked.anchor(finding), "title": f"{rule.code} {rule.name}"}
    if span:
        properties["line"] = str(span.line)
        properties["endLine"] = str(span.end_line or span.line)
        if span.end_line in (None, span.line):
            properties["col"] = str(span.column)
            properties["endColumn"] = str(span.end_column or span.column + 1)
    lines = [finding.message, *filter(None, [finding.hint])]
    return _command(_COMMANDS[finding.severity], properties, *lines)


def _command(name: str, properties: Mapping[str, str], *lines: str) -> str:
    pairs = (f"{key}={visible(value).translate(_PROPERTY)}" for key, value in properties.items())
    data = "\n".join(map(visible, lines)).translate(_DATA)
    return f"::{name} {','.join(pairs)}::{data}\n"
