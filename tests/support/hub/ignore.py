"""What ``.gitignore`` and ``.gitattributes`` of a dataset say of files to be uploaded."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.support.hub import git

if TYPE_CHECKING:
    from tests.support.hub.repository import Repository

_NAMES = (".gitignore", ".gitattributes")


class Judged(NamedTuple):
    """The paths that are ignored, and those that go to LFS."""

    ignored: frozenset[str]
    lfs: frozenset[str]


def judge(repository: Repository, commit: str, paths: list[str], root: str | None) -> Judged:
    """Ask git itself, with the files of a commit.

    Args:
        root: a ``.gitignore`` that is uploaded along, in place of the one in the root.
    """
    rules = {
        path: repository.git.read(leaf.oid)[1]
        for path, leaf in repository.listing(commit).items()
        if path.rpartition("/")[2] in _NAMES
    }
    if root is not None:
        rules[".gitignore"] = root.encode()
    if not any(data.strip() for data in rules.values()):
        return Judged(frozenset(), frozenset())
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        git.run(place, "init", "--quiet")
        for path, data in rules.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(data)
        asked = "".join(f"{path}\0" for path in paths).encode()
        ignored = _listed(place, asked, "check-ignore", "--no-index", "-z", "--stdin")
        fields = _listed(place, asked, "check-attr", "-z", "--stdin", "filter")
    values = zip(fields[0::3], fields[2::3], strict=False)
    return Judged(frozenset(ignored), frozenset(path for path, value in values if value == "lfs"))


def _listed(place: Path, asked: bytes, *command: str) -> list[str]:
    return git.run(place, *command, stdin=asked).stdout.decode().split("\0")[:-1]
