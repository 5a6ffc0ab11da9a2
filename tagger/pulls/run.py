"""One dataset from reading to a pull request, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.hub.budget import OverBudgetError
from tagger.hub.errors import HubError
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Moved, Opened, Stand
from tagger.pulls.proposal import Nothing
from tagger.pulls.send import open_pull, update_pull

if TYPE_CHECKING:
    from collections.abc import Callable

    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Standing
    from tagger.pulls.proposal import Proposal

#: How often a dataset is read anew because it changed between reading and sending.
MAX_READINGS = 3


class PullOutcome(StrEnum):
    """What became of one dataset."""

    #: a pull request was opened
    OPENED = "opened"
    #: our own open one was brought up to date
    UPDATED = "updated"
    #: our own open one says the same
    CURRENT = "current"
    #: the card needs no change
    NOTHING = "nothing"
    #: a pull request of somebody's stands in the way, or a refusal
    LEFT = "left"
    #: a pull request would be opened or updated, and this is a dry run
    PLANNED = "planned"
    #: the user did not want it
    DECLINED = "declined"
    #: it could not be read, or the Hub refused
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Handled:
    """One dataset and what became of it.

    Attributes:
        outcome: see there.
        reason: why, as a clause; ``""`` where the outcome says it all.
        proposal: what was proposed, if anything.
        num, url: of the pull request that the outcome is about.
    """

    outcome: PullOutcome
    reason: str = ""
    proposal: Proposal | None = None
    num: int | None = None
    url: str | None = None


_LEFT = {
    Stand.TAKEN: PullOutcome.LEFT,
    Stand.MERGED: PullOutcome.LEFT,
    Stand.REFUSED: PullOutcome.LEFT,
    Stand.CURRENT: PullOutcome.CURRENT,
}


def handle(
    api: PullApi,
    read: Callable[[], Proposal | Nothing],
    agrees: Callable[[Proposal, Standing], bool],
    *,
    dry_run: bool = False,
    pinned: bool = False,
) -> Handled:
    """Open or update the pull request of one dataset, if it needs one and may have one.

    Args:
        api: the account.
        read: reads the dataset as it is now.
        agrees: asks the user; is called right before anything is sent.
        dry_run: send nothing and ask nobody.
        pinned: ``read`` always reads the same commit, so that reading anew is of no use.
    """
    for _ in range(1 if pinned else MAX_READINGS):
        try:
            handled = _once(api, read(), agrees, dry_run=dry_run)
        except (HubError, OverBudgetError, TaggerError) as error:
            return Handled(PullOutcome.FAILED, str(error))
        if isinstance(handled, Handled):
            return handled
    if pinned:
        return Handled(PullOutcome.FAILED, "its branch main has another commit than the one read")
    return Handled(
        PullOutcome.FAILED, f"it changed {MAX_READINGS} times while it was read: try again later"
    )


def _once(
    api: PullApi,
    found: Proposal | Nothing,
    agrees: Callable[[Proposal, Standing], bool],
    *,
    dry_run: bool,
) -> Handled | Moved:
    if isinstance(found, Nothing):
        return Handled(PullOutcome.NOTHING, found.reason)
    standing = look_up(api, found)
    pull = standing.pull
    if standing.stand in _LEFT and pull:
        return Handled(_LEFT[standing.stand], standing.reason, found, pull.num, pull.url)
    if dry_run or not agrees(found, standing):
        outcome = PullOutcome.PLANNED if dry_run else PullOutcome.DECLINED
        num, url = (pull.num, pull.url) if pull else (None, None)
        return Handled(outcome, standing.reason, found, num, url)
    answer = update_pull(api, found, pull) if pull else open_pull(api, found)
    if isinstance(answer, Opened):
        outcome = PullOutcome.UPDATED if pull else PullOutcome.OPENED
        return Handled(outcome, "", found, answer.num, answer.url)
    return Handled(PullOutcome.NOTHING, answer.reason) if isinstance(answer, Nothing) else answer
