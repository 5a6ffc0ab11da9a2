"""The journal brought in line with the Hub: writes without an answer, and open pull requests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.autotag.clock import stamp
from tagger.autotag.journal import Event
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError
from tagger.pulls.text import key_in

if TYPE_CHECKING:
    from tagger.autotag.clock import Clock
    from tagger.autotag.journal import JournalEntry
    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Pull

_CLOSED = {"merged": Event.MERGED, "closed": Event.DECLINED}


def reconcile(api: PullApi, opening: JournalEntry, clock: Clock, grace: float) -> JournalEntry:
    """The line that ends an ``opening``.

    A request that the Hub took in may still be at work, so that finding nothing says something
    only after a while.

    Args:
        api: the account that sent it.
        opening: the last line about the dataset.
        clock: tells the time and waits.
        grace: seconds from the line on in which the write may still take effect.

    Raises:
        HubError, OverBudgetError: the pull requests cannot be read; nothing is known yet.
    """
    pull = _find(api, opening)
    rest = opening.seconds + grace - clock.now()
    if pull is None and rest > 0:
        clock.sleep(rest)
        pull = _find(api, opening)
    ended = replace(opening, time=stamp(clock.now()), reason="found when it was looked for")
    if pull is None:
        return replace(ended, event=Event.FAILED, reason="it was sent, and no pull request came")
    ended = replace(ended, num=pull.num, url=pull.url)
    if pull.is_open and opening.num is not None:
        return replace(ended, event=Event.FAILED, reason="whether it was updated is not known")
    return replace(ended, event=_CLOSED.get(pull.status, Event.OPENED))


def _find(api: PullApi, opening: JournalEntry) -> Pull | None:
    """The pull request that was to be updated, or the one of ours that bears the key."""
    budget = Budget()
    for pull in api.pulls(opening.repo_id, budget):
        if opening.num is not None:
            if pull.num == opening.num:
                return pull
        elif pull.author and pull.author == api.account:
            page = api.details(opening.repo_id, pull.num, budget)
            if key_in(page.body) == opening.key:
                return pull
    return None


DAY = 86_400.0


class Fate(StrEnum):
    """The state of a pull request of ours."""

    #: nobody has answered yet
    OPEN = "open"
    #: nobody has answered for a long time
    STALE = "stale"
    #: it cannot be merged any more: plan the dataset again, and apply will bring it up to date
    CONFLICTING = "conflicting"
    MERGED = "merged"
    #: closed without being merged, which is kept as a refusal
    DECLINED = "declined"
    #: it is not there any more, nor perhaps the dataset
    GONE = "gone"
    #: it could not be looked up
    UNKNOWN = "unknown"


_ENDS = {Fate.MERGED: Event.MERGED, Fate.DECLINED: Event.DECLINED}


@dataclass(frozen=True, slots=True)
class Followed:
    """One pull request: the line of the journal, its state now, and how old it is in days."""

    entry: JournalEntry
    fate: Fate
    days: float
    reason: str = ""

    def to_entry(self, clock: Clock) -> JournalEntry | None:
        """The line that the journal gets; ``None`` where nothing has come to an end."""
        event = _ENDS.get(self.fate)
        if event is None:
            return None
        return replace(self.entry, event=event, time=stamp(clock.now()), reason=self.reason)


def follow(api: PullApi, entry: JournalEntry, clock: Clock, stale_days: float) -> Followed:
    """Look one pull request up; a fault is its fate as well.

    Args:
        api: any account, or none for public datasets.
        entry: the line that says it is open.
        clock: tells the time.
        stale_days: an open one is stale after that many.
    """
    days = (clock.now() - entry.seconds) / DAY
    try:
        fate, reason = _fate(api, entry), ""
    except (HubError, OverBudgetError) as error:
        gone = isinstance(error, HubError) and error.status == 404
        fate, reason = Fate.GONE if gone else Fate.UNKNOWN, str(error)
    if fate is Fate.OPEN and days >= stale_days:
        fate = Fate.STALE
    return Followed(entry, fate, days, reason)


def _fate(api: PullApi, entry: JournalEntry) -> Fate:
    budget = Budget()
    for pull in api.pulls(entry.repo_id, budget):
        if pull.num == entry.num:
            if pull.is_open:
                page = api.details(entry.repo_id, pull.num, budget)
                return Fate.CONFLICTING if page.conflicts else Fate.OPEN
            return Fate.MERGED if pull.status == "merged" else Fate.DECLINED
    return Fate.GONE
