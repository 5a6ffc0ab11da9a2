from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tagger.autotag.candidates import may_prove_a_tag
from tagger.engine.check import check
from tagger.frameworks import parquet
from tagger.hub.listing import SURELY_WHOLE
from tagger.tree.model import Kind
from tests.support.cases import CASES, load
from tests.support.hub.validate import load as header

if TYPE_CHECKING:
    from tests.support.cases import Case


def item(*names: str, **more: Any) -> dict[str, Any]:
    siblings = [{"rfilename": name} for name in names]
    return {"id": "a/s", "siblings": siblings, "cardData": {}, **more}


@pytest.mark.parametrize(
    "name",
    [
        "tasks/x/task.toml",
        "TASK.TOML",
        "openenv.yaml",
        "my_env/my_env.py",
        "registry.json",
        "data/Train.JSONL",
        "configs/server.yml",
    ],
)
def test_a_file_that_a_framework_could_use(name: str) -> None:
    assert may_prove_a_tag(item("README.md", name))


def test_other_files() -> None:
    names = ("README.md", "data/train.csv", "task.toml.bak", "task.toml/x.csv", "py")
    assert not may_prove_a_tag(item(*names))
    assert not may_prove_a_tag(item())


@pytest.mark.parametrize(("is_there", "found"), [(True, ("*.parquet",)), (False, ())])
def test_tables_are_of_use_where_they_can_be_read(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, found: tuple[str, ...]
) -> None:
    monkeypatch.setattr(parquet, "_has_reader", lambda: is_there)
    assert parquet.traces() == found


def test_a_header_that_declares_rows_for_nemo_gym() -> None:
    info = {"features": [{"name": "responses_create_params", "struct": [{"name": "input"}]}]}
    assert may_prove_a_tag(item("README.md", "x.csv", cardData={"dataset_info": info}))


def test_a_header_that_the_list_does_not_show() -> None:
    assert may_prove_a_tag(item("README.md", cardData=None))
    assert not may_prove_a_tag(item("x.csv", cardData=None))


@pytest.mark.parametrize("siblings", [None, "x", [{"rfilename": "a.csv"}] * SURELY_WHOLE])
def test_nothing_is_decided_from_a_list_that_may_be_cut(siblings: object) -> None:
    assert may_prove_a_tag(item(siblings=siblings))


def listed(case: Case) -> dict[str, Any]:
    tree = case.tree()
    paths = [e.path for e in tree.entries() if e.kind is not Kind.DIRECTORY]
    card = tree.read("README.md", 1 << 30) if "README.md" in paths else b""
    return item(*paths, cardData=header(card.decode("utf-8", "replace")))


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_no_dataset_whose_files_prove_a_tag_is_passed_over(name: str) -> None:
    for case in load(name):
        if not may_prove_a_tag(listed(case)):
            detections = check(case.tree()).facts.detections
            assert not any(found.verdict.proves for found in detections.values()), case.id
