from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import NotAFileError, ReadError, TaggerError
from tagger.tree.git import GitTree, index_tree, revision_tree
from tagger.tree.git_repository import GitRepository
from tagger.tree.model import Entry, Kind
from tagger.tree.view import TreeView
from tests.support.git import bare_clone, commit_all, git
from tests.support.trees import contents, sizes, write_named

if TYPE_CHECKING:
    from pathlib import Path

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with one commit: two files and a link."""
    root = tmp_path / "repo"
    (root / "sub").mkdir(parents=True)
    (root / "a.txt").write_bytes(b"first\n")
    (root / "sub" / "b.bin").write_bytes(b"\r\n\0" * 100)
    (root / "sub" / "link").symlink_to("../a.txt")
    commit_all(root)
    return root


def revision(root: Path, name: str = "HEAD") -> GitTree:
    return revision_tree(GitRepository(root), name)


def index(root: Path) -> GitTree:
    return index_tree(GitRepository(root))


EXPECTED = {
    "a.txt": b"first\n",
    "sub/b.bin": b"\r\n\0" * 100,
    "sub/link": (Kind.SYMLINK, "../a.txt"),
}


def test_a_revision_has_the_bytes_of_its_commit(repo: Path) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    (repo / "a.txt").write_text("changed")
    tree = revision(repo)
    assert contents(tree) == EXPECTED
    assert sizes(tree) == {"a.txt": 6, "sub/b.bin": 300}
    assert tree.commit == commit


def test_a_bare_repository_needs_no_checkout(repo: Path, tmp_path: Path) -> None:
    assert contents(revision(bare_clone(repo, tmp_path / "bare.git"), "main")) == EXPECTED


@pytest.mark.parametrize("read", [revision, index])
def test_a_folder_of_a_repository_is_a_root_of_its_own(repo: Path, read) -> None:  # type: ignore[no-untyped-def]
    assert set(contents(read(repo / "sub"))) == {"b.bin", "link"}


@pytest.mark.parametrize("name", ["v1", "main", "HEAD", "HEAD~1", "side/branch"])
def test_a_revision_is_named_as_git_names_it(repo: Path, name: str) -> None:
    (repo / "a.txt").write_bytes(b"second\n")
    commit_all(repo)
    git(repo, "tag", "--annotate", "--message", "x", "v1")
    git(repo, "branch", "side/branch")
    wanted = b"first\n" if name == "HEAD~1" else b"second\n"
    assert revision(repo, name).read("a.txt", 100) == wanted


@pytest.mark.parametrize(
    "name", ["gone", "", "HEAD:a.txt", "HEAD..HEAD", "--all", "-h", "a\nb", "a\0b", "HEAD^{tree}"]
)
def test_what_names_no_commit_is_one_clear_line(repo: Path, name: str) -> None:
    with pytest.raises(TaggerError) as raised:
        revision(repo, name)
    assert "\n" not in str(raised.value)


def test_a_folder_that_the_revision_does_not_have(repo: Path) -> None:
    (repo / "new").mkdir()
    with pytest.raises(TaggerError, match="cannot be read at revision 'HEAD'"):
        revision(repo / "new")


def test_the_index_has_the_staged_bytes(repo: Path) -> None:
    (repo / "a.txt").write_bytes(b"staged\n")
    git(repo, "add", "a.txt")
    (repo / "a.txt").write_bytes(b"not staged\n")
    (repo / "new").touch()
    tree = index(repo)
    assert contents(tree) == {**EXPECTED, "a.txt": b"staged\n"}
    assert sizes(tree) == {"a.txt": 7, "sub/b.bin": 300}
    assert tree.commit is None


def test_the_index_before_the_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_bytes(b"1")
    git(tmp_path, "add", "file")
    assert contents(index(tmp_path)) == {"file": b"1"}
    with pytest.raises(TaggerError, match="'HEAD' names no commit"):
        revision(tmp_path)


def test_the_index_of_a_running_commit_is_the_one_git_names(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo / "new").touch()
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo / ".git" / "next-index-1.lock"))
    git(repo, "read-tree", "HEAD")
    git(repo, "add", "new")
    assert set(contents(index(repo))) == {*EXPECTED, "new"}
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert set(contents(index(repo))) == set(EXPECTED)


def test_an_unresolved_merge_is_one_clear_line(repo: Path) -> None:
    blob = git(repo, "rev-parse", "HEAD:a.txt")
    git(repo, "rm", "--cached", "-q", "a.txt")
    stages = "".join(f"100644 {blob} {stage}\ta.txt\n" for stage in (1, 2, 3))
    git(repo, "update-index", "--index-info", stdin=stages.encode())
    with pytest.raises(TaggerError, match=r"unresolved merge of 'a\.txt'"):
        index(repo)


def test_a_bare_repository_has_no_index(repo: Path, tmp_path: Path) -> None:
    with pytest.raises(TaggerError, match="no index"):
        index(bare_clone(repo, tmp_path / "bare.git"))


@pytest.mark.parametrize("read", [revision, index])
def test_a_submodule_is_an_entry_of_its_own_kind(repo: Path, read) -> None:  # type: ignore[no-untyped-def]
    commit = git(repo, "rev-parse", "HEAD")
    git(repo, "update-index", "--add", "--cacheinfo", f"160000,{commit},module")
    git(repo, "commit", "-q", "-m", "Module")
    tree = read(repo)
    assert Entry("module", Kind.OTHER) in tree.entries()
    assert tree.notes == ("module is a git repository of its own and not read",)
    with pytest.raises(NotAFileError):
        tree.read("module", 10)


def test_hostile_names_survive(repo: Path) -> None:
    names = [b"caf\xe9", b"two\nlines", b"tab\there", b"\x1b[31m", b"  ", b"-n"]
    for name in names:
        write_named(repo, name, name)
    commit_all(repo)
    found = contents(revision(repo))
    assert {name: found[os.fsdecode(name)] for name in names} == {name: name for name in names}
    assert contents(index(repo)) == found


def test_many_and_large_blobs_are_read_in_any_order(repo: Path) -> None:
    blobs = {f"f{number}": bytes([number]) * number * 50_000 for number in range(50)}
    for name, data in blobs.items():
        (repo / name).write_bytes(data)
    commit_all(repo)
    tree = revision(repo)
    for name in reversed(blobs):
        assert tree.read(name, 1000) == blobs[name][:1000]
        assert tree.read(name, 10_000_000) == blobs[name]


def test_the_bytes_are_those_that_git_stores(repo: Path) -> None:
    """No smudge filter, no line-end conversion, no textconv."""
    (repo / ".gitattributes").write_text("*.txt filter=x text eol=crlf diff=x\n")
    commit_all(repo)
    marker = repo / "ran"
    for key in ("filter.x.smudge", "filter.x.clean", "filter.x.process", "diff.x.textconv"):
        git(repo, "config", key, f"touch {marker}")
    assert revision(repo).read("a.txt", 100) == b"first\n"
    assert index(repo).read("a.txt", 100) == b"first\n"
    assert not marker.exists()


def test_a_pointer_is_known_by_its_bytes(repo: Path) -> None:
    (repo / "big.bin").write_bytes(POINTER)
    commit_all(repo)
    view = TreeView(revision(repo))
    with pytest.raises(ReadError, match="Git LFS pointer"):
        view.read("big.bin")


def test_a_link_with_an_absurd_target_has_none(repo: Path) -> None:
    blob = git(repo, "hash-object", "-w", "--stdin", stdin=b"x/" * 5000)
    git(repo, "update-index", "--add", "--cacheinfo", f"120000,{blob},long")
    assert Entry("long", Kind.SYMLINK) in index(repo).entries()


def test_a_missing_object_is_a_read_error_and_the_next_read_works(repo: Path) -> None:
    blob = git(repo, "rev-parse", "HEAD:a.txt")
    tree = revision(repo)
    (repo / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for _ in range(3):
        with pytest.raises(ReadError, match=r"a\.txt: cannot be read from git"):
            tree.read("a.txt", 100)
        assert tree.read("sub/b.bin", 3) == b"\r\n\0"


def test_a_tree_in_a_cycle_leaves_no_pipe_to_the_collector(repo: Path) -> None:
    """A pipe that the collector meets first is a warning, and warnings are errors here."""
    tree = revision(repo)
    tree.read("a.txt", 1)
    cycle: list[object] = [tree]
    cycle.append(cycle)
    del tree, cycle
    gc.collect()


def test_replaced_objects_are_not(repo: Path) -> None:
    blob = git(repo, "rev-parse", "HEAD:a.txt")
    other = git(repo, "hash-object", "-w", "--stdin", stdin=b"other")
    git(repo, "replace", blob, other)
    assert revision(repo).read("a.txt", 100) == b"first\n"


def test_object_names_of_sha256_are_read(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    (tmp_path / "file").write_bytes(b"1")
    commit_all(tmp_path)
    assert contents(revision(tmp_path)) == {"file": b"1"}
