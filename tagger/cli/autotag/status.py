"""``tagger autotag status``: what has become of the pull requests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.clock import SystemClock
from tagger.autotag.journal import History, Journal
from tagger.autotag.parallel import in_parallel
from tagger.autotag.reconcile import Fate, Followed, follow
from tagger.cli.autotag.options import add_common, add_jobs, add_journal
from tagger.cli.parser import Parser, one_of, positive
from tagger.cli.progress import Meter
from tagger.cli.status import Status
from tagger.pulls.api import PullApi
from tagger.report.json import dumps, envelope
from tagger.text.visible import visible

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from tagger.cli.console import Console

DESCRIPTION = """\
Looks up the pull requests that the journal knows to be open, and adds to the journal which were
merged or declined. It names those that nobody has answered for long and those that cannot be
merged any more; planning these again and applying the plan brings them up to date."""

EXAMPLES = (
    ("tagger autotag status", "needs no token for public datasets"),
    ("tagger autotag status --format json", "for scripts"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag status``."""
    made = Parser(prog, "", DESCRIPTION, EXAMPLES)
    add_journal(made)
    made.add_argument(
        "--stale-days",
        metavar="N",
        type=positive,
        default=30,
        help="an open one is stale after this many days (default: 30)",
    )
    made.add_argument(
        "--format",
        metavar="FORMAT",
        type=one_of(("text", "json"), "format"),
        default="text",
        help="text or json (default: text)",
    )
    add_jobs(made)
    add_common(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Look up and report."""
    path, api, clock = Path(args.journal), PullApi(), SystemClock()
    History.read([path])
    found: list[Followed] = []
    with Journal(path) as journal:
        waiting = journal.history.waiting()
        with Meter(console, "looked up", len(waiting)) as meter:
            for followed in in_parallel(
                lambda entry: follow(api, entry, clock, args.stale_days), waiting, args.jobs
            ):
                if ended := followed.to_entry(clock):
                    journal.write(ended)
                found.append(followed)
                meter.step(followed.entry.repo_id)
        unsettled = len(journal.history.unsettled())
    _report(args, console, sorted(found, key=lambda followed: followed.entry.repo_id))
    if unsettled and not args.quiet:
        console.note(
            f"{unsettled:,} requests have no answer yet: `tagger autotag apply` looks them up"
        )
    return Status.PARTLY if any(f.fate is Fate.UNKNOWN for f in found) else Status.CLEAN


def _report(args: Namespace, console: Console, found: Sequence[Followed]) -> None:
    counts = Counter(followed.fate for followed in found)
    if args.format == "json":
        summary = {fate.value: counts[fate] for fate in Fate}
        objects = [_object(followed) for followed in found]
        document = {**envelope(), "pull_requests": objects, "summary": summary}
        console.write(dumps(document, indent=2))
        return
    for followed in found:
        console.write(_text(followed))
    shown = ", ".join(f"{counts[fate]:,} {fate}" for fate in Fate if counts[fate])
    console.write(f"{shown or 'no pull request is open'}\n")


def _text(followed: Followed) -> str:
    why = f" ({followed.reason})" if followed.reason else ""
    entry = followed.entry
    return (
        visible(f"{followed.fate:11}  {entry.url or entry.repo_id}  {followed.days:.0f} d{why}")
        + "\n"
    )


def _object(followed: Followed) -> dict[str, Any]:
    entry = followed.entry
    return {
        "repository": entry.repo_id,
        "pull_request": entry.pull_object,
        "fate": followed.fate.value,
        "days": round(followed.days, 1),
        "reason": followed.reason,
    }
