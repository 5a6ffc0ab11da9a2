"""Running tagger and git."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

#: Isolated: no file of the repository that is checked can be taken for a module of Python.
_TAGGER = (sys.executable, "-I", "-X", "utf8", "-m", "tagger")


def tagger(*arguments: str, cwd: Path) -> int:
    """Run tagger, its output going to the log; the exit status."""
    return subprocess.run(
        [*_TAGGER, *arguments], cwd=cwd, env=_environment(), check=False
    ).returncode


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder without hooks, and without anybody to ask."""
    command = ["git", "-c", f"core.hooksPath={os.devnull}", *arguments]
    return subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, check=False)


def _environment() -> dict[str, str]:
    """In a container the checkout belongs to another user, and git wants to be told so."""
    number = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    more = {
        "GIT_CONFIG_COUNT": str(number + 1),
        f"GIT_CONFIG_KEY_{number}": "safe.directory",
        f"GIT_CONFIG_VALUE_{number}": "*",
        "GIT_TERMINAL_PROMPT": "0",
    }
    # An input that was left empty is not a token.
    kept = {name: value for name, value in os.environ.items() if name != "HF_TOKEN" or value}
    return kept | more
