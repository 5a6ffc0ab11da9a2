from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tests.frameworks.harbor.support import files
from tests.support.examples import memory_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
STEP = '[[steps]]\nname = "one"\n'
IMAGE = '[steps.verifier.environment]\ndocker_image = "x"\n'
INSTRUCTION = {"steps/one/instruction.md": "Sort.\n"}


def refusals(changes: Mapping[str, str | None]) -> list[tuple[str, str]]:
    """Codes and paths of what makes Harbor refuse the task."""
    found = check(memory_tree({}, files(changes))).findings
    return [(f.rule.code, f.path) for f in found if "HB030" <= f.rule.code <= "HB042"]


def hidden_link(folder: str) -> dict[str, str | None]:
    """A link out of the task that only counts where ``.harborignore`` is not read."""
    out = "../" * (folder.count("/") + 2)
    return {f"{folder}/.harborignore": "l\n", f"{folder}/l": f"-> {out}outside"}


def test_what_is_built_into_an_image_is_followed_whatever_is_ignored() -> None:
    link = hidden_link("tests")
    assert refusals({"task.toml": SEPARATE, **link}) == []
    built = {"task.toml": SEPARATE, "tests/Dockerfile": "FROM x\n", **link}
    assert refusals(built) == [("HB041", "tasks/a/tests/l")]


def test_the_bundle_of_a_step_comes_before_that_of_the_task() -> None:
    changes = {
        "task.toml": SEPARATE + STEP,
        **INSTRUCTION,
        "tests/Dockerfile": "FROM x\n",
        "steps/one/tests/Dockerfile": "FROM x\n",
    }
    assert refusals({**changes, **hidden_link("tests")}) == []
    assert refusals({**changes, **hidden_link("steps/one/tests")}) == [
        ("HB041", "tasks/a/steps/one/tests/l")
    ]


@pytest.mark.parametrize("folder", ["tests", "steps/one/tests"])
def test_the_image_of_a_step_comes_before_every_bundle(folder: str) -> None:
    changes = {"task.toml": SEPARATE + STEP + IMAGE, f"{folder}/Dockerfile": "FROM x\n"}
    assert refusals({**changes, **INSTRUCTION, **hidden_link(folder)}) == []


def test_the_system_of_a_step_s_verifier_comes_before_that_of_the_task() -> None:
    text = (
        f'{SEPARATE}[verifier.environment]\nos = "linux"\n'
        f'{STEP}[steps.verifier.environment]\nos = "windows"\n'
    )
    changes = {"task.toml": text, **INSTRUCTION}
    assert refusals(changes) == [("HB033", "tasks/a/task.toml")]
    assert refusals({**changes, "tests/test.bat": "echo\n"}) == []


def test_the_script_of_a_step_is_the_one_that_must_not_be_hidden() -> None:
    script = "steps/one/tests/test.sh"
    changes = {script: "echo\n", "steps/one/tests/.harborignore": "*.sh\n"}
    found = refusals({"task.toml": STEP, **INSTRUCTION, **changes})
    assert found == [("HB035", f"tasks/a/{script}")]


def test_an_image_in_a_refused_file_takes_the_place_of_the_folder() -> None:
    image = '[environment]\ndocker_image = "x"\n'
    assert refusals({"task.toml": f"version = 1\n{image}", "environment/Dockerfile": None}) == []
    assert refusals({"task.toml": "version = 1\n", "environment/Dockerfile": None}) == [
        ("HB030", "tasks/a/task.toml")
    ]
