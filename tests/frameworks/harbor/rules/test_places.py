from __future__ import annotations

import pytest

from tests.frameworks.harbor.support import codes, detect, files, found


def test_tasks_elsewhere_are_told_of_once_for_each_folder_with_the_command() -> None:
    tree = {path: text for name in "ab" for path, text in files({}, f"sets/x/{name}").items()}
    detection = detect({**tree, **files({}, "c"), **files({}, "tasks/d")})
    findings = found(detection, "HB050")
    assert [(f.path, f.hint) for f in findings] == [
        (".", "harbor run --repo https://huggingface.co/datasets/<owner>/<name> --path ."),
        (
            "sets/x",
            "harbor run --repo https://huggingface.co/datasets/<owner>/<name> --path sets/x",
        ),
    ]


def test_a_root_task_is_never_found_in_a_repository() -> None:
    [finding] = detect(files({}, "")).findings
    assert (finding.rule.code, finding.path) == ("HB051", "task.toml")


@pytest.mark.parametrize("name", ["größe", "a\tb", 'a"b', "a\\b", "a\udce9"])
def test_names_that_git_quotes_are_not_listed(name: str) -> None:
    assert codes(detect(files({}, f"tasks/{name}"))) == ["HB052"]


@pytest.mark.parametrize("name", ["a b", ".a", "a'b", "a~b"])
def test_names_that_git_leaves_alone_are_listed(name: str) -> None:
    assert codes(detect(files({}, f"tasks/{name}"))) == []


def test_a_link_to_a_task_is_not_listed() -> None:
    assert codes(detect({**files({}), "tasks/b": "-> a", "tasks/up": "-> .."})) == ["HB053"]


def test_a_name_is_given_once() -> None:
    named = {"task.toml": '# x\n[task]\nname = "o/n"\n'}
    [finding] = detect({**files(named), **files(named, "tasks/b")}).findings
    assert (finding.rule.code, finding.path) == ("HB054", "tasks/b/task.toml")
    assert finding.span is not None
    assert finding.span.line == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"task.toml": None, "Task.toml": ""},
        {"task.toml": None, "task.toml/readme": ""},
        {"task.toml": "-> nowhere"},
    ],
)
def test_what_is_no_task_toml_is_passed_over(changes: dict[str, str | None]) -> None:
    assert codes(detect(files(changes))) == ["HB020"]


@pytest.mark.parametrize(
    "tree",
    [
        {"TASK.toml": "", "tests/x": ""},
        {**files({}), "tasks/a/Task.toml": ""},
        {**files({}), "tasks/a/tests/b/Task.toml": "", "tasks/a/tests/b/instruction.md": ""},
    ],
)
def test_a_file_of_a_similar_name_is_no_fault_by_itself(tree: dict[str, str]) -> None:
    assert codes(detect(tree)) == []
