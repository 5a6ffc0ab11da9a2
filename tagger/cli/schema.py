"""``tagger schema``: the published JSON Schemas."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tagger.cli.options import add_debug
from tagger.cli.parser import Parser, one_of
from tagger.cli.status import Status
from tagger.data.shipped import list_shipped, read_shipped

if TYPE_CHECKING:
    from argparse import Namespace

    from tagger.cli.console import Console

SUFFIX = ".schema.json"
DESCRIPTION = "Lists the published JSON Schemas (draft 2020-12) or prints one."

EXAMPLES = (
    ("tagger schema", "list the schemas"),
    ("tagger schema report > report.schema.json", "print one"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger schema``."""
    made = Parser(prog, "[NAME]", DESCRIPTION, EXAMPLES)
    made.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        type=one_of(list_shipped(SUFFIX), "schema"),
        help="the first word of a line of the list",
    )
    add_debug(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """List or print."""
    if args.name:
        console.write(read_shipped(args.name + SUFFIX))
        return Status.CLEAN
    names = list_shipped(SUFFIX)
    width = max(map(len, names))
    for name in names:
        title = json.loads(read_shipped(name + SUFFIX))["title"]
        console.write(f"{name:{width}}  {title}\n")
    return Status.CLEAN
