"""The folders of the tests are those of the package."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "tagger"
#: Folders of tests that are about no single part of the package.
OTHERS = frozenset("action cases differential docs hooks layouts plugins scripts support".split())


def test_every_test_is_in_a_folder_named_like_one_of_the_package() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    assert Path("card") in folders
    strange = [
        folder.as_posix()
        for folder in folders
        if not (OTHERS & set(folder.parts[:1]) or (PACKAGE / folder / "__init__.py").is_file())
    ]
    assert strange == []
