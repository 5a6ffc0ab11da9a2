"""A dataset on the Hub as a tree: listed in one call or a few, files read when asked for."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

from tagger.core.errors import LimitError, NotAFileError, ReadError
from tagger.hub.budget import OverBudgetError
from tagger.hub.cache import MAX_BYTES, ContentCache
from tagger.hub.errors import HubError
from tagger.hub.objects import fetch_contents
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tagger.hub.budget import Budget
    from tagger.hub.client import HubClient
    from tagger.hub.listing import HubFile, HubListing

#: The one file whose header the Hub reads, and only from git itself.
_CARD = "README.md"
#: Bytes of all contents in one request; a few requests more cost less than memory.
_BATCH_BYTES = 64 << 20
#: Contents in one request: a megabyte of ids.
_BATCH = 20_000
#: Requests for single files under way at once.
_AT_ONCE = 8
#: Answers that are the same for every file of a dataset.
_FINAL = frozenset({401, 403})


class HubTree:
    """The files of one commit on the Hub.

    Files in LFS are read as their content, by the address that resolves them; only a card in LFS
    is the pointer that the Hub takes it for. Where git's own server does not answer, the listing
    says nothing of symbolic links: there a link is a file that holds its target.

    Args:
        client: the way to the Hub.
        listing: the commit and its files.
        budget: what reading may cost; what it does not allow is said in ``notes``.
        cache: contents that were read before; by default those of this tree alone.

    Attributes:
        faults: files that the Hub did not give, and why; another try may get them.
    """

    published = True

    def __init__(
        self,
        client: HubClient,
        listing: HubListing,
        budget: Budget,
        cache: ContentCache | None = None,
    ) -> None:
        self.commit = listing.commit
        self._client = client
        self._listing = listing
        self._budget = budget
        self._cache = cache or ContentCache(None)
        self._no_packs = listing.no_packs
        self._final: HubError | None = None
        self._unread: dict[str, str] = {}
        self.faults: dict[str, str] = {}

    @property
    def complete(self) -> bool:
        """False when the listing may be cut, or files were left unread."""
        return self._listing.complete and not self._unread

    @property
    def notes(self) -> Sequence[str]:
        """How the listing was cut, and how many files were left unread."""
        notes = list(self._listing.notes)
        if self._unread:
            first, why = next(iter(self._unread.items()))
            notes.append(f"{len(self._unread):,} files not read, from {first} on: {why}")
        return notes

    def entries(self) -> Sequence[Entry]:
        """The files and links; folders are left out."""
        files = self._listing.files.values()
        self.prefetch(file.path for file in files if file.is_link)
        return [self._entry(file) for file in files]

    def prefetch(self, paths: Iterable[str]) -> None:
        """Bring the contents of files that will be read, many in one request.

        What cannot be brought is left to :meth:`read`, which says why.
        """
        files = [file for path in paths if (file := self._listing.files.get(path))]
        self._bring_packed({file.oid: file for file in files if file.oid and _is_small(file)})
        large = {file.sha256: file for file in files if file.sha256 and _is_short(file)}
        self._bring_singly([large[oid] for oid in self._cache.missing(large)])

    def _bring_packed(self, wanted: dict[str, HubFile]) -> None:
        """Bring files that lie in git itself."""
        missing = self._cache.missing(wanted)
        while len(missing) > 1 and not self._no_packs and not self._final:
            batch = _first_batch([wanted[oid] for oid in missing])
            try:
                contents = fetch_contents(self._client, self._listing.repo_id, batch, self._budget)
            except OverBudgetError:
                return
            except HubError as error:
                self._no_packs = error.reason
                break
            self._cache.put_many(contents.items())
            missing = missing[len(batch) :]
        if self._no_packs:
            self._bring_singly([wanted[oid] for oid in missing])

    def _bring_singly(self, files: Sequence[HubFile]) -> None:
        """Bring files by a request each, some at once; one alone waits until it is read."""
        if len(files) > 1 and not self._final:
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                deque(pool.map(self._try, files), maxlen=0)

    def _try(self, file: HubFile) -> None:
        """Bring one file into the cache; what is wrong shows when it is read."""
        with suppress(OverBudgetError, HubError):
            self._head(file, MAX_BYTES)

    def read(self, path: str, limit: int) -> bytes:
        """The first ``limit`` bytes of a file.

        Raises:
            NotAFileError: the listing has no such file.
            LimitError: the budget is spent.
            ReadError: the Hub refuses or cannot be reached.
        """
        return self._part(path, lambda file: self._head(file, limit))

    def tail(self, path: str, length: int) -> bytes:
        """The last ``length`` bytes of a file.

        Raises:
            ReadError: as :meth:`read`, or the size of the file is not known.
        """
        return self._part(path, lambda file: self._tail(file, length))

    def _part(self, path: str, read: Callable[[HubFile], bytes]) -> bytes:
        file = self._listing.files.get(path)
        if file is None:
            raise NotAFileError(path, "no such file")
        if file.size == 0:
            return b""
        try:
            if self._final:
                raise self._final
            return read(file)
        except OverBudgetError as error:
            self._unread[path] = str(error)
            raise LimitError(path, f"not read: {error}") from None
        except HubError as error:
            if error.status == 416:
                # Nothing lies in the range: the file is empty and its size was not listed.
                return b""
            if error.status in _FINAL:
                self._final = error
            self._unread[path] = error.reason
            fault = ReadError(path, f"cannot be read from the Hub: {error.reason}")
            self.faults[path] = str(fault)
            raise fault from None

    def _head(self, file: HubFile, limit: int) -> bytes:
        oid = file.sha256 or file.oid
        kept = self._cache.get(oid) if oid else None
        if kept is not None:
            return kept[:limit]
        whole = file.size is not None and file.size <= limit
        data = self._client.head(self._place(file), self._budget, limit, whole=whole)
        if oid and whole:
            self._cache.put(oid, data)
        return data

    def _tail(self, file: HubFile, length: int) -> bytes:
        if file.size is None:
            raise ReadError(file.path, "the listing does not say where it ends")
        if file.size <= length:
            return self._head(file, length)
        return self._client.tail(self._place(file), self._budget, file.size, length)

    def _place(self, file: HubFile) -> str:
        repository = quote(self._listing.repo_id)
        return f"/datasets/{repository}/resolve/{self.commit}/{quote(file.path)}"

    def _entry(self, file: HubFile) -> Entry:
        if file.is_link:
            try:
                target = self.read(file.path, MAX_BYTES).decode("utf-8", "surrogateescape")
            except ReadError:
                return Entry(file.path, Kind.OTHER)
            return Entry(file.path, Kind.SYMLINK, target=target)
        is_pointer = file.path == _CARD and file.sha256 is not None
        return Entry(file.path, Kind.POINTER if is_pointer else Kind.FILE, file.size)


def _is_small(file: HubFile) -> bool:
    """Whether a file lies in git itself and is fit to be kept."""
    return file.sha256 is None and _is_short(file)


def _is_short(file: HubFile) -> bool:
    """Whether the content of a file is fit to be kept."""
    return 0 < (file.size if file.size is not None else 1) <= MAX_BYTES


def _first_batch(files: Sequence[HubFile]) -> list[str]:
    """The ids of so many files as one request brings, one at least."""
    total = 0
    for number, file in enumerate(files):
        total += file.size or 0
        if number and (number >= _BATCH or total > _BATCH_BYTES):
            files = files[:number]
            break
    return [file.oid for file in files if file.oid]
