"""Projects, loose modules, names, folders, links: which environments a repository holds."""

from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tagger.frameworks.verifiers.candidates import MAX_LOOSE
from tagger.frameworks.verifiers.detect import EnvironmentUnit, suggestions
from tests.frameworks.verifiers.support import EXPORTED, OLD, codes, detect, places, project, view

ONE = {"pyproject.toml": project(), "word_ladder.py": EXPORTED}
#: A software project at the root that is no environment.
SOFTWARE = {"pyproject.toml": '[project]\nname = "tools"\n', "tools.py": ""}


LINK = "https://app.primeintellect.ai/dashboard/environments/acme/word-ladder"


def paths(files: dict[str, str]) -> list[str]:
    """The paths of the units."""
    return [unit.path for unit in detect(files).units]


def test_a_unit_is_the_folder_of_its_project() -> None:
    files = {f"environments/{name}/{path}": text for name in "ab" for path, text in ONE.items()}
    found = detect(files)
    assert [unit.path for unit in found.units] == ["environments/a", "environments/b"]
    assert [unit.payload for unit in found.units] == [
        EnvironmentUnit("word-ladder", "word_ladder", is_current=True, project=unit.path)
        for unit in found.units
    ]


@pytest.mark.parametrize(
    "path", ["word_ladder.py", "word_ladder/__init__.py", "src/word_ladder/__init__.py"]
)
def test_the_module_of_a_project_lies_beside_it_or_under_src(path: str) -> None:
    assert paths({"x/pyproject.toml": project(), f"x/{path}": EXPORTED}) == ["x"]


@pytest.mark.parametrize(
    "settings",
    [
        '[tool.hatch.build.targets.wheel]\npackages = ["tiles"]\n',
        '[tool.hatch.build.targets.wheel]\nonly-include = ["tiles/__init__.py"]\n',
        '[tool.hatch.build.targets.wheel.force-include]\n"tiles" = "tiles"\n',
        '[tool.uv.build-backend]\nmodule-name = "tiles"\nmodule-root = ""\n',
        '[tool.setuptools]\npackages = ["tiles"]\n',
        '[tool.setuptools]\npy-modules = ["tiles"]\n',
    ],
)
@pytest.mark.parametrize(("text", "is_current"), [(EXPORTED, True), (OLD, False)])
def test_build_settings_name_modules_too(settings: str, text: str, is_current: bool) -> None:
    found = detect({"pyproject.toml": project("puzzles", more=settings), "tiles/__init__.py": text})
    assert [unit.payload for unit in found.units] == [
        EnvironmentUnit("tiles", "tiles", is_current, project="")
    ]


def test_one_project_can_hold_several_environments() -> None:
    settings = '[tool.hatch.build.targets.wheel]\npackages = ["one", "two"]\n'
    files = {"pyproject.toml": project("both", more=settings)}
    found = detect(files | {"one/__init__.py": EXPORTED, "two/__init__.py": EXPORTED})
    assert sorted(unit.payload.module for unit in found.units) == ["one", "two"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "module", "text"),
    [
        ("word-ladder", "Word_Ladder", EXPORTED),
        ("word-ladder", "word-ladder", EXPORTED),
        ("Word-Ladder", "Word_Ladder", EXPORTED),
        ("word-ladder", "Word_Ladder", OLD),
        ("Word-Ladder", "word_ladder", OLD),
    ],
)
def test_names_that_no_id_leads_to_are_broken(name: str, module: str, text: str) -> None:
    found = detect({"pyproject.toml": project(name), f"{module}/__init__.py": text})
    assert found.verdict is Verdict.BROKEN
    assert places(found) == [("VF004", f"{module}/__init__.py", 1)]


@pytest.mark.parametrize(
    ("name", "module", "text", "expected"),
    [
        ("Word-Ladder", "word_ladder", EXPORTED, []),
        ("2048-board", "2048_board", EXPORTED, []),
        ("w\u00f6rter", "w\u00f6rter", EXPORTED, []),
        ("Word-Ladder", "Word_Ladder", OLD, ["VF023"]),
    ],
)
def test_names_that_an_id_leads_to_are_fine(
    name: str, module: str, text: str, expected: list[str]
) -> None:
    found = detect({"pyproject.toml": project(name), f"{module}.py": text})
    assert (found.verdict, codes(found)) == (Verdict.NATIVE, expected)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("nemo-gym", EXPORTED, "VF009"),
        ("Harbor", EXPORTED, "VF009"),
        ("queue", EXPORTED, "VF010"),
        ("calendar", OLD, "VF010"),
    ],
)
def test_names_that_others_have_first_are_broken(name: str, text: str, code: str) -> None:
    module = name.lower().replace("-", "_")
    found = detect({"pyproject.toml": project(name), f"{module}.py": text})
    assert (found.verdict, codes(found)) == (Verdict.BROKEN, [code])


