"""The words for pull requests: one of them, the state of a dataset, what became of a write."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from tagger.hub.errors import HubError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request as the Hub lists it; ``status`` is open, draft, closed or merged."""

    num: int
    url: str
    title: str
    author: str
    status: str
    created_at: str = ""

    @classmethod
    def read(cls, item: Mapping[str, Any], dataset: str) -> Self:
        """An item of the Hub's list; ``dataset`` is the address of the dataset's page.

        Raises:
            HubError: it is none.
        """
        num = item.get("num")
        if not isinstance(num, int):
            raise HubError("the Hub lists a pull request without a number")
        title, status, created = (str(item.get(k) or "") for k in ("title", "status", "createdAt"))
        return cls(num, f"{dataset}/discussions/{num}", title, _author(item), status, created)

    @property
    def ref(self) -> str:
        """The git reference that holds its commits."""
        return f"refs/pr/{self.num}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be merged or closed."""
        return self.status in ("open", "draft")


@dataclass(frozen=True, slots=True)
class Details:
    """What the page of a pull request shows.

    Attributes:
        body: its text, in Markdown.
        body_event: the id by which the text is edited; ``None`` where there is none.
        committers: who has committed to it.
        closed_by: who closed it last; ``None`` while nobody has.
        conflicts: whether it cannot be merged as it is.
        diff: its unified diff, ``""`` where the Hub does not show it.
    """

    body: str = ""
    body_event: str | None = None
    committers: frozenset[str] = frozenset()
    closed_by: str | None = None
    conflicts: bool = False
    diff: str = ""

    @classmethod
    def read(cls, answer: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Self:
        """The Hub's answer about one pull request."""
        comments = [event for event in events if event.get("type") == "comment"]
        closings = [e for e in events if _data(e).get("status") == "closed"]
        return cls(
            body=str((_data(comments[0]).get("latest") or {}).get("raw") or "") if comments else "",
            body_event=str(comments[0].get("id") or "") or None if comments else None,
            committers=frozenset(_author(e) for e in events if e.get("type") == "commit"),
            closed_by=_author(closings[-1]) if closings else None,
            conflicts=bool(answer.get("filesWithConflicts")),
            diff=str(answer.get("diff") or ""),
        )


class Stand(StrEnum):
    """What the pull requests of a dataset mean for a proposal."""

    #: none concerns it: one may be opened
    FREE = "free"
    #: our own is open and says the same
    CURRENT = "current"
    #: our own is open and says something else: it may be updated
    OUTDATED = "outdated"
    #: somebody else's is open or merged and brings tags of the proposal
    TAKEN = "taken"
    #: ours brought them and was merged
    MERGED = "merged"
    #: the same was closed without being merged: never again
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a dataset, by which pull request, and why, as a clause."""

    stand: Stand
    pull: Pull | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The pull request is there: opened or updated now, or found after an unclear failure.

    ``commit`` is what was written to it, ``None`` where it was found.
    """

    num: int
    url: str
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The dataset, or the pull request, has another commit now: nothing was sent; plan anew."""

    commit: str


def _author(item: Mapping[str, Any]) -> str:
    """The name of an account; ``""`` where it is gone."""
    return str((item.get("author") or {}).get("name") or "")


def _data(event: Mapping[str, Any]) -> Mapping[str, Any]:
    data = event.get("data")
    return data if isinstance(data, dict) else {}
