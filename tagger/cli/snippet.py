"""``tagger snippet``: the commands that run a repository, by framework and taskset."""

from __future__ import annotations

from collections import deque
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from tagger.cli.options import add_configuration, add_output, add_targets
from tagger.cli.output import Output
from tagger.cli.parser import Parser
from tagger.cli.session import Session, checked
from tagger.cli.status import Status
from tagger.core.errors import RefusedError, TaggerError
from tagger.engine.fix import FileChange, Fixed
from tagger.engine.outcome import Unread
from tagger.files.atomic import write_change
from tagger.frameworks.commands import PLACEHOLDER
from tagger.frameworks.registry import frameworks
from tagger.hub.ids import parse_hub_id
from tagger.report.formats import OTHER_FORMATS
from tagger.snippets.build import commands_of
from tagger.snippets.markdown import section
from tagger.snippets.readme import find, updated
from tagger.snippets.report import SNIPPET_FORMATS, WithCommands
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.card.card import Card
    from tagger.cli.console import Console
    from tagger.cli.settings import Settings
    from tagger.engine.check import Result
    from tagger.engine.outcome import Outcome
    from tagger.targets import Target

DESCRIPTION = """\
Prints the commands that run a repository, for each framework that can load it and each taskset in
it: sets of a registry.json, folders of tasks, splits, environments. Only what the files prove is
printed. The text is a shell script in which everything else is a comment."""

