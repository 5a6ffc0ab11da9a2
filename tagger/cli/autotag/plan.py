"""``tagger autotag plan``: what would be proposed to many datasets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.names import read_names, repository_id
from tagger.autotag.plan import Plan, count_decisions, make_plan
from tagger.autotag.planned import Decision
from tagger.autotag.selection import DatasetSelection
from tagger.autotag.shards import Shard
from tagger.cli.autotag.options import add_common, add_deny, add_jobs, add_plan, add_reading
from tagger.cli.autotag.reading import make_planner, patterns, registered_ids
from tagger.cli.parser import Parser, positive
from tagger.cli.progress import Meter, progress
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.hub.client import HubClient
from tagger.hub.errors import HubError
from tagger.text.words import plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from tagger.autotag.planned import Planned
    from tagger.autotag.selection import Selected
    from tagger.cli.console import Console

#: Faults that are said one by one.
_MAX_FAULTS = 20

DESCRIPTION = """\
Reads datasets and writes a line about each to the plan: what would be proposed and on what
evidence, or why nothing is. Nothing on the Hub changes. A plan that exists is continued: what is
planned already and has no new commit is not read again."""

EXAMPLES = (
    ("tagger autotag plan --author acme", "all datasets of an organisation"),
    ("tagger autotag plan --filter rl-environment", "all that have the tag already"),
    ("tagger autotag plan --from-file ids.txt --deny no.txt", "a list, but for some"),
    ("tagger autotag plan --search puzzles --shard 2/8", "the second of eight parts"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag plan``."""
    made = Parser(prog, "[REPO_ID ...]", DESCRIPTION, EXAMPLES)
    made.add_argument("ids", nargs="*", metavar="REPO_ID", help="datasets, as ids or addresses")
    _add_selection(made)
    add_plan(made)
    add_jobs(made)
    add_reading(made)
    add_common(made)
    return made


def _add_selection(made: Parser) -> None:
    group = made.add_argument_group("which datasets", "those named, and those of the Hub's lists")
    for name, metavar, words in (
        ("--from-file", "FILE", "those of a file, one a line; - is stdin"),
        ("--author", "NAME", "all of a user or organisation"),
        ("--filter", "TAG", "those with this tag; of several tags all"),
        ("--allow", "FILE", "only the owners, ids and patterns of this file"),
    ):
        group.add_argument(name, metavar=metavar, action="append", default=[], help=words)
    group.add_argument("--search", metavar="WORDS", help="those whose ids hold these words")
    add_deny(group)
    group.add_argument("--shard", metavar="I/N", default="1/1", help="only part I of N")
    group.add_argument("--limit", metavar="N", type=positive, help="at most this many datasets")


def run(args: Namespace, console: Console) -> Status:
    """Select, read, write."""
    client = HubClient()
    planner = make_planner(args, client)
    selected = _select(args, console, client)
    path = Path(args.plan)
    before = Plan.read(path, must_exist=False)
    due = [item for item in selected if not before.is_current(item)]
    if not args.quiet:
        kept = len(selected) - len(due)
        kept_note = f", {kept:,} of them planned already" if kept else ""
        console.note(f"{plural(len(selected), 'dataset')} selected{kept_note}")
    fresh: list[Planned] = []
    with Meter(console, "planned", len(due)) as meter:
        for line in make_plan(path, planner, due, args.jobs):
            fresh.append(line)
            meter.step(line.repo_id)
    return _end(args, console, path, fresh)


def _select(args: Namespace, console: Console, client: HubClient) -> Sequence[Selected]:
    """The datasets that the command line means.

    Raises:
        TaggerError: it means none, or the Hub's lists cannot be read.
    """
    words = [*args.ids, *(word for file in args.from_file for word in read_names(file))]
    selection = DatasetSelection(
        ids=[repository_id(word) for word in words],
        authors=args.author,
        filters=args.filter,
        search=args.search,
        allow=patterns(args.allow) if args.allow else None,
        deny=patterns(args.deny),
        shard=Shard.parse(args.shard),
        limit=args.limit,
        registered=registered_ids(args),
    )
    if selection.is_empty:
        raise TaggerError(
            "no dataset is named: give ids, --from-file, --author, --filter, --search"
        )
    try:
        with progress(console, "reading the Hub's lists"):
            return list(selection.read(client))
    except HubError as error:
        raise TaggerError(f"the Hub's list of datasets cannot be read: {error}") from None


def _end(args: Namespace, console: Console, path: Path, fresh: Sequence[Planned]) -> Status:
    """Say what the plan holds now; the exit status is about what this run has read."""
    failed = [line for line in fresh if line.decision is Decision.FAILED]
    for line in failed[:_MAX_FAULTS]:
        console.fault(f"{line.repo_id}: {line.reason}")
    if len(failed) > _MAX_FAULTS:
        rest = len(failed) - _MAX_FAULTS
        console.fault(f"{rest:,} more failed: `tagger autotag review --list --decision failed`")
    counts = count_decisions(Plan.read(path, must_exist=False).lines.values())
    shown = ", ".join(f"{number:,} {decision}" for decision, number in counts.items())
    console.write(f"{args.plan}: {shown or 'no dataset'}\n")
    if not failed:
        return Status.CLEAN
    return Status.FAULT if len(failed) == len(fresh) else Status.PARTLY
