"""Whatever a repository holds, the answer is findings or one clear line, and never a traceback."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.cli.main import main
from tagger.core.errors import ReadError
from tagger.engine.check import Result, check
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry
from tests.support.cases import CASES, Case, load
from tests.support.trees import write_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CARD = b"---\nlicense: mit\ntags: [harbor]\n---\n# Set\n"
TASK = {
    "tasks/t1/task.toml": b'version = "1.0"\n',
    "tasks/t1/instruction.md": b"Do it.\n",
    "tasks/t1/environment/Dockerfile": b"FROM scratch\n",
    "tasks/t1/tests/test.sh": b"#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n",
}
GOOD = {
    "README.md": CARD,
    **TASK,
    "registry.json": (
        b'[{"name": "s", "version": "1", "tasks": [{"name": "t1", "path": "tasks/t1"}]}]\n'
    ),
    "pyproject.toml": (
        b'[project]\nname = "word_env"\nversion = "1"\ndependencies = ["verifiers"]\n'
    ),
    "word_env.py": (
        b"import verifiers as vf\n\ndef load_environment():\n    return vf.SingleTurnEnv()\n"
    ),
    "openenv.yaml": (
        b"spec_version: 1\nname: e\ntype: space\nruntime: fastapi\napp: server.app:app\n"
    ),
    "server/app.py": b"app = create_app(E, A, O)\n",
    "data/rows.jsonl": b'{"responses_create_params": {"input": []}, "agent_ref": {"name": "a"}}\n',
    "configs/a.yaml": b"a:\n  resources_servers:\n    a:\n      entrypoint: app.py\n",
}
JUNK = {
    "empty": b"",
    "broken": b"{[<%'\"\n\t: - ---\n",
    "not UTF-8": b"\xff\xfe\x00t\xe9",
    "NUL": b"\0" * 100,
    "deep": b"[" * 100_000,
    "deep mapping": b"{a: " * 10_000,
    "long line": b"a" * 1_000_000,
    "open fence": b"---\n" + b"\n" * 20_000,
    "pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
    "alias bomb": b"a: &a [x,x,x,x,x,x,x,x,x]\n"
    + b"".join(
        b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 110)
    ),
    "huge number": b"1" * 10_000,
    "null": b"null",
    "list": b"- 1\n- [2, {3: 4}]\n",
    "json list": b"[1, null, [], {}]",
    "surrogate": b'"\\ud800"',
    "NaN": b"[NaN, Infinity, -1e999]",
}


def build(root: Path, files: dict[str, bytes]) -> Path:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def replace(root: Path, path: str, make: Callable[[Path], object]) -> Path:
    """A good repository with something else in the place of one file."""
    build(root, GOOD)
    (root / path).unlink()
    make(root / path)
    return root


def places(result: Result) -> set[str]:
    return {finding.path for finding in result.findings}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command line: exit status, output, and what went to the error stream."""

    def call(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "internal" not in err
        return status, out, err

    return call


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("path", GOOD)
def test_junk_in_the_place_of_a_file(path: str, junk: str) -> None:
    check(MemoryTree({**GOOD, path: JUNK[junk]}))


@pytest.mark.parametrize("junk", ["broken", "not UTF-8"])
@pytest.mark.parametrize(
    "path", ["README.md", "tasks/t1/task.toml", "registry.json", "openenv.yaml"]
)
def test_a_broken_file_is_found(path: str, junk: str) -> None:
    assert path in places(check(MemoryTree({**GOOD, path: JUNK[junk]})))


@pytest.mark.parametrize("path", GOOD)
def test_a_file_that_cannot_be_read(path: str) -> None:
    entries = [Entry(path, size=len(data)) for path, data in GOOD.items()]

    def read(wanted: str, limit: int) -> bytes:
        if wanted == path:
            raise ReadError(path, "cannot be read: Input/output error")
        return GOOD[wanted][:limit]

    check(ListingTree(entries, read))


UNUSUAL: dict[str, Callable[[Path], object]] = {
    "folder": lambda place: place.mkdir(),
    "pipe": os.mkfifo,
    "loop": lambda place: place.symlink_to(place.name),
    "link to itself above": lambda place: place.symlink_to(".."),
    "dangling link": lambda place: place.symlink_to("gone"),
    "link outside": lambda place: place.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", UNUSUAL)
@pytest.mark.parametrize("path", GOOD)
def test_something_else_in_the_place_of_a_file(
    path: str, kind: str, tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, _ = run("check", "--format", "json", str(replace(tmp_path, path, UNUSUAL[kind])))
    assert status in (0, 1)
    assert len(json.loads(out)["targets"]) == 1


def test_an_empty_folder(tmp_path: Path, run: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = run("check", str(tmp_path))
    assert status == 2
    assert err.count("\n") == 1
    assert "it is empty" in err


def test_no_card(tmp_path: Path, run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = run("check", "--format", "json", str(build(tmp_path, TASK)))
    report = json.loads(out)["targets"][0]
    assert status in (0, 1)
    assert report["tags"]["proven"] == ["rl-environment", "harbor", "openenv"]
    assert any(finding["path"] == "README.md" for finding in report["findings"])


HOSTILE = [
    b"new\nline",
    b"\x1b]0;title\x07",
    b"caf\xe9",
    b"::error::x",
    b"%0A",
    b"a|b`<b>@x",
    "\u202eexe.txt".encode(),
    b" ",
    b"-rf",
    b"$(touch x)",
]
FORMATS = [
    ("check", "text"),
    ("check", "concise"),
    ("check", "json"),
    ("detect", "text"),
    ("detect", "json"),
]


@pytest.mark.parametrize(("command", "form"), FORMATS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(
    name: bytes, command: str, form: str, tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    build(tmp_path, {"README.md": CARD})
    folder = tmp_path / "tasks" / os.fsdecode(name)
    build(folder, {path.removeprefix("tasks/t1/"): data for path, data in TASK.items()})
    (folder / "task.toml").write_bytes(b"broken = [\n")
    write_named(tmp_path, name)
    status, out, _ = run(command, "--format", form, str(tmp_path))
    assert status in (0, 1)
    assert not any(char in out for char in "\x1b\x07\u202e")
    assert not any(line.startswith("::") for line in out.splitlines())
    out.encode("utf-8")


SAMPLE = [
    pytest.param(case, id=case.id)
    for path in sorted(CASES.glob("*.jsonl"))
    for number, case in enumerate(load(path.stem))
    if number % 8 == 0
]


@pytest.mark.parametrize("case", SAMPLE)
def test_a_case_with_any_one_file_unreadable(case: Case) -> None:
    tree = case.tree()

    for bad in [entry.path for entry in tree.entries()][:12]:

        def read(path: str, limit: int, bad: str = bad) -> bytes:
            if path == bad:
                raise ReadError(path, "cannot be read: Input/output error")
            return tree.read(path, limit)

        check(ListingTree(tree.entries(), read))


@given(data=st.data())
@settings(max_examples=60)
def test_damage_at_any_place(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(GOOD)))
    good = GOOD[path]
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, len(good)))
    junk = data.draw(st.binary(max_size=8) | st.sampled_from([b"\n", b"[", b"'", b"\t", b"---\n"]))
    check(MemoryTree({**GOOD, path: good[:start] + junk + good[end:]}))


def test_a_hundred_thousand_files() -> None:
    """Files that no rule needs are not read, and nothing is quadratic."""
    wide = {f"data/part-{number:06}.bin": b"" for number in range(60_000)}
    deep = {f"x/{number // 200}/{number}/leaf.txt": b"" for number in range(40_000)}
    reads: list[str] = []
    files = {**GOOD, **wide, **deep}

    def read(path: str, limit: int) -> bytes:
        reads.append(path)
        return files[path][:limit]

    start = time.perf_counter()
    result = check(ListingTree([Entry(path, size=len(files[path])) for path in files], read))
    assert time.perf_counter() - start < 30
    assert "harbor" in result.facts.tags.proven
    assert len(reads) < 50


def test_thousands_of_files_on_the_disk(tmp_path: Path) -> None:
    from tagger.tree.folder import FolderTree

    tasks = {
        path.replace("t1", f"t{number}"): data
        for number in range(1000)
        for path, data in TASK.items()
    }
    result = check(FolderTree(build(tmp_path, {"README.md": CARD, **tasks})))
    assert len(result.facts.detections["harbor"].units) == 1000
