"""The journal: what was sent to whom and what became of it, a line before and after every write.

It is only ever added to, and the last line about a dataset tells its state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Self

from tagger._version import __version__
from tagger.autotag.clock import seconds_of
from tagger.autotag.jsonl import LineFile, read_lines
from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

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
class JournalEntry:
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
        """The pull request as it is in JSON."""
        return None if self.num is None else {"number": self.num, "url": self.url}

    def to_json(self) -> dict[str, Any]:
        """The object that is written to a journal (``schemas/autotag-journal.schema.json``)."""
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
    def from_json(cls, value: Mapping[str, Any], file: str) -> JournalEntry:
        """The line that an object of a journal stands for.

        Raises:
            TaggerError: it is none; ``file`` is the file it is in.
        """
        try:
            if value["version"] != VERSION:
                raise TaggerError(
                    f"{file!r}: a journal of version {value['version']!r} is not known here"
                )
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
            raise TaggerError(f"{file!r} is not a journal of `tagger autotag`: {error!r}") from None
        return entry


@dataclass(slots=True)
class Record:
    """All that a journal says of one dataset.

    Attributes:
        last: the line that holds.
        waiting: the line about a pull request of ours that is open, as far as is known.
        is_refused: one was closed without being merged, now or ever.
        failures: how many failures are at the end.
        planned: commits, each with the key of the change that was planned for it.
    """

    last: JournalEntry
    waiting: JournalEntry | None = None
    is_refused: bool = False
    failures: int = 0
    planned: set[tuple[str | None, str | None]] = field(default_factory=set)

    @property
    def is_unsettled(self) -> bool:
        """Whether something was sent and its answer is not known."""
        return self.last.event is Event.OPENING

    def add(self, entry: JournalEntry) -> None:
        """Take in a later line."""
        self.last = entry
        self.planned.add((entry.commit, entry.key))
        if entry.event in (Event.OPENED, Event.UPDATED):
            self.waiting = entry
        elif entry.event in (Event.MERGED, Event.DECLINED):
            self.waiting = None
        self.is_refused |= entry.event is Event.DECLINED
        if entry.event is Event.FAILED:
            self.failures += 1
        elif entry.event not in (Event.PLANNED, Event.OPENING):
            self.failures = 0


@dataclass
class History:
    """The lines of one or several journals, and the state of each dataset.

    Attributes:
        entries: the lines.
        records: the state of each dataset, by its id.
        owners: the ids by owner.
        damaged: lines that cannot be read.
    """

    entries: list[JournalEntry] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    owners: dict[str, list[str]] = field(default_factory=dict)
    damaged: int = 0

    @classmethod
    def read(cls, paths: Iterable[Path], *, must_exist: bool = True) -> History:
        """What the journals say together.

        Raises:
            TaggerError: one is not there, or is not a journal.
        """
        history, timed = cls(), list[tuple[float, JournalEntry]]()
        for path in paths:
            if must_exist and not path.is_file():
                raise TaggerError(f"there is no journal {str(path)!r}: --journal names it")
            found = read_lines(path)
            history.damaged += found.damaged
            timed += _timed(JournalEntry.from_json(value, str(path)) for value in found.objects)
        # A line found in two files, one of which is a copy, counts once.
        for _, entry in sorted(dict.fromkeys(timed), key=itemgetter(0)):
            history.add(entry)
        return history

    def add(self, entry: JournalEntry) -> None:
        """Take in one more line."""
        self.entries.append(entry)
        if entry.repo_id not in self.records:
            self.records[entry.repo_id] = Record(entry)
            self.owners.setdefault(entry.owner, []).append(entry.repo_id)
        self.records[entry.repo_id].add(entry)

    def of(self, repo_id: str) -> Record | None:
        """The state of one dataset; ``None`` when nothing was ever done."""
        return self.records.get(repo_id)

    def of_owner(self, owner: str) -> list[Record]:
        """The states of the datasets of one owner."""
        return [self.records[repo_id] for repo_id in self.owners.get(owner, ())]

    def unsettled(self) -> list[JournalEntry]:
        """The writes whose answer is not known."""
        return [record.last for record in self.records.values() if record.is_unsettled]

    def waiting(self) -> list[JournalEntry]:
        """The pull requests of ours that are open, as far as is known."""
        return [record.waiting for record in self.records.values() if record.waiting]


class Journal(LineFile):
    """A journal that is being written; one run at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.history = History()

    def __enter__(self) -> Self:
        """Take the lock, then read what the journal says.

        Raises:
            TaggerError: another run has it, or it is not a journal.
        """
        super().__enter__()
        try:
            self.history = History.read([self.path], must_exist=False)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def opening_times(self) -> list[float]:
        """When writes were sent, in order, in seconds since 1970."""
        return [e.seconds for e in self.history.entries if e.event is Event.OPENING]

    def write(self, entry: JournalEntry) -> None:
        """Add a line; it is on the disk when this returns.

        Raises:
            TaggerError: it cannot be written.
        """
        self.append(entry.to_json())
        self.history.add(entry)


def _timed(entries: Iterable[JournalEntry]) -> list[tuple[float, JournalEntry]]:
    """Each line of one file with its time; one that a clock set back put before its
    predecessor gets that one's time, for the order in the file is the true one.
    """
    timed: list[tuple[float, JournalEntry]] = []
    for entry in entries:
        timed.append((max(entry.seconds, timed[-1][0] if timed else 0.0), entry))
    return timed
