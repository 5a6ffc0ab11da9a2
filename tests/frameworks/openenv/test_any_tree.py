"""Whatever lies in a repository, the detector answers, and its answers hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from tagger.engine.check import check
from tagger.frameworks.openenv.hub import list_tasks
from tagger.frameworks.openenv.package import Package, find_packages
from tests.differential.openenv import shapes
from tests.support.cases import Case

if TYPE_CHECKING:
    from tagger.engine.check import Result

SEEDS = st.integers(0, 10**9).map(str)


def result_of(files: shapes.Files) -> Result:
    return check(Case("", "", files, {}).tree())


@given(SEEDS)
def test_package_counts_exactly_when_push_takes_it(seed: str) -> None:
    result = result_of(shapes.package(seed))
    detection = result.facts.detections["openenv"]
    loadable = {
        package.folder for package in find_packages(result.facts.view) if package.is_loadable
    }
    assert {unit.path for unit in detection.units} == loadable
    assert detection.verdict.proves == bool(loadable)
    assert bool(detection.needs) == bool(detection.broken)


@given(SEEDS, SEEDS)
def test_tasks_that_count_are_among_those_that_are_listed(seed: str, other: str) -> None:
    files = shapes.tasks(seed)
    files |= {p: v for p, v in shapes.block(other).items() if p not in files}
    result = result_of(files)
    listed = set(list_tasks(result.facts.view).folders)
    units = result.facts.detections["openenv"].units
    assert {unit.path for unit in units if not isinstance(unit.payload, Package)} <= listed


@given(SEEDS)
def test_findings_stand_at_paths_of_the_repository(seed: str) -> None:
    result = result_of(shapes.tasks(seed) | shapes.block(seed))
    codes = {f.rule.code[:2] for f in result.findings}
    assert "OE" in codes
    for finding in result.findings:
        if finding.rule.code.startswith(("OE", "RP")):
            assert result.facts.view.get(finding.path) is not None
