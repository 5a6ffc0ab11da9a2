"""``scripts/refresh-vocabularies``: what it makes of packages of the known shape."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "refresh-vocabularies"
PAGE = """\
Text | with `code` |
<!-- region licenses -->
| Fullname | License identifier (to use in repo card) |
| -------- | ---------------------------------------- |
| Do What The F\\*ck You Want | `wtfpl` |
| Rail     | `openrail++`   | <!-- license: https://example.org -->
<!-- endregion -->
| Not one  | `outside`      |
"""
TASKS = """
exports.PIPELINE_DATA = {
  "text-generation": { name: "Text Generation", subtasks: [{ type: "storytelling", name: "S" }] },
  "question-answering": { name: "Question Answering", subtasks: [{ type: "storytelling" }] },
  other: { name: "Other" },
};
exports.DATASET_LIBRARIES_UI_ELEMENTS = { harbor: { prettyLabel: "Harbor" } };
exports.EVALUATION_FRAMEWORKS = { mteb: { name: "mteb" } };
"""
LANGUAGES = """
exports.LANGUAGES_ISO_639_1 = { en: { code: "en", name: "English" } };
exports.LANGUAGES_ISO_639_3 = { deu: { code: "deu", name: "German" } };
"""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader = SourceFileLoader("refresh_vocabularies", str(SCRIPT))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, loader.name, module)
    loader.exec_module(module)
    return module


def npm_package(folder: Path, name: str, version: str, source: str) -> None:
    manifest = json.dumps({"name": name, "version": version, "main": "index.js"})
    file_name = f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
    with tarfile.open(folder / file_name, "w:gz") as tar:
        for path, text in (("package.json", manifest), ("index.js", source)):
            info = tarfile.TarInfo(f"package/{path}")
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text.encode()))


def wheel(folder: Path, name: str, files: dict[str, object]) -> None:
    with zipfile.ZipFile(folder / f"{name}-1.2-py3-none-any.whl", "w") as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, (2026, 3, 9, 0, 0, 0))
            archive.writestr(info, json.dumps(data))


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    folder = tmp_path / "packages"
    folder.mkdir()
    npm_package(folder, "@huggingface/tasks", "9.1.0", TASKS)
    npm_package(folder, "@huggingface/languages", "2.0.0", LANGUAGES)
    wheel(
        folder,
        "pycountry",
        {
            "pycountry/databases/iso639-3.json": {
                "639-3": [{"alpha_3": "deu", "bibliographic": "ger", "name": "German"}]
            },
            "pycountry/databases/iso639-5.json": {
                "639-5": [{"alpha_3": "ber", "name": "Berber languages"}]
            },
        },
    )
    resources = "datasets/utils/resources"
    wheel(
        folder,
        "datasets",
        {
            f"{resources}/size_categories.json": ["n<1K"],
            f"{resources}/creators.json": {"annotations": ["found"], "language": ["other"]},
            f"{resources}/multilingualities.json": {"monolingual": "one language"},
        },
    )
    origins = {
        "@huggingface/tasks": {"version": "9.1.0", "date": "2026-01-02"},
        "@huggingface/languages": {"version": "2.0.0", "date": "2026-01-03"},
        "repositories-licenses.md": {"version": "abc", "date": "2026-01-04"},
    }
    (folder / "origins.json").write_text(json.dumps(origins))
    (folder / "repositories-licenses.md").write_text(PAGE)
    return folder


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node reads the npm packages")


def test_licenses_are_the_rows_between_the_markers(script: Any) -> None:
    assert script.licenses(PAGE) == {
        "wtfpl": "Do What The F*ck You Want",
        "openrail++": "Rail",
    }


def test_a_page_without_its_table_is_refused(script: Any) -> None:
    with pytest.raises(SystemExit, match="no table"):
        script.licenses("# Licenses\n")


@needs_node
def test_every_list_is_built_with_its_origin(script: Any, packages: Path, tmp_path: Path) -> None:
    built = {name: json.loads(text) for name, text in script.build(packages, tmp_path).items()}
    values = {name: data["values"] for name, data in built.items()}
    assert values["task_categories"]["other"] == "Other"
    assert values["task_ids"] == {"storytelling": "text-generation, question-answering"}
    assert values["dataset_libraries"] == {"harbor": "Harbor"}
    assert list(values["languages"]) == ["code", "multilingual", "en", "ber", "deu", "ger"]
    assert values["size_categories"] == {"n<1K": ""}
    assert built["licenses"]["origins"][0]["version"] == "abc"
    assert built["multilinguality"]["origins"] == [
        {"source": "PyPI datasets", "version": "1.2", "date": "2026-03-09"}
    ]


@needs_node
def test_without_the_page_the_licenses_are_left_alone(
    script: Any, packages: Path, tmp_path: Path
) -> None:
    (packages / "repositories-licenses.md").unlink()
    assert "licenses" not in script.build(packages, tmp_path)


@needs_node
def test_a_version_without_a_date_is_refused(script: Any, packages: Path, tmp_path: Path) -> None:
    (packages / "origins.json").write_text("{}")
    with pytest.raises(SystemExit, match="released"):
        script.build(packages, tmp_path)


@needs_node
def test_check_changes_nothing_and_says_what_differs(
    script: Any,
    packages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shelf = tmp_path / "schemas"
    (shelf / "vocab").mkdir(parents=True)
    schema = shelf / "dataset-card.schema.json"
    schema.write_text('{"$defs": {"licenses": {"enum": []}, "gate": {}}}')
    monkeypatch.setattr(script, "SCHEMAS", shelf)
    assert script.main(["--from", str(packages), "--check"]) == 1
    assert list((shelf / "vocab").iterdir()) == []
    assert "differs: schemas/vocab/licenses.json" in capsys.readouterr().out
    assert script.main(["--from", str(packages)]) == 0
    assert json.loads(schema.read_text()) == {
        "$defs": {"licenses": {"enum": ["wtfpl", "openrail++"]}, "gate": {}}
    }
    assert script.main(["--from", str(packages), "--check"]) == 0
