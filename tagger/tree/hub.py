"""A dataset on the Hub as a tree: listed in one call or a few, files read when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from tagger.core.errors import LimitError, NotAFileError, ReadError
from tagger.hub.budget import OverBudgetError
from tagger.hub.errors import HubError
from tagger.tree.model import Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tagger.hub.budget import Budget
    from tagger.hub.cache import ContentCache
    from tagger.hub.client import HubClient
    from tagger.hub.listing import HubFile, HubListing

#: The one file whose header the Hub reads, and only from git itself.
_CARD = "README.md"


class HubTree:
    """The files of one commit on the Hub.

    Files in LFS are read as their content, by the address that resolves them; only a card in LFS
    is the pointer that the Hub takes it for. The Hub's listings say nothing of symbolic links:
    there a link is a file that holds its target.

    Args:
        client: the way to the Hub.
        listing: the commit and its files.
        budget: what reading may cost; what it does not allow is said in ``notes``.
        cache: contents that were read before.

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
        self._cache = cache
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
        """The files; folders are left out."""
        return [_entry(file) for file in self._listing.files.values()]

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
            return read(file)
        except OverBudgetError as error:
            self._unread[path] = str(error)
            raise LimitError(path, f"not read: {error}") from None
        except HubError as error:
            if error.status == 416:
                # Nothing lies in the range: the file is empty and its size was not listed.
                return b""
            self._unread[path] = error.reason
            fault = ReadError(path, f"cannot be read from the Hub: {error.reason}")
            self.faults[path] = str(fault)
            raise fault from None

    def _head(self, file: HubFile, limit: int) -> bytes:
        oid = file.sha256 or file.oid
        kept = self._cache.get(oid) if self._cache and oid else None
        if kept is not None:
            return kept[:limit]
        whole = file.size is not None and file.size <= limit
        data = self._client.head(self._place(file), self._budget, limit, whole=whole)
        if self._cache and oid and whole:
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


def _entry(file: HubFile) -> Entry:
    is_pointer = file.path == _CARD and file.sha256 is not None
    return Entry(file.path, Kind.POINTER if is_pointer else Kind.FILE, file.size)