EXAMPLES = (
    ("tagger snippet", "the current folder, a clone of a dataset on the Hub"),
    ("tagger snippet --repo-id org/name data/puzzles", "a folder that is to become one"),
    ("tagger snippet --framework harbor org/name", "one framework, for a Hub dataset"),
    ("tagger snippet --jobs", "the same as Jobs of the Hub"),
    ("tagger snippet --write", "keep a section of the README current"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger snippet``."""
    made = Parser(prog, "[TARGET ...]", DESCRIPTION, EXAMPLES)
    add_targets(made)
    group = made.add_argument_group("commands")
    group.add_argument("--repo-id", metavar="ORG/NAME", help="the dataset's id on the Hub")
    group.add_argument(
        "--framework",
        metavar="TAG",
        action="append",
        default=[],
        help="only this framework; can be repeated",
    )
    group.add_argument("--jobs", action="store_true", help="start them as Jobs of the Hub")
    readme = made.add_argument_group("README")
    readme.add_argument(
        "--write", action="store_true", help="write them to a section of the card, or update it"
    )
    readme.add_argument(
        "--diff", action="store_true", help="show what --write would change, exit 1 if anything"
    )
    add_output(made, SNIPPET_FORMATS)
    add_configuration(made)
    made.set_defaults(select=None, extend_select=None, ignore=None, fail_on=None)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Print the commands of every target, or write them to its card."""
    _refuse_contradictions(args)
    return _Snippet(args, console).run()


class _Snippet:
    """One run of the command; remembers what decides the exit status."""

    def __init__(self, args: Namespace, console: Console) -> None:
        self._args = args
        self._console = console
        self._session = Session(args, console)
        self._repo_id = parse_hub_id(args.repo_id).repo_id if args.repo_id else None
        self._status = Status.CLEAN

    def run(self) -> Status:
        """The exit status of design §3."""
        args = self._args
        if args.write and not args.diff:
            deque(self._outcomes(), maxlen=0)
            return self._status
        formats = {**SNIPPET_FORMATS, "diff": OTHER_FORMATS["diff"]}
        name = "diff" if args.diff else args.format or "text"
        Output(name, formats, args.output, args.quiet, args.also).emit(
            self._outcomes(), self._console
        )
        return self._status

    def _outcomes(self) -> Iterator[Outcome]:
        for target in self._session.open():
            if isinstance(target, Unread):
                self._status = Status.FAULT
                yield target
            else:
                yield self._outcome(target)

    def _outcome(self, target: Target) -> WithCommands:
        settings = self._settings(target)
        result = self._session.check(target, settings)
        commands = commands_of(result.facts, jobs=self._args.jobs)
        wanted = self._args.framework
        commands = [found for found in commands if not wanted or found.tag in wanted]
        if not commands:
            which = "none of these frameworks" if wanted else "no framework"
            self._note(f"{target.name}: {which} is proven, so there is nothing to run")
        found = checked(target, result, settings)
        given = {field.name: getattr(found, field.name) for field in fields(found)}
        outcome = WithCommands(**given, commands=commands)
        return self._with_section(target, outcome, result) if self._edits else outcome

    def _settings(self, target: Target) -> Settings:
        settings = self._session.configurations.settings(target)
        repo_id = self._repo_id or settings.options.repo_id
        if repo_id is None:
            self._note(f"{target.name}: its id is not known; --repo-id puts it for {PLACEHOLDER}")
        return replace(settings, options=replace(settings.options, repo_id=repo_id))

    @property
    def _edits(self) -> bool:
        return bool(self._args.write or self._args.diff)

    def _with_section(self, target: Target, outcome: WithCommands, result: Result) -> WithCommands:
        """The outcome with the change of the card, which is written unless it is only shown."""
        try:
            fixed = _section_change(outcome, result)
            if not self._args.diff:
                _write(target, fixed, outcome.prefix + result.facts.card.path, self._console)
            elif fixed.changes:
                self._status = max(self._status, Status.FOUND)
        except TaggerError as error:
            self._console.fault(str(error))
            self._status = Status.FAULT
            return outcome
        return replace(outcome, fixed=fixed)

    def _note(self, text: str) -> None:
        if not self._args.quiet:
            self._console.note(text)


def _section_change(outcome: WithCommands, result: Result) -> Fixed:
    """What the section would change of the card: nothing, or the one file.

    Raises:
        TaggerError: there is no card that can be edited, or no place in it.
    """
    card = result.facts.card
    _refuse_unreadable(card)
    try:
        after = _after(card, outcome)
    except RefusedError as error:
        raise TaggerError(f"{card.path}: {error.reason}") from None
    changes = [FileChange(card.path, card.raw, after)] if after != card.raw else []
    return Fixed(changes, (), (), result)


def _after(card: Card, outcome: WithCommands) -> bytes:
    if outcome.commands:
        return updated(card, section(outcome.commands))
    if find(card.raw, len(card.raw) - len(card.parts.body)):
        raise RefusedError("it has a section on running it, and no framework is proven any more")
    return card.raw


def _refuse_unreadable(card: Card) -> None:
    if card.link:
        raise TaggerError(f"{card.path}: a symbolic link, which is not written")
    if not card.state.was_read:
        raise TaggerError(f"{card.path}: {card.reason}, so the section has no place")


def _write(target: Target, fixed: Fixed, path: str, console: Console) -> None:
    """Write the card, and say so.

    Raises:
        TaggerError: there is no folder to write to, or the file cannot be written.
    """
    if target.root is None:
        raise TaggerError(f"--write needs a folder, and {target.name!r} is not one: use --diff")
    for change in fixed.changes:
        write_change(target.root, change.path, change.before, change.after)
    done = "section written" if fixed.changes else "section up to date"
    console.note(f"{path}: {done}")


def _refuse_contradictions(args: Namespace) -> None:
    if args.repo_id and len(args.targets) > 1:
        raise TaggerError("--repo-id names one dataset, and there are several targets")
    if (args.write or args.diff) and args.format:
        raise TaggerError("--write and --diff are about the card: leave --format out")
    if args.write and not args.diff and (args.staged or args.rev):
        raise TaggerError("--write writes to a folder, not to git: use --diff with --rev, --staged")
    tags = [framework.tag for framework in frameworks()]
    for tag in args.framework:
        if tag not in tags:
            near = did_you_mean(tag, tags) or f"; known are {', '.join(tags)}"
            raise TaggerError(f"unknown framework {tag!r}{near}")
