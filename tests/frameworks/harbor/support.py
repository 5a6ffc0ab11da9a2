"""Small Harbor repositories for the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.harbor import FRAMEWORK
from tagger.tree.view import TreeView
from tests.support.examples import memory_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding

GOOD = {
    "task.toml": "",
    "instruction.md": "Sort the cards.\n",
    "environment/Dockerfile": "FROM debian:12-slim\n",
    "tests/test.sh": "#!/bin/bash\n",
}


def files(changes: Mapping[str, str | None], directory: str = "tasks/a") -> dict[str, str]:
    """A good task with other files laid over it; ``None`` takes one away."""
    merged: dict[str, str | None] = {**GOOD, **changes}
    prefix = f"{directory}/" if directory else ""
    return {f"{prefix}{path}": text for path, text in merged.items() if text is not None}


def view(tree: Mapping[str, str | None]) -> TreeView:
    """Texts as in the examples of rules: ``-> target`` is a link."""
    return TreeView(memory_tree({}, tree))


def detect(tree: Mapping[str, str | None]) -> Detection:
    """What the detector says of a repository."""
    return FRAMEWORK.detect(view(tree))


def codes(detection: Detection) -> list[str]:
    """The codes of all findings, sorted."""
    return sorted(finding.rule.code for finding in detection.findings)


def found(detection: Detection, code: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in detection.findings if finding.rule.code == code]
