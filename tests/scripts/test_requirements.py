"""The pins: by version and hash, for all that is asked for, and without an address."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
_ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links|--trusted-host")
#: What lock files of other tools call the places that they download from.
_LOCKS = ("uv.lock", "poetry.lock", "pylock.toml", "Pipfile.lock", "package-lock.json", "yarn.lock")


def pins(name: str) -> dict[str, str]:
    """The versions of a file by package."""
    return dict(_PIN.findall((ROOT / "requirements" / f"{name}.txt").read_text("utf-8")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_package_has_hashes_and_none_an_address(file: Path) -> None:
    text = file.read_text("utf-8")
    entries = re.split(r"\n(?=\w)", text)
    assert len(entries) == len(_PIN.findall(text))
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert not _ADDRESS.search(text)


def test_everything_that_is_asked_for_is_pinned_within_its_range() -> None:
    wanted = {
        "run": PROJECT["project"]["dependencies"],
        "build": PROJECT["build-system"]["requires"],
    }
    for name, requirements in wanted.items():
        pinned = pins(name)
        for requirement in map(Requirement, requirements):
            assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)])


def test_one_package_has_one_version_everywhere() -> None:
    everything = pins("test")
    for name in ("run", "build"):
        assert pins(name).items() <= everything.items()


def test_no_lock_file_with_addresses_is_kept() -> None:
    done = subprocess.run(
        ["git", "ls-files", "--cached", *_LOCKS, *(f"*/{name}" for name in _LOCKS)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert done.stdout == b""
