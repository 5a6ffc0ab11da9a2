from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tests.frameworks.harbor.support import codes, detect, files


def test_tasks_are_found_at_any_depth() -> None:
    tree = {**files({}, "a"), **files({}, "tasks/b"), **files({}, "x/y/z/c")}
    detection = detect(tree)
    assert detection.verdict is Verdict.NATIVE
    assert [unit.path for unit in detection.units] == ["a", "tasks/b", "x/y/z/c"]


@pytest.mark.parametrize("folder", ["tests", "environment/data", "solution", "other"])
def test_nothing_inside_a_valid_task_is_a_task(folder: str) -> None:
    tree = {**files({}), **files({"task.toml": "[open\n"}, f"tasks/a/{folder}/b")}
    detection = detect(tree)
    assert len(detection.units) == 1
    assert detection.broken == []


def test_the_fixtures_of_a_refused_task_are_no_tasks() -> None:
    tree = {**files({"task.toml": "[open\n"}), **files({}, "tasks/a/tests/b")}
    detection = detect(tree)
    assert detection.verdict is Verdict.BROKEN
    assert [unit.path for unit in detection.broken] == ["tasks/a"]


def test_tasks_beside_the_folders_of_a_refused_root_count() -> None:
    tree = {**files({"instruction.md": None}, ""), **files({}, "tasks/b")}
    assert [unit.path for unit in detect(tree).units] == ["tasks/b"]


def test_a_lone_task_toml_is_another_programs_file() -> None:
    detection = detect({"task.toml": '[tasks.build]\ncmd = "make"\n', "src/main.c": ""})
    assert detection.verdict is Verdict.ABSENT
    assert codes(detection) == []


def test_a_task_runners_file_beside_tests_is_another_programs_file() -> None:
    runner = {"task.toml": '[tasks.build]\ncmd = "make"\n', "tests/test_main.py": ""}
    assert detect(runner).verdict is Verdict.ABSENT
    detection = detect({**runner, **files({}, "tasks/a")})
    assert [unit.path for unit in detection.units] == ["tasks/a"]
    assert detection.broken == []


@pytest.mark.parametrize("text", ["", 'version = "1.0"\n', "[agent]\n", "[open\n"])
def test_a_file_with_a_key_of_harbors_beside_tests_is_a_refused_task(text: str) -> None:
    assert detect({"a/task.toml": text, "a/tests/test.sh": ""}).verdict is Verdict.BROKEN


def test_one_refused_task_does_not_cost_the_tag() -> None:
    detection = detect({**files({}), **files({"task.toml": "[open\n"}, "tasks/b")})
    assert detection.verdict is Verdict.NATIVE
    assert [unit.path for unit in detection.broken] == ["tasks/b"]
    assert codes(detection) == ["HB001"]


def test_a_folder_that_is_still_to_be_rendered_is_no_task() -> None:
    detection = detect(files({"task.toml": "{% if x %}\n"}, "{{ name }}"))
    assert detection.verdict is Verdict.ABSENT
    assert codes(detection) == []


def test_fixtures_of_a_software_project_prove_nothing_and_are_not_judged() -> None:
    tree = {
        "pyproject.toml": "",
        **files({}, "tests/good"),
        **files({"task.toml": "[open\n"}, "tests/bad"),
    }
    detection = detect(tree)
    assert detection.verdict is Verdict.ABSENT
    assert [unit.path for unit in detection.aside] == ["tests/good"]
    assert codes(detection) == []
    assert [(e.path, "software project" in e.what) for e in detection.evidence] == [("tests", True)]


def test_a_multi_step_task_with_an_image_needs_no_shape() -> None:
    tree = {
        "t/task.toml": '[environment]\ndocker_image = "x"\n[[steps]]\nname = "one"\n',
        "t/steps/one/instruction.md": "Do it.\n",
        "t/steps/one/tests/test.sh": "#!/bin/sh\n",
    }
    assert [unit.path for unit in detect(tree).units] == ["t"]


def test_an_owner_is_told_what_to_fix() -> None:
    tree = {**files({"task.toml": "version = 1\n"}), **files({"task.toml": "version = 2\n"}, "b")}
    [need] = detect(tree).needs
    assert need.code == "HB006"
    assert need.what.startswith("fix b/task.toml: `version`")
    assert need.what.endswith("and 1 more of this kind")


def test_an_owner_of_something_else_is_told_what_a_task_is() -> None:
    [need] = detect({"README.md": ""}).needs
    assert "task.toml" in need.what
