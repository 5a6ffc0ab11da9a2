"""Harbor tasks that a registry.json at the root offers to Verifiers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tagger.core.detections import Verdict
from tagger.core.findings import Severity
from tagger.frameworks.verifiers.bridge import ListedUnit
from tests.frameworks.verifiers.support import EXPORTED, codes, detect, project

IMAGE = '[environment]\ndocker_image = "debian:12-slim"\n'
BUILD = "[environment]\ncpus = 1\n"


def task(folder: str, config: str = IMAGE) -> dict[str, str | None]:
    return {
        f"{folder}/task.toml": config,
        f"{folder}/instruction.md": "Write a word.\n",
        f"{folder}/tests/test.sh": "echo 1 > /logs/verifier/reward.txt\n",
        f"{folder}/environment/Dockerfile": "FROM debian:12-slim\n",
    }


def registry(*paths: str, name: str = "words", **more: Any) -> dict[str, str | None]:
    tasks = [{"name": path.rpartition("/")[2], "path": path, **more} for path in paths]
    row = {"name": name, "version": "1.0", "description": "Words.", "tasks": tasks}
    return {"registry.json": json.dumps([row])}


BOTH = task("tasks/a") | task("tasks/b")


def test_listed_tasks_that_load_are_units() -> None:
    found = detect(BOTH | registry("tasks/a", "tasks/b"))
    assert found.verdict is Verdict.BRIDGED
    assert {unit.path: unit.payload for unit in found.units} == {
        "tasks/a": ListedUnit("words", "1.0", "a"),
        "tasks/b": ListedUnit("words", "1.0", "b"),
    }
    assert codes(found) == []


def test_a_task_that_is_not_listed_is_not_asked_for() -> None:
    found = detect(BOTH | task("tasks/c", BUILD) | registry("tasks/a"))
    assert (found.verdict, len(found.units)) == (Verdict.BRIDGED, 1)


def test_a_task_in_two_sets_counts_once() -> None:
    one = json.loads(str(registry("tasks/a")["registry.json"]))
    two = [*one, {**one[0], "version": "2.0"}]
    assert len(detect(BOTH | {"registry.json": json.dumps(two)}).units) == 1


def test_one_listed_task_that_does_not_load_spoils_the_tag() -> None:
    found = detect(BOTH | task("tasks/c", BUILD) | registry("tasks/a", "tasks/c"))
    assert (found.verdict, list(found.units)) == (Verdict.ABSENT, [])
    (finding,) = found.findings
    assert (finding.rule.code, finding.severity) == ("VF052", Severity.INFO)
    assert finding.path == "tasks/c/task.toml"
    (need,) = found.needs
    assert need.code == "VF052"
    assert need.what.startswith("1 of 2 listed tasks: it has a Dockerfile")
    assert "'tasks/c'" in need.what


def test_several_reasons_come_with_count_and_example() -> None:
    user = f'{IMAGE}[verifier]\nuser = "root"\n'
    files = task("tasks/a", BUILD) | task("tasks/b", BUILD) | task("tasks/c", user)
    found = detect(files | registry("tasks/a", "tasks/b", "tasks/c"))
    assert [(need.code, need.what[:6]) for need in found.needs] == [
        ("VF052", "2 of 3"),
        ("VF055", "1 of 3"),
    ]


def test_tasks_without_a_registry_are_told_about_it_and_the_rest() -> None:
    found = detect(task("tasks/a", BUILD) | task("tasks/b"))
    assert found.verdict is Verdict.ABSENT
    assert [need.code for need in found.needs] == ["VF050", "VF052"]
    assert codes(found) == []


@pytest.mark.parametrize(
    "text",
    ["{}", '{"datasets": []}', "[]", "[", "[{}]", '\ufeff[{"name": "a"}]', "[[]]", '"text"'],
)
def test_a_registry_that_harbor_refuses_is_none(text: str) -> None:
    found = detect(BOTH | {"registry.json": text})
    assert found.verdict is Verdict.ABSENT
    assert found.needs[0].code == "VF050"


@pytest.mark.parametrize("path", ["tasks/absent", "/tasks/a", "../a", "tasks"])
def test_a_path_that_leads_to_no_task_here_spoils_the_tag(path: str) -> None:
    found = detect(BOTH | registry("tasks/a", path))
    assert found.verdict is Verdict.ABSENT
    assert "VF051" in [need.code for need in found.needs]


@pytest.mark.parametrize("path", ["./tasks/a", "tasks//a/", "tasks/b/../a"])
def test_paths_are_normalised(path: str) -> None:
    assert [unit.path for unit in detect(BOTH | registry(path)).units] == ["tasks/a"]


@pytest.mark.parametrize("name", ["acme/words", "words@2"])
def test_a_set_that_cannot_be_asked_for_spoils_the_tag(name: str) -> None:
    found = detect(BOTH | registry("tasks/a", name=name))
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, ["VF059"])


def test_every_task_below_a_listed_folder_is_loaded_with_it() -> None:
    inner = task("tasks/a/environment/inner", BUILD)
    assert detect(BOTH | inner | registry("tasks/a")).verdict is Verdict.ABSENT


def test_rows_of_another_repository_count_where_the_task_is_here_too() -> None:
    away = {"git_url": "https://example.org/words.git"}
    assert detect(BOTH | registry("tasks/a", **away)).verdict is Verdict.BRIDGED


@pytest.mark.parametrize("files", [BOTH, BOTH | task("other/a", BUILD)])
def test_rows_of_another_repository_only_suggest_otherwise(files: dict[str, str | None]) -> None:
    found = detect(files | registry("other/a", git_url="https://example.org/words.git"))
    assert found.verdict is Verdict.ABSENT
    assert [evidence.path for evidence in found.suggestions] == ["registry.json"]


def test_tasks_that_a_software_project_tests_with_prove_nothing() -> None:
    files = task("tests/a") | registry("tests/a") | {"pyproject.toml": '[project]\nname = "x"\n'}
    found = detect(files)
    assert (found.verdict, len(found.units), len(found.aside)) == (Verdict.ABSENT, 0, 1)


def test_an_environment_of_its_own_goes_first() -> None:
    files = {"pyproject.toml": project(), "word_ladder.py": EXPORTED}
    found = detect(BOTH | registry("tasks/a") | files)
    assert (found.verdict, len(found.units)) == (Verdict.NATIVE, 2)
    assert codes(detect(BOTH | files)) == []


def test_a_broken_environment_stays_broken_beside_good_tasks() -> None:
    files = {"pyproject.toml": project(), "word_ladder.py": EXPORTED + "x = ("}
    found = detect(BOTH | registry("tasks/a") | files)
    assert (found.verdict, codes(found), len(found.broken)) == (Verdict.BRIDGED, ["VF006"], 1)


def test_a_task_that_only_harbor_refuses_loads() -> None:
    files = task("tasks/a", BUILD) | {"tasks/a/environment/Dockerfile": None}
    assert detect(files | registry("tasks/a")).verdict is Verdict.BRIDGED
