"""Many files of a dataset in one request: objects by their ids, out of packs of git's own server.

git on this machine takes the pack apart, in an empty repository of its own that lives for one
answer: nothing of the dataset's configuration, hooks, filters or LFS takes part.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

from tagger.hub.cache import MAX_BYTES
from tagger.hub.errors import HubError
from tagger.hub.packs import PackError, fetch_request, unpack_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.hub.budget import Budget
    from tagger.hub.client import HubClient

#: Seconds that git may take over one answer.
_TIMEOUT = 120.0


class NoPackError(HubError):
    """Objects cannot be had in packs here; files must be asked for one by one."""


@dataclass(frozen=True, slots=True)
class TreeItem:
    """A file of a commit: its mode as git writes it (``100644``), its id, its path."""

    mode: str
    oid: str
    path: str


def fetch_contents(
    client: HubClient, repo_id: str, oids: Sequence[str], budget: Budget
) -> dict[str, bytes]:
    """The contents of blobs, by id, in one request.

    Raises:
        NoPackError: there is no git here, or the server does not send such packs.
        HubError, OverBudgetError: as :meth:`tagger.hub.client.HubClient.get`.
    """
    with _unpacked(client, repo_id, fetch_request(oids), budget) as scratch:
        small = scratch.git("cat-file", "--batch-check", feed=_lines(oids)).decode("ascii")
        rows = [row.split(" ") for row in small.splitlines()]
        # A pack of some bytes may hold a blob of many; the listing's sizes are only claims.
        blobs = [row[0] for row in rows if row[1:2] == ["blob"] and int(row[2]) <= MAX_BYTES]
        return dict(_contents(scratch.git("cat-file", "--batch", feed=_lines(blobs))))


def fetch_listing(client: HubClient, repo_id: str, commit: str, budget: Budget) -> list[TreeItem]:
    """All files of a commit, without their contents, in one request.

    Raises:
        NoPackError, HubError, OverBudgetError: as :func:`fetch_contents`.
    """
    with _unpacked(client, repo_id, fetch_request([commit], commit=True), budget) as scratch:
        rows = scratch.git("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0")
        return [_tree_item(row) for row in rows if row]


def _unpacked(client: HubClient, repo_id: str, body: bytes, budget: Budget) -> _Scratch:
    """A repository that holds what a request brought."""
    program = which("git")
    if program is None:
        raise NoPackError("git is not installed")
    try:
        answer = client.pack(repo_id, body, budget)
    except HubError as error:
        if error.status in (401, 403, 429):
            raise
        raise NoPackError(error.reason, error.status) from None
    scratch = _Scratch(program)
    try:
        scratch.take(answer)
    except BaseException:
        scratch.close()
        raise
    return scratch


class _Scratch:
    """An empty bare repository in a temporary folder, and git in it."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = TemporaryDirectory(prefix="tagger-")
        self._root = Path(self._folder.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()

    def take(self, answer: bytes) -> None:
        """Take the pack of an answer apart.

        Raises:
            NoPackError: it holds none, or a damaged one.
        """
        pack = bytearray()
        try:
            unpack_answer((answer,), pack.extend)
        except PackError as error:
            raise NoPackError(str(error)) from None
        self._init()
        self.git("index-pack", "--stdin", feed=pack)

    def _init(self) -> None:
        """Make what `git init` would, without a process of its own for each answer."""
        try:
            for folder in ("objects", "refs"):
                (self._root / folder).mkdir()
            (self._root / "HEAD").write_text("ref: refs/heads/main\n", "ascii")
        except OSError as error:
            raise NoPackError(f"no repository can be made for the answer ({error})") from None

    def git(self, *words: str, feed: bytes | bytearray = b"") -> bytes:
        """What a command of git prints when it is fed some bytes.

        Raises:
            NoPackError: it failed, or took too long.
        """
        try:
            done = subprocess.run(  # noqa: S603
                [self._program, *words],
                cwd=self._root,
                env=self._environment(),
                input=feed,
                capture_output=True,
                timeout=_TIMEOUT,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise NoPackError(f"git cannot read the answer ({type(error).__name__})") from None
        return done.stdout

    def _environment(self) -> dict[str, str]:
        """Nothing but what git needs to run: no configuration, no network, no tracing."""
        kept = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
        return {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "HOME": str(self._root),
            "GIT_DIR": str(self._root),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }


def _lines(oids: Sequence[str]) -> bytes:
    return "".join(f"{oid}\n" for oid in oids).encode("ascii")


def _contents(output: bytes) -> Iterator[tuple[str, bytes]]:
    """The objects that ``git cat-file --batch`` prints; missing ones are passed over."""
    position = 0
    while position < len(output):
        end = output.index(b"\n", position)
        words = output[position:end].split(b" ")
        position = end + 1
        if len(words) < 3:
            continue
        size = int(words[2])
        if words[1] == b"blob":
            yield words[0].decode("ascii"), output[position : position + size]
        position += size + 1


def _tree_item(row: bytes) -> TreeItem:
    about, _, path = row.partition(b"\t")
    mode, _, oid = about.decode("ascii").split(" ")
    return TreeItem(mode, oid, path.decode("utf-8", "surrogateescape"))
