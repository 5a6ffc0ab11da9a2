from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.data import shipped

if TYPE_CHECKING:
    from pathlib import Path


def put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_an_installed_package_reads_its_own_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "tagger/_schemas/vocab/x.json", "installed")
    put(tmp_path, "schemas/vocab/x.json", "beside")
    monkeypatch.setattr(shipped, "files", lambda _: tmp_path / "tagger")
    assert shipped.read_shipped("vocab/x.json") == "installed"


def test_a_checkout_reads_the_folder_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "tagger/__init__.py", "")
    put(tmp_path, "schemas/x.json", "beside")
    monkeypatch.setattr(shipped, "files", lambda _: tmp_path / "tagger")
    assert shipped.read_shipped("x.json") == "beside"


def test_an_absent_file_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        shipped.read_shipped("absent.json")
