"""A git revision, or the git index, as a tree; nothing is checked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tagger.core.errors import LimitError, NotAFileError, ReadError, TaggerError
from tagger.tree.git_objects import ObjectReader, sizes
from tagger.tree.git_repository import GitError
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.tree.git_repository import GitRepository
_LINK = "120000"
_SUBMODULE = "160000"
_FOLDER = "040000"
#: Longer texts are not paths (PATH_MAX of Linux).
_MAX_TARGET = 4096
#: The largest blob, in bytes, of which all is read for the sake of its end.
_MAX_FOR_TAIL = 16 << 20


class _Item(NamedTuple):
    mode: str
    oid: str
    size: int | None
    path: str


class GitTree:
    """Files of a commit or of the index; made by :func:`revision_tree` and :func:`index_tree`.

    Submodules are single entries and not looked into.

    Attributes:
        commit: the id of the commit; ``None`` for the index.
    """

    complete = True

    def __init__(
        self, repository: GitRepository, items: Sequence[_Item], commit: str | None
    ) -> None:
        self.commit = commit
        self._objects = ObjectReader(repository)
        self._blobs = {item.path: item for item in items if item.mode.startswith("100")}
        self._entries = tuple(self._entry(item) for item in items)

    @property
    def notes(self) -> Sequence[str]:
        """The submodules."""
        return tuple(
            f"{entry.path} is a git repository of its own and not read"
            for entry in self._entries
            if entry.kind is Kind.OTHER
        )

    def entries(self) -> Sequence[Entry]:
        """Everything in the commit or index, below the root."""
        return self._entries

    def read(self, path: str, limit: int) -> bytes:
        """The first ``limit`` bytes of a blob, without any filter.

        Raises:
            NotAFileError: there is no file at this path.
            ReadError: git has not got the object, or cannot read it.
        """
        if path not in self._blobs:
            raise NotAFileError(path, "no such file")
        item = self._blobs[path]
        try:
            return self._objects.head(item.oid, item.size, limit)
        except GitError as error:
            raise ReadError(path, f"cannot be read from git: {error}") from None

    def tail(self, path: str, length: int) -> bytes:
        """The last ``length`` bytes of a blob; git reads a blob from its beginning.

        Raises:
            LimitError: the blob is too large to be read for its end.
            ReadError: as :meth:`read`.
        """
        item = self._blobs.get(path)
        if item is not None and (item.size is None or item.size > _MAX_FOR_TAIL):
            raise LimitError(path, f"over {_MAX_FOR_TAIL:,} bytes, too much to read for its end")
        return self.read(path, _MAX_FOR_TAIL)[-length:]

    def _entry(self, item: _Item) -> Entry:
        if item.mode == _LINK:
            return Entry(item.path, Kind.SYMLINK, target=self._target(item))
        if item.mode == _FOLDER:
            return Entry(item.path, Kind.DIRECTORY)
        if item.path in self._blobs:
            return Entry(item.path, Kind.FILE, item.size)
        return Entry(item.path, Kind.OTHER)

    def _target(self, item: _Item) -> str | None:
        try:
            target = self._objects.head(item.oid, item.size, _MAX_TARGET + 1)
        except GitError:
            return None
        return _text(target) if len(target) <= _MAX_TARGET else None


def revision_tree(repository: GitRepository, revision: str) -> GitTree:
    """The files below the repository's root as they are in a revision.

    Raises:
        GitError: git refuses the repository as a whole.
        TaggerError: no such revision, or the folder is not in it.
    """
    prefix = repository.prefix
    commit = _commit(repository, revision)
    try:
        # The tree of the folder, so that paths are relative to it.
        output = _ls_tree(repository, f"{commit}:{prefix}")
    except GitError as error:
        raise TaggerError(f"the folder cannot be read at revision {revision!r}: {error}") from None
    return GitTree(repository, list(_from_tree(output)), commit)


def index_tree(repository: GitRepository) -> GitTree:
    """The files below the repository's root as they are in the index, ready to be committed.

    Raises:
        TaggerError: no work tree, a merge that is not resolved, or an index git cannot read.
    """
    if not repository.has_work_tree:
        raise TaggerError("a bare repository has no index: use --rev instead of --staged")
    try:
        items = list(_from_index(repository.run("ls-files", "-z", "--stage")))
        known = sizes(repository, [item.oid for item in items if item.mode != _SUBMODULE])
    except GitError as error:
        raise TaggerError(f"the git index cannot be read: {error}") from None
    return GitTree(repository, [item._replace(size=known.get(item.oid)) for item in items], None)


def _commit(repository: GitRepository, revision: str) -> str:
    # A revision comes from strangers too (a plan, a workflow), and is never an option.
    if revision.startswith("-") or "\0" in revision:
        raise TaggerError(f"{revision!r} is not a git revision")
    try:
        output = repository.run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except GitError:
        raise TaggerError(
            f"{revision!r} names no commit in {repository.git_dir}:"
            " name one of its branches, tags or commits"
        ) from None
    return output.decode().strip()


def _ls_tree(repository: GitRepository, tree: str) -> bytes:
    options = ("-r", "-t", "-z", "--full-tree")
    try:
        return repository.run("ls-tree", *options, "-l", tree)
    except GitError:
        # A partial clone does not know the sizes of what it lacks.
        return repository.run("ls-tree", *options, tree)


def _from_tree(output: bytes) -> Iterator[_Item]:
    """Records ``<mode> <type> <id>[ <size>]\\t<path>``; the size is ``-`` for all but blobs."""
    for record in filter(None, output.split(b"\0")):
        facts, _, path = record.partition(b"\t")
        mode, _, oid, *size = _text(facts).split()
        yield _Item(mode, oid, int(size[0]) if size and size[0].isdigit() else None, _text(path))


def _from_index(output: bytes) -> Iterator[_Item]:
    """Records ``<mode> <id> <stage>\\t<path>``."""
    for record in filter(None, output.split(b"\0")):
        facts, _, path = record.partition(b"\t")
        mode, oid, stage = _text(facts).split()
        if stage != "0":
            raise TaggerError(
                f"the git index holds an unresolved merge of {_text(path)!r}:"
                " resolve it and `git add` the result first"
            )
        yield _Item(mode, oid, None, _text(path))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
