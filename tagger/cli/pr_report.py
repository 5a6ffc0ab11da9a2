"""What ``tagger pr`` writes: a line a dataset, or JSON (``schemas/pull-requests.schema.json``)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.pulls.run import PullOutcome
from tagger.report.json import dumps, envelope
from tagger.report.style import PLAIN
from tagger.text.visible import visible, visible_path
from tagger.text.words import joined, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.pulls.proposal import Proposal
    from tagger.pulls.run import Handled
    from tagger.report.style import Style

FORMATS = ("text", "json")
_DIFF_COLOURS = {"-": "red", "+": "green", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class HandledTarget:
    """One dataset of the command line and what became of it.

    ``repo_id`` is ``None`` where the name on the command line leads to no dataset.
    """

    target: str
    repo_id: str | None
    handled: Handled


def render(
    name: str, entries: Sequence[HandledTarget], *, dry_run: bool, style: Style = PLAIN
) -> str:
    """The whole report in one of the formats."""
    if name == "json":
        return dumps(_document(entries, dry_run=dry_run), indent=2)
    return "".join(text(entry, style) for entry in entries)


def text(entry: HandledTarget, style: Style = PLAIN) -> str:
    """One dataset for people; nothing for one that failed, which is said on stderr."""
    handled = entry.handled
    if handled.outcome is PullOutcome.FAILED:
        return ""
    shown = ""
    if handled.outcome is PullOutcome.PLANNED and handled.proposal:
        shown = preview(handled.proposal, style) + "\n"
    name = style.paint(visible_path(entry.repo_id or entry.target), "bold")
    return f"{shown}{name}: {visible(_sentence(handled))}\n"


def preview(proposal: Proposal, style: Style = PLAIN) -> str:
    """What would be sent: title, diff and text, with nothing invisible in them."""
    return "\n".join(_preview(proposal, style)) + "\n"


def summary(entries: Sequence[HandledTarget]) -> str:
    """One line for several datasets."""
    counts = Counter(entry.handled.outcome for entry in entries)
    parts = [
        f"{counts[outcome]:,} {_COUNTED[outcome]}" for outcome in PullOutcome if counts[outcome]
    ]
    return f"{plural(len(entries), 'dataset')}: {', '.join(parts)}"


_COUNTED = {
    PullOutcome.OPENED: "opened",
    PullOutcome.UPDATED: "updated",
    PullOutcome.CURRENT: "up to date",
    PullOutcome.NOTHING: "with nothing to do",
    PullOutcome.LEFT: "left alone",
    PullOutcome.PLANNED: "to be opened or updated",
    PullOutcome.DECLINED: "not sent",
    PullOutcome.FAILED: "failed",
}


def _sentence(handled: Handled) -> str:
    outcome, pull = handled.outcome, f"pull request #{handled.num}"
    what = _what(handled.proposal) if handled.proposal else ""
    if outcome is PullOutcome.NOTHING:
        return f"nothing to do: {handled.reason}"
    if outcome in (PullOutcome.OPENED, PullOutcome.UPDATED):
        return f"{outcome.value} {pull}, which {what}: {handled.url}"
    if outcome is PullOutcome.CURRENT:
        return f"nothing to do: {pull} is there, and {handled.reason}: {handled.url}"
    if outcome is PullOutcome.LEFT:
        return f"left alone because of {pull}: {handled.reason}: {handled.url}"
    if outcome is PullOutcome.DECLINED:
        return "nothing was sent"
    return f"would {f'update {pull}' if handled.num else 'open a pull request'}, which {what}"


def _what(proposal: Proposal) -> str:
    return f"adds {joined(proposal.tags)}" if proposal.tags else "corrects the header of the card"


def _preview(proposal: Proposal, style: Style) -> Iterator[str]:
    yield style.paint(f"{proposal.repo_id}: {proposal.title}", "bold")
    yield ""
    for line in proposal.diff.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n"):
        yield style.paint(visible(line), *filter(None, [_DIFF_COLOURS.get(line[:1])]))
    yield ""
    yield from (visible(line) for line in proposal.body.split("\n"))
    yield ""


def _document(entries: Sequence[HandledTarget], *, dry_run: bool) -> dict[str, Any]:
    counts = Counter(entry.handled.outcome for entry in entries)
    return {
        **envelope(),
        "dry_run": dry_run,
        "repositories": [_object(entry) for entry in entries],
        "summary": {outcome.value: counts[outcome] for outcome in PullOutcome},
    }


def _object(entry: HandledTarget) -> dict[str, Any]:
    handled, proposal = entry.handled, entry.handled.proposal
    pull = {"number": handled.num, "url": handled.url} if handled.num is not None else None
    return {
        "target": entry.target,
        "repository": entry.repo_id,
        "outcome": handled.outcome.value,
        "reason": handled.reason or None,
        "pull_request": pull,
        "proposal": _proposal(proposal) if proposal else None,
    }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {
        "commit": proposal.commit,
        "tags": list(proposal.tags),
        "title": proposal.title,
        "body": proposal.body,
        "diff": proposal.diff.decode("utf-8", "backslashreplace"),
        "key": proposal.key,
    }
