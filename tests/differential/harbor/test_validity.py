"""Harbor's verdict on a directory, and its digest, and tagger's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.harbor.digest import task_digest
from tagger.frameworks.harbor.judge import load_task
from tagger.tree.links import follow
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry, Kind
from tagger.tree.view import TreeView
from tests.differential.harbor.shapes import TASK, shape
from tests.support.cases import Case, load
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
RELEASE = os.environ.get("TAGGER_ORACLE_RELEASE")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "1500"))


def view(files: dict[str, Any]) -> TreeView:
    """The files in memory, with the folders that hold nothing."""
    tree = Case("", "", files, {}).tree()
    folders = [Entry(path, Kind.DIRECTORY) for path, v in files.items() if v == {"dir": True}]
    return TreeView(ListingTree([*tree.entries(), *folders], tree.read))


def verdicts(files: dict[str, Any], directory: str) -> dict[str, Any]:
    tree = view(files)
    task = load_task(tree, directory)
    return {
        "valid": task.valid,
        "constructs": task.constructs,
        # Harbor packs what it would not run, links that leave the task too: no matter for us.
        "digest": task_digest(tree, task) if task.valid else None,
    }


def is_read_otherwise(files: dict[str, Any]) -> bool:
    """Whether an older release of Harbor is known to differ: a dangling ``.harborignore``."""
    links = [path for path, content in files.items() if "symlink" in content]
    return RELEASE == "0.25.0" and any(path.endswith(".harborignore") for path in links)


def has_loop(files: dict[str, Any]) -> bool:
    """Whether some link leads back to itself."""
    tree = view(files)
    return any(follow(tree.get, path).is_loop for path in tree.paths)


def compare(
    oracle: Oracle, question: str, rows: Iterable[tuple[str, dict[str, Any], str]]
) -> list[str]:
    """One line for each directory on which the two differ; the numbers go to the report."""
    differing, count = [], 0
    for name, files, directory in rows:
        if is_read_otherwise(files):
            continue
        theirs = oracle.ask(files, kind="task", path=directory)
        if theirs.pop("python") > [3, 12] and has_loop(files):
            continue  # Path.resolve raises up to 3.12 only, and ours is the stricter answer
        count += 1
        ours = verdicts(files, directory)
        if ours["digest"] is None:  # unknown here, for the reasons that task_digest gives
            theirs["digest"] = None
        if ours != theirs:
            wrong = [key for key in ours if ours[key] != theirs[key]]
            differing.append(f"{name}: harbor says {theirs} on {', '.join(wrong)}; {files}")
    record(question, shapes=count, differ=len(differing), seed=SEED)
    return differing


def test_generated_directories_get_the_same_verdicts(oracle: Oracle) -> None:
    shapes = ((f"{SEED}:{n}", *shape(f"{SEED}:{n}")) for n in range(SHAPES))
    rows = ((f"{seed} ({what})", files, TASK) for seed, files, what in shapes)
    assert compare(oracle, "is a generated directory valid?", rows) == []


def test_the_directories_of_the_shared_cases_get_the_same_verdicts(oracle: Oracle) -> None:
    rows = [
        (case.id, case.files, path.rpartition("/")[0])
        for name in ("harbor", "openenv", "verifiers")
        for case in load(name)
        for path in case.files
        if path.rpartition("/")[2] == "task.toml"
    ]
    assert compare(oracle, "is a directory of the cases valid?", rows) == []
