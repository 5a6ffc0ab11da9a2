"""A line of a plan: what is proposed for one dataset, or why nothing is."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tagger._version import __version__
from tagger.core.detections import Verdict
from tagger.core.errors import TaggerError
from tagger.pulls.proposal import Proposal

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1


class Decision(StrEnum):
    """What a plan says of one dataset."""

    #: the tags are proven and the card can be changed: a pull request
    PROPOSE = "propose"
    #: its card is right, or nothing proves a tag
    NOTHING = "nothing"
    #: a person should look: evidence short of proof, a card that cannot be changed, files unread
    UNSURE = "unsure"
    #: its owner wants none of this
    SKIP = "skip"
    #: it could not be read; planned again when the run is repeated
    FAILED = "failed"


class Review(StrEnum):
    """What a person has said of a proposal."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A proposal without the card itself: where it differs, and the ids of both states.

    Attributes:
        tags: those that the card gains.
        before, after: SHA-256 of the card without and with the change.
        start, end: the bytes that are replaced.
        content: what takes their place.
        diff: the same for people, as a unified diff.
        key, title, body: as in :class:`tagger.pulls.proposal.Proposal`.
    """

    tags: tuple[str, ...]
    before: str
    after: str
    start: int
    end: int
    content: str
    diff: str
    key: str
    title: str
    body: str

    @classmethod
    def of(cls, proposal: Proposal) -> PlannedChange:
        """The change that a proposal makes."""
        start, end, content = _replaced(proposal.before, proposal.after)
        return cls(
            proposal.tags,
            _digest(proposal.before),
            _digest(proposal.after),
            start,
            end,
            content.decode("utf-8"),
            proposal.diff.decode("utf-8"),
            proposal.key,
            proposal.title,
            proposal.body,
        )

    def apply(self, before: bytes) -> bytes:
        """The card with the change.

        Raises:
            ValueError: this is not the card that was read, or the plan is damaged.
        """
        after = before[: self.start] + self.content.encode("utf-8") + before[self.end :]
        if (_digest(before), _digest(after)) != (self.before, self.after):
            raise ValueError("the card is not the one that was planned for")
        return after


@dataclass(frozen=True, slots=True)
class Planned:
    """One dataset in a plan.

    Attributes:
        repo_id: the dataset.
        decision: what is to be done.
        reason: why, as a clause.
        commit: the commit that was read, or that a list named.
        change: what a pull request would bring; only for ``propose``.
        tags: the lists of design §4, where the files were read.
        frameworks: verdict, units and evidence of each that has any.
        complete: false when not everything could be read.
        requests, received: requests and bytes that reading it took.
        time: when.
        review: what a person has said.
    """

    repo_id: str
    decision: Decision
    reason: str
    commit: str | None = None
    change: PlannedChange | None = None
    tags: Mapping[str, list[str]] | None = None
    frameworks: Mapping[str, Any] = field(default_factory=dict)
    complete: bool = True
    requests: int = 0
    received: int = 0
    time: str = ""
    review: Review | None = None

    @property
    def owner(self) -> str:
        """The user or organisation that owns it."""
        return self.repo_id.partition("/")[0].lower()

    @property
    def proven(self) -> tuple[str, ...]:
        """The tags of the frameworks that load it."""
        return tuple(
            tag for tag, found in self.frameworks.items() if Verdict(found["verdict"]).proves
        )

    def proposal(self, before: bytes) -> Proposal:
        """What is to be sent.

        Args:
            before: the card at the commit of the plan.

        Raises:
            ValueError: nothing is to be sent, or the card is not the one that was planned for.
        """
        change = self.change
        if change is None or self.commit is None:
            raise ValueError("the plan proposes nothing")
        return Proposal(
            repo_id=self.repo_id,
            commit=self.commit,
            tags=change.tags,
            before=before,
            after=change.apply(before),
            grounds=(),
            title=change.title,
            body=change.body,
            key=change.key,
        )


def to_json(line: Planned) -> dict[str, Any]:
    """The object that is written to a plan (``schemas/autotag-plan.schema.json``)."""
    change = line.change
    return {
        "version": VERSION,
        "tool": {"name": "tagger", "version": __version__},
        "time": line.time,
        "repository": line.repo_id,
        "commit": line.commit,
        "decision": line.decision.value,
        "reason": line.reason,
        "review": line.review.value if line.review else None,
        "complete": line.complete,
        "tags": dict(line.tags) if line.tags is not None else None,
        "frameworks": dict(line.frameworks),
        "change": {name: getattr(change, name) for name in PlannedChange.__slots__}
        if change
        else None,
        "requests": line.requests,
        "bytes": line.received,
    }


def from_json(value: Mapping[str, Any], file: str) -> Planned:
    """The line that an object of a plan stands for.

    Raises:
        TaggerError: it is none; ``file`` is the file it is in.
    """
    try:
        if value["version"] != VERSION:
            raise TaggerError(f"{file!r}: a plan of version {value['version']!r} is not known here")
        change, review = value["change"], value["review"]
        line = Planned(
            repo_id=str(value["repository"]),
            decision=Decision(value["decision"]),
            reason=str(value["reason"]),
            commit=value["commit"],
            change=_change(change) if change else None,
            tags=value["tags"],
            frameworks=value["frameworks"],
            complete=value["complete"],
            requests=value["requests"],
            received=value["bytes"],
            time=value["time"],
            review=Review(review) if review else None,
        )
        # Asked for here, so that a line of another form shows where it is read.
        _ = line.proven
    except (KeyError, TypeError, ValueError) as error:
        raise TaggerError(f"{file!r} is not a plan of `tagger autotag plan`: {error!r}") from None
    return line


def _change(value: Mapping[str, Any]) -> PlannedChange:
    """The change that an object stands for.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    texts = ("before", "after", "content", "diff", "key", "title", "body")
    if not all(isinstance(value[name], str) for name in texts):
        raise ValueError("a text of the change is none")
    tags = tuple(map(str, value["tags"]))
    return PlannedChange(
        **{**value, "tags": tags, "start": int(value["start"]), "end": int(value["end"])}
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _replaced(before: bytes, after: bytes) -> tuple[int, int, bytes]:
    """The lines that differ, as one replacement: start, end, and what takes their place.

    Whole lines, so that no character is cut in two.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    start = sum(map(len, old[:head]))
    end = len(before) - sum(map(len, old[len(old) - tail :]))
    return start, end, b"".join(new[head : len(new) - tail])
