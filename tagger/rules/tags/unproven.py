"""TG007-TG008: tags that the files do not bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Verdict
from tagger.core.findings import Rule, Severity
from tagger.core.tags import DISCOVERY_TAG
from tagger.rules.tags.common import card_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.core.places import Span
    from tagger.rules.facts import Facts

_ROWS = {"tasks/knot/task.toml": None, "rows.jsonl": '{"question": "2+2", "answer": "4"}\n'}


UNPROVEN_TAG = Rule(
    code="TG007",
    name="unproven-tag",
    severity=Severity.WARNING,
    summary="A framework's tag, and nothing that the framework could load",
    why="The page offers a command for each framework that is tagged; when the framework finds"
    " nothing to load, visitors end in an error. The rule looks for what the framework's own loader"
    " needs. The tag may still be right: the files can be the data of an environment that lives in"
    " another repository. So no fix removes it, and nothing is said when the listing is"
    " incomplete or when there is evidence short of proof.",
    bad={**card_with("rl-environment", "harbor"), **_ROWS},
    good=card_with("rl-environment", "harbor", "openenv"),
    source="hub-docs#2754",
)


@UNPROVEN_TAG.check
def _check_unproven_tag(facts: Facts) -> Iterator[Finding]:
    for tag in facts.tags.unproven:
        yield UNPROVEN_TAG.at(
            facts.card.path,
            f"the card declares `{tag}`, and {_looked_for(facts, tag)}",
            _span(facts, tag),
            hint=_need(facts, tag),
        )


def _looked_for(facts: Facts, tag: str) -> str:
    detection = facts.detections[tag]
    if detection.verdict is Verdict.BROKEN:
        return f"what is there of {facts.label(tag)}'s layout does not load"
    if detection.aside:
        return f"what {facts.label(tag)} could load is in a folder that counts as an example"
    layout = facts.frameworks[tag].layout if tag in facts.frameworks else ""
    return f"{layout or 'the layout of ' + facts.label(tag)} was looked for and not found"


def _need(facts: Facts, tag: str) -> str:
    elsewhere = "keep the tag if the files belong to an environment that is published elsewhere"
    needs = facts.detections[tag].needs
    return f"{needs[0].what}; {elsewhere}" if needs else elsewhere


def _span(facts: Facts, tag: str) -> Span | None:
    return next((item.span for item in facts.card.tag_items if item.value == tag), None)


NOTHING_TO_RUN = Rule(
    code="TG008",
    name="nothing-to-run",
    severity=Severity.INFO,
    summary="`rl-environment` on files that no known framework can run",
    why="The tag puts the page behind the filter for RL environments, where people look for"
    " something to run. Other frameworks than the known ones exist and have tags of their own, so"
    " this is only information.",
    bad={**card_with("rl-environment"), **_ROWS},
    good=card_with("rl-environment", "harbor", "openenv"),
    source="hub-docs#2754; the Hub's RL environments filter",
)


@NOTHING_TO_RUN.check
def _check_nothing_to_run(facts: Facts) -> Iterator[Finding]:
    tags = facts.tags
    if DISCOVERY_TAG not in tags.declared or tags.proven or tags.suggested:
        return
    if not facts.view.complete:
        return
    names = ", ".join(framework.label for framework in facts.frameworks.values())
    yield NOTHING_TO_RUN.at(
        facts.card.path,
        f"the card declares `{DISCOVERY_TAG}`, and nothing here is an environment of {names}",
        _span(facts, DISCOVERY_TAG),
        hint="say in the card how the environment is run, and tag its framework if it is another",
    )
