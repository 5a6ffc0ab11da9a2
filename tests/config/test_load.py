from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from tagger._version import __version__
from tagger.config.load import Configuration, find_config, inside, load_config
from tagger.core.errors import TaggerError
from tagger.data.shipped import read_shipped
from tagger.data.vocabulary import NAMES
from tagger.report.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads(read_shipped("config.schema.json"))


def own(folder: Path, text: str) -> Path:
    path = folder / "tagger.toml"
    path.write_text(text, "utf-8")
    return path


def refused(path: Path) -> str:
    with pytest.raises(TaggerError) as caught:
        load_config(path)
    return str(caught.value).removeprefix(str(path))


def test_every_key_is_read(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        f"""
required-version = ">=0.0.1,<={__version__}"
select = ["ALL"]
extend-select = ["DC001"]
ignore = ["HB"]
extend-ignore = ["NG"]
fail-on = "warning"
format = "concise"
baseline = "known.json"
card = "hub/README.md"
bridged = false
include = ["examples"]
exclude = ["old"]
[per-file-ignores]
"tasks/old/**" = ["HB"]
[severity]
DC001 = "info"
[vocabulary]
licenses = ["new-licence"]
[registered."org/words"]
framework = "verifiers"
environment = "org/anagrams"
""",
    )
    assert load_config(path) == Configuration(
        folder=tmp_path.resolve(),
        select=["ALL"],
        extend_select=["DC001"],
        ignore=["HB"],
        extend_ignore=["NG"],
        per_file_ignores={"tasks/old/**": ["HB"]},
        severity={"DC001": "info"},
        fail_on="warning",
        format="concise",
        baseline="known.json",
        card="hub/README.md",
        bridged=False,
        include=["examples"],
        exclude=["old"],
        vocabulary={"licenses": ["new-licence"]},
        registered={"org/words": {"framework": "verifiers", "environment": "org/anagrams"}},
    )


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    assert load_config(own(tmp_path, "")) == Configuration(folder=tmp_path.resolve())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\nselct = ["HB"]', ":2: unknown key 'selct'; did you mean 'select'?"),
        ("zzz = 1", ":1: unknown key 'zzz'"),
        ('fail-on = "warn"', ":1: fail-on is 'warn', not one of error, warning, info, never"),
        ("select = 'HB'", ":1: select must be a list of strings, and it is 'HB'"),
        ("select = ['HB', 3]", ":1: select[2] must be a string, and it is 3"),
        ("select = ['']", ":1: select[1] is empty"),
        ("bridged = 'no'", ":1: bridged must be true or false, and it is 'no'"),
        ("[severity]\nHB = 'bad'", ":2: severity.HB is 'bad', not one of error, warning, info"),
        (
            "[vocabulary]\nlicences = []",
            ":2: unknown key 'licences' in vocabulary; did you mean 'licenses'?",
        ),
        (
            "[registered]\n'a/b' = {framework = 'verifiers'}",
            ":2: registered.a/b lacks the key 'environment'",
        ),
        (
            "[registered]\n'a/b' = {framework = 'verifiers', environment = 'x'}",
            ":2: registered.a/b.environment is 'x', which is not of the form owner/name",
        ),
        ("select = [", ":1: not valid TOML: Invalid value"),
        ("required-version = '>=99'", f": requires tagger >=99, and this is {__version__}"),
        ("required-version = 'new'", ": required-version 'new' is not a version specifier"),
    ],
)
def test_a_fault_is_one_line_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    said = refused(own(tmp_path, text))
    assert said.startswith(message)
    assert "\n" not in said


def test_the_first_of_several_faults_is_told(tmp_path: Path) -> None:
    assert refused(own(tmp_path, "card = 'x'\nbridged = 1\nzzz = 1")).startswith(":2: bridged")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone.toml").startswith(": No such file")
    path = own(tmp_path, "")
    path.write_bytes(b"\xff")
    assert refused(path) == ": not UTF-8"


def test_a_project_file_needs_the_table(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text("[project]\nname = 'tagger'\n", "utf-8")
    assert refused(project) == ": there is no table [tool.tagger]"
    project.write_text("[tool]\ntagger = 3\n", "utf-8")
    assert refused(project) == ": tool.tagger is not a table"


def test_places_in_a_project_file_are_those_of_the_file(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text("[project]\n\n[tool.tagger]\nselct = []\n", "utf-8")
    assert refused(project).startswith(":4: unknown key")


def test_the_nearest_file_upwards_counts(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    outer = own(tmp_path, "")
    assert find_config(below) == outer
    inner = own(below.parent, "")
    assert find_config(below) == inner


def test_own_file_comes_before_the_project_file(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.tagger]\n", "utf-8")
    assert find_config(tmp_path) == tmp_path / "pyproject.toml"
    assert find_config(tmp_path) != own(tmp_path, "")
    assert find_config(tmp_path) == tmp_path / "tagger.toml"


def test_a_project_file_without_the_table_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "pyproject.toml").write_text("[tool.other]\n", "utf-8")
    path = own(tmp_path, "")
    assert find_config(tmp_path / "sub") == path


@pytest.mark.parametrize("data", [b"[project\n", b"name = '\xff'\n"])
def test_a_faulty_project_file_without_the_table_is_not_our_business(
    tmp_path: Path, data: bytes
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "pyproject.toml").write_bytes(data)
    path = own(tmp_path, "")
    assert find_config(tmp_path / "sub") == path


def test_the_search_ends_at_the_git_work_tree(tmp_path: Path) -> None:
    own(tmp_path, "")
    below = tmp_path / "repository" / "data"
    below.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", below.parent], check=True)
    assert find_config(below) is None


@pytest.mark.parametrize(
    ("paths", "prefix", "found"),
    [
        (["a/b", "./c"], "", ["a/b", "c"]),
        (["data/a", "other", "*/x"], "data/", ["a", "*/x"]),
    ],
)
def test_inside(paths: list[str], prefix: str, found: list[str]) -> None:
    assert inside(paths, prefix) == found


def test_the_prefix_of_a_target(tmp_path: Path) -> None:
    config = Configuration(folder=tmp_path)
    assert config.prefix(tmp_path) == ""
    assert config.prefix(tmp_path / "a" / "b") == "a/b/"
    assert config.prefix(tmp_path.parent) == ""


def test_the_schema_names_what_there_is() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    properties = SCHEMA["properties"]
    assert properties["format"]["enum"] == list(FORMATS)
    assert sorted(properties["vocabulary"]["properties"]) == sorted(NAMES)
    keys = {key.replace("-", "_") for key in properties} - {"required_version"}
    assert keys == set(Configuration.__dataclass_fields__) - {"folder"}
