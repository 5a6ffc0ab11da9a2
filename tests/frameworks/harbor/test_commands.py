"""`harbor run` finds every task that is proven, and only commands that find some are printed."""

from __future__ import annotations

import pytest

from tests.support.snippets import REPO, URL, made, needs_bash, registry, runs, split, task, tasks

RUN = f"harbor run --repo {URL}"
FETCH = f"hf download {REPO} --repo-type dataset --local-dir puzzles"


def test_tasks_below_tasks_need_no_more_than_the_repository() -> None:
    (found,) = made(tasks("tasks/a", "tasks/b"), "harbor")
    assert (found.name, found.units) == ("tasks", 2)
    assert runs(found) == [f"{RUN} --agent oracle"]


@pytest.mark.parametrize(
    ("folders", "paths"),
    [
        (["a", "b"], ["."]),
        (["sets/x/a"], ["sets/x"]),
        (["train/a", "train/b", "test/c"], ["test", "train"]),
        (["tasks/one/a", "tasks/two/b"], ["tasks/one", "tasks/two"]),
        (["my tasks/a"], ["'my tasks'"]),
        (["-x/a"], None),
    ],
)
def test_other_folders_are_named(folders: list[str], paths: list[str] | None) -> None:
    found = made(tasks(*folders), "harbor")
    expected = [f"{RUN} --path {path} --agent oracle" for path in paths or ()]
    assert [run for one in found for run in runs(one)] == (
        expected or [f"{RUN} --path=-x --agent oracle"]
    )


def test_a_task_at_the_root_is_run_from_a_local_copy() -> None:
    (found,) = made(task(), "harbor")
    assert runs(found) == [FETCH, "harbor run -p puzzles --agent oracle"]
    assert "never finds" in found.notes[0]


@needs_bash
def test_folders_that_git_quotes_are_run_from_a_local_copy() -> None:
    (found,) = made(tasks("tasks/ключ", "tasks/b"), "harbor")
    assert runs(found) == [FETCH, "harbor run -p puzzles/tasks --agent oracle"]
    (named,) = made(tasks("ключ/a"), "harbor")
    assert split(runs(named)[1])[3] == "puzzles/ключ".encode()


def test_each_set_of_the_registry_is_named_with_its_version() -> None:
    files = {
        **tasks("tasks/a", "tasks/b", "more/c"),
        **registry(("one", "1.0", ["tasks/a"]), ("one", "2.0", ["tasks/a", "more/c"])),
    }
    first, second, rest = made(files, "harbor")
    assert runs(first) == [f"{RUN} -d one@1.0 --agent oracle"]
    assert runs(second) == [f"{RUN} -d one@2.0 --agent oracle"]
    assert (second.units, rest.name, rest.units) == (2, "tasks", 1)


@pytest.mark.parametrize("name", ["org/one", "one@two", "", " "])
def test_a_set_whose_name_means_something_else_is_run_by_its_folder(name: str) -> None:
    files = {**tasks("tasks/a"), **registry((name, "1.0", ["tasks/a"]))}
    (found,) = made(files, "harbor")
    assert runs(found) == [f"{RUN} --agent oracle"]


def test_a_set_whose_name_looks_like_an_option_is_joined_to_its_own() -> None:
    (found,) = made({**tasks("tasks/a"), **registry(("-x", "1", ["tasks/a"]))}, "harbor")
    assert runs(found) == [f"{RUN} --dataset=-x@1 --agent oracle"]


def test_an_empty_version_is_left_out() -> None:
    (found,) = made({**tasks("tasks/a"), **registry(("one", "", ["tasks/a"]))}, "harbor")
    assert runs(found) == [f"{RUN} -d one --agent oracle"]


def test_a_set_without_any_task_here_is_left_out() -> None:
    files = {
        **tasks("tasks/a"),
        **registry(("gone", "1.0", ["old/a"]), ("half", "1.0", ["tasks/a", "old/a"])),
    }
    (found,) = made(files, "harbor")
    assert found.name == "half@1.0"
    assert "1 of the 2 listed tasks are not here" in found.notes[1]


def test_a_set_of_another_repository_is_run_all_the_same() -> None:
    files = {
        **tasks("tasks/a"),
        **registry(("far", "1.0", ["x/a"]), git_url="https://example.org/x.git"),
    }
    assert [one.name for one in made(files, "harbor")] == ["far@1.0", "tasks"]


def test_tasks_without_a_solution_need_a_model() -> None:
    (found,) = made(tasks("tasks/a", solved=False), "harbor")
    assert runs(found) == [f'{RUN} --agent terminus-2 --model "$MODEL"']
    some = {**tasks("tasks/a", solved=False), **tasks("tasks/b")}
    (found,) = made(some, "harbor")
    assert runs(found) == [f"{RUN} --agent oracle"]
    assert "1 task without a solution/" in found.notes[0]


@pytest.mark.parametrize(
    ("image", "sandbox", "secret"),
    [("debian:12", "hf-sandbox", "HF_TOKEN"), ("", "e2b", "E2B_API_KEY")],
)
def test_a_job_runs_the_tasks_in_sandboxes_elsewhere(image: str, sandbox: str, secret: str) -> None:
    (found,) = made(tasks("tasks/a", image=image), "harbor", jobs=True)
    (job,) = runs(found)
    assert job.startswith(f"hf jobs run --secrets {secret} -v ")
    assert f'--from "harbor[{sandbox}]==' in job
    assert f"--env {sandbox} --jobs-dir /results/harbor" in job


def test_without_an_id_a_placeholder_stands_quoted() -> None:
    (found,) = made(tasks("tasks/a"), "harbor", repo_id=None)
    assert "'https://huggingface.co/datasets/<org>/<name>'" in runs(found)[0]
