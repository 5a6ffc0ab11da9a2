"""What has become of the pull requests that a journal knows to be open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.autotag.clock import stamp
from tagger.autotag.entry import Event
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError

if TYPE_CHECKING:
    from tagger.autotag.clock import Clock
    from tagger.autotag.entry import Entry
    from tagger.pulls.api import PullApi

DAY = 86_400.0


class Fate(StrEnum):
    """How a pull request of ours stands."""

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
    """One pull request: the line of the journal, how it stands now, and how old it is in days."""

    entry: Entry
    fate: Fate
    days: float
    reason: str = ""

    def to_entry(self, clock: Clock) -> Entry | None:
        """The line that the journal gets; ``None`` where nothing has come to an end."""
        event = _ENDS.get(self.fate)
        if event is None:
            return None
        return replace(self.entry, event=event, time=stamp(clock.now()), reason=self.reason)


def follow(api: PullApi, entry: Entry, clock: Clock, stale_days: float) -> Followed:
    """Look one pull request up; a fault is its fate as well.

    Args:
        api: any account, or none for public datasets.
        entry: the line that says it is open.
        clock: tells the time.
        stale_days: an open one is stale after so many.
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


def _fate(api: PullApi, entry: Entry) -> Fate:
    budget = Budget()
    for pull in api.pulls(entry.repo_id, budget):
        if pull.num == entry.num:
            if pull.is_open:
                page = api.details(entry.repo_id, pull.num, budget)
                return Fate.CONFLICTING if page.conflicts else Fate.OPEN
            return Fate.MERGED if pull.status == "merged" else Fate.DECLINED
    return Fate.GONE