def test_the_old_loader_knows_no_tasksets_of_its_own() -> None:
    assert detect({"pyproject.toml": project("harbor"), "harbor.py": OLD}).verdict is Verdict.NATIVE


# -- modules without a project -----------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["code/rhyme.py", "rhyme.py", "rhyme/__init__.py", "a/b/__init__.py"]
)
def test_importability_alone_counts_for_the_current_contract(path: str) -> None:
    assert paths({path: EXPORTED}) == [path.removesuffix("/__init__.py")]


def test_a_part_of_another_environment_is_no_unit_of_its_own() -> None:
    files = {
        "x/word.py": "import verifiers.v1\nfrom helper import *\n__all__ = ['OneTaskset']\n",
        "x/helper.py": EXPORTED,
    }
    assert paths(files) == ["x/word.py"]
    assert paths(
        ONE
        | {"word_ladder.py": "from part import *\nfrom part import __all__\n", "part.py": EXPORTED}
    ) == [""]


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("code/Rhyme.py", EXPORTED, "VF004"),
        ("code/two.py", f"{EXPORTED}Two = OneTaskset\n__all__ = ['Two', 'OneTaskset']\n", "VF003"),
        ("code/one/__init__.py", EXPORTED.partition("__all__")[0], "VF001"),
        ("code/one.py", f"{EXPORTED}x = (\n", "VF006"),
        ("code/harbor.py", EXPORTED, "VF009"),
    ],
)
def test_loose_modules_that_mean_to_be_tasksets_are_broken(path: str, text: str, code: str) -> None:
    assert places(detect({path: text}))[0][:2] == (code, path)


@pytest.mark.parametrize(
    "text",
    [
        "import verifiers.v1 as vf\nprint(vf)\n",
        "import verifiers as vf\nenv = vf.load_environment('word-ladder')\n__all__ = ['env']\n",
        "import verifiers\nx = (\n",
        OLD,
        "def load_taskset(config): pass\nimport verifiers.v1\n",
        EXPORTED.partition("__all__")[0],
    ],
)
def test_other_scripts_are_left_alone(text: str) -> None:
    found = detect({"scripts/run.py": text})
    assert (found.verdict, codes(found), list(found.suggestions)) == (Verdict.ABSENT, [], [])


@pytest.mark.parametrize(
    "folder",
    [".venv/lib", ".hidden", "node_modules/x", "env/lib/site-packages", "own/lib", "__pycache__"],
)
def test_hidden_folders_and_virtual_environments_are_not_searched(folder: str) -> None:
    files = {f"{folder}/{path}": text for path, text in ONE.items()} | {"own/pyvenv.cfg": ""}
    found = detect(files)
    assert (found.verdict, list(found.aside)) == (Verdict.ABSENT, [])


def test_files_inside_harbor_tasks_are_not_searched() -> None:
    assert paths({"tasks/a/task.toml": "", "tasks/a/solution/rhyme.py": EXPORTED}) == []


def test_more_modules_than_are_read_leave_the_report_incomplete() -> None:
    from tagger.frameworks.verifiers.detect import detect as detect_view
    from tests.frameworks.verifiers.support import view

    tree = view({f"code/m{n}.py": "" for n in range(MAX_LOOSE + 1)})
    detect_view(tree)
    assert not tree.complete


# -- software projects, links, pointers --------------------------------------------------


@pytest.mark.parametrize("folder", ["tests/data", "examples", "templates", "third_party"])
def test_a_software_project_s_own_fixtures_prove_nothing(folder: str) -> None:
    found = detect(SOFTWARE | {f"{folder}/{path}": text for path, text in ONE.items()})
    assert (found.verdict, len(found.units), len(found.aside)) == (Verdict.ABSENT, 0, 1)


def test_faults_of_fixtures_are_not_reported() -> None:
    files = {"tests/x/pyproject.toml": project(), "tests/x/word_ladder.py": EXPORTED + "x = ("}
    assert codes(detect(SOFTWARE | files)) == []


def test_an_environment_at_the_root_makes_no_software_project() -> None:
    found = detect(ONE | {"examples/rhyme.py": EXPORTED})
    assert [unit.path for unit in found.units] == ["", "examples/rhyme.py"]


