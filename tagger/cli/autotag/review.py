"""``tagger autotag review``: a person's word on the proposals of a plan."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.jsonl import LineFile
from tagger.autotag.plan import Plan, decide, proposals
from tagger.autotag.planned import Decision, Review
from tagger.cli.autotag.options import add_common, add_plan
from tagger.cli.parser import Parser, one_of
from tagger.cli.prompt import can_ask
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.text.visible import visible
from tagger.text.words import plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.autotag.planned import Planned
    from tagger.cli.console import Console
    from tagger.report.style import Style

DESCRIPTION = """\
Shows the proposals of a plan with evidence and diff, and keeps in the plan what is said of each.
On a terminal it asks: y accepts, n rejects, s skips, q ends. Nothing rejected is ever applied."""

EXAMPLES = (
    ("tagger autotag review", "ask about each proposal that nothing is said of yet"),
    ("tagger autotag review --list", "one line each"),
    ("tagger autotag review --list --decision unsure", "what was left to a person, and why"),
    ("tagger autotag review --reject acme/puzzles", "without a terminal"),
)
_ANSWERS = {"y": Review.ACCEPTED, "n": Review.REJECTED}


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag review``."""
    made = Parser(prog, "", DESCRIPTION, EXAMPLES)
    add_plan(made)
    made.add_argument("--list", action="store_true", help="list, and change nothing")
    made.add_argument("--show", action="store_true", help="with --list: evidence and diff as well")
    made.add_argument(
        "--decision",
        metavar="WORD",
        type=one_of([decision.value for decision in Decision], "decision"),
        default=Decision.PROPOSE.value,
        help="with --list: propose (default), unsure, nothing, skip or failed",
    )
    for name, what in (
        ("--accept", "accept the proposal for this dataset"),
        ("--reject", "reject it"),
        ("--undo", "take back what was said of it"),
    ):
        made.add_argument(name, metavar="REPO_ID", action="append", default=[], help=what)
    made.add_argument("--accept-rest", action="store_true", help="accept what is left undecided")
    add_common(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """List, decide, or ask."""
    path = Path(args.plan)
    if args.list:
        _list(args, console, Plan.read(path))
        return Status.CLEAN
    said = args.accept or args.reject or args.undo or args.accept_rest
    if not said and not can_ask(console):
        raise TaggerError("there is no terminal to ask on: use --list, --accept, --reject")
    Plan.read(path)
    with LineFile(path):
        plan = Plan.read(path)
        if said:
            _decide(args, plan)
            plan.write(path)
        else:
            _ask(console, plan, path)
    counts = [line.review for line in proposals(plan)]
    accepted, rejected = counts.count(Review.ACCEPTED), counts.count(Review.REJECTED)
    console.write(
        f"{args.plan}: {len(counts):,} proposals, {accepted:,} accepted, {rejected:,} rejected\n"
    )
    return Status.CLEAN


def _list(args: Namespace, console: Console, plan: Plan) -> None:
    for line in plan.lines.values():
        if line.decision.value != args.decision:
            continue
        console.write(headline(line, console.style))
        if args.show:
            with console.untouched():
                console.write("".join(details(line, console.style)))


def _decide(args: Namespace, plan: Plan) -> None:
    for repo_id in args.accept:
        decide(plan, repo_id, Review.ACCEPTED)
    for repo_id in args.reject:
        decide(plan, repo_id, Review.REJECTED)
    for repo_id in args.undo:
        decide(plan, repo_id, None)
    for line in proposals(plan) if args.accept_rest else ():
        if line.review is None:
            decide(plan, line.repo_id, Review.ACCEPTED)


def _ask(console: Console, plan: Plan, path: Path) -> None:
    """Ask about each proposal; what is said is in the file at once."""
    due = [line for line in proposals(plan) if line.review is None]
    for number, line in enumerate(due, 1):
        console.write("\n" + headline(line, console.style))
        console.write("".join(details(line, console.style)))
        answer = _answer(console, f"accept ({number:,} of {len(due):,})? [y/n/s/q] ")
        if answer == "q":
            return
        if answer in _ANSWERS:
            decide(plan, line.repo_id, _ANSWERS[answer])
            plan.write(path)


def _answer(console: Console, question: str) -> str:
    """The first letter of an answer that means something; the end of the input is ``q``."""
    while True:
        console.status(question)
        text = sys.stdin.readline()
        if not text:
            console.raw_note("\n")
            return "q"
        if text.strip()[:1].lower() in {*_ANSWERS, "s", "q"}:
            return text.strip()[0].lower()


_COLOURS = {"-": "red", "+": "green", "@": "cyan"}


def headline(line: Planned, style: Style) -> str:
    """One line: the decision, the dataset, why."""
    word = f"{line.decision}, {line.review}" if line.review else line.decision.value
    return f"{word:17}  {style.paint(visible(line.repo_id), 'bold')}  {visible(line.reason)}\n"


def details(line: Planned, style: Style) -> Iterator[str]:
    """Evidence and diff, line by line."""
    for tag, found in line.frameworks.items():
        broken = f", {found['broken_units']:,} broken" if found["broken_units"] else ""
        units = plural(found["units"], "unit")
        yield f"  {visible(tag)}: {found['verdict']}, {units}{broken}\n"
        for piece in found["evidence"]:
            yield visible(f"    {piece['path'] or '.'}: {piece['what']}") + "\n"
    for text in line.change.diff.splitlines() if line.change else ():
        colour = _COLOURS.get(text[:1])
        yield (style.paint(visible(text), colour) if colour else visible(text)) + "\n"
