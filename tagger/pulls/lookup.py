"""Which pull requests of a dataset, open or closed, stand in the way of a new one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError
from tagger.pulls.model import Stand, Standing
from tagger.pulls.text import TITLE, key_in
from tagger.text.words import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.pulls.api import PullApi
    from tagger.pulls.model import Details, Pull
    from tagger.pulls.proposal import Proposal

#: The month in which the tags were announced (hub-docs#2790); older pull requests are not about
#: them.
_SINCE = "2026-09"


def look_up(api: PullApi, proposal: Proposal, budget: Budget | None = None) -> Standing:
    """What the pull requests of the dataset, open and closed, mean for a proposal.

    What one brings is read from its own card and diff; no title is trusted for that.

    Raises:
        HubError: they cannot be read, or there are more of them than may be looked into.
    """
    try:
        return next(_LookUp(api, proposal, budget or Budget()).verdicts(), Standing(Stand.FREE))
    except OverBudgetError as error:
        raise HubError(f"its pull requests cannot all be looked into: {error}") from None


class _LookUp:
    """One look at the pull requests of one dataset."""

    def __init__(self, api: PullApi, proposal: Proposal, budget: Budget) -> None:
        self._api = api
        self._proposal = proposal
        self._budget = budget
        self._details: dict[int, Details] = {}

    def verdicts(self) -> Iterator[Standing]:
        """Everything that stands in the way, the weightiest first."""
        listed = self._api.pulls(self._proposal.repo_id, self._budget)
        pulls = [pull for pull in listed if pull.is_open or pull.created_at >= _SINCE]
        ours = {pull: None for pull in pulls if self._is_ours(pull)}
        others = [pull for pull in pulls if pull not in ours]
        for pull in _having(ours, "closed"):
            yield Standing(Stand.REFUSED, pull, "it was closed without being merged")
        for pull in filter(_is_open, ours):
            yield self._own(pull)
        for pull in filter(_is_open, others):
            if tags := self._brings(pull):
                yield Standing(Stand.TAKEN, pull, f"it brings {named(tags)}")
        for pull in _having(pulls, "merged"):
            if self._brings_all(pull):
                stand = Stand.MERGED if pull in ours else Stand.TAKEN
                yield Standing(stand, pull, "it brought them and was merged")
        for pull in _having(others, "closed"):
            if self._brings_all(pull) and self._was_refused(pull):
                yield Standing(Stand.REFUSED, pull, "the same was closed without being merged")

    def _is_ours(self, pull: Pull) -> bool:
        if not pull.author or pull.author != self._api.account:
            return False
        return pull.title == TITLE or key_in(self._page(pull).body) is not None

    def _own(self, pull: Pull) -> Standing:
        """Our own open one: left alone if it says the same, or if others have worked on it."""
        page = self._page(pull)
        if page.committers - {pull.author}:
            return Standing(Stand.CURRENT, pull, "others have committed to it")
        card = self._card(pull)
        if card is None or card.raw != self._proposal.after:
            wanted = Card.parse(self._proposal.path, self._proposal.after)
            if page.conflicts or card is None or set(card.tags) != set(wanted.tags):
                return Standing(Stand.OUTDATED, pull, "it does not say what it should now")
        return Standing(Stand.CURRENT, pull, "it is open and says the same")

    def _brings(self, pull: Pull) -> Sequence[str]:
        """The tags of the proposal that a pull request adds to the card."""
        card = self._card(pull)
        if card is None and pull.is_open:
            return ()
        if card is None:
            # The Hub deletes the refs of closed ones; the diff is what stays.
            added = _added(self._page(pull).diff or "", self._proposal.path)
            return [tag for tag in self._proposal.tags if _lists(added, tag)]
        tags = [tag for tag in self._proposal.tags if tag in card.tags]
        if not tags:
            return ()
        diff = self._page(pull).diff
        if not diff:
            return tags
        # Its card may also have them from the commit on which it builds.
        added = _added(diff, self._proposal.path)
        return [tag for tag in tags if tag in added]

    def _brings_all(self, pull: Pull) -> bool:
        return bool(self._proposal.tags) and len(self._brings(pull)) == len(self._proposal.tags)

    def _was_refused(self, pull: Pull) -> bool:
        """Whether it was not its author alone who gave it up."""
        page = self._page(pull)
        return page.closed_by != pull.author or key_in(page.body) is not None

    def _page(self, pull: Pull) -> Details:
        if pull.num not in self._details:
            repo_id = self._proposal.repo_id
            self._details[pull.num] = self._api.details(repo_id, pull.num, self._budget)
        return self._details[pull.num]

    def _card(self, pull: Pull) -> Card | None:
        data = self._api.card(self._proposal.repo_id, pull.ref, self._budget)
        return None if data is None else Card.parse(self._proposal.path, data)


def _is_open(pull: Pull) -> bool:
    return pull.is_open


def _having(pulls: Iterable[Pull], status: str) -> list[Pull]:
    return [pull for pull in pulls if pull.status == status]


def _added(diff: str, path: str) -> str:
    """The lines that a diff adds to one file, without their sign."""
    sections = re.split(r"^diff --git ", diff, flags=re.MULTILINE)
    lines: list[str] = []
    for section in sections:
        if f"\n+++ b/{path}\n" in section or section.startswith(f"+++ b/{path}\n"):
            body = section.partition(f"+++ b/{path}\n")[2]
            lines += [line[1:] for line in body.split("\n") if line.startswith("+")]
    return "\n".join(lines)


def _lists(added: str, tag: str) -> bool:
    """Whether added lines have a tag as an item of a list, in block or flow style."""
    item = rf"""[ \t]*(?:-[ \t]+)?["']?{re.escape(tag)}["']?,?[ \t]*(?:#.*)?"""
    flow = rf"""tags:[ \t]*\[(?:.*[ ,"'])?{re.escape(tag)}["']?[ ,\]].*"""
    return re.search(rf"^(?:{item}|{flow})$", added, flags=re.MULTILINE) is not None
