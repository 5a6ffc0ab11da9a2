"""Files of a dataset: tree, paths-info, resolve."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.support.hub.messages import HubError, Request, Response, ok
from tests.support.hub.repository import Item

if TYPE_CHECKING:
    from tests.support.hub.hub import LoopbackHub
    from tests.support.hub.repository import Folder

PAGE = 1000
PAGE_EXPANDED = 50
NO_ENTRY = "EntryNotFound"


def tree(
    hub: LoopbackHub, request: Request, repo_id: str, revision: str, path: str = ""
) -> Response:
    """``GET /api/datasets/{id}/tree/{rev}[/{path}]``, by pages."""
    repository = hub.repository(repo_id, request)
    commit = hub.commit(repository, revision)
    entries = repository.entries(commit, path.strip("/"), request.flag("recursive"))
    if entries is None or (path and not entries):
        raise HubError(404, f"{path} does not exist on {revision!r}", NO_ENTRY)
    size = PAGE_EXPANDED if request.flag("expand") else PAGE
    start = opened(request)
    response = ok([_entry(entry) for entry in entries[start : start + size]])
    if start + size < len(entries):
        response.headers["Link"] = next_page(hub, request, start + size)
    return response


def opened(request: Request) -> int:
    """Where a page begins, out of its cursor.

    Raises:
        HubError: the cursor is not one of this Hub.
    """
    text = request.one("cursor")
    try:
        return int(base64.urlsafe_b64decode(text)) if text else 0
    except ValueError:
        raise HubError(400, "Invalid cursor") from None


def next_page(hub: LoopbackHub, request: Request, start: int) -> str:
    """The ``Link`` header that leads to the next page, with a cursor that says nothing."""
    cursor = base64.urlsafe_b64encode(b"%d" % start).decode()
    query = urlencode({**request.query, "cursor": [cursor]}, doseq=True)
    return f'<{hub.endpoint}{request.path}?{query}>; rel="next"'


def _entry(entry: Item | Folder) -> dict[str, Any]:
    return _file(entry) if isinstance(entry, Item) else _folder(entry.path, entry.oid)


def _file(item: Item) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "type": "file",
        "path": item.path,
        "size": item.size,
        "oid": item.oid,
    }
    if item.lfs:
        lfs = item.lfs
        shown["lfs"] = {"oid": lfs.sha256, "size": lfs.size, "pointerSize": lfs.pointer_size}
    return shown


def _folder(path: str, oid: str) -> dict[str, Any]:
    return {"type": "directory", "path": path, "oid": oid, "size": 0}


def paths_info(hub: LoopbackHub, request: Request, repo_id: str, revision: str) -> Response:
    """``POST /api/datasets/{id}/paths-info/{rev}``: what exists of the paths in a form."""
    repository = hub.repository(repo_id, request)
    commit = hub.commit(repository, revision)
    items = repository.items(commit)
    shown = []
    for path in request.form().get("paths", []):
        if path in items:
            shown.append(_file(items[path]))
        elif (oid := repository.folder_id(commit, path)) is not None:
            shown.append(_folder(path, oid))
    return ok(shown)


def resolve(hub: LoopbackHub, request: Request, repo_id: str, revision: str, path: str) -> Response:
    """``HEAD`` and ``GET /datasets/{id}/resolve/{rev}/{path}``."""
    repository = hub.repository(repo_id, request, content=True)
    commit = hub.commit(repository, revision)
    item = repository.items(commit).get(path)
    if item is None:
        problem = HubError(404, "Entry not found", NO_ENTRY)
        problem.response.headers["X-Repo-Commit"] = commit
        raise problem
    headers = {"X-Repo-Commit": commit, "ETag": f'"{item.oid}"', "Accept-Ranges": "bytes"}
    if item.lfs:
        headers |= {"X-Linked-Etag": f'"{item.lfs.sha256}"', "X-Linked-Size": str(item.size)}
        # Another host, as on the Hub: the client sends it no token, and asks it no metadata.
        headers["Location"] = f"{hub.cdn}/cdn/{repo_id}/{item.lfs.sha256}"
        return Response(302, b"", headers)
    return _ranged(request, repository.read(item), headers)


def cdn(hub: LoopbackHub, request: Request, repo_id: str, sha256: str) -> Response:
    """Where LFS content lies; the address alone gives access, as a signed one does."""
    data = hub.repositories[repo_id].lfs_content(sha256)
    if data is None:
        raise HubError(404, "Not found")
    return _ranged(request, data, {"ETag": f'"{sha256}"', "Accept-Ranges": "bytes"})


def _ranged(request: Request, data: bytes, headers: dict[str, str]) -> Response:
    asked = re.fullmatch(r"bytes=(\d*)-(\d*)", request.headers.get("range", ""))
    headers["Content-Type"] = "application/octet-stream"
    if not asked or not (asked[1] or asked[2]):
        return Response(200, data, headers)
    start = int(asked[1]) if asked[1] else max(0, len(data) - int(asked[2]))
    end = min(int(asked[2]) + 1, len(data)) if asked[1] and asked[2] else len(data)
    if start >= len(data):
        headers["Content-Range"] = f"bytes */{len(data)}"
        return Response(416, b"", headers)
    headers["Content-Range"] = f"bytes {start}-{end - 1}/{len(data)}"
    return Response(206, data[start:end], headers)
