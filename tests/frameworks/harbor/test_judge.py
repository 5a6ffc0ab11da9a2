from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.harbor.task import Instruction
from tagger.tree.listing import MemoryTree
from tagger.tree.view import Limits, TreeView
from tests.frameworks.harbor.support import files, view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.frameworks.harbor.task import Task

SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
STEP = '[[steps]]\nname = "one"\n'
ROOTLESS = {"instruction.md": None, "tests/test.sh": None}


def load(changes: Mapping[str, str | None]) -> Task:
    return load_task(view(files(changes)), "tasks/a")


def codes(task: Task) -> list[str]:
    return [finding.rule.code for finding in task.refusals]


@pytest.mark.parametrize("text", [None, "-> nowhere"])
def test_a_task_toml_that_cannot_be_read_is_refused(text: str | None) -> None:
    task = load({"task.toml": text})
    assert (task.valid, task.broken, task.constructs) == (False, True, False)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"task.toml": "steps = []\n"},
        {"task.toml": '[environment]\ndocker_image = "x"\n', "environment/Dockerfile": None},
        {"environment/Dockerfile": None, "environment/data.txt": ""},
        {"task.toml": '[environment]\nos = "Windows"\n', "tests/test.bat": ""},
        {"task.toml": SEPARATE},
        {"task.toml": SEPARATE, "tests/test.sh": None, "tests/Dockerfile": ""},
        {
            "task.toml": '[verifier.environment]\ndocker_image = "x"\n',
            "tests/test.sh": None,
            "environment/l": "-> ../../outside",
        },
        {"task.toml": '[verifier.environment]\nos = "windows"\n', "tests/test.bat": ""},
        {**ROOTLESS, "task.toml": STEP, "steps/one/instruction.md": "", "tests/test.sh": ""},
        {
            **ROOTLESS,
            "task.toml": STEP,
            "steps/one/instruction.md": "",
            "steps/one/tests/test.sh": "",
        },
        {"environment/Dockerfile": "-> ../../outside"},
        {"tests/data": "-> nowhere"},
        {"tests/more": "-> ../environment"},
        {"instruction.md": "\udce9"},
        {"task.toml": "-> ../shared.toml"} | {"../shared.toml": ""},
    ],
)
def test_directories_that_harbor_accepts(changes: Mapping[str, str | None]) -> None:
    tree = files(changes)
    tree["tasks/shared.toml"] = ""
    task = load_task(view(tree), "tasks/a")
    assert (task.valid, task.refusals) == (True, ())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"task.toml": "[a\n"}, "HB001"),
        ({"task.toml": "\udce9"}, "HB002"),
        ({"task.toml": "version https://git-lfs.github.com/spec/v1\n"}, "HB003"),
        ({"task.toml": "version = 1\n"}, "HB006"),
        ({"environment/Dockerfile": None}, "HB030"),
        ({"environment/Dockerfile": None, "environment": "a file"}, "HB030"),
        ({"instruction.md": None, "Instruction.md": ""}, "HB032"),
        ({"tests/test.sh": None, "tests/test.bat": ""}, "HB033"),
        ({"task.toml": SEPARATE, "tests/test.sh": None}, "HB033"),
        ({"task.toml": '[verifier.environment]\nos = "windows"\n'}, "HB033"),
        ({"task.toml": STEP, "steps/1/instruction.md": ""}, "HB034"),
        ({"task.toml": STEP, "steps/one/x": ""}, "HB032"),
        ({"tests/l": "-> ../../outside"}, "HB041"),
        ({"solution/l": "-> /etc/hosts"}, "HB041"),
        ({"tests/test.sh": None, "tests": "-> ../../b"}, "HB041"),
        ({"tests/l": "-> ."}, "HB042"),
        ({"tests/l": "-> l"}, "HB042"),
        ({"task.toml": SEPARATE, "environment/l": "-> ../../outside"}, "HB041"),
        ({"tests/.harborignore": "*.sh\n"}, "HB035"),
        ({"tests/.harborignore": "!\n"}, "HB036"),
        ({"tests/.harborignore": "\udce9\n"}, "HB036"),
    ],
)
def test_directories_that_harbor_refuses(changes: Mapping[str, str | None], code: str) -> None:
    task = load(changes)
    assert not task.valid
    assert code in codes(task)


def test_every_reason_is_told() -> None:
    changes = {"environment/Dockerfile": None, "instruction.md": None, "tests/test.sh": None}
    assert codes(load(changes)) == ["HB030", "HB032", "HB033"]


def test_a_refused_file_does_not_hide_what_is_missing_beside_it() -> None:
    task = load({"task.toml": "version = 1\n", "instruction.md": None})
    assert "HB032" in codes(task)


def test_an_ignored_link_may_leave_the_task() -> None:
    assert load({"tests/l": "-> ../../outside", "tests/.harborignore": "l\n"}).valid


def test_rules_of_an_inner_folder_win() -> None:
    changes = {"tests/.harborignore": "s/*\n", "tests/s/.harborignore": "!l\n"}
    assert codes(load({**changes, "tests/s/l": "-> ../../../outside"})) == ["HB041"]


def test_a_task_without_environment_constructs_and_is_not_valid() -> None:
    task = load({"environment/Dockerfile": None})
    assert (task.valid, task.constructs) == (False, True)


@pytest.mark.parametrize(
    ("text", "state", "constructs"),
    [
        ("Do it.\n", Instruction.READABLE, True),
        ("\udce9", Instruction.NOT_UTF8, False),
        ("version https://git-lfs.github.com/spec/v1\n", Instruction.POINTER, True),
        (None, Instruction.ABSENT, False),
    ],
)
def test_the_state_of_the_instruction(
    text: str | None, state: Instruction, constructs: bool
) -> None:
    task = load({"instruction.md": text})
    assert (task.instruction, task.constructs) == (state, constructs)


def test_a_task_over_a_limit_is_neither_valid_nor_broken() -> None:
    tree = MemoryTree(
        {path: text.encode() for path, text in files({"task.toml": "#" * 99}).items()}
    )
    limited = TreeView(tree, limits=Limits(file=50))
    task = load_task(limited, "tasks/a")
    assert (task.valid, task.broken) == (False, False)
    assert task.unjudged
    assert not limited.complete


def test_the_root_can_be_a_task() -> None:
    assert load_task(view(files({}, "")), "").valid


def test_links_that_multiply_folders_end_with_a_note() -> None:
    changes: dict[str, str | None] = {"tests/.harborignore": "*.x\n", "solution/20/f": ""}
    for level in range(20):
        changes[f"solution/{level}/a"] = f"-> ../{level + 1}"
        changes[f"solution/{level}/b"] = f"-> ../{level + 1}"
    tree = view(files(changes))
    assert load_task(tree, "tasks/a").valid
    assert not tree.complete
