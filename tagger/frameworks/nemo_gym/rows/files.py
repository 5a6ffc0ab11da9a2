"""Which files of a tree could hold tasks, what configurations say of them, how much is read."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from tagger.core.errors import PointerError, ReadError
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.paths import find_file
from tagger.frameworks.nemo_gym.rows.scan import scan
from tagger.frameworks.nemo_gym.rows.states import SAMPLE_BYTES, Scan, Use
from tagger.frameworks.nemo_gym.task_folders import TaskFolders
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: Enough to see what a file is; one row of the release in a hundred is longer than 64 KiB.
LOOK_BYTES = 1 << 18
#: Read where the first look holds no whole line.
LONG_LOOK_BYTES = 1 << 22


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a tree is read: bytes of one task file and of all of them, JSONL files."""

    file: int
    total: int
    files: int


#: On a disk rows are checked far into a file; over the network the sample has to do.
LOCAL = Extent(1 << 24, 1 << 26, 20_000)
REMOTE = Extent(SAMPLE_BYTES, 3 << 23, 60)

#: What collation and rollout collection write beside a task file.
_DERIVED = re.compile(
    r".*_rollouts.*\.jsonl|.*_materialized_inputs\.jsonl|.*_reward_profiling\.jsonl"
    r"|.*_prepare.*\.jsonl"
)
_ROLLOUTS = re.compile(r".*_rollouts[^/]*\.jsonl")
_KEYS = (b'"responses_create_params"', b'"task_input"')


def row_uses(view: TreeView, documents: Sequence[Document]) -> Mapping[str, Use]:
    """For each file that an entry names and that needs no input of its own: why."""
    uses: dict[str, Use] = {}
    for document in documents:
        for entry in _entries(document):
            path = entry.get("jsonl_fpath")
            use = Use(taskset=bool(entry.get("taskset")), prompted=_is_prompted(entry))
            if not isinstance(path, str) or use == Use():
                continue
            file = find_file(view, document.path, path)
            if file:
                known = uses.get(file, Use())
                uses[file] = Use(known.taskset or use.taskset, known.prompted or use.prompted)
    return uses


def _is_prompted(entry: Mapping[Any, Any]) -> bool:
    return entry.get("type") == "benchmark" and bool(entry.get("prompt_config"))


def _entries(document: Document) -> Iterator[Mapping[Any, Any]]:
    for block in blocks(document):
        datasets = block.data.get("datasets")
        for entry in datasets if isinstance(datasets, list) else ():
            if isinstance(entry, dict):
                yield entry


@dataclass(slots=True)
class Reader:
    """Reads the task files of one tree within one budget.

    Attributes:
        view: the tree.
        uses: what configurations say of a file, by its path.
        left: bytes that may still be read.
        pointers: files whose content lies in Git LFS.
        skipped: files that were not looked into.
    """

    view: TreeView
    uses: Mapping[str, Use]
    left: int = 0
    pointers: int = 0
    skipped: int = 0

    @property
    def rollouts(self) -> list[str]:
        """Files that are records of rollouts by their names; they are not read."""
        names = (entry for entry in self.view.paths if _ROLLOUTS.fullmatch(entry.lower()))
        return [path for path in names if not self.view.scope.aside(path)]

    def scans(self) -> Iterator[Scan]:
        """One scan for every JSONL file that has something of the framework's rows."""
        extent = REMOTE if self.view.published else LOCAL
        paths = list(task_paths(self.view))
        self.left, self.skipped = extent.total, max(0, len(paths) - extent.files)
        for path in paths[: extent.files]:
            try:
                found = self._scan(path, extent.file)
            except PointerError:
                self.pointers += 1
            except ReadError:
                self.skipped += 1
            else:
                if found:
                    yield found

    def _scan(self, path: str, most: int) -> Scan | None:
        data, cut = self._head(path, LOOK_BYTES)
        if cut and b"\n" not in data and b"\r" not in data:
            data, cut = self._head(path, LONG_LOOK_BYTES)
        use = self.uses.get(path)
        if not use and not _shows_rows(data):
            return None
        length = min(most, self.left)
        if cut and length > len(data):
            # What the budget does not allow is judged by the first look.
            with contextlib.suppress(ReadError):
                data, cut = self._head(path, length)
        self.left -= len(data)
        extent = f"the first {len(data) / (1 << 20):,.1f} MiB" if cut else ""
        return scan(path, data, use or Use(), extent=extent)

    def _head(self, path: str, length: int) -> tuple[bytes, bool]:
        """The beginning of a file, and whether the file goes on behind it."""
        data = self.view.head(path, length)
        return data, len(data) == length and self._size(path) != length

    def _size(self, path: str) -> int | None:
        entry = self.view.resolve(path)
        return entry.size if entry else None


def read_first(view: TreeView) -> Iterator[str]:
    """The row files that one look shows as a whole; of larger ones only parts are read."""
    extent = REMOTE if view.published else LOCAL
    for path in islice(task_paths(view), extent.files):
        entry = view.resolve(path)
        if entry and entry.size is not None and entry.size <= LOOK_BYTES:
            yield path


def task_paths(view: TreeView) -> Iterator[str]:
    """Paths of JSONL files, each file once: links count where their target is not a JSONL file."""
    task_folders = TaskFolders(view)
    seen: set[str] = set()
    for path in sorted(view.paths, key=lambda path: (_is_link(view, path), path)):
        if not path.lower().endswith(".jsonl"):
            continue
        entry = view.resolve(path)
        if entry is None or entry.path in seen or not _may_hold_tasks(entry, path):
            continue
        if path not in task_folders:
            seen.add(entry.path)
            yield path


def _is_link(view: TreeView, path: str) -> bool:
    entry = view.get(path)
    return entry is not None and entry.kind is Kind.SYMLINK


def _may_hold_tasks(entry: Entry, path: str) -> bool:
    name = path.rpartition("/")[2]
    return (
        entry.kind in (Kind.FILE, Kind.POINTER)
        and entry.size != 0
        and not _DERIVED.fullmatch(name.lower())
    )


def _shows_rows(data: bytes) -> bool:
    if b"\0" in data[:4]:
        data = data.replace(b"\0", b"")
    return any(key in data for key in _KEYS)
