from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from tagger.autotag.names import Patterns, read_names, repository_id
from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_of_names(tmp_path: Path) -> None:
    path = tmp_path / "names"
    path.write_bytes("\ufeffacme/one\r\n\n # all\nacme/two # no\n".encode())
    assert read_names(str(path)) == ["acme/one", "acme/two"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a/b\n")))
    assert read_names("-") == ["a/b"]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"\xe9")
    for name, why in (("gone", "No such file"), ("latin", "not UTF-8")):
        with pytest.raises(TaggerError, match=why):
            read_names(str(tmp_path / name))


@pytest.mark.parametrize(
    "text",
    ["acme/one", "datasets/acme/one", "hf://datasets/acme/one", "https://hf.co/datasets/acme/one"],
)
def test_a_name_of_a_dataset(text: str) -> None:
    assert repository_id(text) == "acme/one"


@pytest.mark.parametrize("text", ["acme/one@v1", "acme", "models/acme/one", ""])
def test_what_names_no_whole_dataset(text: str) -> None:
    with pytest.raises(TaggerError):
        repository_id(text)


def test_patterns_ignore_case_and_take_owners() -> None:
    patterns = Patterns.of(["Acme", "big/puzzles-*", "x/y"])
    assert [i for i in ("acme/a", "ACME/b", "big/Puzzles-1", "X/Y") if patterns.match(i)] == [
        "acme/a",
        "ACME/b",
        "big/Puzzles-1",
        "X/Y",
    ]
    assert not any(map(patterns.match, ("acme2/a", "big/other", "x/yy")))
    assert not Patterns().match("a/b")
