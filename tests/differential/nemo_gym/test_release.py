"""Everything that the release itself ships: its rows, its configurations, its manifests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.detect import detect
from tagger.frameworks.nemo_gym.rows.states import TaskFile
from tagger.frameworks.nemo_gym.rules.datasets import REPO_ID
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry
from tagger.tree.view import TreeView
from tests.differential.nemo_gym.test_configs import agree, is_one
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.detections import Detection

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("oracle.py")
FOLDERS = (
    "resources_servers",
    "responses_api_agents",
    "responses_api_models",
    "environment_servers",
    "environments",
    "benchmarks",
)


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(ORACLE) as started:
        yield started


@pytest.fixture(scope="module")
def home(oracle: Oracle) -> Path:
    return Path(oracle.ask({}, home=True)["home"])


@pytest.fixture(scope="module")
def found(home: Path) -> Detection:
    paths = [p for folder in FOLDERS for p in (home / folder).rglob("*") if p.is_file()]
    entries = [Entry(p.relative_to(home).as_posix(), size=p.stat().st_size) for p in paths]

    def read(path: str, limit: int) -> bytes:
        with (home / path).open("rb") as file:
            return file.read(limit)

    return detect(TreeView(ListingTree(entries, read)))


def test_every_shipped_row_is_judged_alike(oracle: Oracle, found: Detection) -> None:
    units = [unit for unit in found.units if isinstance(unit.payload, TaskFile)]
    differing: list[Any] = []
    for unit in units:
        assert isinstance(unit.payload, TaskFile)
        answers = oracle.ask({}, home=True, rows=unit.path)["rows"]
        if answers.count("accepted") != unit.payload.scan.accepted:
            differing.append((unit.path, answers))
    record("shipped task files", shapes=len(units), differ=len(differing))
    assert len(units) > 200
    assert differing == []


def test_every_shipped_configuration_is_judged_alike(
    oracle: Oracle, home: Path, found: Detection
) -> None:
    errors: dict[str, list[str]] = {}
    for finding in found.findings:
        if finding.severity is Severity.ERROR and finding.rule is not REPO_ID:
            errors.setdefault(finding.path, []).append(finding.message)
    paths = [p for folder in FOLDERS for p in sorted((home / folder).rglob("*.yaml"))]
    texts = {p.relative_to(home).as_posix(): p.read_text("utf-8") for p in paths}
    texts = {path: text for path, text in texts.items() if is_one(text)}
    differing = []
    for path, text in texts.items():
        answer = oracle.ask({}, home=True, config=path)
        if completes_another(answer, path, texts):
            continue
        if not agree(text, answer, errors.get(path, [])):
            differing.append((path, answer, errors.get(path)))
    record("shipped configurations", shapes=len(texts), differ=len(differing))
    assert len(texts) > 600
    assert differing == []


def completes_another(answer: dict[str, Any], path: str, texts: dict[str, str]) -> bool:
    """Whether the instance that the parser misses is one that the file only overlays."""
    name = re.search(r"references \w+/'([^']*)'", answer.get("message", ""))
    heading = re.compile(rf"(?m)^{re.escape(name[1])}:") if name else None
    return heading is not None and any(
        heading.search(text) for other, text in texts.items() if other != path
    )


def test_every_shipped_manifest_is_accepted(home: Path, found: Detection) -> None:
    refused = [finding for finding in found.findings if finding.path.endswith("manifest.yaml")]
    manifests = [p for folder in FOLDERS for p in (home / folder).rglob("manifest.yaml")]
    record("shipped manifests", shapes=len(manifests), differ=len(refused))
    assert len(manifests) > 150
    assert refused == []
