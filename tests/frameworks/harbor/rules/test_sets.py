from __future__ import annotations

import json
from typing import Any

import pytest

from tagger.core.places import Span
from tagger.frameworks.harbor.digest import task_digest
from tagger.frameworks.harbor.judge import load_task
from tests.frameworks.harbor.support import codes, detect, files, found, view

NAMED = files({"task.toml": '[task]\nname = "o/a"\n'})
STALE = "sha256:" + "0a" * 32
FRESH = task_digest(view(NAMED), load_task(view(NAMED), "tasks/a"))
HEAD = '[dataset]\nname = "o/set"\n'


def entry(name: str, digest: str | None = FRESH) -> str:
    return f'[[tasks]]\nname = "{name}"\ndigest = "{digest}"\n'


def manifest(text: str) -> list[tuple[str, int | None]]:
    detection = detect({**NAMED, "dataset.toml": text})
    found = [f for f in detection.findings if f.path == "dataset.toml"]
    return [(f.rule.code, f.span.line if f.span else None) for f in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + entry("o/a"), []),
        (HEAD, []),
        ("", []),
        ("[general]\nx = 1\n", []),
        ('[dataset]\nname = "set"\n', [("HB060", 2)]),
        ('[dataset]\nversion = "1"\n', [("HB060", 1)]),
        (HEAD + '[[tasks]]\nname = "o/a"\n', [("HB060", 3)]),
        ("[dataset]\nname =\n", [("HB060", 2)]),
        ("[[directory]\n", []),
        (HEAD + 'tasks = ["o/a"]\n', [("HB061", 3)]),
        (HEAD + entry("o/a", STALE), [("HB062", 5)]),
        (HEAD + entry("o/b"), [("HB063", None)]),
        (HEAD + entry("o/a") + entry("o/a"), [("HB063", None)]),
    ],
)
def test_a_manifest_is_judged(text: str, expected: list[tuple[str, int | None]]) -> None:
    assert manifest(text) == expected


def test_tasks_that_a_manifest_leaves_out_are_told_of() -> None:
    tree = {**NAMED, **files({"task.toml": '[task]\nname = "o/b"\n'}, "b")}
    detection = detect({**tree, "dataset.toml": HEAD + entry("o/a")})
    [finding] = found(detection, "HB063")
    assert "'o/b' is here and not in the manifest" in finding.message


def test_a_manifest_knows_the_tasks_below_its_own_folder() -> None:
    tree = {**NAMED, "sets/dataset.toml": HEAD + entry("o/a", STALE)}
    assert codes(detect(tree)) == []


def test_a_stale_digest_is_refreshed_and_nothing_else() -> None:
    text = f"# of ours\n{HEAD}[[tasks]] # first\ndigest = '{STALE}' # é\nname = \"o/a\"\n"
    [finding] = found(detect({**NAMED, "dataset.toml": text}), "HB062")
    assert finding.fix is not None
    [edit] = finding.fix.edits
    data = text.encode()
    corrected = data[: edit.start] + edit.content + data[edit.end :]
    assert corrected.decode() == text.replace(f"'{STALE}'", f'"{FRESH}"')


def test_the_manifest_of_a_repository_without_tasks_is_judged_by_its_name() -> None:
    assert codes(detect({"dataset.toml": '[dataset]\nname = "set"\n'})) == ["HB060"]
    assert codes(detect({"dataset.toml": "[dataset]\nresolution = 512\n"})) == []


def registry(data: Any, tree: dict[str, str] | None = None) -> list[str]:
    text = data if isinstance(data, str) else json.dumps(data, indent=1)
    detection = detect({**(NAMED if tree is None else tree), "registry.json": text})
    return [f.rule.code for f in detection.findings if f.path == "registry.json"]


def row(path: str = "tasks/a", **changes: Any) -> dict[str, Any]:
    task = {"name": "a", "path": path}
    return {"name": "s", "version": "1", "description": "d", "tasks": [task]} | changes


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([row()], []),
        ([row("./tasks/a/")], []),
        ([row(tasks=[{"name": "a", "path": "tasks/a", "git_url": None}])], []),
        ([row(metrics=[{"type": "mean"}])], []),
        ([row(version=1)], ["HB070"]),
        ([row(), {"tasks": []}], ["HB070"] * 3),
        ([row(metrics=[{"type": "median"}])], ["HB070"]),
        ({"datasets": [row()]}, ["HB070"]),
        ({"items": []}, []),
        ("[", ["HB070"]),
        ("[[[", ["HB070"]),
        ("\ufeff[]", ["HB070"]),
        ([row("tasks/b")], ["HB071"]),
        ([row("/tasks/a")], ["HB071"]),
        ([row("../a")], ["HB071"]),
        ([row("tasks")], ["HB071"]),
        ([row(tasks=[{"name": "a", "path": "x", "git_url": "https://example.org/r"}])], []),
        ([], []),
    ],
)
def test_a_registry_is_judged(data: Any, expected: list[str]) -> None:
    assert registry(data) == expected


def test_registries_of_others_are_left_alone() -> None:
    assert registry([{"name": "button", "files": []}], {}) == []
    assert registry("[", {}) == []


def test_an_absent_path_has_its_line() -> None:
    text = json.dumps([row(), row("tasks/b")], indent=1)
    detection = detect({**NAMED, "registry.json": text})
    [finding] = found(detection, "HB071")
    line = text[: text.index("tasks/b")].count("\n") + 1
    assert finding.span == Span(line, 5)


def test_tasks_that_a_registry_leaves_out_are_told_of() -> None:
    tree = {**NAMED, **files({}, "tasks/b"), **files({}, "tasks/c")}
    assert registry([row()], tree) == ["HB072"]
    assert registry([row(tasks=[])], tree) == []
