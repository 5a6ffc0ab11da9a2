"""Sending a plan: in what order, how many, to whom, and when to stop."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.autotag.journal import Event, JournalEntry
from tagger.autotag.planned import Decision, Planned, Review
from tagger.autotag.reconcile import reconcile
from tagger.hub.budget import OverBudgetError
from tagger.hub.errors import HubError
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tagger.autotag.journal import History, Record
    from tagger.autotag.names import Patterns
    from tagger.autotag.sender import Sender


@dataclass(frozen=True, slots=True)
class RunLimits:
    """How far one run goes.

    Attributes:
        total: pull requests that it sends at most.
        per_owner: pull requests of one owner that may wait for an answer at a time. One that was
            declined is an answer too, and keeps its place for good.
        failures: that many in a row end the run.
        grace: seconds in which a write without an answer may still take effect.
    """

    total: int = 20
    per_owner: int = 1
    failures: int = 5
    grace: float = 60.0


@dataclass
class Summary:
    """What a run came to.

    Attributes:
        outcomes: in what each dataset that was dealt with ended.
        sent: how many pull requests were opened or updated, or may have been.
        held: datasets that wait until their owner has answered, each with what is waited for.
        stopped: why the run ended before its plan did, if so.
    """

    outcomes: dict[str, Event] = field(default_factory=dict)
    sent: int = 0
    held: dict[str, JournalEntry] = field(default_factory=dict)
    stopped: str | None = None

    @property
    def failed(self) -> int:
        """How many datasets are to be tried again."""
        counts = self.counts
        return counts[Event.FAILED] + counts[Event.OPENING]

    @property
    def counts(self) -> Counter[Event]:
        """How many datasets ended in each event; ``opening`` is a write without an answer."""
        return Counter(self.outcomes.values())


#: Events after which a change that was planned for a commit is dealt with.
_DONE = (Event.OPENED, Event.UPDATED, Event.EXISTS, Event.SKIPPED)


def is_due(line: Planned, record: Record | None) -> bool:
    """Whether a line of a plan is still to be dealt with, by what the journal says.

    A dataset that was dealt with is due again once it was planned at another commit, or with
    other tags: its pull request may need an update. A refusal is for good, whatever is planned.
    """
    if line.decision is not Decision.PROPOSE or line.change is None:
        return False
    if record is None:
        return True
    last, key = record.last, line.change.key
    merged = last.event is Event.MERGED and last.key == key
    done = last.event in _DONE and (line.commit, key) in record.planned
    return not (record.is_refused or merged or done)


def due_lines(
    lines: Iterable[Planned], history: History, *, deny: Patterns, accepted_only: bool = False
) -> list[Planned]:
    """The lines that are to be dealt with; those that failed before come last."""
    allowed = {Review.ACCEPTED} if accepted_only else {Review.ACCEPTED, None}
    due = [
        line
        for line in lines
        if line.review in allowed
        and not deny.match(line.repo_id)
        and is_due(line, history.of(line.repo_id))
    ]
    return sorted(due, key=lambda line: _failures(history.of(line.repo_id)))


def _failures(record: Record | None) -> int:
    return record.failures if record else 0


class Run:
    """One run of ``apply``.

    Args:
        sender: sends one.
        limits: how far it goes.
    """

    def __init__(self, sender: Sender, limits: RunLimits) -> None:
        self._sender = sender
        self._limits = limits
        self._history = sender.journal.history
        self._in_a_row = 0
        self.summary = Summary()

    def run(self, lines: Sequence[Planned]) -> Summary:
        """Look up what earlier runs left open, then send one after another.

        Raises:
            TaggerError: the journal cannot be written.
        """
        self._reconcile()
        for line in lines:
            self.summary.stopped = self._why_stop()
            if self.summary.stopped:
                break
            self._one(line)
        self._reconcile()
        return self.summary

    def _why_stop(self) -> str | None:
        if self._in_a_row >= self._limits.failures:
            return f"{self._in_a_row:,} failures in a row"
        if self.summary.sent >= self._limits.total:
            return f"the limit of {plural(self._limits.total, 'pull request')} is reached"
        return None

    def _reconcile(self) -> None:
        """Look up every write whose answer is not known."""
        sender = self._sender
        for opening in self._history.unsettled():
            try:
                entry = reconcile(sender.api, opening, sender.pace.clock, self._limits.grace)
            except (HubError, OverBudgetError):
                # Nothing is known, so nothing is written; the next run looks again.
                self.summary.outcomes[opening.repo_id] = Event.OPENING
                continue
            sender.journal.write(entry)
            sender.tell(entry)
            self.summary.outcomes[opening.repo_id] = entry.event

    def _one(self, line: Planned) -> None:
        record = self._history.of(line.repo_id)
        if record and (record.is_unsettled or not is_due(line, record)):
            return
        waiting = self._places(line)
        if len(waiting) >= self._limits.per_owner:
            self.summary.held[line.repo_id] = waiting[-1]
            return
        before = len(self._sender.pace.past)
        event = self._sender.send(line)
        self.summary.outcomes[line.repo_id] = event
        may_be_there = event in (Event.OPENED, Event.UPDATED, Event.OPENING)
        self.summary.sent += may_be_there and len(self._sender.pace.past) > before
        failed = event in (Event.FAILED, Event.OPENING)
        self._in_a_row = self._in_a_row + 1 if failed else 0

    def _places(self, line: Planned) -> list[JournalEntry]:
        """What of the owner's other datasets takes the places that one owner has."""
        return [
            record.waiting or record.last
            for record in self._history.of_owner(line.owner)
            if record.last.repo_id != line.repo_id
            and (record.waiting or record.is_refused or record.is_unsettled)
        ]