def test_the_library_itself_is_no_environment() -> None:
    files = {
        "verifiers/pyproject.toml": project("verifiers", needs="pydantic"),
        "verifiers/verifiers/__init__.py": OLD,
        "prime/pyproject.toml": project("prime_rl"),
        "prime/prime_rl.py": OLD,
    }
    found = detect(files)
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


def test_a_link_inside_the_repository_is_followed_and_counted_once() -> None:
    files = {
        "pyproject.toml": project(),
        "word_ladder": "-> code/word_ladder",
        "code/word_ladder/__init__.py": EXPORTED,
    }
    assert paths(files) == [""]


def test_a_link_out_of_the_repository_is_not_read() -> None:
    found = detect({"pyproject.toml": project(), "word_ladder.py": "-> ../../etc/hostname"})
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


def test_a_pointer_is_called_a_pointer() -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 2211\n"
    found = detect({"pyproject.toml": project(), "word_ladder.py": pointer})
    assert codes(found) == ["VF006"]
    assert "Git LFS pointer" in found.findings[0].message


@pytest.mark.parametrize(
    "text", [project() + "[project]\n", "\ufeff" + project(), 'verifiers = "verifiers" =']
)
def test_a_project_file_that_is_no_toml_names_nothing(text: str) -> None:
    found = detect({"pyproject.toml": text, "word_ladder.py": OLD})
    assert found.verdict is Verdict.ABSENT
    assert codes(found) == ["VF035"]


def test_a_good_environment_counts_beside_a_broken_one() -> None:
    files = {"a/pyproject.toml": project("one"), "a/one/__init__.py": "", "a/one/t.py": EXPORTED}
    found = detect(files | {f"b/{path}": text for path, text in ONE.items()})
    assert (found.verdict, len(found.units), len(found.broken)) == (Verdict.NATIVE, 1, 1)
    assert places(found) == [("VF001", "a/one/__init__.py", 1)]


@pytest.mark.parametrize("text", [EXPORTED, OLD])
def test_a_library_of_many_is_no_broken_environment(text: str) -> None:
    files = {f"word_ladder/{name}.py": text for name in ("one", "two", "three")}
    deep = {"word_ladder/all/__init__.py": "", "word_ladder/all/one.py": text}
    for stock in (files, deep):
        found = detect({"pyproject.toml": project(), "word_ladder/__init__.py": ""} | stock)
        assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


# -- what is missing ---------------------------------------------------------------------


def test_needs_say_what_would_mend_it() -> None:
    found = detect(
        {"pyproject.toml": project(), "word_ladder/__init__.py": "", "word_ladder/t.py": EXPORTED}
    )
    assert [(need.what, need.code) for need in found.needs] == [
        (
            'word_ladder/__init__.py: import OneTaskset here and write `__all__ = ["OneTaskset"]`',
            "VF001",
        )
    ]


def test_a_project_without_its_module_is_told_which_one() -> None:
    (need,) = detect({"pyproject.toml": project(), "main.py": OLD}).needs
    assert "'word_ladder'" in need.what


def test_a_repository_of_something_else_is_told_what_an_environment_is() -> None:
    (need,) = detect({"data/train.csv": "prompt,answer\n"}).needs
    assert "`__all__`" in need.what


# -- published environments that a card names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"See [it]({LINK}).", ["acme/word-ladder"]),
        ("```\nprime env install acme/word-ladder@0.1.0\n```", ["acme/word-ladder"]),
        (f"{LINK} {LINK} and prime env install acme/two.", ["acme/word-ladder", "acme/two"]),
        ("prime env install word-ladder", []),
        ("https://app.primeintellect.ai/dashboard/environments", []),
        ("nothing", []),
    ],
)
def test_each_name_once(text: str, names: list[str]) -> None:
    found = [evidence.what for evidence in suggestions(view({"README.md": text}))]
    assert found == [f"names the published environment {name!r}" for name in names]


@pytest.mark.parametrize("readme", [None, "\udcff", "-> ../outside"])
def test_a_card_that_cannot_be_read_names_nothing(readme: str | None) -> None:
    assert list(suggestions(view({"README.md": readme, "a": ""}))) == []


def test_a_table_with_such_a_card_is_suggested_and_not_proven() -> None:
    found = detect({"README.md": LINK, "data/train.csv": "prompt\n"})
    assert not found.verdict.proves
    assert [evidence.path for evidence in found.suggestions] == ["README.md"]
