"""Names of projects and modules, wheels, and Harbor tasks: Verifiers, hatchling and tagger."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tagger.engine.check import detect
from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.verifiers.project import Project, read_project
from tagger.frameworks.verifiers.rules.tasks import reasons as reasons_of
from tagger.frameworks.verifiers.wheel import Wheel
from tagger.tree.view import TreeView
from tests.differential.verifiers import harbor_shapes, names, wheels
from tests.support.cases import Case
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "1500"))
RELEASE = os.environ.get("TAGGER_ORACLE_RELEASE", "0.4.0")
only_new = pytest.mark.skipif(RELEASE < "0.4", reason="the same in every release")
only_old = pytest.mark.skipif(RELEASE >= "0.4", reason="the old loader is gone")
Files = dict[str, Any]


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(Path(__file__).with_name("oracle.py")) as process:
        yield process


def view(files: Files) -> TreeView:
    return TreeView(Case("", "", files, {}).tree())


def compare(question: str, shapes: Iterator[tuple[Files, object, object]]) -> None:
    """The repositories for which the framework's answer and ours differ."""
    rows = list(shapes)
    differing = [f"{theirs} / {ours}: {files}" for files, theirs, ours in rows if theirs != ours]
    record(question, shapes=len(rows), differ=len(differing), seed=SEED)
    assert not differing, f"seed {SEED}, {len(differing)} of {len(rows)}\n" + "\n".join(
        differing[:4]
    )
    assert len({str(theirs) for _, theirs, _ in rows}) > 1, "only one answer, which says little"


def named(
    oracle: Oracle, ask: str, make: Callable[[random.Random], tuple[Files, str]]
) -> Iterator[tuple[Files, object, object]]:
    rng = random.Random(f"{SEED} {ask}")
    for _ in range(SHAPES):
        files, project = make(rng)
        theirs = oracle.ask(files, ask=ask, id=project)
        proven = detect(Case("", "", files, {}).tree())["verifiers"].verdict.proves
        is_other = any(path.startswith("other") for path in files)
        # A module that no project names is loaded under its own name, not under the project's.
        is_ours = theirs["loads"] in {"OneTaskset", "load_environment"}
        yield files, is_ours, proven and not (is_other and ask == "current")


def test_ids_lead_to_the_same_modules(oracle: Oracle) -> None:
    compare("current contract, names", named(oracle, "current", names.current))


@only_old
def test_old_ids_lead_to_the_same_modules(oracle: Oracle) -> None:
    compare("old contract, names", named(oracle, "old", names.old))


@only_new
def test_the_same_harbor_tasks_load(oracle: Oracle) -> None:
    def rows() -> Iterator[tuple[Files, object, object]]:
        rng = random.Random(f"{SEED} harbor")
        for _ in range(SHAPES):
            files = harbor_shapes.shape(rng)
            theirs = oracle.ask(files, ask="harbor", directory=harbor_shapes.TASK)
            tree = view(files)
            task = load_task(tree, harbor_shapes.TASK)
            reasons = reasons_of(tree, harbor_shapes.TASK, task)
            yield {"error": theirs.get("error"), **files}, theirs["loads"], not reasons

    compare("Harbor tasks", rows())


@only_new
def test_the_same_files_are_in_the_wheel(oracle: Oracle) -> None:
    def rows() -> Iterator[tuple[Files, object, object]]:
        rng = random.Random(f"{SEED} wheel")
        for _ in range(SHAPES):
            files = wheels.shape(rng)
            theirs = oracle.ask(files, ask="wheel")["files"] or []
            theirs = [path.removeprefix("./") for path in theirs if not path.endswith("ignore")]
            tree = view(files)
            project = read_project(tree, "pyproject.toml")
            assert isinstance(project, Project)
            ours = Wheel(tree, project).shipped() or set()
            yield files, sorted(set(theirs)), sorted(ours)

    compare("files of the wheel", rows())
