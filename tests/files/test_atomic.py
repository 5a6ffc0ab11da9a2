"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from tagger.core.errors import TaggerError
from tagger.files.atomic import write_atomically, write_change

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_bytes(b"old\r\n")
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_bytes_are_written_as_they_are(card: Path) -> None:
    write_change(card.parent, "README.md", b"old\r\n", b"\xef\xbb\xbfnew\r\n")
    assert card.read_bytes() == b"\xef\xbb\xbfnew\r\n"
    assert names(card.parent) == {"README.md"}


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755])
def test_the_mode_stays(card: Path, mode: int) -> None:
    card.chmod(mode)
    write_change(card.parent, "README.md", b"old\r\n", b"new")
    assert stat.S_IMODE(card.stat().st_mode) == mode


def test_a_new_file_gets_an_ordinary_mode(tmp_path: Path) -> None:
    (tmp_path / "beside").touch()
    write_change(tmp_path, "README.md", None, b"new")
    assert (tmp_path / "README.md").stat().st_mode == (tmp_path / "beside").stat().st_mode


@pytest.mark.parametrize("before", [b"older", None])
def test_a_file_that_changed_since_is_left_alone(card: Path, before: bytes | None) -> None:
    with pytest.raises(TaggerError, match="has changed since it was read"):
        write_change(card.parent, "README.md", before, b"new")
    assert card.read_bytes() == b"old\r\n"


def test_a_file_that_went_is_not_made_again(card: Path) -> None:
    card.unlink()
    with pytest.raises(TaggerError, match="has changed"):
        write_change(card.parent, "README.md", b"old\r\n", b"new")
    assert names(card.parent) == set()


def test_a_link_is_not_written_through(card: Path) -> None:
    link = card.parent / "link.md"
    link.symlink_to("README.md")
    with pytest.raises(TaggerError, match="symbolic link"):
        write_change(card.parent, "link.md", b"old\r\n", b"new")
    assert card.read_bytes() == b"old\r\n"


def test_a_linked_folder_is_not_written_through(card: Path) -> None:
    (card.parent / "docs").symlink_to(card.parent)
    with pytest.raises(TaggerError, match="symbolic link"):
        write_change(card.parent, "docs/README.md", b"old\r\n", b"new")
    assert card.read_bytes() == b"old\r\n"


def test_the_root_itself_may_be_reached_through_a_link(card: Path, tmp_path: Path) -> None:
    root = tmp_path / "linked"
    root.symlink_to(card.parent)
    write_change(root, "README.md", b"old\r\n", b"new")
    assert card.read_bytes() == b"new"


def test_nothing_is_left_behind_when_the_replacement_fails(
    card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(TaggerError, match="No space left"):
        write_change(card.parent, "README.md", b"old\r\n", b"new")
    assert card.read_bytes() == b"old\r\n"
    assert names(card.parent) == {"README.md"}


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TaggerError, match="cannot write"):
        write_atomically(tmp_path / "gone" / "report.json", b"{}")
