"""The repository can be checked out on every system that it is tested on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tagger.engine.check import check
from tagger.tree.listing import MemoryTree

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return [name for name in done.stdout.decode("utf-8", "surrogateescape").split("\0") if name]


def test_every_system_can_hold_the_names(tracked: list[str]) -> None:
    tree = MemoryTree(dict.fromkeys(tracked, b""))
    wrong = [f.path for f in check(tree).findings if f.rule.code in ("RP003", "RP004")]
    assert wrong == []


def test_no_line_ends_are_converted() -> None:
    assert "* -text" in (ROOT / ".gitattributes").read_text("utf-8").splitlines()
