"""Pull requests on the Hub: looked up, opened, updated, never twice.

A caller looks up first, then does what the standing allows::

    standing = look_up(api, proposal)
    if standing.stand is Stand.FREE:
        answer = open_pull(api, proposal)
    elif standing.stand is Stand.OUTDATED and standing.pull:
        answer = update_pull(api, proposal, standing.pull)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.hub.budget import Budget
from tagger.hub.errors import HubError, UnclearError
from tagger.pulls.lookup import look_up
from tagger.pulls.model import Moved, Opened, Stand
from tagger.pulls.proposal import Nothing

if TYPE_CHECKING:
    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Pull
    from tagger.pulls.proposal import Proposal

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

    def recover(fault: UnclearError) -> Opened | Moved | Nothing | None:
        return _look_again(api, proposal, fault)

    return api.retry.repeat(lambda: _send(api, proposal), api.sleep, recover)


def update_pull(api: PullApi, proposal: Proposal, pull: Pull) -> Opened | Moved:
    """Make a pull request of ours, that the standing calls ``OUTDATED``, say the proposal.

    Raises:
        UnclearError: it is not known whether it was updated; it may be sent again.
        HubError: the Hub refuses.
    """
    head = api.head(proposal.repo_id)
    if head != proposal.commit:
        return Moved(head)
    written = api.retry.repeat(lambda: _put(api, proposal, pull), api.sleep)
    page = api.details(proposal.repo_id, pull.num, Budget())
    event = page.body_event
    if event and page.body != proposal.body:
        repo_id, body = proposal.repo_id, proposal.body
        # Doing it twice does no harm.
        api.retry.repeat(lambda: api.edit_body(repo_id, pull.num, event, body), api.sleep)
    return written


def _put(api: PullApi, proposal: Proposal, pull: Pull) -> Opened | Moved:
    """One attempt to write the card to a pull request, unless it is there already."""
    head = api.head(proposal.repo_id, pull.ref)
    if api.card(proposal.repo_id, head, Budget()) == proposal.after:
        return Opened(pull.num, pull.url, head)
    try:
        done = api.commit(proposal, parent=head, ref=pull.ref)
    except HubError as fault:
        if fault.status != _PRECONDITION_FAILED:
            raise
        return Moved(api.head(proposal.repo_id, pull.ref))
    return Opened(pull.num, pull.url, done.oid)


def _send(api: PullApi, proposal: Proposal) -> Opened | Moved | Nothing:
    """One attempt to open a pull request, unless the dataset has moved."""
    head = api.head(proposal.repo_id)
    if head != proposal.commit:
        return Moved(head)
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
