"""What Verifiers' loaders find in generated modules, and what tagger says that they find."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.verifiers.bindings import Importer
from tagger.frameworks.verifiers.contract import Candidate, Imported, load
from tagger.frameworks.verifiers.sources import ImportFault, Undecided
from tagger.tree.view import TreeView
from tests.differential.verifiers.layouts import Layouts
from tests.differential.verifiers.programs import Programs
from tests.support.cases import Case
from tests.support.oracle import Oracle, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tagger.frameworks.verifiers.contract import Loadable

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
SHAPES = int(os.environ.get("TAGGER_SHAPES", "1500"))
RELEASE = os.environ.get("TAGGER_ORACLE_RELEASE", "0.4.0")
MODULE = "word_ladder"
Files = dict[str, Any]


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(Path(__file__).with_name("oracle.py")) as process:
        yield process


def found(files: Files, root: str, ask: Callable[[Imported], Loadable | None]) -> str | None:
    """What tagger says: ``loads``, ``refused``, or ``open`` where the text does not tell."""
    view = TreeView(Case("", "", files, {}).tree())
    folder = f"{root}/" if root else ""
    paths = (f"{folder}{MODULE}/__init__.py", f"{folder}{MODULE}.py")
    path = next((path for path in paths if view.is_file(path)), paths[0])
    try:
        imported = load(Importer(view, [root]), Candidate(MODULE, path, root))
    except ImportFault:
        return "refused"
    except Undecided:
        return "open"
    environment = ask(imported)
    if environment is None:
        return "open" if imported.is_undecided else "refused"
    return "refused" if environment.old_names and RELEASE >= "0.4" else "loads"


def compare(
    oracle: Oracle,
    ask: str,
    shapes: Iterator[tuple[Files, str]],
    question: str,
    look: Callable[[Imported], Loadable | None],
) -> None:
    differing = []
    loaded = 0
    for files, root in shapes:
        theirs = oracle.ask(files, ask=ask, id="word-ladder", root=root)
        expected = "loads" if theirs["loads"] else "refused"
        loaded += expected == "loads"
        if (ours := found(files, root, look)) != expected:
            differing.append(f"verifiers says {theirs}, tagger {ours}: {files}")
    record(question, shapes=SHAPES, differ=len(differing), seed=SEED)
    assert not differing, f"seed {SEED}, {len(differing)} of {SHAPES}\n" + "\n".join(differing[:4])
    assert loaded > SHAPES // 20, "hardly any shape loads, so agreement says little"


def programs(seed: str) -> Iterator[tuple[Files, str]]:
    make = Programs(seed)
    return ((make.package(), "") for _ in range(SHAPES))


def test_the_current_loader_agrees_on_written_modules(oracle: Oracle) -> None:
    layouts = Layouts(SEED)
    shapes = (layouts.current() for _ in range(SHAPES))
    compare(oracle, "current", shapes, "current contract, written modules", Imported.current)


def test_the_current_loader_agrees_on_random_programs(oracle: Oracle) -> None:
    shapes = programs(f"{SEED} current")
    compare(oracle, "current", shapes, "current contract, random programs", Imported.current)


@pytest.mark.skipif(RELEASE >= "0.4", reason="the old loader is gone")
def test_the_old_loader_agrees_on_written_modules(oracle: Oracle) -> None:
    layouts = Layouts(SEED)
    shapes = (layouts.old() for _ in range(SHAPES))
    compare(oracle, "old", shapes, "old contract, written modules", Imported.old)


@pytest.mark.skipif(RELEASE >= "0.4", reason="the old loader is gone")
def test_the_old_loader_agrees_on_random_programs(oracle: Oracle) -> None:
    shapes = programs(f"{SEED} old")
    compare(oracle, "old", shapes, "old contract, random programs", Imported.old)
