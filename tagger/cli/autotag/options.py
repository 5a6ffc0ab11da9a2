"""Options that the subcommands of ``tagger autotag`` share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tagger.cli.options import add_budget, add_debug
from tagger.cli.parser import positive

if TYPE_CHECKING:
    from tagger.cli.parser import Parser

PLAN = "autotag-plan.jsonl"
JOURNAL = "autotag-journal.jsonl"


def add_plan(parser: Parser) -> None:
    """Where the plan is."""
    parser.add_argument(
        "--plan", metavar="FILE", default=PLAN, help="the plan (default: %(default)s)"
    )


def add_journal(parser: Parser) -> None:
    """Where the journal is."""
    parser.add_argument(
        "--journal", metavar="FILE", default=JOURNAL, help="the journal (default: %(default)s)"
    )


def add_reading(parser: Parser) -> None:
    """How datasets are read."""
    add_budget(
        parser, "what one dataset may cost", "what they do not suffice for is left to a person"
    )
    group = parser.add_argument_group("configuration", "none is read unless it is named")
    group.add_argument(
        "--config", metavar="FILE", help="tagger.toml, or a pyproject.toml with [tool.tagger]"
    )
    nothing = {"card": None, "fail_on": None, "select": None, "extend_select": None, "ignore": None}
    parser.set_defaults(isolated=False, include=[], exclude=[], **nothing)


def add_jobs(parser: Parser) -> None:
    """How many datasets are read at once."""
    parser.add_argument(
        "--jobs", metavar="N", type=positive, default=8, help="read this many at once (default: 8)"
    )


def add_deny(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Whom to leave alone."""
    parser.add_argument(
        "--deny",
        metavar="FILE",
        action="append",
        default=[],
        help="never touch the owners, ids and patterns (acme, acme/puzzles-*) of this file",
    )


def add_common(parser: Parser) -> None:
    """What every subcommand takes."""
    parser.add_argument("-q", "--quiet", action="store_true", help="no notes")
    parser.add_argument(
        "--no-color", action="store_true", help="no colours (NO_COLOR=1 does the same)"
    )
    add_debug(parser)


def seconds(text: str) -> float:
    """A type for an option that takes a number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value
