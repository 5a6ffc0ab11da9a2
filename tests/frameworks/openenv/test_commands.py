"""Tasks by the index that OpenEnv gives them; packages built, run or pushed."""

from __future__ import annotations

from tests.frameworks.openenv.support import package
from tests.support.snippets import REPO, made, runs, tasks


def test_the_first_task_of_a_folder_is_run_by_its_index() -> None:
    (found,) = made(tasks("tasks/a", "tasks/b"), "openenv")
    assert runs(found) == [
        (
            'OPENENV_LLM_API_KEY="$LLM_API_KEY" openenv harbor rollout --llm-url "$LLM_URL"'
            f' --model "$MODEL" --dataset {REPO} --task-index 0 --harness opencode'
            " --sandbox docker --out rollout.json"
        )
    ]
    assert found.notes == ("--task-index takes 0 to 1; -n runs that many tasks from there on",)


def test_a_folder_that_is_no_task_shifts_the_index() -> None:
    files = {**tasks("tasks/b"), "tasks/_shared/lib.sh": "x\n"}
    (found,) = made(files, "openenv")
    assert "--task-index 1 " in runs(found)[0]
    assert found.notes == ()


def test_groups_are_tasksets_with_their_own_indices() -> None:
    first, second = made(tasks("tasks/x/a", "tasks/x/b", "tasks/y/c"), "openenv")
    assert (first.name, first.units, second.name) == ("tasks/x", 2, "tasks/y")
    assert "--task-index 2 " in runs(second)[0]


def test_indices_with_gaps_are_told() -> None:
    files = {**tasks("tasks/a", "tasks/c", "tasks/d"), "tasks/b/notes.txt": "x\n"}
    (found,) = made(files, "openenv")
    assert "takes 0, 2 to 3;" in found.notes[0]


def test_a_package_is_built_run_and_pushed() -> None:
    (found,) = made(package("envs/words"), "openenv")
    assert runs(found)[1:] == [
        "openenv build puzzles/envs/words --tag openenv-word-env",
        "docker run --rm -p 8000:8000 openenv-word-env",
        'openenv push puzzles/envs/words --repo-id "$SPACE"',
    ]


def test_the_port_is_the_one_that_the_manifest_names() -> None:
    (found,) = made(package("w", "name: Wörter!\nport: 7860\n"), "openenv")
    assert runs(found)[2] == "docker run --rm -p 7860:7860 openenv-w-rter"
    (found,) = made(package("w", "name: w\nport: true\n"), "openenv")
    assert "8000:8000" in runs(found)[2]


def test_a_job_only_pushes() -> None:
    (found,) = made(package("w"), "openenv", jobs=True)
    (job,) = runs(found)
    assert job.startswith('hf jobs run --secrets HF_TOKEN -e "SPACE=$SPACE" ')
    assert "openenv push puzzles/w" in job
    assert "docker run" not in job
    assert "openenv build" not in job
    assert "/results" not in job
