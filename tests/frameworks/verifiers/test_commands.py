"""`vf-eval` by contract and release; sets of Harbor tasks; published environments."""

from __future__ import annotations

import pytest

from tagger import Options
from tagger.core.detections import Registration
from tests.support.snippets import URL, made, registry, runs, tasks

TASKSET = (
    "import verifiers.v1 as vf\n\n__all__ = ['Words']\n\n\nclass Words(vf.Taskset):\n"
    "    def load(self):\n        return []\n"
)
OLD = "import verifiers as vf\n\n\ndef load_environment():\n    return vf.SingleTurnEnv()\n"


def project(folder: str, name: str, needs: str, module: str) -> dict[str, str]:
    """A project with one module of its name."""
    prefix = f"{folder}/" if folder else ""
    return {
        f"{prefix}pyproject.toml": f'[project]\nname = "{name}"\ndependencies = ["{needs}"]\n',
        f"{prefix}{name.replace('-', '_')}.py": module,
    }


def test_a_package_of_the_current_contract_is_installed_for_the_run() -> None:
    (found,) = made(project("", "word-game", "verifiers>=0.2", TASKSET), "verifiers")
    _, run = runs(found)
    assert run.startswith(
        "uvx --python 3.12 --from verifiers==0.4.0 --with ./puzzles vf-eval word_game "
    )
    assert run.endswith('--client.base-url "$LLM_URL" --client.api-key-var LLM_API_KEY --no-push')


def test_several_environments_are_several_tasksets() -> None:
    files = {
        **project("envs/a", "game-a", "verifiers", TASKSET),
        **project("envs/b", "game-b", "verifiers<0.4", OLD),
    }
    first, second = made(files, "verifiers")
    assert "--with ./puzzles/envs/a vf-eval game_a" in runs(first)[1]
    assert runs(second)[1] == (
        'uvx --python 3.12 --from "verifiers<0.4" --with ./puzzles/envs/b vf-eval game_b'
        ' -m "$MODEL" -b "$LLM_URL" -k LLM_API_KEY'
    )


@pytest.mark.parametrize(
    ("needs", "source", "program"),
    [
        ("verifiers", "verifiers==0.4.0", "vf-eval"),
        ("verifiers>=0.3,<0.4", '"verifiers>=0.2,<0.4"', "eval"),
        ("verifiers==0.3.1", '"verifiers>=0.2,<0.4"', "eval"),
        ("verifiers @ git+https://example.org/v@abc", "verifiers", "vf-eval"),
    ],
)
def test_the_requirement_decides_release_and_program(needs: str, source: str, program: str) -> None:
    (found,) = made(project("", "word-game", needs, TASKSET), "verifiers")
    assert f"--from {source} --with ./puzzles {program} word_game" in runs(found)[1]


def test_a_module_without_a_project_is_put_on_the_path() -> None:
    (found,) = made({"envs/words.py": TASKSET}, "verifiers")
    assert runs(found)[1].startswith(
        "PYTHONPATH=puzzles/envs uvx --python 3.12 --from verifiers==0.4.0 vf-eval words "
    )


def test_each_set_of_harbor_tasks_is_named() -> None:
    files = {
        **tasks("tasks/a", "tasks/b", image="debian:12"),
        **registry(("one", "1.0", ["tasks/a"]), ("two", "1.0", ["tasks/b"])),
    }
    first, second = made(files, "verifiers")
    assert runs(first)[0].startswith(
        f"vf-eval harbor --env.taskset.repo {URL} --env.taskset.dataset one@1.0"
        " --env.agent.runtime.type docker --env.agent.harness.id bash"
    )
    assert (second.name, second.units) == ("two@1.0", 1)
    assert "not verified" in first.notes[0]


def test_a_set_that_cannot_be_named_gets_no_command() -> None:
    files = {**tasks("tasks/a", image="debian:12"), **registry((" ", "1.0", ["tasks/a"]))}
    (found,) = made(files, "verifiers")
    assert (found.commands, "rename the set" in found.notes[0]) == ((), True)


def test_a_job_keeps_the_results() -> None:
    files = {**tasks("tasks/a", image="debian:12"), **registry(("one", "1.0", ["tasks/a"]))}
    (found,) = made(files, "verifiers", jobs=True)
    (job,) = runs(found)
    assert "--secrets LLM_API_KEY --secrets E2B_API_KEY" in job
    assert '-e "MODEL=$MODEL" -e "LLM_URL=$LLM_URL" -v "hf://buckets/$BUCKET:/results"' in job
    assert '"verifiers[harbor,e2b]==0.4.0"' in job
    assert "-o /results/verifiers" in job


def test_a_published_environment_is_installed_by_its_id() -> None:
    options = Options(
        repo_id="org/words", registered={"org/words": Registration("verifiers", "org/anagrams")}
    )
    (found,) = made({"a.jsonl": "{}\n"}, "verifiers", options=options)
    assert found.units == 0
    assert runs(found) == [
        "uv venv --python 3.12",
        "uv pip install prime==0.18.0",
        "uv run --no-project prime env install org/anagrams",
        'uv run --no-project vf-eval anagrams -m "$MODEL"',
    ]
