"""The report of a campaign in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.autotag.planned import Decision
from tagger.autotag.report import STATES
from tagger.report.markdown import code, prose
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.autotag.entry import Entry
    from tagger.autotag.report import Report, Row

_TITLES = {
    "merged": "Merged",
    "declined": "Declined",
    "open": "Open",
    "unsettled": "Without an answer: `tagger autotag apply` looks them up",
    "exists": "Done by others",
    "failed": "Failed: `tagger autotag apply` tries them again",
    "skipped": "Not sent",
    "planned": "Begun and not sent",
}
_COLUMNS = ("merged", "declined", "open", "unsettled", "exists", "failed", "skipped")


def render(report: Report) -> Iterator[str]:
    """The report, piece by piece."""
    yield "# Pull requests of `tagger autotag`\n\n"
    if report.decisions:
        yield f"Planned: {_decisions(report)}.\n\n"
    yield from _table(report)
    for state in STATES:
        entries = [entry for known, entry in report.datasets if known == state]
        if entries:
            yield f"\n## {_TITLES[state]} ({len(entries):,})\n\n"
            yield from map(_item, entries)
    if report.damaged:
        yield f"\n{plural(report.damaged, 'line')} of the files could not be read.\n"


def _decisions(report: Report) -> str:
    shown = (
        f"{report.decisions[decision]:,} {decision}"
        for decision in Decision
        if decision in report.decisions
    )
    return ", ".join(shown)


def _table(report: Report) -> Iterator[str]:
    yield f"| | proposed | sent | {' | '.join(_COLUMNS)} | merge rate |\n"
    yield f"|---|{'---:|' * (len(_COLUMNS) + 3)}\n"
    for tag, row in report.frameworks.items():
        yield _row(code(tag), row)
    yield _row("all datasets", report.total)


def _row(name: str, row: Row) -> str:
    rate = "" if row.merge_rate is None else f"{row.merge_rate:.0%}"
    cells = [row.proposed, row.sent, *(row.states[state] for state in _COLUMNS)]
    return f"| {name} | {' | '.join(f'{cell:,}' for cell in cells)} | {rate} |\n"


def _item(entry: Entry) -> str:
    tags = f": {', '.join(map(code, entry.tags))}" if entry.tags else ""
    why = f" ({prose(entry.reason)})" if entry.reason else ""
    return f"- {_name(entry)}{tags}{why}\n"


def _name(entry: Entry) -> str:
    """The dataset, with a link to the pull request where there is one."""
    shown = code(entry.repo_id if entry.num is None else f"{entry.repo_id}#{entry.num}")
    return f"[{shown}]({entry.url})" if entry.url else shown
