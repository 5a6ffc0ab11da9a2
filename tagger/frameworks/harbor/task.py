"""One task directory: what is in it, and what Harbor makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.tree.model import POINTER_MAX_BYTES, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.errors import ReadError
    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.config import Config, ConfigFile
    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

CONFIG = "task.toml"
INSTRUCTION = "instruction.md"
DOCKERFILE = "Dockerfile"
COMPOSE = "docker-compose.yaml"
#: A pointer has three lines: 43 characters, 76, and at least 7 (git-lfs specification); with the
#: lines of extensions it stays below this.
_POINTER_BYTES = range(126, POINTER_MAX_BYTES // 4)


class Instruction(StrEnum):
    """What ``instruction.md`` of a task without steps is."""

    READABLE = "text"
    ABSENT = "absent"
    POINTER = "a Git LFS pointer, which is taken for the text"
    NOT_UTF8 = "not UTF-8"
    UNREADABLE = "not readable"


@dataclass(frozen=True, slots=True)
class Contents:
    """What one walk over the directory finds.

    Attributes:
        entries: all of them, in order of path.
        links: the symbolic links.
        ignore_files: every ``.harborignore``.
        possible_pointers: files below ``environment/`` and ``tests/`` that are Git LFS pointers or
            have the size of one.
    """

    entries: Sequence[Entry] = ()
    links: Sequence[Entry] = ()
    ignore_files: Sequence[Entry] = ()
    possible_pointers: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A directory with a task.toml, and what Harbor makes of it.

    Attributes:
        directory: its path in the tree; ``""`` is the root.
        file: its task.toml; ``None`` where the text cannot be had.
        unread: why the text cannot be had.
        contents: what is in the directory.
        instruction: the state of its root instruction.
        has_environment: whether ``environment/`` is a folder.
        has_dockerfile: whether it holds a Dockerfile.
        has_compose: whether it holds a docker-compose.yaml.
        refusals: why Harbor refuses it; every reason that can be told, each once.
        constructs: whether ``Task(directory)`` succeeds, which Verifiers and every run need: it
            decodes the instruction and does not ask for an environment.
        unjudged: why it cannot be judged at all, because a limit was hit.
    """

    directory: str
    file: ConfigFile | None = None
    unread: ReadError | None = None
    contents: Contents = field(default_factory=Contents)
    instruction: Instruction = Instruction.ABSENT
    has_environment: bool = False
    has_dockerfile: bool = False
    has_compose: bool = False
    refusals: Sequence[Finding] = ()
    constructs: bool = False
    unjudged: str | None = None

    @property
    def config(self) -> Config | None:
        """The facts of a task.toml that fits the model."""
        return self.file.config if self.file else None

    @property
    def broken(self) -> bool:
        """Whether Harbor refuses it."""
        return bool(self.refusals) or self.unread is not None

    @property
    def valid(self) -> bool:
        """``Task.is_valid_dir(directory)``."""
        return not self.broken and self.unjudged is None

    @property
    def defines_environment(self) -> bool:
        """Whether there is something to build or to pull (``environments/definition.py``)."""
        image = self.file.docker_image if self.file else ""
        return bool(image) or self.has_dockerfile or self.has_compose

    @property
    def config_path(self) -> str:
        """The path of its task.toml."""
        return self.path(CONFIG)

    def path(self, name: str) -> str:
        """The path in the tree of something in the directory."""
        return join(self.directory, name)


def join(directory: str, name: str) -> str:
    """A path below a directory, which may be the root."""
    return f"{directory}/{name}" if directory else name


def may_be_pointer(entry: Entry | None) -> bool:
    """Whether an entry is a Git LFS pointer, or a file that has the size of one."""
    if entry is None or entry.kind is not Kind.FILE:
        return entry is not None and entry.kind is Kind.POINTER
    return entry.size in _POINTER_BYTES


def entry_scripts(view: TreeView, task: Task) -> Iterator[str]:
    """The scripts that Harbor runs and that exist, those of steps included."""
    steps = task.config.steps if task.config else ()
    folders = ["", *(f"steps/{step.name}/" for step in steps)]
    for folder in folders:
        for name in ("tests/test.sh", "tests/test.bat", "solution/solve.sh", "workdir/setup.sh"):
            path = task.path(folder + name)
            if (folder or not name.startswith("workdir")) and view.get(path) is not None:
                yield path
