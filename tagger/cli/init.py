"""``tagger init``: commit hooks and a workflow for a repository."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.cli.options import add_debug
from tagger.cli.parser import Parser, one_of
from tagger.cli.setup_files import (
    HOOKS_FILE,
    UNKNOWN,
    WORKFLOW_FILE,
    WORKFLOWS,
    ToolSource,
    installed_source,
    is_address,
    uses_hooks,
    with_hooks,
    workflow,
)
from tagger.cli.status import Status
from tagger.core.errors import RefusedError, TaggerError
from tagger.engine.fix import FileChange
from tagger.files.atomic import write_change
from tagger.files.diff import unified_diff
from tagger.text.visible import visible
from tagger.tree.git_repository import GitError, GitRepository

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.console import Console

_DEFAULT_BRANCH = "main"


@dataclass(frozen=True, slots=True)
class WorkTree:
    """A folder in its git repository.

    Attributes:
        top: the top of the work tree.
        folder: the folder below it, ``""`` at the top; never like an option.
        branch: the branch that pushes go to.
        remotes: the addresses of the remotes.
    """

    top: Path
    folder: str
    branch: str
    remotes: tuple[str, ...]


def work_tree(name: str) -> WorkTree:
    """Where a folder lies.

    Raises:
        TaggerError: there is no such folder, or no work tree to write to.
    """
    folder = Path(name)
    if not folder.is_dir():
        raise TaggerError(f"{name!r}: no such folder")
    try:
        repository = GitRepository(folder)
        if not repository.has_work_tree:
            raise TaggerError(f"{name!r} is a bare repository and holds no files to write")
        top = Path(_line(repository, "rev-parse", "--show-toplevel"))
        below = repository.prefix.rstrip("/")
        below = f"./{below}" if below.startswith("-") else below
        return WorkTree(top, below, _branch(repository), tuple(repository.remotes()))
    except GitError as error:
        raise TaggerError(f"{name!r} is not in a git repository: {error}") from None


def _branch(repository: GitRepository) -> str:
    """The branch that the remote shows first, or the one that is checked out."""
    for name in ("refs/remotes/origin/HEAD", "HEAD"):
        try:
            found = _line(repository, "symbolic-ref", "--quiet", name)
        except GitError:
            continue
        return found.removeprefix("refs/remotes/origin/").removeprefix("refs/heads/")
    return _DEFAULT_BRANCH


def _line(repository: GitRepository, command: str, *arguments: str) -> str:
    return os.fsdecode(repository.run(command, *arguments).removesuffix(b"\n"))


DESCRIPTION = """\
Shows the entry for .pre-commit-config.yaml and the workflow that check a repository, and writes
them when asked. What is there is added to and never replaced; a second run changes nothing."""

EXAMPLES = (
    ("tagger init", "show what would be written, as a diff"),
    ("tagger init --write", "write it"),
    ("tagger init --only hooks --write data/puzzles", "the hooks alone, for a dataset in a folder"),
)
PARTS = ("hooks", "workflow")


def parser(prog: str) -> Parser:
    """The arguments of ``tagger init``."""
    made = Parser(prog, "[FOLDER]", DESCRIPTION, EXAMPLES)
    made.add_argument(
        "folder",
        nargs="?",
        metavar="FOLDER",
        default=".",
        help="the dataset, in a git repository (default: the current folder)",
    )
    made.add_argument("--write", action="store_true", help="write what is shown otherwise")
    made.add_argument(
        "--only", metavar="PART", type=one_of(PARTS, "part"), help=f"{' or '.join(PARTS)} alone"
    )
    made.add_argument(
        "--source",
        metavar="URL",
        help="the repository of tagger itself (default: where it was installed from)",
    )
    add_debug(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Show or write the changes; what needs none is said."""
    return _Init(args, console).run()


class _Init:
    """One run of the command."""

    def __init__(self, args: Namespace, console: Console) -> None:
        self._args = args
        self._console = console
        self._place = work_tree(args.folder)
        self._source = _source(args)
        self._status = Status.CLEAN

    def run(self) -> Status:
        """Show or write; status 2 when an entry has to be added by hand."""
        changes = list(self._changes())
        for change in changes:
            if self._args.write:
                _write(self._place.top, change)
                self._console.note(f"{change.path}: written")
            else:
                _show(change, self._console)
        if changes and not self._args.write:
            self._console.note("nothing is written yet: --write does that")
        return self._status

    def _changes(self) -> Iterator[FileChange]:
        only, remotes = self._args.only, self._place.remotes
        if only != "workflow":
            yield from self._hooks()
        if only == "hooks":
            return
        if only is None and remotes and not any("github.com" in url for url in remotes):
            self._console.note("no workflow: no remote is on GitHub; --only workflow makes one")
        else:
            yield from self._workflow()

    def _hooks(self) -> Iterator[FileChange]:
        before = _read(self._place.top / HOOKS_FILE)
        text = (before or b"").decode("utf-8", "surrogateescape")
        try:
            if uses_hooks(text):
                self._console.note(f"{HOOKS_FILE}: has the hooks already")
                return
            after = with_hooks(text, self._source, self._place.folder)
        except RefusedError as error:
            self._console.fault(f"{HOOKS_FILE} is not added to: {error.reason}; add by hand:")
            self._console.write(with_hooks("", self._source, self._place.folder))
            self._status = Status.FAULT
        else:
            yield FileChange(HOOKS_FILE, before, after.encode("utf-8", "surrogateescape"))

    def _workflow(self) -> Iterator[FileChange]:
        top, note = self._place.top, self._console.note
        for file in sorted((top / WORKFLOWS).glob("*.y*ml")):
            if b"hf-tagger@" in (_read(file) or b""):
                note(f"{WORKFLOWS}/{file.name}: runs tagger already")
                return
        if (top / WORKFLOW_FILE).exists():
            note(f"{WORKFLOW_FILE}: is there and stays as it is")
        elif self._source.action is None:
            note("no workflow: GitHub's runners take an Action from GitHub alone")
        else:
            text = workflow(self._source, self._place.branch, self._place.folder)
            yield FileChange(WORKFLOW_FILE, None, text.encode("utf-8", "surrogateescape"))


def _source(args: Namespace) -> ToolSource:
    """Where tagger comes from.

    Raises:
        TaggerError: nothing says it and something is to be written, or it is not an address.
    """
    source = ToolSource(args.source) if args.source else installed_source()
    if not is_address(source.address):
        raise TaggerError(f"{source.address!r} is not the address of a repository")
    if args.write and source.address == UNKNOWN:
        raise TaggerError(f"where does tagger come from? name its repository: --source {UNKNOWN}")
    return source


def _read(file: Path) -> bytes | None:
    """The bytes of a file; ``None`` when it is not there.

    Raises:
        TaggerError: it cannot be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TaggerError(f"{str(file)!r} cannot be read: {error.strerror}") from None


def _write(top: Path, change: FileChange) -> None:
    try:
        (top / change.path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TaggerError(f"cannot write {change.path!r}: {error.strerror}") from None
    write_change(top, change.path, change.before, change.after)


def _show(change: FileChange, console: Console) -> None:
    diff = unified_diff(change.path, change.before, change.after)
    with console.untouched():
        for line in diff.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n"):
            console.write(f"{visible(line) if console.is_terminal else line}\n")
