"""The flow from a tree to findings (docs/design.md §1)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.card.card import read_card
from tagger.data.registered import registration, with_registration
from tagger.engine.suppression import about_suppressions, find_suppressions, suppress
from tagger.engine.table import checks
from tagger.engine.tags import compare_tags, detect_all
from tagger.frameworks.registry import frameworks
from tagger.rules.facts import Facts, Options
from tagger.tree.view import TreeView

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding
    from tagger.tree.model import FileTree


@dataclass(frozen=True, slots=True)
class Result:
    """What a check of one tree yields; findings are sorted by place.

    ``suppressed`` are those that a comment in the repository silences.
    """

    facts: Facts
    findings: Sequence[Finding]
    suppressed: Sequence[Finding] = ()


def detect(tree: FileTree, options: Options | None = None) -> Mapping[str, Detection]:
    """What each framework makes of a tree, by tag."""
    options = options or Options()
    return _detect(_view(tree, options), options)


def check(tree: FileTree, options: Options | None = None) -> Result:
    """Detect, read the card, and run every rule over the same facts."""
    options = options or Options()
    view = _view(tree, options)
    return check_view(view, _detect(view, options), options)


def check_view(view: TreeView, detections: Mapping[str, Detection], options: Options) -> Result:
    """The part of :func:`check` behind the detectors, for callers that already ran them."""
    card = read_card(view)
    tags = compare_tags(card.tags, detections, complete=view.complete)
    infos = {framework.tag: framework for framework in frameworks()}
    facts = Facts(view, detections, card, tags, options, infos)
    findings = [finding for detection in detections.values() for finding in detection.findings]
    for rule_check in checks(proof_only=options.proof_only):
        findings += rule_check(facts)
    return _settle(facts, _one_a_fault(set(findings)))


def _one_a_fault(findings: Collection[Finding]) -> Iterator[Finding]:
    """Leave out what a more exact rule reports at the same place (``Rule.gives_way_to``)."""
    known: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        known[finding.rule.code, finding.path].append(finding)
    for finding in findings:
        exact = (known.get((code, finding.path), ()) for code in finding.rule.gives_way_to)
        if not any(same_place(finding, other) for others in exact for other in others):
            yield finding


def same_place(one: Finding, other: Finding) -> bool:
    """Whether two findings are about one file, or about places in it that overlap."""
    if one.path != other.path or not one.span or not other.span:
        return one.path == other.path and one.span == other.span
    return one.span.overlaps(other.span)


def _detect(view: TreeView, options: Options) -> Mapping[str, Detection]:
    """What the files show, and after it what is only known of the dataset's id."""
    view.expect(_read_first(view))
    found = registration(options.repo_id, options.registered)
    return with_registration(detect_all(view, frameworks()), found)


def _read_first(view: TreeView) -> Iterator[str]:
    """The card, and the files by which the frameworks find what they load."""
    yield view.card_path
    for framework in frameworks():
        if framework.reads_first:
            yield from framework.reads_first(view)


def _settle(facts: Facts, findings: Iterable[Finding]) -> Result:
    """Take out what comments silence, add what is to be said of the comments, and sort."""
    split = suppress(findings, find_suppressions(facts.view, facts.card))
    kept = [*split.findings, *about_suppressions(split.unused)]
    return Result(
        facts,
        sorted(kept, key=lambda finding: finding.sort_key),
        sorted(split.suppressed, key=lambda finding: finding.sort_key),
    )


def _view(tree: FileTree, options: Options) -> TreeView:
    return TreeView(
        tree,
        card=options.card,
        include=options.include,
        exclude=options.exclude,
        proof_only=options.proof_only,
    )
