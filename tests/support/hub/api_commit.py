"""Writing: validate-yaml, preupload, commit."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from tests.support.hub.accounts import DISCUSS, WRITE
from tests.support.hub.discussions import check_texts, open_pull_request
from tests.support.hub.ignore import Judged, judge
from tests.support.hub.messages import HubError, Request, Response, ok
from tests.support.hub.validate import verdict

if TYPE_CHECKING:
    from tests.support.hub.hub import LoopbackHub
    from tests.support.hub.repository import Repository

MAX_CARD = 10 << 20


def validate_yaml(hub: LoopbackHub, request: Request) -> Response:
    """``POST /api/validate-yaml``."""
    del hub
    errors, warnings = verdict(request.json()["content"])
    return ok({"errors": errors, "warnings": warnings}, 400 if errors else 200)


def create_repository(hub: LoopbackHub, request: Request) -> Response:
    """``POST /api/repos/create``, for datasets."""
    body = request.json()
    repo_id = f"{body.get('organization') or request.user}/{body['name']}"
    grants = request.grants
    may = request.user is not None and (
        grants.allows(WRITE, repo_id) if grants else hub.users[request.user].role != "read"
    )
    if not may:
        raise HubError(403, "Forbidden: your token lacks the rights to write")
    shown = {"url": f"{hub.endpoint}/datasets/{repo_id}"}
    if repo_id in hub.repositories:
        return ok({**shown, "error": "You already created this dataset repo"}, 409)
    hub.add(repo_id, {".gitattributes": b""}, private=body.get("private") or False)
    return ok(shown)


def preupload(hub: LoopbackHub, request: Request, repo_id: str, revision: str) -> Response:
    """``POST /api/datasets/{id}/preupload/{rev}``."""
    repository = hub.repository(repo_id, request)
    _may_write(hub, request, repository, proposal=request.flag("create_pr"), ref=revision)
    head = hub.commit(repository, revision)
    listing, body = repository.listing(head), request.json()
    paths = [file["path"] for file in body["files"]]
    judged = judge(repository, head, paths, body.get("gitIgnore"))
    files = [
        {
            "path": file["path"],
            "uploadMode": "regular" if _is_regular(file, judged) else "lfs",
            "shouldIgnore": file["path"] in judged.ignored,
            "oid": listing[file["path"]].oid if file["path"] in listing else None,
        }
        for file in body["files"]
    ]
    return ok({"files": files, "commitOid": head})


def _is_regular(file: dict[str, Any], judged: Judged) -> bool:
    return file["size"] < MAX_CARD and file["path"] not in judged.lfs


def commit(hub: LoopbackHub, request: Request, repo_id: str, revision: str) -> Response:
    """``POST /api/datasets/{id}/commit/{rev}[?create_pr=1]``."""
    repository = hub.repository(repo_id, request)
    proposal = request.flag("create_pr")
    who = _may_write(hub, request, repository, proposal=proposal, ref=revision)
    header, changes = _operations(repository, request)
    with repository.lock:
        head = hub.commit(repository, revision)
        parent = header.get("parentCommit")
        if parent and not proposal and not head.startswith(parent):
            raise HubError(412, "A commit has happened since. Please refresh and try again.")
        base = hub.commit(repository, parent) if parent else head
        shown: dict[str, Any] = {"success": True}
        ref = revision if revision.startswith("refs/") else f"refs/heads/{revision}"
        if proposal:
            summary, description = header["summary"], header.get("description", "")
            check_texts(summary, description)
            pull = open_pull_request(repository, summary, description, who, base, "open")
            ref = pull.ref
            shown["pullRequestUrl"] = f"{hub.endpoint}/datasets/{repo_id}/discussions/{pull.num}"
        message = f"{header['summary']}\n\n{header.get('description', '')}".strip()
        oid = repository.commit(changes, message=message, who=who, ref=ref, parent=base)
        _record(repository, ref, header["summary"], oid, who)
    shown |= {"commitOid": oid, "commitUrl": f"{hub.endpoint}/datasets/{repo_id}/commit/{oid}"}
    return ok(shown)


def _operations(
    repository: Repository, request: Request
) -> tuple[dict[str, Any], dict[str, bytes | None]]:
    header: dict[str, Any] = {}
    changes: dict[str, bytes | None] = {}
    for line in request.body.splitlines():
        entry = json.loads(line)
        value = entry["value"]
        if entry["key"] == "header":
            header = value
        elif entry["key"] == "file":
            changes[value["path"]] = base64.b64decode(value["content"])
        elif entry["key"] == "deletedFile":
            changes[value["path"]] = None
        elif entry["key"] == "deletedFolder":
            listing = repository.listing(repository.head() or "")
            changes |= dict.fromkeys(p for p in listing if p.startswith(value["path"]))
        else:
            raise HubError(400, f"{entry['key']} is not served here")
    _check_card(changes.get("README.md"))
    return header, changes


def _check_card(data: bytes | None) -> None:
    if data is None:
        return
    if len(data) > MAX_CARD:
        raise HubError(413, "README.md is too large")
    errors, _ = verdict(data.decode("utf-8", "replace"))
    if errors:
        raise HubError(400, "Invalid metadata in README.md: " + errors[0]["message"])


def _may_write(
    hub: LoopbackHub, request: Request, repository: Repository, *, proposal: bool, ref: str
) -> str:
    """The user, once he may write; reading is enough for proposing."""
    who = hub.writer(request, repository, DISCUSS if proposal else WRITE)
    if proposal:
        if repository.discussions_disabled:
            raise HubError(403, "Discussions are disabled for this repo")
        return who
    pulls = {pull.ref: pull.author for pull in repository.discussions}
    if not hub.owns(who, repository) and pulls.get(ref) != who:
        raise HubError(403, "Forbidden: pass `create_pr=1` as a query parameter to create a PR")
    return who


def _record(repository: Repository, ref: str, subject: str, oid: str, who: str) -> None:
    for pull in repository.discussions:
        if pull.ref == ref:
            pull.add("commit", who, repository.now(), {"subject": subject, "oid": oid})
