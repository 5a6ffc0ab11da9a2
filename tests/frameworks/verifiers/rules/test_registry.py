"""The registry.json that makes Harbor tasks loadable by Verifiers."""

from __future__ import annotations

import json

import pytest

from tagger.engine.fix import fix
from tagger.frameworks.harbor.registry import read_registry
from tagger.tree.listing import MemoryTree
from tagger.tree.overlay import OverlayTree
from tagger.tree.view import TreeView

IMAGE = b'[environment]\ndocker_image = "debian:12-slim"\n'


def task(folder: str, config: bytes = IMAGE) -> dict[str, bytes]:
    return {
        f"{folder}/task.toml": config,
        f"{folder}/instruction.md": b"Write a word to /app/out.txt.\n",
        f"{folder}/tests/test.sh": b"echo 1 > /logs/verifier/reward.txt\n",
    }


def written(files: dict[str, bytes]) -> list[dict[str, object]]:
    """The registry that the fix writes; empty where there is none."""
    changes = fix(MemoryTree(files), unsafe=True).changes
    texts = [change.after for change in changes if change.path == "registry.json"]
    rows: list[dict[str, object]] = json.loads(texts[0]) if texts else []
    return rows


def test_the_fix_proves_verifiers_and_has_nothing_to_do_again() -> None:
    tree = MemoryTree(task("tasks/first") | task("tasks/second"))
    assert "verifiers" not in fix(tree).result.facts.tags.proven
    fixed = fix(tree, unsafe=True)
    assert "verifiers" in fixed.result.facts.tags.proven
    after = OverlayTree(tree, {change.path: change.after for change in fixed.changes})
    assert fix(after, unsafe=True).changes == []
    assert read_registry(TreeView(after)).fault is None


def test_safe_fixes_write_no_registry() -> None:
    changes = fix(MemoryTree(task("tasks/first"))).changes
    assert "registry.json" not in {change.path for change in changes}


def test_the_registry_lists_the_tasks_in_order() -> None:
    assert written(task("tasks/second") | task("tasks/first")) == [
        {
            "name": "tasks",
            "version": "1.0.0",
            "description": "The tasks of this repository.",
            "tasks": [
                {"name": "first", "path": "tasks/first"},
                {"name": "second", "path": "tasks/second"},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("card", "config", "name"),
    [
        ("pretty_name: Word Ladders (v2)", IMAGE, "word-ladders-v2"),
        ("pretty_name: 7", b'[task]\nname = "Acme/first"\n' + IMAGE, "acme"),
        ("pretty_name: 言葉", IMAGE, "tasks"),
        ("license: mit", b'[task]\nname = "acme/first"\n' + IMAGE, "acme"),
    ],
)
def test_the_set_is_named_after_card_organisation_or_folder(
    card: str, config: bytes, name: str
) -> None:
    files = {"README.md": f"---\n{card}\n---\n".encode()} | task("tasks/first", config)
    assert [row["name"] for row in written(files)] == [name]


def test_a_task_at_the_root_is_listed_by_a_dot() -> None:
    files = {path.removeprefix("x/"): text for path, text in task("x").items()}
    assert [row["tasks"] for row in written(files)] == [[{"name": "task", "path": "."}]]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"registry.json": b"[]\n"}, id="a registry"),
        pytest.param(
            task("tasks/second", b"[environment]\ncpus = 1\n")
            | {"tasks/second/environment/Dockerfile": b"FROM debian\n"},
            id="a task that is refused",
        ),
        pytest.param({"tasks/first/data/task.toml": b"[[\n"}, id="a broken task inside a task"),
        pytest.param(task("more/first"), id="two folders of one name"),
    ],
)
def test_nothing_is_written_where_the_set_would_not_load(more: dict[str, bytes]) -> None:
    assert written(task("tasks/first") | more) == []
