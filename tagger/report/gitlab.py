"""GitLab's code quality report: a list of what Code Climate calls issues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Severity
from tagger.engine.fingerprint import fingerprints
from tagger.engine.outcome import Checked
from tagger.report.json import dumps
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One list with the findings of all targets."""
    del look
    yield dumps(
        [
            _issue(outcome, finding, mark)
            for outcome in outcomes
            if isinstance(outcome, Checked)
            for finding, mark in fingerprints(outcome)
        ],
        indent=2,
    )


def _issue(checked: Checked, finding: Finding, mark: str) -> dict[str, Any]:
    begin = finding.span.line if finding.span else 1
    return {
        "description": visible(f"{finding.rule.code}: {finding.message}"),
        "check_name": finding.rule.code,
        "fingerprint": mark,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": checked.anchor(finding),
            "lines": {"begin": begin},
        },
    }
