"""Diffs are judged by ``git apply``."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tagger.files.diff import unified_diff

if TYPE_CHECKING:
    from pathlib import Path

LINES = st.lists(
    st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"\n", b"\xe9\n", b"---\n"]), max_size=30
)
ENDS = st.sampled_from([b"", b"x", b"x\r", b"\\ No newline at end of file"])


def applied(folder: Path, path: str, before: bytes | None, diff: bytes) -> bytes:
    target = folder / path
    target.unlink(missing_ok=True)
    if before is not None:
        target.write_bytes(before)
    command = ["git", "apply", "--unsafe-paths", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=diff, cwd=folder, check=True)
    return target.read_bytes()


def test_same_bytes_have_no_difference() -> None:
    assert unified_diff("README.md", b"a\n", b"a\n") == b""


def test_line_ends_and_missing_last_line_end_are_shown() -> None:
    assert unified_diff("README.md", b"a\r\nb", b"a\r\nb\n") == (
        b"--- a/README.md\n+++ b/README.md\n@@ -1,2 +1,2 @@\n a\r\n-b\n"
        b"\\ No newline at end of file\n+b\n"
    )


def test_line_numbers_count_from_the_beginning_of_the_file() -> None:
    before = b"".join(b"%d\n" % number for number in range(100))
    diff = unified_diff("README.md", before, before.replace(b"50\n", b"50\nnew\n"))
    assert b"@@ -49,6 +49,7 @@\n" in diff


def test_new_file_comes_from_nowhere(tmp_path: Path) -> None:
    diff = unified_diff("README.md", None, b"a\n")
    assert diff.startswith(b"--- /dev/null\n+++ b/README.md\n@@ -0,0 +1 @@\n")
    assert applied(tmp_path, "README.md", None, diff) == b"a\n"


@pytest.mark.parametrize("path", ["my card.md", "kärtchen.md", "tab\there.md", 'quote".md'])
def test_odd_names_can_be_applied(tmp_path: Path, path: str) -> None:
    assert applied(tmp_path, path, b"a\n", unified_diff(path, b"a\n", b"b\n")) == b"b\n"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, ENDS, LINES, ENDS)
def test_git_applies_every_difference(
    tmp_path: Path, old: list[bytes], old_end: bytes, new: list[bytes], new_end: bytes
) -> None:
    before, after = b"".join(old) + old_end, b"".join(new) + new_end
    diff = unified_diff("README.md", before, after)
    if diff:
        assert applied(tmp_path, "README.md", before, diff) == after
    else:
        assert before == after
