"""SARIF 2.1.0, for GitHub's code scanning and editors, within the limits of its upload."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tagger._version import DOCUMENTATION, __version__
from tagger.core.findings import Severity
from tagger.engine.fingerprint import fingerprints
from tagger.engine.outcome import Checked
from tagger.engine.table import families
from tagger.report.json import dumps
from tagger.rules.page import rule_page
from tagger.text.visible import encodable, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tagger.core.findings import Finding, Fix, Rule
    from tagger.core.places import Span
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
HOME = DOCUMENTATION
#: Code scanning refuses a run with more (GitHub Docs, "SARIF results file exceeds limits").
MAX_RESULTS = 25_000
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One run with the findings of all targets; the worst stay when there are too many."""
    del look
    unread: list[str] = []
    found: list[tuple[Checked, Finding, str]] = []
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            found += [(outcome, finding, mark) for finding, mark in fingerprints(outcome)]
        else:
            unread.append(outcome.reason)
    kept = heapq.nsmallest(MAX_RESULTS, found, key=lambda item: -item[1].severity)
    rules = sorted({finding.rule.code: finding.rule for _, finding, _ in kept}.items())
    order = {code: index for index, (code, _) in enumerate(rules)}
    notifications = [_notification("error", reason) for reason in unread]
    if len(found) > len(kept):
        words = f"{len(found) - len(kept)} findings of the lowest severity are left out"
        notifications.append(_notification("warning", words))
    run = {
        "tool": {"driver": _driver([rule for _, rule in rules])},
        "automationDetails": {"id": "tagger/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {"executionSuccessful": not unread, "toolExecutionNotifications": notifications}
        ],
        "results": [_result(*item, order) for item in kept],
    }
    yield dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _driver(rules: list[Rule]) -> dict[str, Any]:
    return {
        "name": "tagger",
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": [_rule(rule) for rule in rules],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    page = rule_page(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": page, "markdown": page},
        "helpUri": rule.url,
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [families().get(rule.code[:2], rule.code[:2])]},
    }


def _result(
    checked: Checked, finding: Finding, mark: str, order: Mapping[str, int]
) -> dict[str, Any]:
    hint = f"\n{visible(finding.hint)}" if finding.hint else ""
    result: dict[str, Any] = {
        "ruleId": finding.rule.code,
        "ruleIndex": order[finding.rule.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": visible(finding.message) + hint},
        "locations": [{"physicalLocation": _location(checked, finding)}],
        "partialFingerprints": {"tagger/v1": mark},
    }
    if finding.fix:
        result["fixes"] = [_fix(checked, finding.fix)]
    return result


def _location(checked: Checked, finding: Finding) -> dict[str, Any]:
    region = _region(finding.span) if finding.span else {"startLine": 1}
    return {"artifactLocation": _artifact(checked.anchor(finding)), "region": region}


def _artifact(path: str) -> dict[str, str]:
    uri = quote(encodable(path))
    # A first part with a colon would be taken for a scheme (RFC 3986, section 4.2).
    return {"uri": uri.replace(":", "%3A"), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> dict[str, int]:
    places = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {name: number for name, number in places.items() if number is not None}


def _fix(checked: Checked, fix: Fix) -> dict[str, Any]:
    changes = [
        {
            "artifactLocation": _artifact(checked.base + edit.path),
            "replacements": [
                {
                    "deletedRegion": {
                        "byteOffset": edit.start,
                        "byteLength": edit.end - edit.start,
                    },
                    "insertedContent": {"text": edit.content.decode("utf-8", "backslashreplace")},
                }
            ],
        }
        for edit in fix.edits
    ]
    return {"description": {"text": visible(fix.description)}, "artifactChanges": changes}


def _notification(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": visible(text)}}
