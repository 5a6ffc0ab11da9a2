"""``tagger autotag apply``: the pull requests of a plan, opened one after another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.apply import Run, RunLimits, due_lines
from tagger.autotag.clock import SystemClock
from tagger.autotag.journal import Event, Journal
from tagger.autotag.pace import Pace
from tagger.autotag.plan import Plan
from tagger.autotag.sender import Sender
from tagger.cli.autotag.options import (
    add_common,
    add_deny,
    add_journal,
    add_plan,
    add_reading,
    seconds,
)
from tagger.cli.autotag.reading import make_planner, patterns
from tagger.cli.parser import Parser, positive
from tagger.cli.progress import Meter, duration
from tagger.cli.prompt import ask, can_ask
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.pulls.api import PullApi
from tagger.text.visible import visible
from tagger.text.words import plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from tagger.autotag.apply import Summary
    from tagger.autotag.journal import JournalEntry
    from tagger.autotag.planned import Planned
    from tagger.cli.console import Console

DESCRIPTION = """\
Opens the pull requests that a plan proposes and nobody has rejected, or updates those that it
opened before. The journal gets a line before and after everything that is sent; a run that was
killed is taken up by running the same command again. A dataset with new commits is planned again
first: the same tags are proposed with a new diff, anything else waits for a new review."""

EXAMPLES = (
    ("tagger autotag apply", "ask, then send twenty at most"),
    ("tagger autotag apply --yes --limit 200 --per-hour 20", "without questions, ten hours long"),
    ("tagger autotag apply --accepted-only", "only what `review` has accepted"),
)
#: Steps that are not news to somebody who reads along.
_SILENT = (Event.PLANNED, Event.OPENING)
#: Datasets held back that are named; the rest is counted.
_MAX_NOTES = 5
#: A wait of this many seconds is worth a note where there is no terminal.
_LONG = 60.0


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag apply``."""
    made = Parser(prog, "", DESCRIPTION, EXAMPLES)
    add_plan(made)
    add_journal(made)
    made.add_argument("-y", "--yes", action="store_true", help="send without asking")
    made.add_argument(
        "--accepted-only", action="store_true", help="leave out what nobody has accepted"
    )
    add_deny(made)
    _add_pace(made)
    add_reading(made)
    add_common(made)
    return made


def _add_pace(made: Parser) -> None:
    group = made.add_argument_group("how many and how fast")
    limits = RunLimits()
    for name, value, words in (
        ("--limit", limits.total, "at most this many pull requests"),
        ("--per-hour", 30, "at most this many an hour, earlier runs of this journal included"),
        (
            "--per-owner",
            limits.per_owner,
            "at most this many of one owner that are open or were declined",
        ),
        ("--max-failures", limits.failures, "end after this many failures in a row"),
    ):
        group.add_argument(
            name, metavar="N", type=positive, default=value, help=f"{words} (default: {value})"
        )
    for name, pause, words in (
        (
            "--interval",
            1.0,
            "seconds between two pull requests at least, half as many more by chance",
        ),
        (
            "--settle",
            limits.grace,
            "seconds in which a request without an answer may still take effect",
        ),
    ):
        group.add_argument(
            name, metavar="S", type=seconds, default=pause, help=f"{words} (default: {pause:.0f})"
        )


def run(args: Namespace, console: Console) -> Status:
    """Ask, send, say what came of it."""
    plan, deny = Plan.read(Path(args.plan)), patterns(args.deny)
    api = PullApi(gap=args.interval)
    if not api.has_token:
        raise TaggerError(
            "a pull request needs an account: log in by `hf auth login` or set HF_TOKEN"
        )
    with Journal(Path(args.journal)) as journal:
        due = due_lines(
            plan.lines.values(), journal.history, deny=deny, accepted_only=args.accepted_only
        )
        if not due and not journal.history.unsettled():
            console.write("nothing is left to be sent\n")
            return Status.CLEAN
        if not _agrees(args, console, due):
            console.write("nothing was sent\n")
            return Status.FOUND
        return _send(args, console, api, journal, due)


def _agrees(args: Namespace, console: Console, due: Sequence[Planned]) -> bool:
    """Whether what is due may be sent.

    Raises:
        TaggerError: there is no terminal to ask on.
    """
    if args.yes or not due:
        return True
    if not can_ask(console):
        raise TaggerError("there is no terminal to ask on: add --yes to send")
    owners = len({line.owner for line in due})
    return ask(
        console,
        f"open or update up to {min(args.limit, len(due)):,} of {plural(len(due), 'pull request')}"
        f" on datasets of {plural(owners, 'owner')}?",
    )


def _send(
    args: Namespace, console: Console, api: PullApi, journal: Journal, due: Sequence[Planned]
) -> Status:
    clock, reporter = SystemClock(), _Reporter(args, console, len(due))
    pace = Pace(clock, args.per_hour, args.interval, journal.opening_times(), reporter.waits)
    planner = make_planner(args, api.client)
    sender = Sender(api, journal, pace, planner.plan, reporter.tell)
    limits = RunLimits(args.limit, args.per_owner, args.max_failures, args.settle)
    with reporter.meter:
        summary = Run(sender, limits).run(due)
    reporter.end(summary)
    return Status.PARTLY if summary.failed else Status.CLEAN


class _Reporter:
    """Says what happens while it happens."""

    def __init__(self, args: Namespace, console: Console, total: int) -> None:
        self._quiet = args.quiet
        self._console = console
        self.meter = Meter(console, "sent", min(total, args.limit))

    def tell(self, entry: JournalEntry) -> None:
        """A line of the journal."""
        if entry.event in _SILENT:
            return
        self.meter.clear()
        why = f" ({entry.reason})" if entry.reason else ""
        pull = f" {entry.url}" if entry.url else ""
        text = visible(f"{entry.repo_id}: {entry.event}{pull}{why}")
        if entry.event is Event.FAILED:
            self._console.fault(text)
        else:
            self._console.write(f"{text}\n")
        if entry.event in (Event.OPENED, Event.UPDATED):
            self.meter.step()

    def waits(self, seconds: float) -> None:
        """The next pull request has to wait."""
        if seconds >= 2:
            self.meter.say(f"the next one in {duration(seconds)}")
        if seconds >= _LONG and not self._console.watches and not self._quiet:
            self._console.note(f"waiting {duration(seconds)} because of --per-hour")

    def end(self, summary: Summary) -> None:
        """What the run came to."""
        for repo_id, entry in [] if self._quiet else list(summary.held.items())[:_MAX_NOTES]:
            self._console.note(
                f"{repo_id} is held back because of {entry.url or entry.repo_id} (--per-owner)"
            )
        if summary.stopped:
            self._console.note(f"stopped: {summary.stopped}; the same command goes on")
        shown = ", ".join(f"{n:,} {_NAMES.get(e, e.value)}" for e, n in summary.counts.items())
        held = f", {len(summary.held):,} held back" if summary.held else ""
        self._console.write(f"{shown or 'nothing was sent'}{held}\n")


_NAMES = {Event.OPENING: "without an answer yet"}
