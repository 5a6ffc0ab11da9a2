"""`datasets` and tagger on subsets, data files and columns."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tagger.core.findings import Severity
from tagger.engine.check import check
from tagger.rules.card.patterns import PatternError, files, is_outside
from tagger.tree.view import TreeView
from tests.differential.datasets import shapes
from tests.support.cases import Case
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "600"))
#: The rules that claim that `datasets` fails; above information they must be right.
FATAL = frozenset(
    "DC020 DC021 DC022 DC024 DC026 DC027 DC050 DC051 DC052 DC054 DC055 DC056 DC057 DC058"
    " DC060".split()
)
#: Claims that need not show: a column without a type fails when rows are read, `dataset_info` that
#: is a single value is ignored, the Hub refuses what a second file hides from `datasets`, and
#: numbers as keys fail on the way over the Hub only.
LATER = (
    "has no type",
    "under `dataset_info` describes no subset",
    "the Hub refuses",
    "in the Hub's JSON",
)


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(Path(__file__).with_name("oracle.py")) as process:
        yield process


def claims(repository: dict[str, Any]) -> list[str]:
    found = check(Case("", "", repository, {}).tree()).findings
    return [
        f"{finding.rule.code} {finding.message}"
        for finding in found
        if finding.rule.code in FATAL and finding.severity > Severity.INFO
    ]


def test_datasets_fails_where_tagger_says_so_and_nowhere_else(oracle: Oracle) -> None:
    rng = random.Random(SEED)
    differ = []
    for _ in range(SHAPES):
        repository = shapes.repository(rng)
        error = oracle.ask(repository, ask="load")["error"]
        claimed = claims(repository)
        certain = [claim for claim in claimed if not any(late in claim for late in LATER)]
        if (error and not claimed) or (certain and not error):
            differ.append((repository["README.md"], error, claimed))
    record("does the card load", shapes=SHAPES, differ=len(differ), seed=SEED)
    assert differ == []


def matches(repository: dict[str, Any], pattern: str) -> list[str] | None:
    view = TreeView(Case("", "", repository, {}).tree())
    try:
        return sorted(files(view, pattern))
    except PatternError:
        return None


def test_patterns_name_the_same_files(oracle: Oracle) -> None:
    rng = random.Random(SEED)
    repository = shapes.repository(rng)
    parts = ["*", "**", "?", "[a-z]*", "[!d]*", "data", "deep", ".hidden", ".*", "__*", "*.jsonl"]
    parts += ["rows.jsonl", "train.*", "*rows*", "config.json", "***", "**x"]
    differ = []
    for _ in range(SHAPES):
        pattern = "/".join(rng.choice(parts) for _ in range(rng.choice((1, 2, 3, 4))))
        if not pattern or is_outside(pattern):
            continue
        theirs = oracle.ask(repository, ask="glob", pattern=pattern)["files"]
        ours = matches(repository, pattern)
        if theirs != ours:
            differ.append((pattern, theirs, ours))
    record("which files a pattern names", shapes=SHAPES, differ=len(differ), seed=SEED)
    assert differ == []
