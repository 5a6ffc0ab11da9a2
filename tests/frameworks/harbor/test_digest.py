"""Digests; the numbers were computed by harbor 0.26.0's own packager."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.frameworks.harbor import digest
from tagger.frameworks.harbor.judge import load_task
from tests.frameworks.harbor.support import files, view

if TYPE_CHECKING:
    from collections.abc import Mapping

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1\n"


def of(changes: Mapping[str, str | None], directory: str = "tasks/a") -> str | None:
    tree = view(files(changes, directory))
    return digest.task_digest(tree, load_task(tree, directory))


def published(changes: Mapping[str, str | None]) -> list[str]:
    tree = view(files(changes))
    paths = digest.published(tree, load_task(tree, "tasks/a"))
    return [path.removeprefix("tasks/a/") for path in paths]


PLAIN = of({})


def test_a_digest_is_that_of_harbor() -> None:
    assert PLAIN == "sha256:1e49538bb1cdf21c2ddf0e5e4f386d474b435268dfdb18f14fb416984e8e92d7"


def test_it_is_the_same_wherever_the_task_lies() -> None:
    assert of({}, "") == PLAIN


@pytest.mark.parametrize(
    "path",
    [
        "notes.md",
        "tests/__pycache__/x.pyc",
        "environment/.DS_Store",
        "solution/x~",
        "tests/.harborignore",
    ],
)
def test_files_that_are_not_published(path: str) -> None:
    assert of({path: ""}) == PLAIN


@pytest.mark.parametrize("path", ["README.md", "trajectory.json", "solution/x", "steps/one/x"])
def test_files_that_are_published(path: str) -> None:
    assert of({path: ""}) not in (PLAIN, None)


def test_a_gitignore_of_the_task_takes_the_place_of_the_usual_one() -> None:
    names = published({".gitignore": "x\n", "tests/x": "", "tests/y~": ""})
    assert "tests/y~" in names
    assert "tests/x" not in names


def test_links_to_files_are_published_and_links_to_folders_are_not() -> None:
    names = published({"tests/f": "-> test.sh", "tests/d": "-> ../environment"})
    assert "tests/f" in names
    assert not any(name.startswith("tests/d") for name in names)


def test_a_folder_that_is_a_link_is_published_under_its_own_name() -> None:
    changes = {"environment/Dockerfile": None, "environment": "-> tests", "tests/deep/x": ""}
    names = published(changes)
    assert {"environment/test.sh", "environment/deep/x", "tests/deep/x"} <= set(names)


def test_nothing_in_a_folder_that_is_ignored_is_published() -> None:
    names = published({"tests/.harborignore": "deep/\n", "tests/deep/er/x": "", "tests/y": ""})
    assert "tests/y" in names
    assert not any(name.startswith("tests/deep") for name in names)


@pytest.mark.parametrize(
    "changes",
    [
        {"environment/db": POINTER},
        {"steps": "a file"},
        {"environment/again": "-> again"},
        {"tests/.harborignore": "!\n"},
    ],
)
def test_there_is_none_where_it_cannot_be_told(changes: dict[str, str | None]) -> None:
    assert of(changes) is None


def test_there_is_none_for_a_very_large_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "MAX_BYTES", 10)
    assert of({}) is None
