"""Rules about the card of a repository with environments of agentenv."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Finding, Rule, Severity
from tagger_agentenv.detect import Environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.rules.facts import Facts


UNNAMED = Rule(
    code="AE010",
    name="agentenv-unnamed",
    severity=Severity.INFO,
    summary="The card does not name an environment of the repository",
    why="agentenv starts an environment by its name; a reader of the card cannot know it.",
    bad={"README.md": "---\nlicense: mit\n---\n# Puzzles\n"},
    good={"README.md": "---\nlicense: mit\n---\n# Puzzles\n\n`maze`: find the way out.\n"},
    source="agentenv 1.0, start",
    address="https://example.org/tagger-agentenv/AE010",
)


@UNNAMED.check
def check_names(facts: Facts) -> Iterator[Finding]:
    """AE010."""
    text = facts.card.raw.decode("utf-8", "replace")
    for unit in facts.detections["agentenv"].units:
        environment = unit.payload
        if isinstance(environment, Environment) and environment.name not in text:
            yield UNNAMED.at(
                facts.card.path,
                f"the card does not name the environment {environment.name!r}, by which agentenv"
                " starts it",
                hint=f"say what {environment.name!r} is about",
            )
