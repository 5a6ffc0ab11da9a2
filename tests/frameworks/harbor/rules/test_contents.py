from __future__ import annotations

import pytest

from tagger.core.findings import Severity
from tagger.frameworks.harbor import FRAMEWORK
from tagger.frameworks.harbor.rules.contents import says_nothing
from tagger.tree.view import Limits, TreeView
from tests.frameworks.harbor.support import codes, detect, files, found
from tests.support.examples import memory_tree

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 12345\n"


def test_a_good_task_has_no_findings() -> None:
    assert codes(detect(files({}))) == []


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("", True),
        (" \n\n", True),
        ("<!-- CANARY 1 -->\n# a canary too\n\n", True),
        ("<!-- canary -->\nDo it.\n", False),
        ("# Canary islands\n", True),
        ("# Title\n", False),
    ],
)
def test_an_instruction_that_is_nothing_but_canary_says_nothing(text: str, empty: bool) -> None:
    assert says_nothing(text) == empty


def test_every_instruction_of_a_multi_step_task_is_read() -> None:
    changes = {
        "task.toml": '[[steps]]\nname = "one"\n[[steps]]\nname = "two"\n',
        "steps/one/instruction.md": "",
        "steps/two/instruction.md": POINTER,
        "instruction.md": "",
    }
    detection = detect(files(changes))
    assert [f.path for f in found(detection, "HB038")] == ["tasks/a/steps/one/instruction.md"]
    assert [f.path for f in found(detection, "HB039")] == ["tasks/a/steps/two/instruction.md"]


@pytest.mark.parametrize(
    ("path", "target", "code"),
    [
        ("environment/Dockerfile", "../../outside", "HB043"),
        ("environment/data", "/data", "HB043"),
        ("tests/data", "nowhere", "HB043"),
        ("environment/again", "again", "HB043"),
        ("tests/data", "../../../x", "HB041"),
        ("tests/again", "..", "HB042"),
    ],
)
def test_a_link_is_reported_once_and_by_the_worst_that_it_does(
    path: str, target: str, code: str
) -> None:
    tree = files({path: f"-> {target}"})
    reported = [f.rule.code for f in detect(tree).findings if f.path == f"tasks/a/{path}"]
    assert reported == [code]


def test_a_link_inside_the_task_is_in_order() -> None:
    assert codes(detect(files({"tests/data": "-> ../environment", "l": "-> tests/test.sh"}))) == []


def test_pointers_below_the_environment_and_the_tests_are_told_of() -> None:
    tree = files({"environment/a/db": POINTER, "tests/b": POINTER, "solution/c": POINTER})
    findings = found(detect(tree), "HB040")
    assert [f.path for f in findings] == ["tasks/a/environment/a/db", "tasks/a/tests/b"]
    assert {f.severity for f in findings} == {Severity.INFO}


def test_a_test_script_that_is_a_pointer_is_worse() -> None:
    assert codes(detect(files({"tests/test.sh": POINTER}))) == ["HB039"]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("tests/test.sh", "#!/bin/sh\r\necho\r\n", [("HB044", 1)]),
        ("tests/test.sh", "#!/bin/sh\necho\r\n", [("HB044", 2)]),
        ("solution/solve.sh", "\ufeff#!/bin/sh\n", [("HB045", 1)]),
        ("tests/helper.sh", "#!/bin/sh\r\n", []),
        ("workdir/setup.sh", "#!/bin/sh\r\n", []),
    ],
)
def test_entry_scripts_are_run_as_they_are(
    path: str, text: str, expected: list[tuple[str, int]]
) -> None:
    findings = detect(files({path: text})).findings
    assert [(f.rule.code, f.span.line) for f in findings if f.span] == expected


@pytest.mark.parametrize(
    "name", ["environment/docker-compose.yml", "environment/compose.yaml", "docker-compose.yaml"]
)
def test_compose_files_under_other_names_are_not_read(name: str) -> None:
    tree = files({"environment/Dockerfile": None, "environment/x": "", name: "services: {}\n"})
    assert codes(detect(tree)) == ["HB031", "HB047"]


def test_an_instruction_over_the_limit_is_not_doubted() -> None:
    long = files({"instruction.md": "Sort the cards.\n" * 4})
    limited = TreeView(memory_tree({}, long), limits=Limits(file=50))
    detection = FRAMEWORK.detect(limited)
    assert codes(detection) == []
    assert len(detection.units) == 1
    assert not limited.complete


def test_an_image_in_a_refused_file_is_a_definition_all_the_same() -> None:
    changes = {
        "task.toml": 'version = 1\n[environment]\ndocker_image = "x"\n',
        "environment/Dockerfile": None,
        "environment/x": "",
    }
    assert not found(detect(files(changes)), "HB031")
