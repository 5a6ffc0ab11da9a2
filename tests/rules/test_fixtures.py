"""Small repositories for single rules: ``fixtures/rules/<code>/{positive,negative}/<name>/``.

A positive one fires the rule, a negative one does not, whatever other rules make of it. A folder
with a file ``.scaffold`` is laid over the scaffold of the rule's family, less the paths that the
file lists, one a line; any other folder is the whole repository.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tagger.engine.check import check
from tagger.engine.table import rules
from tagger.tree.listing import MemoryTree
from tests.support.examples import scaffold

HERE = Path(__file__).parent
ROOT = HERE.parent / "fixtures" / "rules"
FOLDERS = sorted(path for path in ROOT.glob("*/*/*") if path.is_dir())
OVERLAY = ".scaffold"
#: Rules of an installed plug-in are tested where they come from.
OWN = [code for code, rule in rules().items() if not rule.address]
PLAIN_FILE = "repository/test_files.py:test_plain_file_over_the_limit_unless_it_is_in_lfs"
#: What git should not hold is made by a test: ten megabytes, ten thousand files, names that some
#: systems cannot store, and texts that programs which look for secrets would stop.
MADE = {
    ("DC009", "positive"): "card/test_header.py:test_a_card_over_the_limit_is_an_error",
    ("RP003", "positive"): "repository/test_names.py:test_names_that_differ_only_by_case",
    ("RP004", "positive"): "repository/test_names.py:test_names_that_windows_cannot_hold",
    ("RP005", "positive"): PLAIN_FILE,
    ("RP005", "negative"): PLAIN_FILE,
    ("RP006", "positive"): "repository/test_files.py:test_folder_with_too_many_entries",
    ("RP008", "positive"): "repository/test_secrets.py:test_secret_in_a_text_that_was_read",
}


def tree(folder: Path) -> MemoryTree:
    """The files and links of a folder, over its scaffold where it names one."""
    paths = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    names = {path: path.relative_to(folder).as_posix() for path in paths}
    files = {names[path]: path.read_bytes() for path in paths if not path.is_symlink()}
    links = {names[path]: str(path.readlink()) for path in paths if path.is_symlink()}
    if OVERLAY in files:
        gone = [*files.pop(OVERLAY).decode().splitlines(), *links]
        base = scaffold(folder.parts[-3][:2])
        files = {path: data for path, data in base.items() if not _is_below(path, gone)} | files
    return MemoryTree(files, links)


def _is_below(path: str, folders: list[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: "-".join(path.parts[-3:]))
def test_a_rule_fires_where_it_should(folder: Path) -> None:
    code, kind = folder.parts[-3:-1]
    codes = {finding.rule.code for finding in check(tree(folder)).findings}
    assert (code in codes) == (kind == "positive")


def test_every_folder_belongs_to_a_rule() -> None:
    assert {folder.parts[-3] for folder in FOLDERS} <= rules().keys()


@pytest.mark.parametrize("code", OWN)
@pytest.mark.parametrize("kind", ["positive", "negative"])
def test_every_rule_has_a_folder(code: str, kind: str) -> None:
    folders = [folder for folder in FOLDERS if folder.parts[-3:-1] == (code, kind)]
    assert bool(folders) != ((code, kind) in MADE)


@pytest.mark.parametrize("place", MADE.values())
def test_what_is_made_is_tested(place: str) -> None:
    module, _, name = place.partition(":")
    assert f"\ndef {name}(" in (HERE / module).read_text("utf-8")
