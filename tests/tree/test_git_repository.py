from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import ReadError
from tagger.tree.folder import FolderTree
from tagger.tree.git import index_tree, revision_tree
from tagger.tree.git_repository import GitError, GitRepository
from tests.support.git import bare_clone, commit_all, git
from tests.support.trees import contents

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "file").write_text("1")
    commit_all(root)
    return root


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a file ``ran`` beside itself when it is started."""
    program = tmp_path / "trap"
    program.write_text(f"#!{sys.executable}\nopen({str(tmp_path / 'ran')!r}, 'w').close()\n")
    program.chmod(0o755)
    return program


def read_everything(root: Path) -> None:
    repository = GitRepository(root)
    repository.remotes()
    contents(FolderTree(root))
    for tree in (revision_tree(repository, "HEAD"), index_tree(repository)):
        contents(tree)


def test_no_program_that_the_configuration_names_is_run(repo: Path, trap: Path) -> None:
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.gitProxy",
        "core.editor",
        "core.askPass",
        "credential.helper",
        "diff.external",
        "gpg.program",
        "pager.ls-files",
        "pager.ls-tree",
        "alias.ls-files",
        "remote.origin.uploadpack",
        "uploadpack.packObjectsHook",
    ):
        git(repo, "config", key, f"!{trap}" if key.startswith("alias.") else str(trap))
    for hook in (
        "post-index-change",
        "post-checkout",
        "reference-transaction",
        "fsmonitor-watchman",
    ):
        (repo / ".git" / "hooks" / hook).write_bytes(trap.read_bytes())
        (repo / ".git" / "hooks" / hook).chmod(0o755)
    os.utime(repo / "file", (1, 1))
    read_everything(repo)
    assert not (trap.parent / "ran").exists()


def test_a_partial_clone_fetches_nothing(repo: Path, trap: Path, tmp_path: Path) -> None:
    git(repo, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", repo.as_uri(), "clone")
    git(clone, "config", "remote.origin.uploadpack", str(trap))
    tree = revision_tree(GitRepository(clone), "HEAD")
    assert [entry.path for entry in tree.entries()] == ["file"]
    with pytest.raises(ReadError, match="cannot be read from git"):
        tree.read("file", 10)
    assert not (tmp_path / "ran").exists()


def test_reading_leaves_the_repository_as_it_was(repo: Path) -> None:
    os.utime(repo / "file", (1, 1))
    before = {path: path.stat().st_mtime_ns for path in (repo / ".git").rglob("*")}
    read_everything(repo)
    assert {path: path.stat().st_mtime_ns for path in (repo / ".git").rglob("*")} == before


def test_remotes_are_listed_with_origin_first(repo: Path) -> None:
    for name in ("another", "origin", "third"):
        git(repo, "remote", "add", name, f"https://example.org/{name}")
    assert GitRepository(repo).remotes() == [
        "https://example.org/origin",
        "https://example.org/another",
        "https://example.org/third",
    ]


def test_no_remote_is_no_address(repo: Path) -> None:
    assert GitRepository(repo).remotes() == ()


def test_prefix_and_work_tree(repo: Path, tmp_path: Path) -> None:
    (repo / "a" / "b").mkdir(parents=True)
    assert GitRepository(repo).prefix == ""
    assert GitRepository(repo / "a" / "b").prefix == "a/b/"
    assert GitRepository(repo).has_work_tree
    assert not GitRepository(bare_clone(repo, tmp_path / "bare")).has_work_tree


def test_no_repository_is_an_error_on_one_line(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"^not a git repository$"):
        GitRepository(tmp_path)


def test_a_failure_is_told_in_git_s_own_words(repo: Path) -> None:
    with pytest.raises(GitError, match=r"^Not a valid object name gone$"):
        GitRepository(repo).run("ls-tree", "gone")
