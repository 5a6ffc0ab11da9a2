"""Plans, or journals, of several shards put together into one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.autotag.journal import History
from tagger.autotag.jsonl import read_lines
from tagger.autotag.plan import Plan
from tagger.core.errors import TaggerError
from tagger.files.atomic import write_atomically
from tagger.report.json import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def merge(files: Sequence[Path], output: Path) -> str:
    """Write what the files hold, and say what that is.

    Of journals every line is kept, in order of time and once where files share it; of plans the
    latest line about each dataset.

    Raises:
        TaggerError: a file is not there, or plans and journals are mixed.
    """
    kinds = {_kind(file) for file in files} - {""}
    if len(kinds) > 1:
        raise TaggerError("plans and journals cannot be put into one file: merge them apart")
    if kinds == {"journal"}:
        return _merge_journals(files, output)
    return _merge_plans(files, output)


def _kind(file: Path) -> str:
    """``plan``, ``journal``, or ``""`` for a file without a line."""
    if not file.is_file():
        raise TaggerError(f"there is no file {str(file)!r}")
    found = read_lines(file).objects
    if not found:
        return ""
    return "journal" if "event" in found[0] else "plan"


def _merge_journals(files: Sequence[Path], output: Path) -> str:
    history = History.read(files)
    text = "".join(dumps(entry.to_json()) for entry in history.entries)
    write_atomically(output, text.encode("ascii"))
    return f"{len(history.entries):,} lines about {len(history.records):,} datasets"


def _merge_plans(files: Sequence[Path], output: Path) -> str:
    plans = [Plan.read(file) for file in files]
    latest = {
        line.repo_id: line
        for line in sorted(
            (line for plan in plans for line in plan.lines.values()), key=lambda line: line.time
        )
    }
    merged = Plan(latest)
    merged.write(output)
    return f"{len(latest):,} datasets"
