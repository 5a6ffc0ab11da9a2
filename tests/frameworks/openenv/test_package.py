"""The structure check of `openenv push`, and which packages count."""

from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tests.frameworks.openenv.support import codes, detect, package


def units(files: dict[str, str], links: dict[str, str] | None = None) -> list[str]:
    return [unit.path for unit in detect(files, links).units]


def test_complete_package_is_native() -> None:
    found = detect(package())
    assert found.verdict is Verdict.NATIVE
    assert [unit.path for unit in found.units] == [""]


@pytest.mark.parametrize("name", sorted(package()))
def test_package_without_one_of_its_files_is_broken(name: str) -> None:
    files = package()
    del files[name]
    found = detect(files)
    if name == "openenv.yaml":
        assert found.verdict is Verdict.ABSENT
        return
    assert found.verdict is Verdict.BROKEN
    assert any(f"'{name}'" in need.what for need in found.needs)
    assert ("OE003", "openenv.yaml") in codes(found)


def test_dockerfile_in_the_folder_makes_the_server_folder_unnecessary() -> None:
    files = {name: text for name, text in package().items() if "server" not in name}
    assert units(files) == []
    assert units(files | {"Dockerfile": "FROM debian:12\n"}) == [""]


def test_presence_is_all_that_counts() -> None:
    files = package()
    del files["client.py"], files["pyproject.toml"]
    files |= {"client.py/x": "", "real.toml": ""}
    assert units(files, {"pyproject.toml": "real.toml"}) == [""]
    assert units(files, {"pyproject.toml": "gone.toml"}) == []


@pytest.mark.parametrize("name", ["readme.md", "README.rst", "docs/README.md"])
def test_names_are_exact(name: str) -> None:
    files = package("env")
    del files["env/README.md"]
    assert units(files | {f"env/{name}": "", "README.md": ""}) == []


def test_one_good_package_proves_the_tag_whatever_its_neighbour_looks_like() -> None:
    files = package("envs/a") | package("envs/b", manifest="- no mapping\n")
    found = detect(files)
    assert found.verdict is Verdict.NATIVE
    assert [unit.path for unit in found.broken] == ["envs/b"]


@pytest.mark.parametrize(
    "folder",
    [".github/workflows", "vendor/env", "templates/env", "alpha/environment/env"],
)
def test_packages_that_are_not_the_repositorys_own_prove_nothing(folder: str) -> None:
    found = detect(package(folder) | {"alpha/task.toml": ""})
    assert found.verdict is Verdict.ABSENT
    assert [unit.path for unit in found.aside] == [folder]
    assert found.findings == []


def test_examples_of_a_software_project_prove_nothing() -> None:
    found = detect(package("examples/a") | {"pyproject.toml": "[project]\n"})
    assert found.verdict is Verdict.ABSENT


def test_examples_count_when_the_root_is_an_environment_itself() -> None:
    assert units(package() | package("examples/a")) == ["", "examples/a"]


def test_stray_manifest_of_a_dot_folder_is_no_fault() -> None:
    found = detect({".github/workflows/openenv.yaml": "on: push\n"})
    assert (found.verdict, found.findings) == (Verdict.ABSENT, [])


@pytest.mark.parametrize("name", ["openenv.yml", "OpenEnv.yaml", "OPENENV.YML"])
def test_misnamed_manifest_is_reported(name: str) -> None:
    assert codes(detect({f"env/{name}": "name: x\n"})) == {("OE004", f"env/{name}")}


@pytest.mark.parametrize("name", ["openenv.yaml.bak", "my-openenv.yaml", "openenv.json"])
def test_other_names_are_other_files(name: str) -> None:
    assert detect({name: "name: x\n"}).findings == []


def test_misnamed_copy_beside_the_manifest_is_left_alone() -> None:
    assert ("OE004", "openenv.yml") not in codes(detect(package() | {"openenv.yml": ""}))


def test_every_link_in_a_package_is_reported_but_those_that_validate_skips() -> None:
    found = detect(package(), {"data/up": "..", "outputs/last": "x", ".venv/bin/python": "x"})
    assert {path for code, path in codes(found) if code == "OE015"} == {"data/up"}


@pytest.mark.parametrize(
    ("name", "text", "ambiguous"),
    [
        ("task.toml", "", True),
        ("task.md", "\n ---\nid: x\n", True),
        ("task.md", "# Task\n", False),
    ],
)
def test_second_kind_of_definition_is_ambiguous(name: str, text: str, *, ambiguous: bool) -> None:
    found = detect(package() | {name: text})
    assert (("OE013", "openenv.yaml") in codes(found)) is ambiguous
