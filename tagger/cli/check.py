"""``tagger check``: findings, and the fixes for them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from tagger.cli.baselines import Baselines
from tagger.cli.options import add_configuration, add_output, add_selection, add_targets
from tagger.cli.output import Output
from tagger.cli.parser import Parser, comma_list, one_of
from tagger.cli.session import Session, checked
from tagger.cli.settings import FAIL_ON
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.engine.outcome import Counts, Unread, count
from tagger.report.formats import FORMATS, OTHER_FORMATS
from tagger.report.summary import summary

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.console import Console
    from tagger.cli.settings import Settings
    from tagger.engine.outcome import Checked, Outcome
    from tagger.targets import Target

DESCRIPTION = """\
Checks the layout of dataset repositories and their cards against each other, and says what the
Hub or a framework will make of it."""

EXAMPLES = (
    ("tagger check", "the current folder"),
    ("tagger check --diff", "show the safe fixes and write nothing"),
    ("tagger check --fix data/puzzles", "apply them"),
    ("tagger check --staged --fail-on warning", "the git index, as the commit hook does"),
    ("tagger check --explain-config", "where each setting comes from"),
    ("tagger check --baseline .known.json --write-baseline", "record what is known"),
    ("tagger check --rev v1.2 --format json .", "a git revision, for scripts"),
    ("tagger check --select TG,DC001 org/name", "some rules, on a Hub dataset"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger check``."""
    made = Parser(prog, "[TARGET ...]", DESCRIPTION, EXAMPLES)
    add_targets(made)
    fixes = made.add_argument_group("fixes")
    which = fixes.add_mutually_exclusive_group()
    which.add_argument(
        "--diff", action="store_true", help="show the fixes as a diff, exit 1 if there are any"
    )
    which.add_argument(
        "--fix",
        action="store_true",
        help="apply the safe fixes; with --staged, count only what git tracks",
    )
    which.add_argument(
        "--fix-only",
        action="store_true",
        help="apply the safe fixes, and neither report nor exit 1 for what is left",
    )
    fixes.add_argument(
        "--fixable",
        metavar="CODES",
        type=comma_list,
        action="extend",
        help="with --fix or --diff: fix what these rules report and nothing else",
    )
    fixes.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones as well"
    )
    fixes.add_argument(
        "--exit-non-zero-on-fix",
        action="store_true",
        help="with --fix: exit 1 if it changed a file",
    )
    add_selection(made)
    output = add_output(made, FORMATS)
    output.add_argument(
        "--statistics", action="store_true", help="count the findings of each rule instead"
    )
    output.add_argument(
        "--fail-on",
        metavar="SEVERITY",
        type=one_of(FAIL_ON, "severity"),
        help="exit 1 from this severity on: error (default), warning, info or never",
    )
    _add_baseline(made)
    add_configuration(made).add_argument(
        "--explain-config",
        action="store_true",
        help="show each setting and where it comes from, and check nothing",
    )
    return made


def _add_baseline(made: Parser) -> None:
    group = made.add_argument_group("baseline")
    group.add_argument("--baseline", metavar="FILE", help="do not report the findings in this file")
    group.add_argument(
        "--write-baseline",
        action="store_true",
        help="record the findings there instead: from now on only new ones are reported",
    )


def run(args: Namespace, console: Console) -> Status:
    """Check every target and report."""
    _refuse_contradictions(args)
    if args.explain_config:
        return _explain(args, console)
    args.fix |= args.fix_only
    return _Check(args, console).run()


def _explain(args: Namespace, console: Console) -> Status:
    from tagger.cli.explain_config import explain

    session = Session(args, console)
    for piece in explain(session.names, session.configurations, args, console.style):
        console.write(piece)
    return Status.CLEAN


class _Check:
    """One run of the command; remembers what decides the exit status."""

    def __init__(self, args: Namespace, console: Console) -> None:
        self._args = args
        self._console = console
        self._session = Session(args, console)
        self._baselines = Baselines(args, self._session.configurations, console)
        self._counts = Counts()
        self._found = False

    def run(self) -> Status:
        """Report on every target; the exit status of docs/design.md §3."""
        if self._args.fix_only:
            deque(self._outcomes(), maxlen=0)
        else:
            self._report()
        self._baselines.finish()
        if self._counts.unread:
            return Status.FAULT
        return Status.FOUND if self._found else Status.CLEAN

    def _report(self) -> None:
        output = self._output()
        output.emit(self._outcomes(), self._console)
        if (output.file or self._args.diff) and not self._args.quiet:
            self._console.note(summary(self._counts))

    def _output(self) -> Output:
        args = self._args
        configured = self._session.configurations.of(self._session.names[0]).format
        special = "diff" if args.diff else "statistics" if args.statistics else None
        name = special or args.format or configured
        return Output(name, {**FORMATS, **OTHER_FORMATS}, args.output, args.quiet, args.also)

    def _outcomes(self) -> Iterator[Outcome]:
        for target in self._session.open():
            outcome = target if isinstance(target, Unread) else self._check(target)
            self._counts += count(outcome)
            yield outcome

    def _check(self, target: Target) -> Checked:
        settings = self._session.configurations.settings(target)
        result = self._session.check(target, settings)
        fixed = None
        if self._args.fix or self._args.diff:
            from tagger.cli.fix import fix_target

            fixed = fix_target(target, settings, result, self._args, self._console)
            result = fixed.result if self._args.fix else result
        found = self._baselines.take_out(checked(target, result, settings, fixed), settings)
        self._found |= self._fails(found, settings)
        return found

    def _fails(self, found: Checked, settings: Settings) -> bool:
        """Whether a target makes the exit status 1."""
        args, threshold = self._args, settings.fail_on
        if found.fixed and found.fixed.changes and (args.diff or args.exit_non_zero_on_fix):
            return True
        if args.fix_only:
            return False
        return threshold is not None and any(f.severity >= threshold for f in found.findings)


def _refuse_contradictions(args: Namespace) -> None:
    fixing = args.fix or args.fix_only or args.diff
    if args.unsafe_fixes and not fixing:
        raise TaggerError("--unsafe-fixes has no effect without --fix or --diff")
    if args.exit_non_zero_on_fix and not (args.fix or args.fix_only):
        raise TaggerError("--exit-non-zero-on-fix has no effect without --fix")
    if args.fixable and not fixing:
        raise TaggerError("--fixable has no effect without --fix or --diff")
    if args.fix_only and (args.format or args.output or args.also or args.statistics):
        raise TaggerError("--fix-only reports nothing: use --fix for a report")
    if args.write_baseline and (args.diff or args.fix_only):
        raise TaggerError("--write-baseline records what a report says: use it with --fix or alone")
    for name in ("statistics", "diff"):
        if getattr(args, name) and args.format:
            raise TaggerError(f"--{name} is a format of its own: leave --format out")
    if args.statistics and args.diff:
        raise TaggerError("--statistics and --diff are two formats: choose one")
    if args.rev and (args.fix or args.fix_only):
        raise TaggerError("--fix writes to a folder, not to a git revision: use --diff with --rev")
