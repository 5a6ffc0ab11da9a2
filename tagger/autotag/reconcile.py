"""What became of a write whose answer never came: looked up, never sent again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.autotag.clock import stamp
from tagger.autotag.entry import Event
from tagger.hub.budget import Budget
from tagger.pulls.text import key_in

if TYPE_CHECKING:
    from tagger.autotag.clock import Clock
    from tagger.autotag.entry import Entry
    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Pull

_CLOSED = {"merged": Event.MERGED, "closed": Event.DECLINED}


def settle(api: PullApi, opening: Entry, clock: Clock, grace: float) -> Entry:
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


def _find(api: PullApi, opening: Entry) -> Pull | None:
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
