"""``--fix`` and ``--diff`` for one target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.cli.session import path_prefix
from tagger.core.errors import TaggerError
from tagger.core.findings import Safety
from tagger.engine.fix import fix
from tagger.engine.selection import Layer, Selection
from tagger.files.atomic import write_change
from tagger.text.words import plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from tagger.cli.console import Console
    from tagger.cli.settings import Settings
    from tagger.core.findings import Finding
    from tagger.engine.check import Result
    from tagger.engine.fix import Fixed
    from tagger.targets import Target


def fix_target(
    target: Target, settings: Settings, result: Result, args: Namespace, console: Console
) -> Fixed:
    """Work the fixes out and, with ``--fix``, write them; notes say what was not fixed and why.

    Raises:
        TaggerError: there is no folder to write to, or a file cannot be written.
    """
    if args.fix and target.root is None:
        raise TaggerError(f"--fix writes to a folder, and {target.name!r} is not one: use --diff")
    fixed = fix(
        target.tree,
        settings.options,
        unsafe=args.unsafe_fixes,
        wanted=_wanted(settings.selection, args.fixable),
        result=result,
    )
    if args.fix and target.root is not None:
        prefix = path_prefix(target)
        for change in fixed.changes:
            write_change(target.root, change.path, change.before, change.after)
            console.note(f"{prefix}{change.path}: fixed ({_how_many(fixed, change.path)})")
    _note_failures(fixed, path_prefix(target), args, console)
    return fixed


def _wanted(selection: Selection, fixable: Sequence[str] | None) -> Callable[[Finding], bool]:
    """Whether a finding is reported and its rule is one of those to fix; ``None`` is all rules.

    Raises:
        TaggerError: no rule has such a code or name.
    """
    chosen = Selection([Layer(fixable)])
    chosen.check()
    return lambda finding: selection.accepts(finding) and chosen.accepts(finding)


def _how_many(fixed: Fixed, path: str) -> str:
    fixes = [finding.fix for finding in fixed.applied if finding.fix]
    return plural(sum(any(edit.path == path for edit in f.edits) for f in fixes), "finding")


def _note_failures(fixed: Fixed, prefix: str, args: Namespace, console: Console) -> None:
    for left in fixed.left:
        finding = left.finding
        if args.unsafe_fixes or (finding.fix and finding.fix.safety is Safety.SAFE):
            console.note(f"{prefix}{finding.path}: {finding.rule.code} not fixed: {left.reason}")
