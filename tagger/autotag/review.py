"""What a person says of a plan: which proposals are to be sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.autotag.planned import Decision, Planned, Review
from tagger.core.errors import TaggerError
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from tagger.autotag.plan import Plan


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
