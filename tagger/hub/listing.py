"""The files of a dataset, in as few calls as the Hub allows.

One ``info`` with all files is the cheapest way, but it knows neither links nor executable files,
and for very large sets that list has been seen cut. So git's own listing of the commit is laid
beside it, which is one request more. Where git's server does not give that, a long list is compared
with git's ids: the ids of the folders at the root, rebuilt from the ids of the files, must be those
that the Hub names. Where they are not, that folder is listed by pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha1
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError
from tagger.hub.objects import fetch_listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.hub.client import HubClient
    from tagger.hub.ids import HubId

#: A list of fewer files than this is taken to be whole (seen cut on the Hub: a set of 120,000).
SURELY_WHOLE = 10_000
#: Modes of git.
_LINK, _SUBMODULE = "120000", "160000"


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file as the Hub lists it.

    ``oid`` is the id of its git blob; of a file in LFS that blob is the pointer, ``sha256`` and
    ``size`` are those of the content. ``is_link`` says that the blob holds the target of a link.
    """

    path: str
    size: int | None = None
    oid: str | None = None
    sha256: str | None = None
    is_link: bool = False


@dataclass(slots=True)
class HubListing:
    """One commit of a dataset: its files, and what ``info`` says besides.

    ``no_packs`` says why contents cannot be had many at once; empty when they can.
    """

    repo_id: str
    commit: str
    files: dict[str, HubFile]
    tags: tuple[str, ...] = ()
    complete: bool = True
    notes: list[str] = field(default_factory=list)
    no_packs: str = ""


def read_listing(client: HubClient, hub_id: HubId, budget: Budget) -> HubListing:
    """The files of a revision (by default ``main``), proven to be all, or said to be cut.

    Raises:
        HubError: the dataset or the revision cannot be read.
        OverBudgetError: not even one request is allowed.
    """
    revision = quote(hub_id.revision or "main", safe="")
    path = f"/api/datasets/{quote(hub_id.repo_id)}/revision/{revision}"
    info = client.get(path, budget, params={"blobs": "true"}).json()
    listing = _from_info(hub_id.repo_id, info)
    try:
        _as_in_git(client, listing, budget)
    except (HubError, OverBudgetError) as error:
        listing.no_packs = str(error)
        if len(listing.files) >= SURELY_WHOLE:
            try:
                _complete(client, listing, budget)
            except OverBudgetError as over:
                listing.complete = False
                listing.notes.append(f"the list of files may be cut: {over}")
    return listing


def _as_in_git(client: HubClient, listing: HubListing, budget: Budget) -> None:
    """Take paths, ids and links from git, sizes from the list.

    Raises:
        HubError, OverBudgetError: git's server does not give them.
    """
    files = {}
    for item in fetch_listing(client, listing.repo_id, listing.commit, budget):
        if item.mode == _SUBMODULE:
            continue
        known = listing.files.get(item.path)
        if known is None or known.oid not in (None, item.oid):
            known = HubFile(item.path)
        files[item.path] = replace(known, oid=item.oid, is_link=item.mode == _LINK)
    listing.files = files


def _from_info(repo_id: str, info: Any) -> HubListing:
    try:
        files = [_from_sibling(sibling) for sibling in info["siblings"] or ()]
        commit, tags = str(info["sha"]), tuple(map(str, info.get("tags") or ()))
    except (KeyError, TypeError, AttributeError):
        raise HubError("the Hub's answer about the dataset lacks its files or its commit") from None
    return HubListing(info.get("id") or repo_id, commit, {f.path: f for f in files}, tags)


def _from_sibling(sibling: Mapping[str, Any]) -> HubFile:
    lfs = sibling.get("lfs") or {}
    return HubFile(
        str(sibling["rfilename"]), sibling.get("size"), sibling.get("blobId"), lfs.get("sha256")
    )


def _from_tree(item: Mapping[str, Any]) -> HubFile:
    lfs = item.get("lfs") or {}
    return HubFile(str(item["path"]), item.get("size"), item.get("oid"), lfs.get("oid"))


def _complete(client: HubClient, listing: HubListing, budget: Budget) -> None:
    """Compare with the root folder, and list by pages what does not agree."""
    base = f"/api/datasets/{quote(listing.repo_id)}/tree/{listing.commit}"
    known = folder_ids(listing.files)
    doubtful = []
    for page in client.pages(base, budget):
        for item in page:
            if item.get("type") != "directory":
                listing.files[item["path"]] = _from_tree(item)
            elif known.get(item["path"]) != item.get("oid"):
                doubtful.append(item["path"])
    for folder in doubtful:
        address = f"{base}/{quote(folder, safe='')}"
        for page in client.pages(address, budget, params={"recursive": "true"}):
            found = (_from_tree(item) for item in page if item.get("type") != "directory")
            listing.files |= {file.path: file for file in found}


def folder_ids(files: Mapping[str, HubFile]) -> dict[str, str]:
    """The ids of git's tree objects by folder, if every file is an ordinary one."""
    entries: dict[str, dict[bytes, tuple[bytes, str]]] = {}
    for path, file in files.items():
        folder, _, name = path.rpartition("/")
        entries.setdefault(folder, {})[_encoded(name)] = (b"100644", file.oid or "")
        while folder and folder.rpartition("/")[0] not in entries:
            folder = folder.rpartition("/")[0]
            entries[folder] = {}
    ids: dict[str, str] = {}
    # Deepest first; the root, which is below nothing, last.
    for folder in sorted(entries, key=lambda folder: folder.count("/") if folder else -1)[::-1]:
        ids[folder] = _tree_id(entries[folder])
        parent, _, name = folder.rpartition("/")
        if folder:
            entries[parent][_encoded(name)] = (b"40000", ids[folder])
    return ids


def _tree_id(entries: Mapping[bytes, tuple[bytes, str]]) -> str:
    """git sorts a folder as if its name ended in a slash."""

    def key(name: bytes) -> bytes:
        return name + b"/" if entries[name][0] == b"40000" else name

    try:
        data = b"".join(
            b"%b %b\0%b" % (entries[name][0], name, bytes.fromhex(entries[name][1]))
            for name in sorted(entries, key=key)
        )
    except ValueError:
        return ""
    return sha1(b"tree %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _encoded(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")
