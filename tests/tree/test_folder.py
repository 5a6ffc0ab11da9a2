from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import NotAFileError, ReadError
from tagger.tree.folder import FolderTree
from tagger.tree.model import Entry, Kind
from tests.support.trees import contents, write_named

if TYPE_CHECKING:
    from pathlib import Path


def entry(tree: FolderTree, path: str) -> Entry | None:
    return next((entry for entry in tree.entries() if entry.path == path), None)


def test_lists_files_folders_and_links(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c.txt").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("a/b")
    assert set(FolderTree(tmp_path).entries()) == {
        Entry("a", Kind.DIRECTORY),
        Entry("a/b", Kind.DIRECTORY),
        Entry("a/b/c.txt", Kind.FILE, 5),
        Entry("link", Kind.SYMLINK, target="a/b"),
    }


def test_an_empty_folder_and_a_folder_named_like_a_file_are_folders(tmp_path: Path) -> None:
    (tmp_path / "task.toml").mkdir()
    tree = FolderTree(tmp_path)
    assert tree.entries() == [Entry("task.toml", Kind.DIRECTORY)]
    with pytest.raises(NotAFileError):
        tree.read("task.toml", 10)


def test_leaves_out_what_an_upload_leaves_out(tmp_path: Path) -> None:
    for path in (
        ".git/HEAD",
        "sub/.git",
        ".cache/huggingface/x",
        ".cache/other",
        "a.git",
        "huggingface",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert set(contents(FolderTree(tmp_path))) == {".cache/other", "a.git", "huggingface"}


def test_reads_no_more_than_the_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 1000)
    assert FolderTree(tmp_path).read("file", 10) == b"x" * 10


@pytest.mark.parametrize(
    "path", ["gone", "file/below", "", "..", "a/../file", "./file", "a//b", "a\0b"]
)
def test_reading_what_is_no_file_below_the_root_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(NotAFileError):
        FolderTree(tmp_path).read(path, 10)


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s")
    root = tmp_path / "root"
    root.mkdir()
    (root / "file").symlink_to(secret)
    with pytest.raises(ReadError):
        FolderTree(root).read("file", 10)


def test_a_folder_swapped_for_a_link_leads_nowhere(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    for folder in (outside, root / "folder"):
        folder.mkdir(parents=True)
        (folder / "file").write_text(folder.name)
    tree = FolderTree(root)
    assert entry(tree, "folder/file")
    (root / "folder" / "file").unlink()
    (root / "folder").rmdir()
    (root / "folder").symlink_to(outside)
    with pytest.raises(ReadError):
        tree.read("folder/file", 10)


def test_pipes_and_sockets_are_listed_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
    tree = FolderTree(tmp_path)
    assert {entry.kind for entry in tree.entries()} == {Kind.OTHER}
    for path in ("pipe", "socket"):
        with pytest.raises(ReadError):
            tree.read(path, 10)


def test_names_that_are_not_utf8_or_hold_control_characters_survive(tmp_path: Path) -> None:
    names = [b"caf\xe9.txt", b"two\nlines", b"\x1b[31mred"]
    for name in names:
        write_named(tmp_path, name, name)
    assert contents(FolderTree(tmp_path)) == {os.fsdecode(name): name for name in names}


def test_a_folder_that_cannot_be_listed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "shut").mkdir()
    (tmp_path / "open" / "file").touch()
    refuse(monkeypatch, "shut")
    tree = FolderTree(tmp_path)
    assert not tree.complete
    assert tree.notes == ["shut cannot be listed: Permission denied"]
    assert entry(tree, "open/file")


def test_a_file_that_may_not_be_read_is_a_read_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shut").touch()
    refuse(monkeypatch, "shut")
    with pytest.raises(ReadError, match="shut: cannot be read: Permission denied"):
        FolderTree(tmp_path).read("shut", 10)


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the system refuse one name, which file modes cannot do to root."""
    true_open = os.open

    def fake_open(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == name:
            raise PermissionError(13, "Permission denied")
        return true_open(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", fake_open)


def test_the_root_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("real")
    assert contents(FolderTree(tmp_path / "link")) == {"file": b"1"}
