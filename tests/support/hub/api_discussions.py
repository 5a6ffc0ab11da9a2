"""Discussions: list, details, open, comment, status, title, merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.hub.discussions import (
    OPEN,
    Discussion,
    check_texts,
    forget,
    merge,
    next_number,
    open_pull_request,
    set_status,
)
from tests.support.hub.messages import HubError, Request, Response, ok

if TYPE_CHECKING:
    from tests.support.hub.hub import LoopbackHub
    from tests.support.hub.repository import Repository

PAGE = 50


def discussions(hub: LoopbackHub, request: Request, repo_id: str) -> Response:
    """``GET /api/datasets/{id}/discussions``, by pages."""
    repository = _discussed(hub, request, repo_id)
    listed = (discussion.listed(repository) for discussion in reversed(repository.discussions))
    found = [shown for shown in listed if shown and _matches(shown, request)]
    start = int(request.one("p", "0")) * PAGE
    return ok({"count": len(found), "start": start, "discussions": found[start : start + PAGE]})


def _matches(shown: dict[str, Any], request: Request) -> bool:
    kind = "pull_request" if shown["isPullRequest"] else "discussion"
    state = "open" if shown["status"] in OPEN else "closed"
    author = shown["author"]["name"]
    return (
        request.one("type", "all") in ("all", kind)
        and request.one("status", "all") in ("all", state)
        and request.one("author", author) == author
    )


def delete(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``DELETE …/discussions/{n}``; only for who owns the dataset."""
    repository = hub.repository(repo_id, request)
    discussion = _find(repository, num)
    if not hub.owns(hub.writer(request, repository), repository):
        raise HubError(403, "Forbidden: you may not delete this discussion")
    forget(repository, discussion)
    return ok({})


def details(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``GET /api/datasets/{id}/discussions/{n}``."""
    repository = hub.repository(repo_id, request)
    return ok(_find(repository, num).details(repository))


def create(hub: LoopbackHub, request: Request, repo_id: str) -> Response:
    """``POST /api/datasets/{id}/discussions``; an empty pull request is a draft."""
    repository = _discussed(hub, request, repo_id)
    who = hub.writer(request, repository)
    body = request.json()
    title, description = body["title"].strip(), body.get("description", "")
    check_texts(title, description)
    with repository.lock:
        if body.get("pullRequest"):
            head = hub.commit(repository, "main")
            made = open_pull_request(repository, title, description, who, head, "draft")
        else:
            num, when = next_number(repository), repository.now()
            made = Discussion(num, title, who, when, is_pull_request=False)
            made.comment(who, when, description)
            made.changed_now(repository)
            repository.discussions.append(made)
    return ok(made.details(repository))


def comment(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``POST …/discussions/{n}/comment``."""
    repository, discussion, who = _writable(hub, request, repo_id, num)
    text = request.json()["comment"]
    check_texts(discussion.title, text)
    return ok({"newMessage": discussion.comment(who, repository.now(), text)})


def edit(hub: LoopbackHub, request: Request, repo_id: str, num: str, event_id: str) -> Response:
    """``POST …/discussions/{n}/comment/{id}/edit``."""
    _, discussion, who = _writable(hub, request, repo_id, num)
    for event in discussion.events:
        if event["id"] == event_id and event["author"]["name"] == who:
            event["data"] |= {"edited": True, "latest": {"raw": request.json()["content"]}}
            return ok({"updatedComment": event})
    raise HubError(404, "No such comment")


def status(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``POST …/discussions/{n}/status``; for its author and who owns the dataset."""
    repository, discussion, who = _writable(hub, request, repo_id, num, own=True)
    body = request.json()
    if body.get("comment"):
        discussion.comment(who, repository.now(), body["comment"])
    return ok({"newStatus": set_status(repository, discussion, body["status"], who)})


def title(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``POST …/discussions/{n}/title``; for its author and who owns the dataset."""
    repository, discussion, who = _writable(hub, request, repo_id, num, own=True)
    new = request.json()["title"].strip()
    check_texts(new)
    data = {"from": discussion.title, "to": new}
    discussion.title = new
    discussion.changed_now(repository)
    return ok({"newTitle": discussion.add("title-change", who, repository.now(), data)})


def merged(hub: LoopbackHub, request: Request, repo_id: str, num: str) -> Response:
    """``POST …/discussions/{n}/merge``; only for who may write."""
    repository, discussion, who = _writable(hub, request, repo_id, num)
    if not hub.owns(who, repository):
        raise HubError(403, "Forbidden: you may not merge here")
    if discussion.status not in OPEN:
        raise HubError(409, f"This pull request is {discussion.status}")
    merge(repository, discussion, who)
    return ok({"newStatus": discussion.events[-1]})


def _discussed(hub: LoopbackHub, request: Request, repo_id: str) -> Repository:
    repository = hub.repository(repo_id, request)
    if repository.discussions_disabled:
        raise HubError(403, "Discussions are disabled for this repo")
    return repository


def _writable(
    hub: LoopbackHub, request: Request, repo_id: str, num: str, *, own: bool = False
) -> tuple[Repository, Discussion, str]:
    """Dataset, discussion and user of a request that writes (``own``: not for everybody)."""
    repository = _discussed(hub, request, repo_id)
    discussion, who = _find(repository, num), hub.writer(request, repository)
    owner = hub.owns(who, repository)
    if own and not owner and who != discussion.author:
        raise HubError(403, "Forbidden: this discussion is not yours")
    if discussion.locked and not owner:
        raise HubError(403, "This discussion has been locked")
    return repository, discussion, who


def _find(repository: Repository, num: str) -> Discussion:
    for discussion in repository.discussions:
        if discussion.num == int(num):
            return discussion
    raise HubError(404, "Discussion not found")
