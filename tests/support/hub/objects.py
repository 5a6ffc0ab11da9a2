"""A bare git repository written without starting git: loose refs, loose objects, and packs.

What is written is a real repository (`git fsck` and `git clone` take it); only what git itself
packed later would not be read back.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tests.support.hub import git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_KINDS = {"commit": 1, "tree": 2, "blob": 3}
_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"


class Leaf(NamedTuple):
    """A file of a tree: mode as git writes it, id of its blob."""

    mode: str
    oid: str


class _Pack:
    """Objects on their way into one pack file, each compressed for itself."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[str, int, bytes]] = {}

    def bytes(self) -> bytes:
        """The pack as a file."""
        parts = [b"PACK" + struct.pack(">II", 2, len(self.entries))]
        for kind, size, squeezed in self.entries.values():
            parts += [_entry_head(kind, size), squeezed]
        whole = b"".join(parts)
        return whole + hashlib.sha1(whole).digest()


def _entry_head(kind: str, size: int) -> bytes:
    """Type and size of an entry, seven bits a byte after the first four."""
    head, rest = [_KINDS[kind] << 4 | size & 15], size >> 4
    while rest:
        head[-1] |= 128
        head.append(rest & 127)
        rest >>= 7
    return bytes(head)


class BareRepository:
    """Objects and refs under one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._packing: _Pack | None = None
        self._packed: dict[str, tuple[str, bytes]] = {}
        self._sizes: dict[str, int] = {}
        for folder in ("objects", "refs/heads", "refs/tags"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        (root / "HEAD").write_text("ref: refs/heads/main\n")
        (root / "config").write_text(_CONFIG)

    # -- objects ---------------------------------------------------------------------

    def write(self, kind: str, data: bytes) -> str:
        """Store an object and return its id."""
        raw = f"{kind} {len(data)}\0".encode() + data
        oid = hashlib.sha1(raw).hexdigest()
        self._sizes[oid] = len(data)
        if self._packing is not None:
            if not self.has(oid):
                squeezed = zlib.compress(data, 1)
                self._packed[oid] = kind, squeezed
                self._packing.entries[oid] = kind, len(data), squeezed
        elif not self.has(oid):
            place = self._place(oid)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(zlib.compress(raw, 1))
        return oid

    @contextmanager
    def packing(self) -> Iterator[None]:
        """What is written meanwhile goes into one pack, as it does after a push of many files."""
        self._packing = _Pack()
        try:
            yield
        finally:
            pack, self._packing = self._packing, None
        done = git.run(self.root, "index-pack", "--stdin", stdin=pack.bytes())
        assert done.returncode == 0, done.stderr

    def has(self, oid: str) -> bool:
        """Whether there is such an object."""
        return oid in self._packed or self._place(oid).exists()

    def size(self, oid: str) -> int:
        """The size of an object's content, in bytes."""
        if oid not in self._sizes:
            self._sizes[oid] = len(self.read(oid)[1])
        return self._sizes[oid]

    def read(self, oid: str) -> tuple[str, bytes]:
        """Kind and content of an object."""
        if oid in self._packed:
            kind, squeezed = self._packed[oid]
            return kind, zlib.decompress(squeezed)
        header, _, data = zlib.decompress(self._place(oid).read_bytes()).partition(b"\0")
        return header.split()[0].decode(), data

    def _place(self, oid: str) -> Path:
        return self.root / "objects" / oid[:2] / oid[2:]

    # -- trees -----------------------------------------------------------------------

    def write_tree(self, files: dict[str, Leaf]) -> str:
        """Store the tree objects of a flat listing; the id of the root."""
        folders: dict[str, dict[str, Leaf]] = {}
        entries: dict[str, Leaf] = {}
        for path, leaf in files.items():
            first, _, rest = path.partition("/")
            if rest:
                folders.setdefault(first, {})[rest] = leaf
            else:
                entries[first] = leaf
        for name, below in folders.items():
            entries[name] = Leaf("40000", self.write_tree(below))
        # git sorts a folder as if its name ended in a slash.
        ordered = sorted(
            entries.items(), key=lambda e: e[0].encode() + b"/" * (e[1].mode == "40000")
        )
        data = b"".join(
            f"{leaf.mode} {name}\0".encode() + bytes.fromhex(leaf.oid) for name, leaf in ordered
        )
        return self.write("tree", data)

    def read_tree(self, oid: str) -> dict[str, Leaf]:
        """The entries of one tree object, in git's order."""
        _, data = self.read(oid)
        entries = {}
        while data:
            head, _, rest = data.partition(b"\0")
            mode, _, name = head.decode().partition(" ")
            entries[name] = Leaf(mode, rest[:20].hex())
            data = rest[20:]
        return entries

    # -- commits and refs ------------------------------------------------------------

    def write_commit(self, tree: str, parents: list[str], message: str, who: str, when: int) -> str:
        """Store a commit and return its id."""
        sign = f"{who} <{who}@users.noreply.example> {when} +0000"
        lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        text = "\n".join([*lines, f"author {sign}", f"committer {sign}", "", message, ""])
        return self.write("commit", text.encode())

    def commit_fields(self, oid: str) -> dict[str, list[str]]:
        """The header lines of a commit by name, and its message under ``message``."""
        header, _, message = self.read(oid)[1].decode().partition("\n\n")
        fields: dict[str, list[str]] = {"message": [message.rstrip("\n")]}
        for line in header.splitlines():
            name, _, value = line.partition(" ")
            fields.setdefault(name, []).append(value)
        return fields

    def set_ref(self, ref: str, oid: str) -> None:
        """Let a full ref name stand for a commit."""
        place = self.root / ref
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{oid}\n")

    def delete_ref(self, ref: str) -> None:
        """Forget a ref; what it stood for stays."""
        (self.root / ref).unlink(missing_ok=True)

    def refs(self, below: str) -> dict[str, str]:
        """Full names below a prefix (``refs/heads``) and the commits they stand for."""
        places = sorted(place for place in (self.root / below).rglob("*") if place.is_file())
        return {p.relative_to(self.root).as_posix(): p.read_text().strip() for p in places}

    def resolve(self, revision: str) -> str | None:
        """The commit that a branch, tag, full ref or (shortened) commit id stands for."""
        for ref in (revision, f"refs/heads/{revision}", f"refs/tags/{revision}"):
            place = self.root / ref
            if ref.startswith("refs/") and ".." not in ref and place.is_file():
                return place.read_text().strip()
        return self._by_prefix(revision)

    def _by_prefix(self, revision: str) -> str | None:
        if not re.fullmatch("[0-9a-f]{4,40}", revision):
            return None
        oid: str | None = revision
        if len(revision) < 40:
            found = list((self.root / "objects" / revision[:2]).glob(f"{revision[2:]}*"))
            oid = revision[:2] + found[0].name if len(found) == 1 else None
        exists = oid is not None and self.has(oid)
        return oid if oid and exists and self.read(oid)[0] == "commit" else None
