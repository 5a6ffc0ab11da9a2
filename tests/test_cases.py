"""Every shared case, against the whole flow."""

from __future__ import annotations

from typing import Any

import pytest

from tagger.engine.check import Result, check
from tagger.engine.fix import fix
from tests.support.cases import CASES, Case, content, load

NAMES = sorted(path.stem for path in CASES.glob("*.jsonl"))
FIXED = [
    pytest.param(case, id=case.id)
    for name in NAMES
    for case in load(name)
    if case.expect.get("fix")
]
ALL = [pytest.param(case, id=case.id) for name in NAMES for case in load(name)]


def complaints(case: Case, result: Result) -> list[str]:
    """Every expectation of a case that the result does not meet."""
    expect, tags = case.expect, result.facts.tags
    detections = result.facts.detections
    found = [(f.path, f.severity.label, f.span.line if f.span else None) for f in result.findings]
    wrong = [f"not proven: {tag}" for tag in expect.get("proven", ()) if tag not in tags.proven]
    wrong += [f"proven: {tag}" for tag in expect.get("not_proven", ()) if tag in tags.proven]
    for tag, verdict in expect.get("verdict", {}).items():
        if detections[tag].verdict.value != verdict:
            wrong.append(f"{tag} is {detections[tag].verdict.value}, not {verdict}")
    for tag, units in expect.get("units", {}).items():
        if len(detections[tag].units) != units:
            wrong.append(f"{tag} has {len(detections[tag].units)} units, not {units}")
    wrong += [f"no finding {want}" for want in expect.get("findings", ()) if not _met(want, found)]
    for severity in expect.get("clean_of", ()):
        wrong += [f"unwanted {f}" for f in found if f[1] == severity]
    return wrong


def _met(want: dict[str, Any], found: list[tuple[str, str, int | None]]) -> bool:
    return any(
        path == want["path"] and severity == want["severity"] and want.get("line", line) == line
        for path, severity, line in found
    )


@pytest.mark.parametrize("case", ALL)
def test_case_meets_its_expectations(case: Case) -> None:
    assert complaints(case, check(case.tree())) == []


@pytest.mark.parametrize("case", FIXED)
def test_case_is_fixed_byte_by_byte(case: Case) -> None:
    """Safe fixes only; a file that no change is listed for stays as it is."""
    after = {change.path: change.after for change in fix(case.tree()).changes}
    for path, wanted in case.expect["fix"].items():
        assert after.get(path, content(case.files[path])) == content(wanted)
