"""Planning one dataset: read it, and say what a pull request would bring, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from tagger.autotag.clock import Clock, SystemClock, stamp
from tagger.autotag.optout import card_opts_out, is_generated
from tagger.autotag.planned import Decision, Planned, PlannedChange
from tagger.core.errors import TaggerError
from tagger.core.findings import Severity
from tagger.engine.check import check
from tagger.engine.outcome import TAG_LISTS
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError
from tagger.hub.ids import HubId
from tagger.pulls.proposal import Nothing, Proposal, is_tag_fix, propose
from tagger.rules.facts import Options
from tagger.targets import Target, hub_target
from tagger.tree.hub import HubTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding
    from tagger.engine.check import Result
    from tagger.hub.client import HubClient

#: Pieces of evidence that a plan keeps of one framework.
_MAX_EVIDENCE = 10

Wanted: TypeAlias = "Callable[[Finding], bool]"


def _defaults(target: Target) -> tuple[Options, Wanted]:
    return Options(repo_id=target.hub_id, proof_only=True), is_tag_fix


@dataclass(frozen=True)
class Planner:
    """How datasets are read.

    Attributes:
        client: the way to the Hub.
        settings: how a dataset is checked, and which findings a pull request fixes.
        max_requests, max_bytes: what one dataset may cost.
        clock: tells the time.
    """

    client: HubClient
    settings: Callable[[Target], tuple[Options, Wanted]] = _defaults
    max_requests: int = 300
    max_bytes: int = 512 << 20
    clock: Clock = field(default_factory=SystemClock)

    def plan(self, repo_id: str) -> Planned:
        """Read one dataset and decide; whatever goes wrong with it ends in the line."""
        budget = Budget(self.max_requests, self.max_bytes)
        try:
            line = self._plan(repo_id, budget)
        except (HubError, OverBudgetError, TaggerError) as error:
            line = Planned(repo_id, Decision.FAILED, str(error), complete=False)
        except Exception as error:
            # One dataset that trips tagger must not end a run over thousands.
            reason = f"a fault in tagger itself: {type(error).__name__}: {error}"
            line = Planned(repo_id, Decision.FAILED, reason, complete=False)
        return _with_cost(line, budget, stamp(self.clock.now()))

    def _plan(self, repo_id: str, budget: Budget) -> Planned:
        target = hub_target(HubId(repo_id), self.client, budget)
        if not target.tree.entries():
            return Planned(repo_id, Decision.NOTHING, "it holds no file", target.revision)
        options, wanted = self.settings(target)
        result = check(target.tree, options)
        if isinstance(target.tree, HubTree) and target.tree.faults:
            raise TaggerError(next(iter(target.tree.faults.values())))
        endpoint = self.client.endpoint
        found = propose(target, options, endpoint=endpoint, result=result, wanted=wanted)
        decision, reason = _decide(result, found)
        return Planned(
            repo_id,
            decision,
            reason,
            commit=target.revision,
            change=_change(found) if decision is Decision.PROPOSE else None,
            tags={name: list(getattr(result.facts.tags, name)) for name in TAG_LISTS},
            frameworks=dict(_frameworks(result.facts.detections)),
            complete=result.facts.view.complete,
        )


def _change(found: Proposal | Nothing) -> PlannedChange | None:
    return PlannedChange.of(found) if isinstance(found, Proposal) else None


def _decide(result: Result, found: Proposal | Nothing) -> tuple[Decision, str]:
    """What a plan says, and why; only what is certain is proposed."""
    facts = result.facts
    if refusal := card_opts_out(facts.card):
        return Decision.SKIP, refusal
    if isinstance(found, Nothing):
        return _without_proposal(result, found.reason)
    doubt = next(_doubts(result, found), None)
    if doubt:
        return Decision.UNSURE, doubt
    return Decision.PROPOSE, f"its files prove {', '.join(f'`{tag}`' for tag in found.tags)}"


def _without_proposal(result: Result, why_not: str) -> tuple[Decision, str]:
    tags, view = result.facts.tags, result.facts.view
    new = [tag for tag in tags.suggested if tag not in tags.declared]
    if tags.missing:
        return Decision.UNSURE, why_not
    if not view.complete:
        return Decision.UNSURE, f"not everything was read: {next(iter(view.notes), 'a limit')}"
    if new:
        return Decision.UNSURE, f"evidence short of proof for {', '.join(new)}"
    return Decision.NOTHING, why_not


def _doubts(result: Result, proposal: Proposal) -> Iterator[str]:
    """Reasons to leave a change that could be made to a person."""
    if is_generated(result.facts.card):
        yield "its card says that it is generated and not to be edited"
    for finding in result.findings:
        of_card = finding.rule.code.startswith("DC") and finding.path == proposal.path
        if of_card and finding.severity is Severity.ERROR:
            yield f"the Hub would refuse its card: {finding.rule.code}, {finding.message}"
    for tag in proposal.tags:
        found = result.facts.detections.get(tag)
        if found and len(found.broken) > len(found.units):
            yield f"{tag}: {len(found.broken):,} units are broken and {len(found.units):,} load"


def _frameworks(detections: Mapping[str, Detection]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is kept of each framework of which something was found."""
    for tag, found in detections.items():
        if not (found.evidence or found.verdict.proves):
            continue
        evidence = found.evidence[:_MAX_EVIDENCE]
        kept = {
            "verdict": found.verdict.value,
            "units": len(found.units),
            "broken_units": len(found.broken),
            "more_units": found.more_units,
            "evidence": [{"path": piece.path, "what": piece.what} for piece in evidence],
        }
        yield tag, kept


def _with_cost(line: Planned, budget: Budget, time: str) -> Planned:
    return replace(line, requests=budget.requests, received=budget.bytes, time=time)
