"""Tables are known by their footers, wherever the files lie."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from tagger.core.detections import Verdict
from tagger.engine.check import check
from tagger.frameworks.parquet import tables
from tagger.tree.folder import FolderTree
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry
from tagger.tree.view import TreeView

if TYPE_CHECKING:
    from pathlib import Path

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

ROW = {"responses_create_params": {"input": [{"role": "user", "content": "2+2"}]}, "answer": "4"}


def table(*rows: dict[str, Any], metadata: bytes = b"") -> bytes:
    """A Parquet file; ``metadata`` makes its footer long."""
    made = pyarrow.Table.from_pylist(list(rows))
    made = made.replace_schema_metadata({b"note": metadata})
    out = io.BytesIO()
    parquet.write_table(made, out)
    return out.getvalue()


def names(files: dict[str, bytes]) -> list[tuple[str, list[str]]]:
    return [(found.path, sorted(found.columns)) for found in tables(TreeView(MemoryTree(files)))]


def test_columns_and_members_of_structs_are_read_from_the_footer() -> None:
    (found,) = tables(TreeView(MemoryTree({"data/a.parquet": table(ROW)})))
    assert found.columns["responses_create_params"] == {"input"}
    assert found.columns["answer"] == frozenset()


def test_a_footer_longer_than_the_first_read_is_read_whole() -> None:
    long = table(ROW, metadata=b"x" * 200_000)
    assert names({"a.parquet": long}) == [("a.parquet", ["answer", "responses_create_params"])]


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" * 500, b"\xff" * 70_000, table(ROW)[:-9]])
def test_what_is_no_table_is_left_out(data: bytes) -> None:
    assert names({"a.parquet": data}) == []


def test_every_folder_is_looked_into_before_the_second_file_of_any() -> None:
    many = {f"a/{number:03}.parquet": table(ROW) for number in range(80)}
    assert "b/0.parquet" in dict(names({**many, "b/0.parquet": table({"x": 1})}))


def test_folders_that_are_left_out_are_noted() -> None:
    view = TreeView(MemoryTree({f"{number}/0.parquet": table(ROW) for number in range(53)}))
    assert len(tables(view)) == 50
    assert view.notes == ["*.parquet: 3 further folders of tables were not looked into"]


def test_many_files_of_one_folder_are_no_limit_that_matters() -> None:
    view = TreeView(MemoryTree({f"a/{number}.parquet": table(ROW) for number in range(60)}))
    assert len(tables(view)) == 50
    assert view.complete


def test_a_footer_over_the_limit_is_noted() -> None:
    view = TreeView(MemoryTree({"a.parquet": b"PAR1" * 500 + b"\xff\xff\xff\x7fPAR1"}))
    assert list(tables(view)) == []
    assert not view.complete


def test_footers_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = MemoryTree({"a.parquet": table({"x": 1}, metadata=b"m" * 5_000)})
    asked: list[str] = []
    tail = tree.tail

    def counted(path: str, length: int) -> bytes:
        asked.append(path)
        return tail(path, length)

    monkeypatch.setattr(tree, "tail", counted)
    check(tree)
    assert asked == ["a.parquet"]


def test_a_tree_that_reads_from_the_beginning_only_has_no_tables() -> None:
    data = table(ROW)
    tree = ListingTree([Entry("a.parquet", size=len(data))], lambda _, limit: data[:limit])
    assert list(tables(TreeView(tree))) == []


def test_a_struct_with_input_proves_nemo_gym_on_disk(tmp_path: Path) -> None:
    (tmp_path / "train.parquet").write_bytes(table(ROW))
    facts = check(FolderTree(tmp_path)).facts
    assert facts.detections["nemo-gym"].verdict is Verdict.NATIVE
    assert [unit.path for unit in facts.detections["nemo-gym"].units] == ["train.parquet"]


def test_rollouts_in_a_table_prove_nothing() -> None:
    rollout = table({**ROW, "response": {"output": []}, "reward": 1.0})
    facts = check(MemoryTree({"rollouts.parquet": rollout})).facts
    assert facts.detections["nemo-gym"].verdict is Verdict.ABSENT


def test_a_text_column_of_that_name_proves_nothing() -> None:
    text = table({"responses_create_params": "{}"})
    assert check(MemoryTree({"a.parquet": text})).facts.tags.proven == ()


def test_packed_tasks_suggest_harbor_and_prove_nothing() -> None:
    packed = table({"path": "a.tar.gz", "task_binary": b"\x1f\x8b"})
    tags = check(MemoryTree({"tasks.parquet": packed})).facts.tags
    assert (tags.proven, tags.suggested) == ((), ("harbor",))
