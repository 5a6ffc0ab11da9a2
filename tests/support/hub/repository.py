"""One dataset repository of the loopback Hub: files, commits, pull requests, access."""

from __future__ import annotations

import hashlib
import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tests.support.hub import git
from tests.support.hub.objects import BareRepository, Leaf
from tests.support.hub.validate import load

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from tests.support.hub.discussions import Discussion

MAIN = "refs/heads/main"
#: From so many files on, a commit is kept as a pack.
MANY = 500
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {size}\n"


@dataclass(frozen=True)
class LfsInfo:
    """What a pointer says."""

    sha256: str
    size: int
    pointer_size: int


@dataclass(frozen=True)
class Item:
    """A file of a commit, as the Hub's listings show it."""

    path: str
    oid: str
    size: int
    lfs: LfsInfo | None = None


@dataclass(frozen=True)
class Folder:
    """A folder of a commit, as the Hub's listings show it."""

    path: str
    oid: str


@dataclass
class Repository:
    """A dataset and everything the Hub keeps about it.

    Attributes:
        cut_siblings: the listing inside ``info`` ends after so many files, as seen on the Hub.
        discussions_disabled: nobody may open a pull request, or list them.
        keeps_closed_refs: whether the ref of a pull request outlives its end.
        list_lag: seconds after which lists of discussions show what has happened.
        clock: the time in seconds.
    """

    repo_id: str
    place: Path
    private: bool = False
    gated: bool = False
    disabled: bool = False
    readers: frozenset[str] = frozenset()
    cut_siblings: int | None = 100_000
    discussions_disabled: bool = False
    keeps_closed_refs: bool = False
    list_lag: float = 0.0
    clock: Callable[[], float] = time.time
    last_number: int = 0
    discussions: list[Discussion] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.git = BareRepository(self.place)
        self._lfs: dict[str, bytes] = {}
        self._clock = 1_790_000_000
        self.listing = lru_cache(maxsize=8)(self._listing)
        self.items = lru_cache(maxsize=8)(self._items)
        self.entries = lru_cache(maxsize=4)(self._entries)
        self.merged = lru_cache(maxsize=64)(self._merged)
        self.card = lru_cache(maxsize=8)(self._card)

    @property
    def owner(self) -> str:
        """The first part of the id."""
        return self.repo_id.partition("/")[0]

    def now(self) -> str:
        """The time of the last commit, as the Hub writes it."""
        return datetime.fromtimestamp(self._clock, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    # -- reading ---------------------------------------------------------------------

    def head(self, revision: str = "main") -> str | None:
        """The commit a revision stands for."""
        return self.git.resolve(revision)

    def _listing(self, commit: str) -> dict[str, Leaf]:
        tree = self.git.commit_fields(commit)["tree"][0]
        return dict(self._walk(tree, ""))

    def _walk(self, tree: str, prefix: str) -> list[tuple[str, Leaf]]:
        found: list[tuple[str, Leaf]] = []
        for name, leaf in self.git.read_tree(tree).items():
            path = prefix + name
            found += self._walk(leaf.oid, f"{path}/") if leaf.mode == "40000" else [(path, leaf)]
        return found

    def _items(self, commit: str) -> dict[str, Item]:
        known: dict[str, tuple[int, LfsInfo | None]] = {}
        items = {}
        for path, leaf in self.listing(commit).items():
            if leaf.oid not in known:
                size = self.git.size(leaf.oid)
                small = size <= 200 and bool(self._lfs)
                lfs = self._pointer(self.git.read(leaf.oid)[1]) if small else None
                known[leaf.oid] = (lfs.size if lfs else size, lfs)
            size, lfs = known[leaf.oid]
            items[path] = Item(path, leaf.oid, size, lfs)
        return items

    def _entries(self, commit: str, path: str, recursive: bool) -> list[Item | Folder] | None:
        """What a folder holds, in git's order; ``None`` where there is no such folder."""
        oid = self.folder_id(commit, path)
        return None if oid is None else self._below(self.items(commit), oid, path, recursive)

    def _below(
        self, items: dict[str, Item], oid: str, path: str, recursive: bool
    ) -> list[Item | Folder]:
        found: list[Item | Folder] = []
        for name, leaf in self.git.read_tree(oid).items():
            place = f"{path}/{name}" if path else name
            if leaf.mode != "40000":
                found.append(items[place])
                continue
            found.append(Folder(place, leaf.oid))
            if recursive:
                found += self._below(items, leaf.oid, place, recursive)
        return found

    def folder_id(self, commit: str, path: str) -> str | None:
        """The id of a folder's tree object, if there is such a folder."""
        oid: str = self.git.commit_fields(commit)["tree"][0]
        for part in path.split("/") if path else ():
            leaf = self.git.read_tree(oid).get(part)
            if leaf is None or leaf.mode != "40000":
                return None
            oid = leaf.oid
        return oid

    def _card(self, commit: str) -> dict[str, Any]:
        """The header of the card as data."""
        leaf = self.listing(commit).get("README.md") if commit else None
        return load(self.git.read(leaf.oid)[1].decode("utf-8", "replace")) if leaf else {}

    def _pointer(self, data: bytes) -> LfsInfo | None:
        if len(data) > 200 or not data.startswith(b"version https://git-lfs"):
            return None
        oid = data.split(b"sha256:")[1][:64].decode()
        known = oid in self._lfs
        return LfsInfo(oid, len(self._lfs[oid]), len(data)) if known else None

    def read(self, item: Item) -> bytes:
        """The content of a file; of an LFS file what its pointer stands for."""
        return self._lfs[item.lfs.sha256] if item.lfs else self.git.read(item.oid)[1]

    def lfs_content(self, sha256: str) -> bytes | None:
        """The content behind a pointer."""
        return self._lfs.get(sha256)

    # -- writing ---------------------------------------------------------------------

    def commit(
        self,
        changes: Mapping[str, bytes | None],
        *,
        links: Mapping[str, str] | None = None,
        lfs: Mapping[str, bytes] | None = None,
        executable: Collection[str] = (),
        message: str = "Change",
        who: str = "owner",
        ref: str = MAIN,
        parent: str | None = None,
    ) -> str:
        """Files to write (``None`` deletes) on top of a commit, by default the head of the ref."""
        with self.lock:
            base = parent or self.git.resolve(ref)
            files = dict(self.listing(base)) if base else {}
            with self.git.packing() if len(changes) >= MANY else nullcontext():
                for path, data in changes.items():
                    files[path] = self._leaf(data or b"", _mode(files.get(path)))
                for path, data in (lfs or {}).items():
                    files[path] = self._leaf(self._store(data))
                for path, target in (links or {}).items():
                    files[path] = self._leaf(target.encode(), "120000")
                for path in executable:
                    files[path] = Leaf("100755", files[path].oid)
                for path in [path for path, data in changes.items() if data is None]:
                    files.pop(path)
                tree = self.git.write_tree(files)
            return self._seal(tree, base, message, who, ref)

    def _seal(self, tree: str, base: str | None, message: str, who: str, ref: str) -> str:
        """A commit of a tree, to which a ref then leads."""
        self._clock += 60
        parents = [base] if base else []
        oid = self.git.write_commit(tree, parents, message, who, self._clock)
        self.git.set_ref(ref, oid)
        return oid

    def _merged(self, ours: str, theirs: str) -> tuple[str, list[str]]:
        """The tree of git's own merge of two commits, and the paths in conflict."""
        options = ("--write-tree", "--name-only", "--no-messages", "-z")
        done = git.run(self.place, "merge-tree", *options, ours, theirs)
        assert done.returncode in (0, 1), done.stderr
        tree, *paths = done.stdout.decode().split("\0")
        return tree, sorted({path for path in paths if path})

    def merge(self, theirs: str, message: str, who: str) -> str | None:
        """Merge a commit into main and return the new head; ``None`` is a conflict."""
        with self.lock:
            main = self.head() or ""
            tree, conflicts = self.merged(main, theirs)
            return None if conflicts else self._seal(tree, main, message, who, MAIN)

    def _leaf(self, data: bytes, mode: str = "100644") -> Leaf:
        return Leaf(mode, self.git.write("blob", data))

    def _store(self, data: bytes) -> bytes:
        oid = hashlib.sha256(data).hexdigest()
        self._lfs[oid] = data
        return POINTER.format(oid=oid, size=len(data)).encode()


def _mode(before: Leaf | None) -> str:
    """New content leaves a file executable."""
    return before.mode if before and before.mode == "100755" else "100644"
