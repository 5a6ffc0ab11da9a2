from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tagger.autotag.jsonl import LineFile, read_lines
from tagger.core.errors import TaggerError
from tests.support.storm import CONTEXT


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    for number in range(3):
        with LineFile(path) as file:
            file.append({"n": number, "text": "é\n##[x]"})
    found = read_lines(path)
    assert [value["n"] for value in found.objects] == [0, 1, 2]
    assert found.objects[0]["text"] == "é\n##[x]"
    assert found.damaged == 0


def test_no_file_holds_nothing(tmp_path: Path) -> None:
    assert read_lines(tmp_path / "gone").objects == []


@pytest.mark.parametrize("cut", range(1, len(b'{"n": 2}\n') + 1))
def test_a_line_that_was_cut_harms_no_other(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"n": 1}\n' + b'{"n": 2}\n'[:-cut])
    with LineFile(path) as file:
        file.append({"n": 3})
    found = read_lines(path)
    whole = [2] if cut == 1 else []
    assert [value["n"] for value in found.objects] == [1, *whole, 3]
    assert found.damaged == (0 if cut in (1, 9) else 1)


@pytest.mark.parametrize("data", [b"\0\0\0", b"[1]", b"1", b"null x", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_counted(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "lines").write_bytes(data + b'\n{"n": 1}\n')
    found = read_lines(tmp_path / "lines")
    assert (found.objects, found.damaged) == ([{"n": 1}], 1)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with (
        LineFile(path),
        pytest.raises(TaggerError, match="another run is at work on"),
        LineFile(path),
    ):
        pass
    with LineFile(path):
        pass


def _hold(path: Path, ready: str) -> None:
    with LineFile(path):
        Path(ready).touch()
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_run_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    path, ready = tmp_path / "lines", tmp_path / "ready"
    process = CONTEXT.Process(target=_hold, args=(path, str(ready)))
    process.start()
    process.join(30)
    assert (ready.exists(), process.exitcode) == (True, -signal.SIGKILL)
    with LineFile(path):
        pass


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "lines", tmp_path / "folder"):
        with pytest.raises(TaggerError, match="cannot write"), LineFile(path):
            pass
    (tmp_path / "folder.lock").unlink()


def test_nothing_is_written_to_a_file_that_is_not_open(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not open"):
        LineFile(tmp_path / "lines").append({})
