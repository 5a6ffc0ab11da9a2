"""Which datasets a run is about: named ones, and what the Hub's lists find."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import translate
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from tagger.autotag.names import Patterns
from tagger.autotag.optout import opted_out
from tagger.autotag.planned import Decision
from tagger.autotag.shards import Shard
from tagger.data.registered import registration
from tagger.frameworks.registry import frameworks
from tagger.hub.budget import Budget
from tagger.hub.listing import SURELY_WHOLE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from tagger.hub.client import HubClient, Query

_CARD = "README.md"


def may_prove_a_tag(item: Mapping[str, Any]) -> bool:
    """Whether some framework could load a dataset, as far as the Hub's list tells.

    False only when the list names all files and none of them, nor the header of the card, bears a
    trace of a framework (:class:`tagger.frameworks.base.Framework`). A list of files that may be
    cut, or is not there, leaves every dataset a candidate; so does a card whose header is not.

    Args:
        item: one dataset of ``GET /api/datasets`` with ``siblings`` and ``cardData``.
    """
    siblings = item.get("siblings")
    if not isinstance(siblings, list) or len(siblings) >= SURELY_WHOLE:
        return True
    names = {str(file.get("rfilename")) for file in siblings if isinstance(file, dict)}
    pattern = _file_traces()
    if any(pattern.fullmatch(name.rpartition("/")[2].lower()) for name in names):
        return True
    return _CARD in names and _header_may_prove(item.get("cardData"))


def _header_may_prove(header: object) -> bool:
    words = [word for framework in frameworks() for word in framework.card_traces]
    return header is None or any(word in repr(header) for word in words)


@cache
def _file_traces() -> re.Pattern[str]:
    """What the name of a file must match to be of use to some framework."""
    patterns = {pattern for framework in frameworks() for pattern in framework.traces}
    return re.compile("|".join(map(translate, sorted(patterns))))


#: The Hub gives no more datasets at once when it is to name their files as well.
PAGE = 100
EXPAND = ("sha", "tags", "siblings", "cardData")
#: The budgets of a run are for single datasets; a list takes one call for a hundred of them.
_MAX_PAGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Selected:
    """One dataset of a selection.

    Attributes:
        repo_id: its id.
        commit: its head, where a list named it.
        decision: what the list alone decides; ``None`` for a dataset that has to be read.
        reason: why.
    """

    repo_id: str
    commit: str | None = None
    decision: Decision | None = None
    reason: str = ""


@dataclass(frozen=True)
class DatasetSelection:
    """What to visit.

    Attributes:
        ids: these datasets.
        authors: all of these users and organisations.
        filters: tags that a dataset of a list must have, all of them.
        search: words that its id must hold.
        allow: nothing but these, where some are named.
        deny: none of these.
        shard: this part.
        limit: at most that many, after everything else.
        registered: ids of further datasets that a published environment names.
    """

    ids: Sequence[str] = ()
    authors: Sequence[str] = ()
    filters: Sequence[str] = ()
    search: str | None = None
    allow: Patterns | None = None
    deny: Patterns = field(default_factory=Patterns)
    shard: Shard = field(default_factory=Shard)
    limit: int | None = None
    registered: Collection[str] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it names nothing at all."""
        return not (self.ids or self.authors or self.filters or self.search)

    def read(self, client: HubClient) -> Iterator[Selected]:
        """The datasets, each once: the named ones first, then those of the Hub's lists.

        Raises:
            HubError: a list cannot be read.
        """
        yield from islice(self._wanted(client), self.limit)

    def _wanted(self, client: HubClient) -> Iterator[Selected]:
        seen: set[str] = set()
        for found in self._all(client):
            if found.repo_id.lower() not in seen and self._is_wanted(found.repo_id):
                seen.add(found.repo_id.lower())
                yield found

    def _is_wanted(self, repo_id: str) -> bool:
        allowed = self.allow is None or self.allow.match(repo_id)
        return allowed and not self.deny.match(repo_id) and self.shard.holds(repo_id)

    def _all(self, client: HubClient) -> Iterator[Selected]:
        yield from map(Selected, self.ids)
        for query in self._queries():
            for page in client.pages(
                "/api/datasets", Budget(max_requests=_MAX_PAGES), params=query
            ):
                yield from (self._selected(item) for item in page if _has_id(item))

    def _queries(self) -> Iterator[Query]:
        """One a list; filters and search narrow every one of them."""
        if not (self.authors or self.filters or self.search):
            return
        query: dict[str, str | list[str]] = {"limit": str(PAGE), "expand": list(EXPAND)}
        query |= {"filter": list(self.filters)} if self.filters else {}
        query |= {"search": self.search} if self.search else {}
        if not self.authors:
            yield query
        for author in self.authors:
            yield {**query, "author": author}

    def _selected(self, item: Mapping[str, Any]) -> Selected:
        """An item of a list, decided where the list is enough for it."""
        repo_id, tags = item["id"], item.get("tags")
        commit = item.get("sha") if isinstance(item.get("sha"), str) else None
        refusal = opted_out([str(tag) for tag in tags]) if isinstance(tags, list) else None
        if refusal:
            return Selected(repo_id, commit, Decision.SKIP, refusal)
        if may_prove_a_tag(item) or repo_id in self.registered or registration(repo_id):
            return Selected(repo_id, commit)
        return Selected(repo_id, commit, Decision.NOTHING, "no file in it could prove a tag")


def _has_id(item: object) -> bool:
    return isinstance(item, dict) and isinstance(item.get("id"), str) and "/" in item["id"]
