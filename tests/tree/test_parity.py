"""The same repository, wherever it lies: same entries, same bytes, same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tagger.tree.folder import FolderTree
from tagger.tree.git import index_tree, revision_tree
from tagger.tree.git_repository import GitRepository
from tests.support.answers import answer
from tests.support.cases import CASES, Case, load
from tests.support.git import bare_clone, commit_all, isolate
from tests.support.trees import contents, sizes

if TYPE_CHECKING:
    from pathlib import Path

    from tagger.tree.model import FileTree

NAMES = sorted(path.stem for path in CASES.glob("*.jsonl"))
#: A folder that is no work tree leaves the cache of a download out.
_CACHE = ".cache/huggingface/"


def uploaded(tree: FileTree) -> dict[str, object]:
    return {path: data for path, data in contents(tree).items() if _CACHE not in path}


@pytest.mark.parametrize("name", NAMES)
def test_folders_hold_the_files_of_the_cases_and_get_their_answers(
    name: str, tmp_path: Path
) -> None:
    for case in load(name):
        folder = FolderTree(case.write(tmp_path / case.id))
        assert contents(folder) == uploaded(case.tree()), case.id
        assert answer(check(folder)) == answer(check(case.tree())), case.id


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One repository with every case as a folder; ignored files are added by force."""
    root = tmp_path_factory.mktemp("cases")
    for name in NAMES:
        for case in load(name):
            case.write(root / case.id)
    with pytest.MonkeyPatch.context() as patch:
        isolate(patch)
        commit_all(root)
    return root


@pytest.fixture(scope="module")
def expected() -> dict[str, object]:
    cases = [case for name in NAMES for case in load(name)]
    return {f"{case.id}/{p}": data for case in cases for p, data in contents(case.tree()).items()}


def test_work_tree_revision_index_and_bare_repository_hold_the_same(
    repository: Path, expected: dict[str, object], tmp_path: Path
) -> None:
    here = GitRepository(repository)
    bare = GitRepository(bare_clone(repository, tmp_path / "bare.git"))
    committed = revision_tree(here, "HEAD")
    assert contents(committed) == expected
    for tree in (index_tree(here), revision_tree(bare, "HEAD"), FolderTree(repository)):
        assert contents(tree) == expected
        assert sizes(tree) == sizes(committed)


SAMPLE = [case for name in NAMES for number, case in enumerate(load(name)) if number % 12 == 0]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in SAMPLE])
def test_a_case_gets_the_same_answer_from_git(case: Case, repository: Path) -> None:
    inside = GitRepository(repository / case.id)
    wanted = answer(check(case.tree()))
    for tree in (
        revision_tree(inside, "HEAD"),
        index_tree(inside),
        FolderTree(repository / case.id),
    ):
        assert answer(check(tree)) == wanted
