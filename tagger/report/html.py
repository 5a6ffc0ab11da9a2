"""A page of its own for browsers: no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tagger.engine.outcome import TAG_LISTS, Checked, Counts, count
from tagger.report.summary import summary
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>tagger</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; }
th, td { text-align: left; vertical-align: top; }
code { overflow-wrap: anywhere; }
.error { color: #b00020; } .warning { color: #8a5a00; } .info { color: #0b57d0; }
.hint { color: #555; }
</style>
</head>
<body>
<h1>tagger</h1>
"""


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """A section for each target, then the summary."""
    counts, outcome = Counts(), None
    yield _HEAD
    for outcome in outcomes:
        counts += count(outcome)
        yield f"<h2>{_code(outcome.target)}</h2>\n"
        if isinstance(outcome, Checked):
            yield from _frameworks(outcome)
            yield from _findings(outcome)
        else:
            yield f'<p class="error">Could not be read: {_text(outcome.reason)}</p>\n'
    if not look.quiet:
        yield f"<p>{_text(summary(counts, outcome))}</p>\n"
    yield "</body>\n</html>\n"


def _frameworks(checked: Checked) -> Iterator[str]:
    yield "<table>\n<tr><th>framework<th>verdict<th>units<th>broken</tr>\n"
    for tag, found in checked.facts.detections.items():
        numbers = f"<td>{len(found.units):,}<td>{len(found.broken):,}"
        yield f"<tr><td>{_text(tag)}<td>{found.verdict.value}{numbers}</tr>\n"
    yield "</table>\n"
    for name in TAG_LISTS:
        words = getattr(checked.facts.tags, name)
        if words:
            yield f"<p>{name}: {', '.join(map(_code, words))}</p>\n"


def _findings(checked: Checked) -> Iterator[str]:
    if checked.findings:
        yield "<table>\n<tr><th>place<th>rule<th>finding</tr>\n"
        for finding in checked.findings:
            yield _row(checked, finding)
        yield "</table>\n"


def _row(checked: Checked, finding: Finding) -> str:
    rule, severity = finding.rule, finding.severity.label
    link = f'<a href="{escape(rule.url)}">{rule.code}</a>'
    hint = f'<br><span class="hint">{_text(finding.hint)}</span>' if finding.hint else ""
    cells = (
        f"<td>{_code(checked.place(finding))}",
        f'<td><span class="{severity}">{severity}</span> {link}',
        f"<td>{_text(finding.message)}{hint}",
    )
    return f"<tr>{''.join(cells)}</tr>\n"


def _text(text: str) -> str:
    return escape(visible(text))


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"
