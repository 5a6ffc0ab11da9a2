from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from huggingface_hub import constants

from tests.support.hub import LoopbackHub, harbor_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Tagger

TASK = {
    "README.md": b"---\nlicense: mit\n---\n",
    "tasks/a/task.toml": b"",
    "tasks/a/instruction.md": b"Sort.\n",
    "tasks/a/environment/Dockerfile": b"FROM debian:12\n",
    "tasks/a/tests/test.sh": b"#!/bin/sh\n",
}
PROVEN = ["rl-environment", "harbor", "openenv"]


@pytest.fixture(autouse=True)
def hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[LoopbackHub]:
    """A Hub with one dataset, where huggingface_hub looks for it; no test finds it in the cache."""
    mark = f"# {request.node.name}\n".encode()
    with LoopbackHub(tmp_path / "hub") as running:
        monkeypatch.setattr(constants, "ENDPOINT", running.endpoint)
        monkeypatch.chdir(tmp_path)
        running.add("a/sort", {path: data + mark for path, data in TASK.items()})
        yield running


def report(tagger: Tagger, *arguments: str) -> dict[str, Any]:
    target: dict[str, Any] = json.loads(tagger(*arguments, "--format", "json").out)["targets"][0]
    return target


@pytest.mark.parametrize("name", ["a/sort", "datasets/a/sort", "hf://datasets/a/sort@main"])
def test_a_dataset_is_checked_without_a_download(tagger: Tagger, name: str) -> None:
    target = report(tagger, "check", name)
    assert (target["kind"], target["complete"]) == ("hub", True)
    assert target["tags"]["missing"] == PROVEN


@pytest.mark.parametrize("limit", [["--max-requests", "3"], ["--max-bytes", "1"]])
def test_beyond_the_budget_files_are_unread_and_it_is_said(
    tagger: Tagger, limit: list[str]
) -> None:
    assert report(tagger, "check", "a/sort", *limit)["complete"] is False


def test_an_absent_dataset_is_one_line(tagger: Tagger) -> None:
    done = tagger("check", "a/gone")
    assert (done.status, done.out.count("\n"), done.err.count("\n")) == (2, 1, 1)


# -- the same as on a disk -----------------------------------------------------------------------


def _damaged(files: dict[str, bytes]) -> dict[str, bytes]:
    """Tasks of which every tenth has a fault, each of another kind."""
    faults: list[tuple[str, bytes | None]] = [
        ("task.toml", b"version = [\n"),
        ("instruction.md", None),
        ("environment/Dockerfile", b"COPY gone.txt /\n"),
        ("tests/test.sh", b"#!/bin/sh\r\necho 1\r\n"),
        ("task.toml", b"[agent]\ntimeout_sec = 'long'\n"),
        ("instruction.md", b"\xff\xfe"),
    ]
    roots = sorted(path.removesuffix("/task.toml") for path in files if path.endswith("task.toml"))
    for number, root in enumerate(roots[::10]):
        name, data = faults[number % len(faults)]
        if data is None:
            del files[f"{root}/{name}"]
        else:
            files[f"{root}/{name}"] = data + f"# {number}\n".encode()
    return files


def test_a_thousand_differing_tasks_get_the_report_of_their_folder(
    hub: LoopbackHub, tagger: Tagger, tmp_path: Path
) -> None:
    files = {"README.md": TASK["README.md"], **_damaged(harbor_tasks(1000))}
    link, script = "tasks/t00003/notes.md", "tasks/t00004/tests/test.sh"
    hub.add("a/large", files, links={link: "instruction.md"}, executable=[script])
    for path, data in files.items():
        place = tmp_path / "large" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (tmp_path / "large" / link).symlink_to("instruction.md")
    before = sum(hub.counts.values())
    there = report(tagger, "check", "a/large")
    assert sum(hub.counts.values()) - before <= 12
    here = report(tagger, "check", "./large")
    for target in (here, there):
        for name in ("target", "kind", "revision"):
            del target[name]
    assert there["frameworks"]["harbor"]["broken_units"] >= 50
    assert len(there["findings"]) > 80
    assert there == here
