"""What a pull request would change in one dataset, and on what evidence; nothing is sent here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.card.split import CardState
from tagger.core.detections import Verdict
from tagger.core.errors import TaggerError
from tagger.core.tags import DISCOVERY_TAG
from tagger.engine.check import check
from tagger.engine.fix import fix
from tagger.files.diff import unified_diff
from tagger.frameworks.registry import frameworks
from tagger.pulls.text import CommitPage, Ground, pull_body, pull_key, pull_title
from tagger.rules.facts import Options
from tagger.rules.tags.missing import MISSING_TAGS
from tagger.rules.tags.spelling import TAG_MISSPELT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.engine.check import Result
    from tagger.engine.fix import FileChange, Fixed
    from tagger.rules.facts import Facts
    from tagger.targets import Target

#: The one file that a pull request touches: the only card that the Hub reads.
CARD = "README.md"
#: The rules whose safe fixes make a tag right.
TAG_RULES = frozenset({MISSING_TAGS.code, TAG_MISSPELT.code})
#: Paths that are shown for one framework.
_MAX_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """One change of one card, ready to be sent.

    Attributes:
        repo_id: the dataset.
        commit: the full id of the commit whose files were read.
        tags: the tags that the card gains, in writing order.
        before: the card at that commit.
        after: the card with the change.
        grounds: why, one entry a framework.
        title, body: of the pull request; the body is Markdown.
        key: repository, tags and version of the rules in one line; it is in the body too.
        path: the card's path in the repository.
    """

    repo_id: str
    commit: str
    tags: tuple[str, ...]
    before: bytes
    after: bytes
    grounds: tuple[Ground, ...]
    title: str
    body: str
    key: str
    path: str = CARD

    @property
    def diff(self) -> bytes:
        """The change as a unified diff."""
        return unified_diff(self.path, self.before, self.after)


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to propose; ``reason`` says why, as a clause."""

    reason: str


def is_tag_fix(finding: Finding) -> bool:
    """Whether the fix of a finding does nothing but put proven tags right."""
    return finding.rule.code in TAG_RULES


def propose(
    target: Target,
    options: Options | None = None,
    *,
    endpoint: str = "https://huggingface.co",
    result: Result | None = None,
    wanted: Callable[[Finding], bool] = is_tag_fix,
) -> Proposal | Nothing:
    """The pull request that a dataset on the Hub needs: the safe fixes of its card's header.

    Args:
        target: a dataset on the Hub, as :func:`tagger.targets.open_target` gives it.
        options: as for :func:`tagger.engine.check.check`.
        endpoint: the address of the Hub, for links.
        result: the check of the target, if it was done already.
        wanted: which findings are to be fixed; by default those that add proven tags.

    Raises:
        TaggerError: the target is not a commit on the Hub, or its card cannot be read now.
    """
    if target.hub_id is None or target.revision is None:
        raise TaggerError(f"{target.name!r} is not a dataset on the Hub: nothing can be proposed")
    options = replace(options or Options(), repo_id=target.hub_id, hub_dataset=True)
    result = result or check(target.tree, options)
    card = result.facts.card
    if card.path != CARD:
        return Nothing(f"the Hub reads no card but {CARD}, and the card is {card.path}")
    if card.state is CardState.UNREADABLE:
        raise TaggerError(f"its {CARD} {card.reason}")
    fixed = fix(target.tree, options, wanted=_within_card(wanted), result=result)
    change = _header_change(fixed)
    if change is None or change.before is None:
        return Nothing(_why_not(result, wanted))
    place = CommitPage(target.hub_id, target.revision, endpoint)
    return _proposal(place, result.facts, fixed, change.before, change.after)


def _proposal(
    place: CommitPage, facts: Facts, fixed: Fixed, before: bytes, after: bytes
) -> Proposal:
    tags = _gained(facts.card, fixed.result.facts.card)
    grounds = tuple(_grounds(facts, tags))
    more = [finding for finding in fixed.applied if not is_tag_fix(finding)]
    key = pull_key(place.repo_id, tags, [finding.rule.code for finding in more])
    others = [finding.fix.description for finding in more if finding.fix]
    body = pull_body(place, tags, grounds, others, key)
    title = pull_title(tags)
    return Proposal(place.repo_id, place.commit, tags, before, after, grounds, title, body, key)


def _within_card(wanted: Callable[[Finding], bool]) -> Callable[[Finding], bool]:
    """The wanted findings whose fixes touch no other file."""
    return lambda finding: (
        wanted(finding)
        and finding.fix is not None
        and all(edit.path == CARD for edit in finding.fix.edits)
    )


def _header_change(fixed: Fixed) -> FileChange | None:
    """The change of the card, if there is one and nothing but its header is touched."""
    if [change.path for change in fixed.changes] != [CARD]:
        return None
    change = fixed.changes[0]
    before, after = Card.parse(CARD, change.before or b""), Card.parse(CARD, change.after)
    return change if before.parts.body == after.parts.body else None


def _gained(before: Card, after: Card) -> tuple[str, ...]:
    return tuple(tag for tag in after.tags if tag not in before.tags)


def _why_not(result: Result, wanted: Callable[[Finding], bool]) -> str:
    """Why the card is left as it is."""
    facts, tags = result.facts, result.facts.tags
    if not tags.proven:
        more = "" if facts.view.complete else ", as far as its files were read"
        return f"no framework is proven to load it{more}"
    if facts.card.state is CardState.MISSING:
        return f"it has no {CARD}, and a card is for its owner to begin"
    if not tags.missing:
        return "its card declares every tag that its files prove"
    if any(finding.rule is MISSING_TAGS for finding in result.suppressed):
        return f"a comment in its card silences {MISSING_TAGS.code}"
    due = [finding for finding in result.findings if is_tag_fix(finding) and wanted(finding)]
    if not due:
        return f"{MISSING_TAGS.code} is left out"
    if not facts.options.bridged and all(_is_bridged(facts, tag) for tag in tags.missing):
        return "the tags that it lacks rest on another framework's layout, and `bridged` is false"
    hint = next((finding.hint for finding in due if finding.hint and not finding.fix), None)
    return hint or "the change would reach beyond the header"


def _is_bridged(facts: Facts, tag: str) -> bool:
    return tag in facts.detections and facts.detections[tag].verdict is Verdict.BRIDGED


def _grounds(facts: Facts, tags: Sequence[str]) -> Iterator[Ground]:
    """What the tags rest on: a framework each, or all where only the discovery tag is new."""
    proven = [tag for tag in facts.tags.proven if tag != DISCOVERY_TAG]
    for tag in [tag for tag in proven if tag in tags] or proven:
        detection = facts.detections[tag]
        units = [unit.path for unit in detection.units]
        evidence = detection.evidence[:_MAX_EXAMPLES]
        paths = dict.fromkeys([piece.path for piece in evidence] + units[:_MAX_EXAMPLES])
        files = frozenset(path for path in paths if facts.view.is_file(path))
        yield Ground(
            tag=tag,
            label=next((f.label for f in frameworks() if f.tag == tag), tag),
            verdict=detection.verdict.value,
            units=len(units),
            evidence=tuple((piece.path, piece.what) for piece in evidence),
            examples=tuple(units[:_MAX_EXAMPLES]),
            files=files,
            more=detection.more_units,
        )
