"""Pull requests on the Hub: looked up, opened, updated, never twice.

A caller looks up first, then does what the standing allows::

    standing = look_up(api, proposal)
    if standing.stand is Stand.FREE:
        answer = open_pull(api, proposal)
    elif standing.stand is Stand.OUTDATED and standing.pull:
        answer = update_pull(api, proposal, standing.pull)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tagger.hub.budget import Budget
from tagger.hub.errors import HubError
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Moved, Opened, Pull, Stand, Standing, UnclearError
from tagger.pulls.proposal import Nothing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tagger.pulls.api import PullApi
    from tagger.pulls.proposal import Proposal

__all__ = [
    "Moved",
    "Opened",
    "Pull",
    "Stand",
    "Standing",
    "UnclearError",
    "look_up",
    "open_pull",
    "update_pull",
]

T = TypeVar("T")
_PRECONDITION_FAILED = 412
#: Seconds after which a commit that was given up is taken to have ended one way or the other.
SETTLING = 30.0
#: No answer, or one by something in between: the Hub may be at work on the commit still.
_STILL_RUNNING = (None, 408, 504)


def open_pull(api: PullApi, proposal: Proposal) -> Opened | Moved | Nothing:
    """Open a pull request with the proposal; call only when the standing is ``FREE``.

    After a failure that leaves open what happened, the pull requests are looked up before
    anything is sent again.

    Raises:
        UnclearError: it is not known whether it was opened.
        HubError: the Hub refuses; nothing was opened.
    """
    attempt = 0
    while True:
        attempt += 1
        head = api.head(proposal.repo_id)
        if head != proposal.commit:
            return Moved(head)
        try:
            return _send(api, proposal)
        except UnclearError as fault:
            wait = api.retry.wait(attempt, fault.status, fault.headers)
            api.sleep(api.retry.first if wait is None else wait)
            if found := _look_again(api, proposal, fault):
                return found
            if wait is None:
                raise
        except HubError as fault:
            _wait(api, attempt, fault)


def update_pull(api: PullApi, proposal: Proposal, pull: Pull) -> Opened | Moved:
    """Make a pull request of ours, that the standing calls ``OUTDATED``, say the proposal.

    Raises:
        UnclearError: it is not known whether it was updated; it may be sent again.
        HubError: the Hub refuses.
    """
    head = api.head(proposal.repo_id)
    if head != proposal.commit:
        return Moved(head)
    written = _put(api, proposal, pull)
    page = api.details(proposal.repo_id, pull.num, Budget())
    event = page.body_event
    if event and page.body != proposal.body:
        _repeated(api, lambda: api.edit_body(proposal.repo_id, pull.num, event, proposal.body))
    return written


def _put(api: PullApi, proposal: Proposal, pull: Pull) -> Opened | Moved:
    """Write the card to a pull request, unless it is there already."""
    attempt = 0
    while True:
        attempt += 1
        head = api.head(proposal.repo_id, pull.ref)
        if api.card(proposal.repo_id, head, Budget()) == proposal.after:
            return Opened(pull.num, pull.url, head)
        try:
            done = api.commit(proposal, parent=head, ref=pull.ref)
            return Opened(pull.num, pull.url, done.oid)
        except HubError as fault:
            if fault.status == _PRECONDITION_FAILED:
                return Moved(api.head(proposal.repo_id, pull.ref))
            _wait(api, attempt, fault)


def _send(api: PullApi, proposal: Proposal) -> Opened | Moved | Nothing:
    """Once."""
    try:
        done = api.commit(proposal, parent=proposal.commit, ref=None)
    except HubError as fault:
        if fault.status != _PRECONDITION_FAILED:
            raise
        return Moved(api.head(proposal.repo_id))
    if done.pr_url is None or done.pr_num is None:
        return Nothing("its card on the Hub is so already")
    return Opened(done.pr_num, done.pr_url, done.oid)


def _look_again(api: PullApi, proposal: Proposal, fault: UnclearError) -> Opened | Nothing | None:
    """What an attempt without a clear answer has led to; ``None`` when nothing is there."""
    found = _there(api, proposal, fault)
    if found is None and fault.status in _STILL_RUNNING:
        api.sleep(SETTLING)
        found = _there(api, proposal, fault)
    return found


def _there(api: PullApi, proposal: Proposal, fault: UnclearError) -> Opened | Nothing | None:
    try:
        standing = look_up(api, proposal)
    except HubError as error:
        raise UnclearError(
            f"{fault.reason}, and its pull requests cannot be read either ({error.reason}): whether"
            " one was opened shows when the command is run again",
            fault.status,
            fault.headers,
        ) from None
    if standing.stand is Stand.FREE or standing.pull is None:
        return None
    if standing.stand in (Stand.CURRENT, Stand.OUTDATED):
        return Opened(standing.pull.num, standing.pull.url)
    return Nothing(f"pull request #{standing.pull.num} is there: {standing.reason}")


def _repeated(api: PullApi, call: Callable[[], T]) -> T:
    """Repeat something that does no harm when it is done twice."""
    attempt = 0
    while True:
        attempt += 1
        try:
            return call()
        except HubError as fault:
            _wait(api, attempt, fault)


def _wait(api: PullApi, attempt: int, fault: HubError) -> None:
    """Wait for the next attempt, or raise the fault if there is to be none."""
    wait = api.retry.wait(attempt, fault.status, fault.headers)
    if wait is None:
        raise fault
    api.sleep(wait)
