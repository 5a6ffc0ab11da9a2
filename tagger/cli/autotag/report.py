"""``tagger autotag report``: figures of plans and journals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tagger.autotag.journal import History
from tagger.autotag.plan import Plan
from tagger.autotag.report import make_report, markdown, to_json
from tagger.cli.autotag.options import JOURNAL, PLAN, add_common
from tagger.cli.parser import Parser, one_of
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.files.atomic import write_atomically
from tagger.report.json import dumps

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from tagger.cli.console import Console

DESCRIPTION = """\
Puts plans and journals together: how many datasets were planned, how many pull requests were
opened, merged and declined, in all and by framework, with a list of them. Nothing is read from the
Hub; `tagger autotag status` looks up first what has been answered."""

EXAMPLES = (
    ("tagger autotag report", "in Markdown"),
    ("tagger autotag report --format json --output report.json", "for scripts"),
    ("tagger autotag report --journal 1.jsonl --journal 2.jsonl", "several shards"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger autotag report``."""
    made = Parser(prog, "", DESCRIPTION, EXAMPLES)
    for name, default in (("plan", PLAN), ("journal", JOURNAL)):
        made.add_argument(
            f"--{name}",
            metavar="FILE",
            action="append",
            default=[],
            help=f"a {name}; can be repeated (default: {default} where it exists)",
        )
    made.add_argument(
        "--format",
        metavar="FORMAT",
        type=one_of(("markdown", "json"), "format"),
        default="markdown",
        help="markdown or json (default: markdown)",
    )
    made.add_argument("--output", metavar="FILE", help="write the report to a file")
    add_common(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Read and report."""
    plans, journals = _files(args.plan, PLAN), _files(args.journal, JOURNAL)
    if not plans and not journals:
        raise TaggerError("there is neither plan nor journal here: --plan and --journal name them")
    read = [Plan.read(path) for path in plans]
    lines = {repo_id: line for plan in read for repo_id, line in plan.lines.items()}
    damaged = sum(plan.damaged for plan in read)
    report = make_report(lines.values(), History.read(journals), damaged)
    is_json = args.format == "json"
    text = dumps(to_json(report), indent=2) if is_json else "".join(markdown(report))
    if args.output:
        write_atomically(Path(args.output), text.encode("utf-8", "backslashreplace"))
    else:
        console.write(text)
    return Status.CLEAN


def _files(named: Sequence[str], default: str) -> list[Path]:
    if named:
        return [Path(name) for name in named]
    return [Path(default)] if Path(default).is_file() else []
