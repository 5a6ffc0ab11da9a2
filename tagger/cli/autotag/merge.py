"""``tagger autotag merge``: one file from those of several shards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.merge import merge
from tagger.cli.autotag.options import add_common
from tagger.cli.parser import Parser
from tagger.cli.status import Status

if TYPE_CHECKING:
    from argparse import Namespace

    from tagger.cli.console import Console

DESCRIPTION = """\
Puts plans into one plan, or journals into one journal. The last line about a dataset counts; a
line found in several files is written once."""

EXAMPLES = (
    ("tagger autotag merge plan-*.jsonl --output autotag-plan.jsonl", "the plans of all shards"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag merge``."""
    made = Parser(prog, "FILE ... --output FILE", DESCRIPTION, EXAMPLES)
    made.add_argument("files", nargs="+", metavar="FILE", help="plans, or journals")
    made.add_argument("--output", metavar="FILE", required=True, help="the file to write")
    add_common(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Merge."""
    what = merge([Path(file) for file in args.files], Path(args.output))
    console.write(f"{args.output}: {what}\n")
    return Status.CLEAN
