"""One line of a journal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tagger._version import __version__
from tagger.autotag.clock import seconds_of
from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1


class Event(StrEnum):
    """What a line of the journal says."""

    #: a change is taken from a plan, or planned again because the dataset has moved
    PLANNED = "planned"
    #: a write is about to be sent; without a later line nobody knows what became of it
    OPENING = "opening"
    OPENED = "opened"
    #: our own pull request, open already, says the new change now
    UPDATED = "updated"
    #: somebody else's pull request brings the tags, or the card has them by now
    EXISTS = "exists"
    MERGED = "merged"
    #: closed without being merged: a refusal, kept for good
    DECLINED = "declined"
    #: nothing is sent for this plan
    SKIPPED = "skipped"
    #: refused or not reached; tried again by the next run
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line.

    Attributes:
        repo_id: the dataset.
        event: what happened.
        time: when, in UTC.
        commit: the commit of the dataset for which the change was planned.
        key: the identity of the change.
        tags: what the card gains.
        frameworks: those that load the dataset.
        num, url: the pull request.
        reason: a clause.
    """

    repo_id: str
    event: Event
    time: str = ""
    commit: str | None = None
    key: str | None = None
    tags: tuple[str, ...] = ()
    frameworks: tuple[str, ...] = ()
    num: int | None = None
    url: str | None = None
    reason: str = ""

    @property
    def owner(self) -> str:
        """The user or organisation that owns the dataset."""
        return self.repo_id.partition("/")[0].lower()

    @property
    def seconds(self) -> float:
        """When, in seconds since 1970."""
        return seconds_of(self.time)

    @property
    def pull_object(self) -> dict[str, Any] | None:
        """The pull request as it stands in JSON."""
        return None if self.num is None else {"number": self.num, "url": self.url}

    def to_json(self) -> dict[str, Any]:
        """The object that stands in a journal (``schemas/autotag-journal.schema.json``)."""
        return {
            "version": VERSION,
            "tool": {"name": "tagger", "version": __version__},
            "time": self.time,
            "event": self.event.value,
            "repository": self.repo_id,
            "commit": self.commit,
            "key": self.key,
            "tags": list(self.tags),
            "frameworks": list(self.frameworks),
            "pull_request": self.pull_object,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any], file: str) -> Entry:
        """The line that an object of a journal stands for.

        Raises:
            TaggerError: it is none; ``file`` is where it stands.
        """
        try:
            if value["version"] != VERSION:
                raise TaggerError(f"{file!r}: a journal of version {value['version']!r}")
            pull = value["pull_request"] or {"number": None, "url": None}
            entry = cls(
                value["repository"],
                Event(value["event"]),
                value["time"],
                value["commit"],
                value["key"],
                tuple(value["tags"]),
                tuple(value["frameworks"]),
                pull["number"],
                pull["url"],
                value["reason"],
            )
            seconds_of(entry.time)
        except (KeyError, TypeError, ValueError) as error:
            raise TaggerError(f"{file!r} is no journal of `tagger autotag`: {error!r}") from None
        return entry
