"""Who, which datasets, and what is known of one: whoami, list, info, refs, commits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tests.support.hub.accounts import FINE_GRAINED
from tests.support.hub.api_files import next_page, opened
from tests.support.hub.messages import HubError, Request, Response, ok
from tests.support.hub.validate import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.hub.hub import LoopbackHub, Poison
    from tests.support.hub.repository import Item, Repository

DEFAULT = ("author", "sha", "lastModified", "private", "gated", "disabled", "tags")
PAGE = 1000
#: Fewer a page where each repository brings its files.
PAGE_WITH_FILES = 100


def whoami(hub: LoopbackHub, request: Request) -> Response:
    """``GET /api/whoami-v2``."""
    if request.user is None:
        raise HubError(401, "Invalid username or password.")
    user = hub.users[request.user]
    token: dict[str, Any] = {"role": user.role, "displayName": "test"}
    if request.grants:
        token |= {"role": FINE_GRAINED, "fineGrained": request.grants.shown()}
    return ok(
        {
            "type": "user",
            "name": request.user,
            "id": request.user,
            "orgs": [{"name": name, "type": "org"} for name in sorted(user.orgs)],
            "auth": {"accessToken": token},
        }
    )


def list_datasets(hub: LoopbackHub, request: Request) -> Response:
    """``GET /api/datasets``: filters, author, search, pages by ``Link``."""
    wanted = request.many("expand") or [*DEFAULT, *(["siblings"] if request.flag("full") else [])]
    found = [repo for repo in hub.visible(request) if _matches(repo, request)]
    if request.one("sort") == "lastModified":
        found.sort(key=lambda repo: (repo.now(), repo.repo_id), reverse=True)
    cap = PAGE_WITH_FILES if "siblings" in wanted else PAGE
    limit = int(request.one("limit", str(cap)))
    start, size = opened(request), min(limit, cap)
    page = found[start : start + size]
    for repo in page:
        _suffer(hub.poisoned.get(repo.repo_id), size, wanted)
    shown = [_expanded(repo, repo.head() or "", wanted) for repo in page]
    response = ok(shown)
    # The client stops by itself at its limit, and asks for further pages until then.
    if start + size < len(found):
        response.headers["Link"] = next_page(hub, request, start + size)
    return response


def _suffer(poison: Poison | None, size: int, wanted: list[str]) -> None:
    if poison and size > poison.above and ("siblings" in wanted or not poison.siblings):
        time.sleep(poison.seconds)
        raise HubError(poison.status, "The page could not be made in time")


def _matches(repository: Repository, request: Request) -> bool:
    author, filters = request.one("author"), request.many("filter")
    if author and repository.owner != author:
        return False
    if any(word.lower() not in repository.repo_id.lower() for word in request.many("search")):
        return False
    return not filters or set(filters) <= set(tags(repository, repository.head() or ""))


def info(hub: LoopbackHub, request: Request, repo_id: str, revision: str = "main") -> Response:
    """``GET /api/datasets/{id}[/revision/{rev}]``."""
    repository = hub.repository(repo_id, request)
    commit = hub.commit(repository, revision)
    wanted = request.many("expand") or [*DEFAULT, "siblings", "cardData", "createdAt"]
    shown = _expanded(repository, commit, wanted)
    if request.flag("blobs"):
        items = repository.items(commit)
        shown["siblings"] = [_with_blob(items[path]) for path in _first(repository, commit)]
    return ok(shown)


def _expanded(repository: Repository, commit: str, wanted: list[str]) -> dict[str, Any]:
    makers: dict[str, Callable[[], object]] = {
        "author": lambda: repository.owner,
        "sha": lambda: commit,
        "private": lambda: repository.private,
        "gated": lambda: "auto" if repository.gated else False,
        "disabled": lambda: repository.disabled,
        "lastModified": repository.now,
        "createdAt": repository.now,
        "downloads": lambda: 0,
        "likes": lambda: 0,
        "tags": lambda: tags(repository, commit),
        "cardData": lambda: repository.card(commit),
        "siblings": lambda: [{"rfilename": path} for path in _first(repository, commit)],
    }
    shown: dict[str, Any] = {"_id": repository.repo_id, "id": repository.repo_id}
    return shown | {name: makers[name]() for name in wanted if name in makers}


def _first(repository: Repository, commit: str) -> list[str]:
    return list(repository.listing(commit))[: repository.cut_siblings]


def _with_blob(item: Item) -> dict[str, Any]:
    shown: dict[str, Any] = {"rfilename": item.path, "size": item.size, "blobId": item.oid}
    if item.lfs:
        lfs = item.lfs
        shown["lfs"] = {"sha256": lfs.sha256, "size": lfs.size, "pointerSize": lfs.pointer_size}
    return shown


def tags(repository: Repository, commit: str) -> list[str]:
    """The tags of the card and the facets that the Hub derives from it."""
    card = repository.card(commit)
    raw = [tag for tag in card.get("tags") or [] if isinstance(tag, str)]
    license_ = card.get("license")
    facets = [f"license:{license_}"] if isinstance(license_, str) else []
    facets += [f"library:{tag}" for tag in raw if tag in words("dataset_libraries")]
    return [*raw, *facets, "region:us"]


def refs(hub: LoopbackHub, request: Request, repo_id: str) -> Response:
    """``GET /api/datasets/{id}/refs``."""
    git = hub.repository(repo_id, request).git
    shown = {
        name: [
            {"name": ref.removeprefix(f"{below}/"), "ref": ref, "targetCommit": oid}
            for ref, oid in git.refs(below).items()
        ]
        for name, below in (("branches", "refs/heads"), ("tags", "refs/tags"))
    }
    shown["converts"] = []
    if request.flag("include_prs"):
        shown["pullRequests"] = [
            {"name": ref.removeprefix("refs/"), "ref": ref, "targetCommit": oid}
            for ref, oid in git.refs("refs/pr").items()
        ]
    return ok(shown)


def commits(hub: LoopbackHub, request: Request, repo_id: str, revision: str) -> Response:
    """``GET /api/datasets/{id}/commits/{rev}``."""
    repository = hub.repository(repo_id, request)
    here: str | None = hub.commit(repository, revision)
    shown = []
    while here:
        fields = repository.git.commit_fields(here)
        who, message = fields["author"][0].split()[0], fields["message"][0]
        title, _, rest = message.partition("\n")
        date = repository.now()
        shown.append(
            {
                "id": here,
                "title": title,
                "message": rest.strip(),
                "date": date,
                "authors": [{"user": who}],
            }
        )
        here = fields.get("parent", [None])[0]
    return ok(shown)
