"""What is said of a project whose environment loads."""

from __future__ import annotations

import pytest

from tests.frameworks.verifiers.support import EXPORTED, OLD, codes, detect, places, project

CURRENT = project(needs="verifiers>=0.2")


def notes(toml: str, text: str = EXPORTED, folder: str = "") -> list[str]:
    return list(codes(detect({f"{folder}pyproject.toml": toml, f"{folder}word_ladder.py": text})))


def test_a_project_in_order_has_none() -> None:
    assert notes(CURRENT) == []


@pytest.mark.parametrize(
    "line",
    [
        'description = "Your environment description here"',
        'description = "word-ladder \u2014 <one-line description>."',
        'tags = ["placeholder-tag", "train"]',
    ],
)
def test_placeholders_of_the_templates(line: str) -> None:
    toml = CURRENT.replace("[project]\n", f"[project]\n{line}\n")
    found = detect({"pyproject.toml": toml, "word_ladder.py": EXPORTED})
    assert places(found) == [("VF032", "pyproject.toml", 2)]


@pytest.mark.parametrize(
    "line", ['description = "Words \u2014 and ladders."', 'tags = ["train"]', "tags = 3"]
)
def test_texts_of_one_s_own_are_no_placeholders(line: str) -> None:
    assert notes(CURRENT.replace("[project]\n", f"[project]\n{line}\n")) == []


def test_a_project_that_does_not_require_the_library() -> None:
    assert notes(project(needs="datasets")) == ["VF031"]


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("environments/word_ladder/", []),
        ("environments/word-ladder/", ["VF034"]),
        ("environments/other/", ["VF034"]),
        ("somewhere/other/", []),
    ],
)
def test_the_folder_under_environments_is_looked_for_by_name(
    folder: str, expected: list[str]
) -> None:
    assert notes(CURRENT, folder=folder) == expected


@pytest.mark.parametrize(
    ("include", "text", "expected"),
    [
        ('["word_ladder.py", "pyproject.toml"]', OLD, []),
        ('["word_ladder.py"]', OLD, ["VF033"]),
        ('["word_ladder.py"]', EXPORTED, []),
    ],
)
def test_the_old_command_reads_its_defaults_from_the_wheel(
    include: str, text: str, expected: list[str]
) -> None:
    more = f"\n[tool.verifiers.eval]\nnum_examples = 5\n[tool.hatch.build]\ninclude = {include}\n"
    needs = "verifiers<0.4" if text == OLD else "verifiers>=0.2"
    assert notes(project(needs=needs, more=more), text) == expected


def test_a_wheel_without_the_module_is_told_at_the_settings() -> None:
    more = '\n[tool.hatch.build]\ninclude = ["pyproject.toml"]\n'
    found = detect({"pyproject.toml": project(more=more), "word_ladder.py": OLD})
    assert places(found) == [("VF030", "pyproject.toml", 10)]


def test_a_current_environment_wants_a_release_with_its_contract() -> None:
    assert notes(project(needs="verifiers<0.2")) == ["VF021"]
