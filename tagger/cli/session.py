"""From the targets of a command line to outcomes, one after another."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.cli.options import given_budget
from tagger.cli.progress import progress
from tagger.cli.settings import Configurations
from tagger.core.errors import TaggerError
from tagger.engine.check import check
from tagger.engine.outcome import Checked, Unread
from tagger.targets import STDIN, Target, TargetKind, card_target, open_target

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.console import Console
    from tagger.cli.settings import Settings
    from tagger.engine.check import Result
    from tagger.engine.fix import Fixed
    from tagger.tree.view import TreeView

#: Notes about one target that are shown; the rest is counted.
MAX_NOTES = 5


class Session:
    """The targets of one command line, each read when its turn comes."""

    def __init__(self, args: Namespace, console: Console) -> None:
        self._args = args
        self._console = console
        self.names: list[str] = args.targets or ["."]
        self.configurations = Configurations(args)

    def open(self) -> Iterator[Target | Unread]:
        """Each target, or why it cannot be read; the latter is also said on stderr."""
        for name in self.names:
            try:
                target = self._open(name)
            except TaggerError as error:
                self._console.fault(str(error))
                yield Unread(name, str(error))
            else:
                yield target

    def _open(self, name: str) -> Target:
        args = self._args
        if name == STDIN:
            return card_target(args.card or "README.md", sys.stdin.buffer.read())
        with progress(self._console, f"reading {name}"):
            return open_target(
                name,
                revision=args.rev,
                staged=args.staged,
                writable=args.fix,
                budget=given_budget(args),
            )

    def check(self, target: Target, settings: Settings) -> Result:
        """Run detectors and rules over a target."""
        with progress(self._console, f"checking {target.name}"):
            result = check(target.tree, settings.options)
        if not self._args.quiet:
            self._note(result.facts.view)
        return result

    def _note(self, view: TreeView) -> None:
        """Say what was not read."""
        notes = view.notes
        for note in notes[:MAX_NOTES]:
            self._console.note(note)
        if len(notes) > MAX_NOTES:
            self._console.note(f"… and {len(notes) - MAX_NOTES:,} more paths that were not read")


def checked(
    target: Target, result: Result, settings: Settings, fixed: Fixed | None = None
) -> Checked:
    """What is reported of a target."""
    return Checked(
        target=target.name,
        kind=target.kind.value,
        revision=target.revision,
        facts=result.facts,
        findings=settings.selection.apply(result.findings),
        suppressed=sum(map(settings.selection.accepts, result.suppressed)),
        prefix=path_prefix(target),
        base=_base(target),
        fixed=fixed,
    )


def path_prefix(target: Target) -> str:
    """What comes before a path of a target, so that the user can open it."""
    name = target.name.rstrip("/")
    if target.kind is not TargetKind.HUB and name in ("", ".", STDIN):
        return target.name if target.name.startswith("/") else ""
    return f"{name}/"


def _base(target: Target) -> str:
    if target.kind is TargetKind.HUB:
        return f"{target.name}/"
    path = Path(os.path.relpath(target.name)).as_posix()
    return "" if path in (".", STDIN) or path.startswith("..") else f"{path}/"
