"""What a campaign has come to: figures from plans and journals, in all and by framework."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tagger.autotag.journal import Event
from tagger.autotag.planned import Decision, Planned
from tagger.report.json import envelope
from tagger.report.markdown import code, prose
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.autotag.journal import History, JournalEntry, Record

#: The state of a dataset, in the order of a report; the first that fits is taken.
STATES = ("merged", "declined", "open", "unsettled", "exists", "failed", "skipped", "planned")
_BY_EVENT = {
    Event.EXISTS: "exists",
    Event.FAILED: "failed",
    Event.SKIPPED: "skipped",
    Event.PLANNED: "planned",
}


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one framework, or of all.

    Attributes:
        proposed: datasets for which the plans propose something.
        states: datasets by their state.
    """

    proposed: int = 0
    states: Counter[str] = field(default_factory=Counter)

    @property
    def sent(self) -> int:
        """Pull requests that were opened."""
        return sum(self.states[state] for state in ("merged", "declined", "open"))

    @property
    def merge_rate(self) -> float | None:
        """The merged ones among those that were answered; ``None`` while none was."""
        answered = self.states["merged"] + self.states["declined"]
        return self.states["merged"] / answered if answered else None


@dataclass(frozen=True)
class Report:
    """What plans and journals say together.

    Attributes:
        decisions: datasets by what the plans decide.
        total: the figures of all datasets.
        frameworks: the figures by framework; a dataset that several load counts for each.
        datasets: how each dataset of the journals stands, with the line that says so.
        damaged: lines that cannot be read.
    """

    decisions: dict[Decision, int]
    total: Figures
    frameworks: dict[str, Figures]
    datasets: list[tuple[str, JournalEntry]]
    damaged: int = 0


def state_of(record: Record) -> str:
    """The state of a dataset; one of ``STATES``."""
    last = record.last.event
    if last is Event.MERGED:
        return "merged"
    if record.is_refused:
        return "declined"
    if record.waiting:
        return "open"
    return _BY_EVENT.get(last, "unsettled")


def make_report(lines: Iterable[Planned], history: History, damaged: int = 0) -> Report:
    """Put plans and journals together.

    Args:
        lines: the lines of all plans, one a dataset.
        history: all journals.
        damaged: lines of the plans that cannot be read.
    """
    lines = list(lines)
    proposed = [line for line in lines if line.decision is Decision.PROPOSE]
    datasets = [(state_of(r), r.waiting or r.last) for r in history.records.values()]
    tags = [tag for line in proposed for tag in line.proven]
    tags += [tag for _, entry in datasets for tag in entry.frameworks]
    return Report(
        decisions=dict(Counter(line.decision for line in lines)),
        total=Figures(len(proposed), Counter(state for state, _ in datasets)),
        frameworks={
            tag: Figures(
                sum(tag in line.proven for line in proposed),
                Counter(state for state, entry in datasets if tag in entry.frameworks),
            )
            for tag in dict.fromkeys(tags)
        },
        datasets=sorted(datasets, key=lambda item: (STATES.index(item[0]), item[1].repo_id)),
        damaged=damaged + history.damaged,
    )


def to_json(report: Report) -> dict[str, Any]:
    """The report for scripts."""
    return {
        **envelope(),
        "plan": {decision.value: report.decisions.get(decision, 0) for decision in Decision},
        "total": _row(report.total),
        "frameworks": {tag: _row(row) for tag, row in report.frameworks.items()},
        "datasets": [
            {
                "repository": entry.repo_id,
                "state": state,
                "time": entry.time,
                "tags": list(entry.tags),
                "frameworks": list(entry.frameworks),
                "pull_request": entry.pull_object,
                "reason": entry.reason,
            }
            for state, entry in report.datasets
        ],
        "damaged_lines": report.damaged,
    }


def _row(row: Figures) -> dict[str, Any]:
    states = {state: row.states[state] for state in STATES}
    return {"proposed": row.proposed, "sent": row.sent, **states, "merge_rate": row.merge_rate}


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


def markdown(report: Report) -> Iterator[str]:
    """The report, piece by piece."""
    yield "# Pull requests of `tagger autotag`\n\n"
    if report.decisions:
        yield f"Planned: {_decisions(report)}.\n\n"
    yield from _markdown_table(report)
    for state in STATES:
        entries = [entry for known, entry in report.datasets if known == state]
        if entries:
            yield f"\n## {_TITLES[state]} ({len(entries):,})\n\n"
            yield from map(_markdown_item, entries)
    if report.damaged:
        yield f"\n{plural(report.damaged, 'line')} of the files could not be read.\n"


def _decisions(report: Report) -> str:
    shown = (
        f"{report.decisions[decision]:,} {decision}"
        for decision in Decision
        if decision in report.decisions
    )
    return ", ".join(shown)


def _markdown_table(report: Report) -> Iterator[str]:
    yield f"| | proposed | sent | {' | '.join(_COLUMNS)} | merge rate |\n"
    yield f"|---|{'---:|' * (len(_COLUMNS) + 3)}\n"
    for tag, row in report.frameworks.items():
        yield _markdown_row(code(tag), row)
    yield _markdown_row("all datasets", report.total)


def _markdown_row(name: str, row: Figures) -> str:
    rate = "" if row.merge_rate is None else f"{row.merge_rate:.0%}"
    cells = [row.proposed, row.sent, *(row.states[state] for state in _COLUMNS)]
    return f"| {name} | {' | '.join(f'{cell:,}' for cell in cells)} | {rate} |\n"


def _markdown_item(entry: JournalEntry) -> str:
    tags = f": {', '.join(map(code, entry.tags))}" if entry.tags else ""
    why = f" ({prose(entry.reason)})" if entry.reason else ""
    return f"- {_linked(entry)}{tags}{why}\n"


def _linked(entry: JournalEntry) -> str:
    """The dataset, with a link to the pull request where there is one."""
    shown = code(entry.repo_id if entry.num is None else f"{entry.repo_id}#{entry.num}")
    return f"[{shown}]({entry.url})" if entry.url else shown
