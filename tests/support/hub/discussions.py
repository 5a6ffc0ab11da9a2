"""Discussions and pull requests: what the Hub remembers and how it shows it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.hub.messages import HubError

if TYPE_CHECKING:
    from tests.support.hub.repository import Repository

OPEN = ("open", "draft")
MIN_TITLE, MAX_TITLE, MAX_TEXT = 3, 200, 65_536


@dataclass
class Discussion:
    """One discussion; a pull request has a base commit and lives under ``refs/pr/<num>``."""

    num: int
    title: str
    author: str
    created_at: str
    is_pull_request: bool = True
    status: str = "open"
    base: str | None = None
    merge_commit: str | None = None
    locked: bool = False
    #: what its branch stood for when the ref was deleted
    last_head: str | None = None
    #: time, status and title of each change, for lists that lag
    states: list[tuple[float, str, str]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def ref(self) -> str:
        """The ref of a pull request."""
        return f"refs/pr/{self.num}"

    def add(self, kind: str, author: str, when: str, data: dict[str, Any]) -> dict[str, Any]:
        """Append an event and return it."""
        event = {
            "id": f"{self.num:012x}{len(self.events):012x}",
            "type": kind,
            "createdAt": when,
            "author": {"name": author},
            "data": data,
        }
        self.events.append(event)
        return event

    def comment(self, author: str, when: str, text: str) -> dict[str, Any]:
        """Append a comment; the first one is the body."""
        data = {"edited": False, "hidden": False, "latest": {"raw": text}}
        return self.add("comment", author, when, data)

    def head(self, repository: Repository) -> str | None:
        """The newest commit of a pull request, also once its ref is gone."""
        return repository.head(self.ref) or self.last_head

    def changed_now(self, repository: Repository) -> None:
        """Remember since when it is as it is."""
        self.states.append((repository.clock(), self.status, self.title))

    def listed(self, repository: Repository) -> dict[str, Any] | None:
        """As the list shows it, which may lag behind; ``None`` while it does not show it."""
        when = repository.clock() - repository.list_lag
        past = [state for state in self.states if state[0] <= when]
        if not past:
            return None
        _, status, title = past[-1]
        return {**self.summary(repository), "status": status, "title": title}

    def summary(self, repository: Repository) -> dict[str, Any]:
        """As it stands in the list of discussions."""
        return {
            "num": self.num,
            "title": self.title,
            "author": {"name": self.author},
            "createdAt": self.created_at,
            "status": self.status,
            "isPullRequest": self.is_pull_request,
            "repo": {"name": repository.repo_id, "type": "dataset"},
        }

    def details(self, repository: Repository) -> dict[str, Any]:
        """As it stands on its own page."""
        shown = {**self.summary(repository), "events": self.events}
        if self.is_pull_request:
            shown["filesWithConflicts"] = conflicts(repository, self)
            shown["changes"] = {"base": "refs/heads/main", "mergeCommitId": self.merge_commit}
            shown["diff"] = diff(repository, self)
        return shown


def check_texts(title: str, description: str = "") -> None:
    """Refuse what is too short or too long.

    Raises:
        HubError: title (``HfApi.create_discussion`` of huggingface_hub 2.4.0) or description (the
            number is unverified).
    """
    if not MIN_TITLE <= len(title) <= MAX_TITLE:
        raise HubError(400, f'"title" must have {MIN_TITLE} to {MAX_TITLE} characters')
    if len(description) > MAX_TEXT:
        raise HubError(400, f'"description" must have at most {MAX_TEXT} characters')


def forget(repository: Repository, discussion: Discussion) -> None:
    """Delete a discussion and its ref."""
    repository.discussions.remove(discussion)
    repository.git.delete_ref(discussion.ref)


def next_number(repository: Repository) -> int:
    """The number of a new discussion; those of deleted ones do not come again."""
    repository.last_number += 1
    return repository.last_number


def open_pull_request(
    repository: Repository, title: str, description: str, author: str, base: str, status: str
) -> Discussion:
    """A new pull request whose branch stands at its base."""
    when = repository.now()
    num = next_number(repository)
    discussion = Discussion(num, title, author, when, status=status, base=base)
    discussion.comment(author, when, description)
    repository.discussions.append(discussion)
    discussion.changed_now(repository)
    repository.git.set_ref(discussion.ref, base)
    return discussion


def changed(repository: Repository, discussion: Discussion) -> dict[str, bytes | None]:
    """The files that a pull request changes against its base, with their new content."""
    head = discussion.head(repository)
    if head is None or discussion.base is None:
        return {}
    old, new = repository.listing(discussion.base), repository.listing(head)
    return {
        path: repository.git.read(new[path].oid)[1] if path in new else None
        for path in sorted(old.keys() | new.keys())
        if old.get(path) != new.get(path)
    }


def conflicts(repository: Repository, discussion: Discussion) -> list[str]:
    """The paths that git cannot merge into main, for a pull request that is open."""
    head, main = discussion.head(repository), repository.head()
    if discussion.status not in OPEN or not head or not main or main == discussion.base:
        return []
    return repository.merged(main, head)[1]


def merge(repository: Repository, discussion: Discussion, who: str) -> None:
    """Put the changes of a pull request on top of main.

    Raises:
        HubError: git finds conflicts.
    """
    message = f"{discussion.title} (#{discussion.num})"
    oid = repository.merge(discussion.head(repository) or "", message, who)
    if oid is None:
        raise HubError(409, "This pull request has conflicts and cannot be merged")
    discussion.merge_commit = oid
    set_status(repository, discussion, "merged", who)


def set_status(
    repository: Repository, discussion: Discussion, status: str, who: str
) -> dict[str, Any]:
    """Change the status and return the event; with its end, the ref of a pull request goes."""
    discussion.status = status
    discussion.changed_now(repository)
    if discussion.is_pull_request and not repository.keeps_closed_refs:
        discussion.last_head = discussion.head(repository)
        if status not in OPEN:
            repository.git.delete_ref(discussion.ref)
        elif discussion.last_head:
            repository.git.set_ref(discussion.ref, discussion.last_head)
    return discussion.add("status-change", who, repository.now(), {"status": status})


def diff(repository: Repository, discussion: Discussion) -> str:
    """The unified diff of a pull request."""
    texts = []
    for path, data in changed(repository, discussion).items():
        old = repository.listing(discussion.base or "").get(path)
        before = repository.git.read(old.oid)[1] if old else b""
        lines = difflib.unified_diff(
            before.decode("utf-8", "replace").splitlines(keepends=True),
            (data or b"").decode("utf-8", "replace").splitlines(keepends=True),
            f"a/{path}",
            f"b/{path}",
        )
        texts.append(f"diff --git a/{path} b/{path}\n" + "".join(lines))
    return "".join(texts)
