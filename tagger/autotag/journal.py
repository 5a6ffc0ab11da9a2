"""The journal: what was sent to whom and what became of it, a line before and after every write.

It is only ever added to, and the last line about a dataset says how it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Self

from tagger.autotag.entry import Entry, Event
from tagger.autotag.jsonl import LineFile, read_lines
from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


@dataclass(slots=True)
class Record:
    """All that a journal says of one dataset.

    Attributes:
        last: the line that holds.
        waiting: the line about a pull request of ours that is open, as far as is known.
        is_refused: one was closed without being merged, now or ever.
        failures: how many failures stand at the end.
        planned: commits, each with the key of the change that was planned for it.
    """

    last: Entry
    waiting: Entry | None = None
    is_refused: bool = False
    failures: int = 0
    planned: set[tuple[str | None, str | None]] = field(default_factory=set)

    @property
    def is_unsettled(self) -> bool:
        """Whether something was sent and its answer is not known."""
        return self.last.event is Event.OPENING

    def add(self, entry: Entry) -> None:
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
    """The lines of one or several journals, and how each dataset stands.

    Attributes:
        entries: the lines.
        records: how each dataset stands, by its id.
        owners: the ids by owner.
        damaged: lines that cannot be read.
    """

    entries: list[Entry] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    owners: dict[str, list[str]] = field(default_factory=dict)
    damaged: int = 0

    @classmethod
    def read(cls, paths: Iterable[Path], *, must_exist: bool = True) -> History:
        """What the journals say together.

        Raises:
            TaggerError: one is not there, or is no journal.
        """
        history, timed = cls(), list[tuple[float, Entry]]()
        for path in paths:
            if must_exist and not path.is_file():
                raise TaggerError(f"there is no journal {str(path)!r}: --journal names it")
            found = read_lines(path)
            history.damaged += found.damaged
            timed += _timed(Entry.from_json(value, str(path)) for value in found.objects)
        # A line that stands in two files, one of which is a copy, counts once.
        for _, entry in sorted(dict.fromkeys(timed), key=itemgetter(0)):
            history.add(entry)
        return history

    def add(self, entry: Entry) -> None:
        """Take in one more line."""
        self.entries.append(entry)
        if entry.repo_id not in self.records:
            self.records[entry.repo_id] = Record(entry)
            self.owners.setdefault(entry.owner, []).append(entry.repo_id)
        self.records[entry.repo_id].add(entry)

    def of(self, repo_id: str) -> Record | None:
        """How one dataset stands; ``None`` when nothing was ever done."""
        return self.records.get(repo_id)

    def of_owner(self, owner: str) -> list[Record]:
        """How the datasets of one owner stand."""
        return [self.records[repo_id] for repo_id in self.owners.get(owner, ())]

    def unsettled(self) -> list[Entry]:
        """The writes whose answer is not known."""
        return [record.last for record in self.records.values() if record.is_unsettled]

    def waiting(self) -> list[Entry]:
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
            TaggerError: another run has it, or it is no journal.
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

    def write(self, entry: Entry) -> None:
        """Add a line; it is on the disk when this returns.

        Raises:
            TaggerError: it cannot be written.
        """
        self.append(entry.to_json())
        self.history.add(entry)


def _timed(entries: Iterable[Entry]) -> list[tuple[float, Entry]]:
    """Each line of one file with its time; one that a clock set back put before its
    predecessor gets that one's time, for the order in the file is the true one.
    """
    timed: list[tuple[float, Entry]] = []
    for entry in entries:
        timed.append((max(entry.seconds, timed[-1][0] if timed else 0.0), entry))
    return timed
