"""``tagger detect``: what each framework makes of a repository."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.cli.options import add_configuration, add_output, add_targets
from tagger.cli.output import Output
from tagger.cli.parser import Parser
from tagger.cli.session import Session, checked
from tagger.cli.status import Status
from tagger.engine.outcome import Checked, Unread
from tagger.report.formats import DETECT_FORMATS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.console import Console
    from tagger.engine.outcome import Outcome
    from tagger.targets import Target

DESCRIPTION = """\
Says for each framework whether it can load a repository, on what evidence, and what is missing
where it cannot. Nothing is judged: the exit status is 0 whenever the target could be read."""

EXAMPLES = (
    ("tagger detect", "the current folder"),
    ("tagger detect --rev main puzzles.git", "a revision of a bare git repository"),
    ("tagger detect --format json org/name", "a Hub dataset, for scripts"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger detect``."""
    made = Parser(prog, "[TARGET ...]", DESCRIPTION, EXAMPLES)
    add_targets(made)
    add_output(made, DETECT_FORMATS)
    add_configuration(made)
    made.set_defaults(select=None, extend_select=None, ignore=None, fail_on=None)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Report on every target; the findings are those that the detectors themselves make."""
    session = Session(args, console)
    unread: list[Unread] = []

    def outcomes() -> Iterator[Outcome]:
        for target in session.open():
            if isinstance(target, Unread):
                unread.append(target)
                yield target
            else:
                yield _detect(session, target)

    output = Output(args.format or "text", DETECT_FORMATS, args.output, args.quiet, args.also)
    output.emit(outcomes(), console)
    return Status.FAULT if unread else Status.CLEAN


def _detect(session: Session, target: Target) -> Checked:
    settings = session.configurations.settings(target)
    result = session.check(target, settings)
    found = checked(target, result, settings)
    codes = {f.rule.code for d in result.facts.detections.values() for f in d.findings}
    return replace(found, findings=[f for f in found.findings if f.rule.code in codes])
