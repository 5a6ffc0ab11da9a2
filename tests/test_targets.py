from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import TaggerError
from tagger.targets import Target, TargetKind, open_target
from tests.support.git import bare_clone, commit_all, git
from tests.support.trees import contents

if TYPE_CHECKING:
    from pathlib import Path

HUB = "https://huggingface.co/datasets/org/name"
GITHUB = "https://github.com/org/name"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is no repository, with one file."""
    root = tmp_path / "folder"
    root.mkdir()
    (root / "file").write_text("1")
    return root


@pytest.fixture
def repo(folder: Path) -> Path:
    """The same as a repository with one commit and a change that is not staged."""
    commit_all(folder)
    (folder / "file").write_text("2")
    return folder


def only(target: Target) -> object:
    return contents(target.tree)["file"]


def failure(name: str, *, revision: str | None = None, staged: bool = False) -> str:
    with pytest.raises(TaggerError) as raised:
        open_target(name, revision=revision, staged=staged)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_a_folder(folder: Path) -> None:
    target = open_target(str(folder))
    assert (target.name, target.kind, target.root) == (str(folder), TargetKind.PATH, folder)
    assert (target.revision, target.hub_id, target.hub_dataset) == (None, None, True)
    assert only(target) == b"1"


def test_the_default_is_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert (open_target().name, only(open_target())) == (".", b"1")


def test_a_work_tree_is_read_as_it_lies_there(repo: Path) -> None:
    target = open_target(str(repo))
    assert (target.kind, target.revision, only(target)) == (TargetKind.PATH, None, b"2")


def test_a_revision(repo: Path) -> None:
    target = open_target(str(repo), revision="main")
    assert (target.kind, target.root, only(target)) == (TargetKind.GIT, None, b"1")
    assert target.revision == git(repo, "rev-parse", "main")


def test_the_index(repo: Path) -> None:
    git(repo, "add", "file")
    (repo / "file").write_text("3")
    target = open_target(str(repo), staged=True)
    assert (target.kind, target.root, target.revision) == (TargetKind.GIT, None, None)
    assert only(target) == b"2"


def test_a_bare_repository_is_read_at_its_head(repo: Path, tmp_path: Path) -> None:
    bare = bare_clone(repo, tmp_path / "bare.git")
    target = open_target(str(bare))
    assert (target.kind, target.revision) == (TargetKind.GIT, git(repo, "rev-parse", "HEAD"))
    assert only(target) == b"1"


def test_an_existing_path_wins_over_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("org/name", "datasets/org/name"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").write_text("1")
        assert open_target(name).kind is TargetKind.PATH


# -- which dataset a folder is ----------------------------------------------------------


@pytest.mark.parametrize(
    ("remotes", "hub_id", "hub_dataset"),
    [
        ({}, None, True),
        ({"origin": HUB}, "org/name", True),
        ({"origin": GITHUB}, None, False),
        ({"origin": "https://huggingface.co/org/model"}, None, False),
        ({"origin": GITHUB, "hub": HUB}, "org/name", True),
        ({"a": HUB + "2", "origin": "git@hf.co:datasets/org/name"}, "org/name", True),
    ],
)
def test_the_remotes_say_which_dataset_it_is(
    repo: Path, remotes: dict[str, str], hub_id: str | None, hub_dataset: bool
) -> None:
    for name, url in remotes.items():
        git(repo, "remote", "add", name, url)
    for target in (open_target(str(repo)), open_target(str(repo), revision="HEAD")):
        assert (target.hub_id, target.hub_dataset) == (hub_id, hub_dataset)


def test_a_folder_inside_a_clone_is_not_the_dataset(repo: Path) -> None:
    git(repo, "remote", "add", "origin", HUB)
    (repo / "sub").mkdir()
    (repo / "sub" / "file").touch()
    assert open_target(str(repo / "sub")).hub_id is None


# -- what cannot be read ----------------------------------------------------------------


def test_a_file_instead_of_a_folder(folder: Path) -> None:
    assert failure(f"{folder}/file").endswith(f"is a file: name its folder, {str(folder)!r}")


@pytest.mark.parametrize("name", ["gone", "./gone", "a/b/c", "../gone/x", "a\0b", "\ud800"])
def test_a_missing_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "no such folder" in failure(name) or "is not a path" in failure(name)


def test_an_empty_name() -> None:
    assert failure("") == "the target is empty: name a folder, or `.`"


def test_a_path_that_is_too_long() -> None:
    assert "cannot be read: File name too long" in failure("x" * 300 + "/y")


def test_an_empty_folder(tmp_path: Path) -> None:
    assert failure(str(tmp_path)) == f"nothing to check in {str(tmp_path)!r}: it is empty"


def test_a_new_repository_without_files(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert "it is empty" in failure(str(tmp_path))
    assert "'HEAD' names no commit" in failure(str(tmp_path), revision="HEAD")
    assert "the git index holds no file there" in failure(str(tmp_path), staged=True)


def test_a_folder_that_may_not_be_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    assert "the folder cannot be listed: Permission denied" in failure(str(folder))


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("gone")
    for name in ("loop", "dangling"):
        assert "link" in failure(str(tmp_path / name))


def test_a_revision_of_what_is_no_repository(folder: Path) -> None:
    assert "not a git repository" in failure(str(folder), revision="HEAD")
    assert "not a git repository" in failure(str(folder), staged=True)


def test_a_revision_and_the_index_at_once(repo: Path) -> None:
    assert "choose one" in failure(str(repo), revision="HEAD", staged=True)


def test_a_repository_that_git_does_not_trust(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert "cannot be read by git: detected dubious ownership" in failure(
        str(repo), revision="HEAD"
    )


def test_a_broken_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere")
    (tmp_path / "file").touch()
    assert open_target(str(tmp_path)).tree.notes
    assert "not a git repository" in failure(str(tmp_path), revision="HEAD")


@pytest.mark.parametrize(
    "name", ["hf://org/model", "spaces/org/name", "https://github.com/org/name", "datasets/one"]
)
def test_what_is_no_dataset(name: str) -> None:
    failure(name)


def test_git_options_are_not_for_the_hub() -> None:
    assert "name org/name@REVISION instead" in failure("org/name", revision="main")
    assert "name org/name@REVISION instead" in failure("org/name", staged=True)


def test_reading_a_folder_imports_neither_git_nor_the_hub(folder: Path) -> None:
    program = (
        "import sys; from tagger.targets import open_target; open_target(sys.argv[1]);"
        "print(*sorted({'git', 'huggingface_hub', 'subprocess'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_reading_a_clone_from_elsewhere_does_not_import_the_hub(repo: Path) -> None:
    git(repo, "remote", "add", "origin", GITHUB)
    program = (
        "import sys; from tagger.targets import open_target; open_target(sys.argv[1]);"
        "print('huggingface_hub' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(repo)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
