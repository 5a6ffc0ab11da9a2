"""OpenEnv's answers and tagger's: packages, task listings, validation blocks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tagger.core.findings import checks_of
from tagger.frameworks.openenv.hub import list_tasks
from tagger.frameworks.openenv.manifest import Manifest, read_manifest
from tagger.frameworks.openenv.package import find_packages
from tagger.frameworks.openenv.rules.validation import BLOCK, faults_of
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry, Kind
from tagger.tree.view import TreeView
from tests.differential.openenv import shapes, values
from tests.support.cases import Case, load
from tests.support.oracle import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.support.oracle import Oracle

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "1500"))
#: How many values are drawn for each key.
VALUES = int(os.environ.get("TAGGER_VALUES", "10000"))


def view(files: dict[str, Any]) -> TreeView:
    """The files in memory, with the folders that hold nothing."""
    tree = Case("", "", files, {}).tree()
    folders = [Entry(path, Kind.DIRECTORY) for path, v in files.items() if v == {"dir": True}]
    return TreeView(ListingTree([*tree.entries(), *folders], tree.read))


def pushes(tree: TreeView) -> dict[str, Any]:
    """The name under which `openenv push` would push the root."""
    for package in find_packages(tree):
        if package.folder == "" and package.is_loadable:
            assert isinstance(package.manifest, Manifest)
            return {"name": repr(package.manifest.name)}
    return {"name": None}


def lists(tree: TreeView) -> dict[str, Any]:
    return {"folders": list(list_tasks(tree).folders)}


def validates(tree: TreeView) -> dict[str, Any]:
    manifest = read_manifest(tree, "openenv.yaml")
    return {"passes": not any(list(check(manifest)) for check in checks_of([BLOCK]))}


def differences(
    oracle: Oracle,
    ask: str,
    answer: Callable[[TreeView], dict[str, Any]],
    rows: Iterable[tuple[str, dict[str, Any]]],
    question: str,
) -> list[str]:
    """One line for each repository on which the two differ; the numbers go to the report."""
    differing, count = [], 0
    for name, files in rows:
        count += 1
        theirs, ours = oracle.ask(files, ask=ask), answer(view(files))
        if any(theirs[key] != value for key, value in ours.items()):
            differing.append(f"{name}: openenv says {theirs}, tagger {ours}; {files}")
    record(question, shapes=count, differ=len(differing), seed=SEED)
    return differing


def generated(make: Callable[[str], dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((seed, make(seed)) for seed in (f"{SEED}:{n}" for n in range(SHAPES)))


def test_generated_packages_are_pushed_alike(oracle: Oracle) -> None:
    rows = generated(shapes.package)
    assert differences(oracle, "push", pushes, rows, "does push accept the package?") == []


def test_generated_trees_are_listed_alike(oracle: Oracle) -> None:
    rows = generated(shapes.tasks)
    assert differences(oracle, "list", lists, rows, "which tasks does the Hub loader list?") == []


def test_generated_validation_blocks_get_the_same_verdict(oracle: Oracle) -> None:
    rows = generated(shapes.block)
    assert differences(oracle, "validate", validates, rows, "does the block validate?") == []


@pytest.mark.parametrize("place", values.PLACES)
def test_drawn_values_are_accepted_alike(oracle: Oracle, place: str) -> None:
    keys, texts = place.split("."), values.drawn(place, VALUES, SEED)
    theirs = oracle.ask({}, ask="values", place=keys, texts=texts)["accepted"]
    ours = [not faults_of(values.good_block(keys, yaml.safe_load(text))) for text in texts]
    differ = [text for text, a, b in zip(texts, theirs, ours, strict=True) if a != b]
    share = sum(theirs) / len(theirs)
    question = f"which values may `{place}` have? ({share:.0%} of those drawn)"
    record(question, shapes=len(texts), differ=len(differ), seed=SEED)
    assert differ == []
    assert 0.1 < share < 0.9, "both answers must be common"


def test_the_shared_cases_get_the_same_verdicts(oracle: Oracle) -> None:
    rows = [
        (case.id, {path: value for path, value in case.files.items() if not _outside(value)})
        for name in ("openenv", "harbor")
        for case in load(name)
    ]
    assert differences(oracle, "push", pushes, rows, "is the root of a case pushed?") == []
    assert differences(oracle, "list", lists, rows, "which tasks of a case are listed?") == []


def _outside(value: Any) -> bool:
    """Links that leave the repository lead somewhere in the oracle's file system."""
    return isinstance(value, dict) and str(value.get("symlink", "")).startswith(("/", "../../"))
