"""One dataset of a plan: looked at again, then sent, with a line in the journal for every step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tagger.autotag.clock import stamp
from tagger.autotag.journal import Event, JournalEntry
from tagger.autotag.planned import Decision, Planned
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError, UnclearError
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Moved, Opened, Stand
from tagger.pulls.proposal import Nothing
from tagger.pulls.send import open_pull, update_pull

if TYPE_CHECKING:
    from collections.abc import Callable

    from tagger.autotag.journal import Journal
    from tagger.autotag.pace import Pace
    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Pull, Standing
    from tagger.pulls.proposal import Proposal

#: A dataset that moves more often while it is looked at is left for another day.
_MAX_MOVES = 3
_TOO_MANY_REQUESTS = 429
_STANDS = {
    Stand.TAKEN: Event.EXISTS,
    Stand.MERGED: Event.MERGED,
    Stand.REFUSED: Event.DECLINED,
}


@dataclass
class Sender:
    """Sends what a plan proposes.

    Attributes:
        api: the account; a write is repeated only when the Hub has said that it did not take it,
            for want of room; after anything else the journal is asked, which looks it up.
        journal: remembers.
        pace: says when the next write may be sent.
        plan_again: plans a dataset that has moved.
        tell: hears of every line of the journal.
    """

    api: PullApi
    journal: Journal
    pace: Pace
    plan_again: Callable[[str], Planned]
    tell: Callable[[JournalEntry], None] = lambda _: None

    def __post_init__(self) -> None:
        self.api.retry = replace(self.api.retry, statuses=frozenset({_TOO_MANY_REQUESTS}))

    def send(self, line: Planned) -> Event:
        """What became of it; ``opening`` where that is not known.

        Raises:
            TaggerError: the journal cannot be written.
        """
        try:
            self._note(line, Event.PLANNED)
            return self._send(line)
        except UnclearError:
            return Event.OPENING
        except (HubError, OverBudgetError) as fault:
            return self._note(line, Event.FAILED, reason=str(fault))

    def _send(self, line: Planned) -> Event:
        for _ in range(_MAX_MOVES):
            answer = self._at_head(line)
            if isinstance(answer, Event):
                return answer
            fresh = self.plan_again(line.repo_id)
            if fresh.decision is Decision.FAILED:
                raise HubError(fresh.reason)
            if _key(fresh) != _key(line):
                return self._note(line, Event.SKIPPED, reason=_other_change(fresh))
            if fresh.commit != line.commit:
                was = str(line.commit)[:7]
                self._note(fresh, Event.PLANNED, reason=f"it has moved from {was}: planned again")
            line = fresh
        return self._note(line, Event.SKIPPED, reason="it gets commits faster than it can be read")

    def _at_head(self, line: Planned) -> Event | Moved:
        """Send a change to the commit it was planned for, unless the dataset has moved."""
        # Before anything is looked up: what is known must not grow old in the waiting.
        self.pace.wait()
        head = self.api.head(line.repo_id)
        if head != line.commit:
            return Moved(head)
        card = self.api.card(line.repo_id, head, Budget())
        try:
            proposal = line.proposal(card or b"")
        except ValueError:
            return Moved(head)
        standing = look_up(self.api, proposal)
        if standing.stand in (Stand.FREE, Stand.OUTDATED):
            return self._write(line, proposal, standing)
        return self._note_standing(line, standing)

    def _write(self, line: Planned, proposal: Proposal, standing: Standing) -> Event | Moved:
        pull = standing.pull if standing.stand is Stand.OUTDATED else None
        self._note(line, Event.OPENING, pull)
        self.pace.count()
        answer: Opened | Moved | Nothing
        answer = update_pull(self.api, proposal, pull) if pull else open_pull(self.api, proposal)
        if isinstance(answer, Opened):
            event = Event.UPDATED if pull else Event.OPENED
            return self._note(line, event, answer)
        if isinstance(answer, Nothing):
            return self._note(line, Event.EXISTS, reason=answer.reason)
        return answer

    def _note_standing(self, line: Planned, standing: Standing) -> Event:
        """What is there already."""
        record = self.journal.history.of(line.repo_id)
        event = _STANDS.get(standing.stand, Event.EXISTS)
        if standing.stand is Stand.CURRENT and not (record and record.waiting):
            event = Event.OPENED
        return self._note(line, event, standing.pull, standing.reason)

    def _note(
        self, line: Planned, event: Event, pull: Pull | Opened | None = None, reason: str = ""
    ) -> Event:
        entry = JournalEntry(
            line.repo_id,
            event,
            stamp(self.pace.clock.now()),
            line.commit,
            _key(line),
            line.change.tags if line.change else (),
            line.proven,
            pull.num if pull else None,
            pull.url if pull else None,
            reason,
        )
        self.journal.write(entry)
        self.tell(entry)
        return event


def _key(line: Planned) -> str | None:
    return line.change.key if line.change else None


def _other_change(fresh: Planned) -> str:
    if fresh.change:
        return "it has moved, and another change is due now: plan and review it again"
    return f"it has moved, and nothing is proposed any more: {fresh.reason}"
