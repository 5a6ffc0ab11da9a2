"""What a check says, in a form that can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tagger.engine.check import Result


def answer(result: Result) -> object:
    """Tags, verdicts and findings, with rules by code."""
    findings = [(f.sort_key, f.severity, f.hint, f.fix and f.fix.edits) for f in result.findings]
    verdicts = {tag: d.verdict for tag, d in result.facts.detections.items()}
    return result.facts.tags, verdicts, findings
