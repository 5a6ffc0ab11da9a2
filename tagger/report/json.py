"""The JSON report, version 1: the contract with scripts (``schemas/report.schema.json``)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tagger._version import __version__
from tagger.engine.outcome import TAG_LISTS, Checked, Counts, count
from tagger.text.visible import encodable, without_commands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding, Fix
    from tagger.core.places import Edit, Span
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

VERSION = 1


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One document with all targets that could be read."""
    del look
    counts, targets = Counts(), []
    for outcome in outcomes:
        counts += count(outcome)
        if isinstance(outcome, Checked):
            targets.append(target_object(outcome))
    yield dumps({**envelope(), "targets": targets, "summary": summary_object(counts)}, indent=2)


def dumps(value: Any, *, indent: int | None = None) -> str:
    """JSON in ASCII with a line end at its end: no encoding and no log can break it."""
    text = json.dumps(_encodable(value), indent=indent)
    return without_commands(text, r"#\\u0023") + "\n"


def envelope() -> dict[str, Any]:
    """What every document begins with."""
    return {"version": VERSION, "tool": {"name": "tagger", "version": __version__}}


def target_object(checked: Checked) -> dict[str, Any]:
    """One target."""
    facts = checked.facts
    return {
        "target": checked.target,
        "kind": checked.kind,
        "revision": checked.revision,
        "complete": facts.view.complete,
        "tags": {name: list(getattr(facts.tags, name)) for name in TAG_LISTS},
        "frameworks": {tag: _framework(found) for tag, found in facts.detections.items()},
        "findings": [finding_object(finding) for finding in checked.findings],
    }


def summary_object(counts: Counts) -> dict[str, int]:
    """The counts of all targets."""
    names = ("targets", "errors", "warnings", "infos", "fixable")
    return {name: getattr(counts, name) for name in names}


def finding_object(finding: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "code": finding.rule.code,
        "name": finding.rule.name,
        "severity": finding.severity.label,
        "path": finding.path,
        **_place(finding.span),
        "message": finding.message,
        "hint": finding.hint,
        "url": finding.rule.url,
        "fix": _fix(finding.fix) if finding.fix else None,
    }


def _framework(detection: Detection) -> dict[str, Any]:
    return {
        "verdict": detection.verdict.value,
        "units": len(detection.units),
        "broken_units": len(detection.broken),
        "evidence": [{"path": e.path, "what": e.what} for e in detection.evidence],
        "needs": [{"what": need.what, "code": need.code} for need in detection.needs],
    }


def _place(span: Span | None) -> dict[str, int | None]:
    if span is None:
        return dict.fromkeys(("line", "column", "end_line", "end_column"))
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [_edit(edit) for edit in fix.edits]
    return {"safety": fix.safety.value, "description": fix.description, "edits": edits}


def _edit(edit: Edit) -> dict[str, Any]:
    content = edit.content.decode("utf-8", "backslashreplace")
    return {"path": edit.path, "start": edit.start, "end": edit.end, "content": content}


def _encodable(value: Any) -> Any:
    """The value with every text free of surrogates."""
    if isinstance(value, str):
        return value if value.isascii() else encodable(value)
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return [_encodable(item) for item in value] if isinstance(value, list) else value
