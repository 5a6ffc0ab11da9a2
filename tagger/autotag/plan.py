"""A plan: a file with a line for every dataset, written as they are read, taken up where it stops.

A dataset that is planned anew gets another line; the last one counts. A person then says which of
its proposals are to be sent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tagger.autotag.clock import stamp
from tagger.autotag.jsonl import LineFile, read_lines
from tagger.autotag.parallel import in_parallel
from tagger.autotag.planned import Decision, Planned, Review, from_json, to_json
from tagger.core.errors import TaggerError
from tagger.files.atomic import write_atomically
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from tagger.autotag.planner import Planner
    from tagger.autotag.selection import Selected


@dataclass(frozen=True)
class Plan:
    """What a file holds.

    Attributes:
        lines: one a dataset, in the order in which they were first planned.
        damaged: lines that cannot be read; their datasets are planned again.
    """

    lines: dict[str, Planned]
    damaged: int = 0

    @classmethod
    def read(cls, path: Path, *, must_exist: bool = True) -> Plan:
        """The plan in a file.

        Raises:
            TaggerError: there is no such file, or it is not a plan.
        """
        if must_exist and not path.is_file():
            raise TaggerError(
                f"there is no plan {str(path)!r}: `tagger autotag plan` writes one; --plan names it"
            )
        found = read_lines(path)
        lines = (from_json(value, str(path)) for value in found.objects)
        return cls({line.repo_id: line for line in lines}, found.damaged)

    def write(self, path: Path) -> None:
        """Put the plan in place of the file, a line a dataset.

        Raises:
            TaggerError: it cannot be written.
        """
        from tagger.report.json import dumps

        text = "".join(dumps(to_json(line)) for line in self.lines.values())
        write_atomically(path, text.encode("ascii"))

    def is_current(self, selected: Selected) -> bool:
        """Whether a dataset need not be planned again: it was, and has not moved since."""
        line = self.lines.get(selected.repo_id)
        if line is None or line.decision is Decision.FAILED:
            return False
        if selected.decision is not None:
            return line.decision is selected.decision and line.commit == selected.commit
        return selected.commit is None or line.commit == selected.commit


def make_plan(
    path: Path, planner: Planner, selection: Sequence[Selected], jobs: int
) -> Iterator[Planned]:
    """Plan what is not planned yet; each line is in the file before it is given out.

    Args:
        path: the plan; it is continued where it exists.
        planner: reads the datasets.
        selection: the datasets.
        jobs: how many are read at once.

    Raises:
        TaggerError: another run has the file, it is not a plan, or it cannot be written.
    """
    # What a plan loses can be read again.
    with LineFile(path, durable=False) as file:
        plan = Plan.read(path, must_exist=False)
        due = (selected for selected in selection if not plan.is_current(selected))
        for fresh in in_parallel(lambda selected: _line(planner, selected), due, jobs):
            line = _with_review(fresh, plan.lines.get(fresh.repo_id))
            file.append(to_json(line))
            yield line


def _line(planner: Planner, selected: Selected) -> Planned:
    if selected.decision is None:
        return planner.plan(selected.repo_id)
    return Planned(
        selected.repo_id,
        selected.decision,
        selected.reason,
        commit=selected.commit,
        time=stamp(planner.clock.now()),
    )


def _with_review(line: Planned, before: Planned | None) -> Planned:
    """Keep what a person has said: a no for good, a yes for the same tags only."""
    if before is None or before.review is None:
        return line
    same = before.change and line.change and before.change.key == line.change.key
    return replace(line, review=before.review) if same or before.review is Review.REJECTED else line


def count_decisions(lines: Iterable[Planned]) -> dict[Decision, int]:
    """How many datasets have each decision; those with none are left out."""
    found = [line.decision for line in lines]
    return {decision: found.count(decision) for decision in Decision if decision in found}


def proposals(plan: Plan) -> list[Planned]:
    """The lines on which something can be said."""
    return [line for line in plan.lines.values() if line.decision is Decision.PROPOSE]


def decide(plan: Plan, repo_id: str, review: Review | None) -> None:
    """Put a decision into a plan.

    Args:
        plan: is changed.
        repo_id: the dataset.
        review: ``None`` takes a decision back.

    Raises:
        TaggerError: the plan proposes nothing for this dataset.
    """
    line = plan.lines.get(repo_id)
    if line is None:
        near = did_you_mean(repo_id, plan.lines)
        raise TaggerError(f"the plan has no line about {repo_id!r}{near}")
    if line.decision is not Decision.PROPOSE:
        raise TaggerError(
            f"{repo_id}: the plan proposes nothing ({line.decision}: {line.reason}), so there is"
            " nothing to accept or reject"
        )
    plan.lines[repo_id] = replace(line, review=review)
