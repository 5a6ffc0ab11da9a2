"""Markdown for step summaries and comments: frameworks, tags, and a table of findings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.engine.outcome import TAG_LISTS, Checked, Counts, count
from tagger.report.detection import MAX_PIECES
from tagger.report.summary import summary
from tagger.text.visible import visible
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

#: GitHub drops a step summary over 1,024 kB; other steps may write to it as well.
MAX_BYTES = 900_000
_CODE = re.compile(r"`([^`]+)`")
_SYNTAX = re.compile(r"[\\`*_\[\]<>#|~&@$]")
#: What GitHub makes links of outside code, whatever is escaped: mentions, issues, addresses.
_LINKS = re.compile(r"@|#(?=\d)|://|(?<=www)\.", re.IGNORECASE)


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """A section for each target; findings that find no room are counted."""
    counts, outcome = Counts(), None
    room = MAX_BYTES
    for outcome in outcomes:
        counts += count(outcome)
        rows: list[str] = []
        if isinstance(outcome, Checked):
            head = f"### {code(outcome.target)}\n\n{_frameworks(outcome)}\n{_tags(outcome)}\n"
            worst_first = sorted(outcome.findings, key=lambda finding: -finding.severity)
            rows = [_row(outcome, finding) for finding in worst_first]
        else:
            head = f"### {code(outcome.target)}\n\nCould not be read: {prose(outcome.reason)}\n\n"
        room -= len(head)
        yield head
        for piece in _table(rows, room):
            room -= len(piece)
            yield piece
    if not look.quiet:
        yield f"{prose(summary(counts, outcome))}\n"


def _table(rows: list[str], room: int) -> Iterator[str]:
    """The rows under their title, as many as there is room for."""
    if rows:
        yield "| | place | rule | |\n|---|---|---|---|\n"
    for number, row in enumerate(rows):
        room -= len(row.encode("utf-8"))
        if room < 0:
            yield f"\n… and {plural(len(rows) - number, 'finding')} more that find no room here\n"
            break
        yield row
    if rows:
        yield "\n"


def _row(checked: Checked, finding: Finding) -> str:
    rule = f"[{finding.rule.code}]({finding.rule.url})"
    text = prose(finding.message) + (f"<br>{prose(finding.hint)}" if finding.hint else "")
    return f"| {finding.severity.label} | {code(checked.place(finding))} | {rule} | {text} |\n"


def _frameworks(checked: Checked) -> str:
    lines = ["| framework | verdict | units | broken | why |", "|---|---|---|---|---|"]
    for tag, found in checked.facts.detections.items():
        numbers = f"{len(found.units):,} | {len(found.broken):,}"
        why = "<br>".join(_why(found))
        lines.append(f"| {prose(tag)} | {found.verdict.value} | {numbers} | {why} |")
    return "\n".join(lines) + "\n"


def _why(found: Detection) -> Iterator[str]:
    """What shows that a framework fits, and what it needs."""
    yield from _few([f"{code(e.path or '.')}: {prose(e.what)}" for e in found.evidence])
    yield from _few([f"needs: {prose(need.what)}" for need in found.needs])


def _few(pieces: Sequence[str]) -> Iterator[str]:
    yield from pieces[:MAX_PIECES]
    if len(pieces) > MAX_PIECES:
        yield f"… and {len(pieces) - MAX_PIECES:,} more"


def _tags(checked: Checked) -> str:
    lines = []
    for name in TAG_LISTS:
        words = getattr(checked.facts.tags, name)
        if words:
            lines.append(f"- {name}: {', '.join(map(code, words))}")
    return "\n".join(lines) + "\n" if lines else ""


def code(text: str) -> str:
    """Foreign text in code style, in which nothing is a link."""
    return f"<code>{_entities(visible(text))}</code>"


def prose(text: str) -> str:
    """Foreign text as it reads; what is between back-ticks in code style."""
    parts = _CODE.split(visible(text))
    shown = (_entities(_LINKS.sub("\\g<0>\u200b", part)) for part in parts[::2])
    inside = map(code, parts[1::2])
    return "".join(piece for pair in zip(shown, [*inside, ""], strict=True) for piece in pair)


def _entities(text: str) -> str:
    """What Markdown or HTML would take for syntax inside a line, as entities."""
    return _SYNTAX.sub(lambda match: f"&#{ord(match[0])};", text)
