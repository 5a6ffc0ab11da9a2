"""TG001-TG003: tags that the card should declare, or could."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import add_items, create
from tagger.card.split import CardState
from tagger.core.detections import Verdict
from tagger.core.findings import Rule, Safety, Severity
from tagger.core.tags import DISCOVERY_TAG
from tagger.rules.tags.common import HEAD, KEY, TAIL, by_hand, card_with, meant, offer, place
from tagger.text.words import joined, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

_ORDER = "rl-environment", "harbor", "openenv"


MISSING_TAGS = Rule(
    code="TG001",
    name="missing-tags",
    severity=Severity.WARNING,
    summary="The layout proves tags that the card does not declare",
    why="The Hub reads none of a dataset's files to find out what it is; it reads the tags of the"
    " card. `rl-environment` gives the page the RL Environment badge and puts it behind the filter,"
    " and each framework's tag adds the framework to the page, with the command that runs it. A tag"
    " is only asked for when the framework's own loader would load what is in the repository.\n\n"
    "In a repository that is not a dataset on the Hub, such as the code repository of an"
    " environment, a card without tags is not a fault, and the finding is advice. `bridged = false`"
    " in the configuration keeps the fix from adding tags of frameworks that load the layout of"
    " another.",
    bad=card_with("knots", "rl-environment"),
    good=card_with("knots", *_ORDER),
    source="hub-docs#2754, hub-docs#2790; huggingface.js#2441; dataset-viewer#3424",
    fix=Safety.SAFE,
)


@MISSING_TAGS.check
def _check_missing_tags(facts: Facts) -> Iterator[Finding]:
    missing = [tag for tag in facts.tags.missing if tag not in _misspelt(facts)]
    if not missing:
        return
    wanted = [tag for tag in missing if facts.options.bridged or not _is_bridged(facts, tag)]
    fix, reason = _fix(facts, wanted) if wanted else (None, None)
    header = facts.card.header
    start = "as its header cannot be parsed, " if header and header.fault else ""
    yield MISSING_TAGS.at(
        facts.card.path,
        f"{start}the card lacks {'the tags' if len(missing) > 1 else 'the tag'} {named(missing)}:"
        f" {_harm(facts, missing)}",
        place(facts),
        hint=by_hand(reason, _whole_list(facts, wanted)) or _evidence(facts, missing),
        fix=fix,
        severity=Severity.INFO if not wanted or _is_advice(facts) else None,
    )


def _misspelt(facts: Facts) -> set[str | None]:
    """Tags that are in the card in another spelling; TG004 corrects them in place."""
    header = facts.card.header
    pair = header.get(KEY) if header else None
    bare = [str(pair.value.value)] if header and pair and header.is_string(pair.value) else []
    return {meant(facts, word) for word in (*facts.tags.declared, *bare)}


def _is_bridged(facts: Facts, tag: str) -> bool:
    return tag in facts.detections and facts.detections[tag].verdict is Verdict.BRIDGED


def _is_advice(facts: Facts) -> bool:
    """Whether nothing says that this card is meant for the Hub."""
    header = facts.card.header
    return not facts.options.hub_dataset and (header is None or header.get(KEY) is None)


def _fix(facts: Facts, tags: Sequence[str]) -> tuple[Fix | None, str | None]:
    """Adding the tags; unsafe where it makes a card, or a header nobody has asked for."""
    card, what = facts.card, f"add {named(tags)}"
    if card.state is CardState.MISSING:
        return offer("write a card with the tags", create, card, KEY, tags, safety=Safety.UNSAFE)
    unasked = card.header is None and not facts.options.hub_dataset
    safety = Safety.UNSAFE if unasked else Safety.SAFE
    return offer(what, add_items, card, KEY, tags, safety=safety)


def _whole_list(facts: Facts, tags: Sequence[str]) -> Sequence[str]:
    return [*facts.tags.declared, *tags]


def _harm(facts: Facts, missing: Sequence[str]) -> str:
    frameworks = [facts.label(tag) for tag in missing if tag != DISCOVERY_TAG]
    harms = ["has no RL Environment badge"] if DISCOVERY_TAG in missing else []
    harms += [f"does not offer {joined(frameworks)}"] if frameworks else []
    return f"its page {joined(harms)}"


def _evidence(facts: Facts, missing: Sequence[str]) -> str:
    """What the layout holds for the frameworks in question."""
    tags = [tag for tag in missing if tag != DISCOVERY_TAG] or [
        tag for tag in facts.tags.proven if tag != DISCOVERY_TAG
    ]
    return (
        f"the files are there: {joined(f'{facts.label(tag)} {_units(facts, tag)}' for tag in tags)}"
    )


def _units(facts: Facts, tag: str) -> str:
    detection = facts.detections[tag]
    paths = [unit.path for unit in detection.units] or [e.path for e in detection.evidence]
    if not paths:
        return "can load them"
    more = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
    return f"can load {paths[0] or 'the root'}{more}"


FRAMEWORK_TAG_ALONE = Rule(
    code="TG002",
    name="framework-tag-alone",
    severity=Severity.INFO,
    summary="A framework's tag without `rl-environment`",
    why="A framework's tag alone puts the framework into the list of libraries and no more: no"
    " badge, no place behind the filter, and the job that lists Harbor tasks on the page wants both"
    " tags. Where the layout proves the framework, TG001 says so; this rule is about cards whose"
    " files prove nothing, where only the owner knows.",
    bad={**card_with("harbor"), "tasks/knot/task.toml": None},
    good=card_with(*_ORDER),
    source="hub-docs#2790; dataset-viewer, job `dataset-harbor-tasks`",
    fix=Safety.UNSAFE,
)


@FRAMEWORK_TAG_ALONE.check
def _check_framework_tag_alone(facts: Facts) -> Iterator[Finding]:
    tags = facts.tags
    frameworks = [tag for tag in tags.declared if tag in facts.detections]
    spoken_for = {*tags.declared, *tags.missing, *_misspelt(facts)}
    if not frameworks or DISCOVERY_TAG in spoken_for:
        return
    wanted, what = [DISCOVERY_TAG], f"add `{DISCOVERY_TAG}`"
    fix, reason = offer(what, add_items, facts.card, KEY, wanted, safety=Safety.UNSAFE)
    yield FRAMEWORK_TAG_ALONE.at(
        facts.card.path,
        f"the card declares {named(frameworks)} without `{DISCOVERY_TAG}`: the page has no badge,"
        " and the filter for RL environments leaves it out",
        place(facts),
        hint=by_hand(reason, [*tags.declared, DISCOVERY_TAG])
        or f"if the dataset is an RL environment, add `{DISCOVERY_TAG}`",
        fix=fix,
    )


SUGGESTED_TAG = Rule(
    code="TG003",
    name="suggested-tag",
    severity=Severity.INFO,
    summary="Something points to a framework, short of proof",
    why="Tasks packed in an archive or a table, a card that names an environment published"
    " elsewhere: such signs are good reasons to think of a tag, and none to set it unasked. A"
    " loader that gets this repository may find nothing in it.",
    bad={"README.md": f"{HEAD}- knots\n{TAIL}\n    prime env install acme/knots\n"},
    good=card_with(*_ORDER),
    source="hub-docs#2754",
    fix=Safety.UNSAFE,
)


@SUGGESTED_TAG.check
def _check_suggested_tag(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    for tag in facts.tags.suggested:
        if tag in facts.tags.declared or tag in _misspelt(facts):
            continue
        tags = [t for t in (DISCOVERY_TAG, tag) if t not in facts.tags.declared]
        evidence = facts.detections[tag].suggestions[0]
        what = f"add {named(tags)}"
        fix, _ = offer(what, add_items, card, KEY, tags, safety=Safety.UNSAFE)
        yield SUGGESTED_TAG.at(
            card.path,
            f"the tag `{tag}` may fit, but nothing proves it: {evidence.what} ({evidence.path})",
            place(facts),
            hint=f"add {named(tags)} if {facts.label(tag)} can run this dataset",
            fix=fix,
        )
