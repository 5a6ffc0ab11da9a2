"""How published sets of Harbor tasks lie: beside a registry, at the root, in groups, packed."""

from __future__ import annotations

import pytest

from tests.layouts.layout import Layout, complaints, ids
from tests.layouts.parts import POINTER, card, jsonl, registry, task, tasks

TWO = ["tasks/task-1", "tasks/task-2"]
#: An archive of each task, beside the folders.
ARCHIVES = {f"task_archives/{path.rpartition('/')[2]}.tar.gz": b"\x1f\x8b" for path in TWO}
PACKED = {"features": [{"name": name, "dtype": "string"} for name in ("path", "task_binary")]}

FOLDERS = [
    Layout(
        "tasks/<id>",
        {"README.md": card("harbor"), **tasks(TWO)},
        proven=("harbor", "openenv"),
        units={"harbor": 2, "openenv": 2},
    ),
    Layout(
        "tasks/<id> with images, listed in a registry",
        {
            "README.md": card("harbor"),
            **tasks(TWO, image=True, toml="storage_mb = 4096\n"),
            **registry(TWO),
        },
        proven=("harbor", "verifiers", "openenv"),
        units={"verifiers": 2},
    ),
    Layout(
        "tasks/<id> with Dockerfiles alone, listed in a registry",
        {"README.md": card("harbor"), **tasks(TWO), **registry(TWO, git_commit_id="2961be38")},
        proven=("harbor", "openenv"),
        codes=("VF052",),
    ),
    Layout(
        "tasks/<id> whose verifier is built from tests/, with a manifest of its own",
        {
            "README.md": card(),
            **tasks(TWO, image=True, toml='\n[verifier]\nenvironment_mode = "separate"\n'),
            **{f"{path}/tests/Dockerfile": "FROM debian:12\n" for path in TWO},
            **registry(TWO),
            "manifest.json": "{}",
            "LICENSE": "Apache-2.0\n",
        },
        proven=("harbor", "openenv"),
        codes=("VF057",),
    ),
    Layout(
        "folders and archives of the same tasks",
        {"README.md": card("harbor"), **tasks(TWO, image=True), **registry(TWO), **ARCHIVES},
        proven=("harbor", "verifiers", "openenv"),
    ),
    Layout(
        "<id> at the root",
        {"README.md": card(), **tasks(["task_000000_4f1c", "task_000001_99ab"], image=True)},
        proven=("harbor",),
        codes=("HB050", "OE024"),
    ),
    Layout(
        "<set>/<id> below a card that has `environment` as a plain word",
        {
            "README.md": card(
                "terminal", "environment", task_categories=["reinforcement-learning"]
            ),
            **tasks(["SETA_Synth/0001", "SETA_Synth/0002", "SETA_Evolve/0001"]),
        },
        proven=("harbor",),
        units={"harbor": 3},
    ),
    Layout(
        "sample_tasks/<id> beside image archives, no header",
        {
            "README.md": "# Demo\n",
            **tasks(["sample_tasks/go-1"]),
            "sample_tasks/go-1/environment/setup.sh": "#!/bin/bash\n",
            "sample_images/go-1.tar": b"ustar",
        },
        proven=("harbor",),
    ),
    Layout(
        "datasets/<set>/<id> with a database in Git LFS",
        {
            "README.md": card(),
            **task("datasets/bird-bench/q1"),
            "datasets/bird-bench/q1/environment/db.sqlite": POINTER,
            ".gitattributes": "*.sqlite filter=lfs diff=lfs merge=lfs -text\n",
        },
        proven=("harbor",),
        codes=("HB040",),
    ),
    Layout(
        "test_tasks/<family>/<id>: a name that only begins like a tool's tests",
        {"README.md": card(), **tasks(["test_tasks/docs/a", "test_tasks/docs/b"])},
        proven=("harbor",),
        units={"harbor": 2},
    ),
    Layout(
        "train/<id> and test/<id>: splits, not a tool's tests",
        {"README.md": card(), **tasks(["train/a", "train/b", "test/c"])},
        proven=("harbor",),
        units={"harbor": 3},
    ),
    Layout(
        "rows beside the folders that they name, four levels down",
        {
            "README.md": card(),
            "data/train.jsonl": jsonl([{"instruction": "Go", "task_toml": "", "dockerfile": ""}]),
            **task("core_train/meta_control/tasks/p1"),
        },
        proven=("harbor",),
    ),
    Layout(
        "one folder of each task is broken",
        {"README.md": card(), **tasks(TWO), "tasks/task-2/task.toml": "[environment\n"},
        proven=("harbor", "openenv"),
        units={"harbor": 1},
        errors=True,
    ),
]

PACKED_SETS = [
    Layout(
        "a table of archives, declared in the card, for each source",
        {
            "README.md": card("harbor", "swe-bench", dataset_info=PACKED),
            "source-a/tasks.parquet": b"PAR1",
            "source-b/tasks.parquet": b"PAR1",
        },
        suggested=("harbor",),
        silent=("TG007", "TG008"),
    ),
    Layout(
        "the same under a name that says NeMo Gym",
        {
            "README.md": card("harbor", "nemotron-gym", "rl", dataset_info=PACKED),
            "data/train-00000-of-00001.parquet": b"PAR1",
        },
        suggested=("harbor",),
        silent=("TG007", "TG008"),
    ),
    Layout(
        "one archive with all tasks beside the rows",
        {
            "README.md": card(),
            "data/train.jsonl": jsonl([{"task_id": "a", "env": "b"}]),
            "task-data.tar.gz": b"\x1f\x8b",
        },
        suggested=("harbor",),
    ),
    Layout(
        "a task cut into columns",
        {
            "README.md": card(
                "benchmark",
                dataset_info={
                    "features": [
                        {"name": name, "dtype": "string"}
                        for name in ("environment_tar", "tests_tar", "test_sh", "docker_image")
                    ]
                },
            ),
            "data/train-00000-of-00001.parquet": b"PAR1",
        },
        quiet=True,
    ),
    Layout(
        "archives that hold trajectories",
        {
            "README.md": card(
                dataset_info={
                    "features": [
                        {"name": name, "dtype": "string"}
                        for name in ("trial_id", "archive", "archive_sha256")
                    ]
                },
            ),
            "data/train.parquet": b"PAR1",
        },
        quiet=True,
    ),
]


@pytest.mark.parametrize("layout", [*FOLDERS, *PACKED_SETS], ids=ids)
def test_it_proves_what_the_loaders_find(layout: Layout) -> None:
    assert complaints(layout) == []


def test_nobody_is_told_that_folders_are_packed() -> None:
    both = next(layout for layout in FOLDERS if "archives of the same" in layout.name)
    harbor = both.check().facts.detections["harbor"]
    assert harbor.suggestions == ()
    assert not any("archive" in evidence.what for evidence in harbor.evidence)


def test_a_person_s_word_environment_stays() -> None:
    """The right tag is put beside it (hub-docs#2790)."""
    from tagger.engine.fix import fix
    from tagger.tree.listing import MemoryTree

    layout = next(layout for layout in FOLDERS if "`environment`" in layout.name)
    files = {path: str(text).encode() for path, text in layout.files.items()}
    (change,) = [c for c in fix(MemoryTree(files)).changes if c.path == "README.md"]
    assert b"- terminal\n- environment\n- rl-environment\n- harbor\n" in change.after
