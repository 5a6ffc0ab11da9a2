"""The code of docs/upload.md runs and does what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import huggingface_hub
import pytest

from tests.support.pulls import CARD, FILES, ROOT, TAGS, card_of, with_tags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

from tests.support.hub import LoopbackHub

PAGE = Path(__file__).parents[2] / "docs" / "upload.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def function(name: str) -> Callable[..., Any]:
    """A function of the page."""
    code = next(block for block in BLOCKS if f"def {name}(" in block)
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[..., Any] = names[name]
    return found


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    with LoopbackHub(tmp_path / "hub") as running:
        monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", running.endpoint)
        monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_IMPLICIT_TOKEN", False)
        monkeypatch.setenv("HF_TOKEN", running.login("bot"))
        yield running


def test_every_block_is_python() -> None:
    assert len(BLOCKS) == 5
    for block in BLOCKS:
        compile(block, str(PAGE), "exec")


def test_the_first_block_puts_the_card_in_place() -> None:
    other = [huggingface_hub.CommitOperationAdd(path, b"x") for path in ("README.md", "data.csv")]
    names: dict[str, Any] = {"folder": ROOT, "operations": other}
    exec(BLOCKS[0], names)
    assert [op.path_in_repo for op in names["operations"]] == ["data.csv", "README.md"]
    assert names["operations"][1].path_or_fileobj == with_tags(*TAGS)


def test_harbor(hub: LoopbackHub) -> None:
    repository = hub.add("bot/tasks", {".gitattributes": b""})
    function("publish")(ROOT, "bot/tasks")
    assert card_of(repository) == with_tags(*TAGS)
    assert set(FILES) < set(repository.items(repository.head() or ""))


def test_verifiers() -> None:
    operation = function("tagged_readme")(ROOT, list(FILES))
    assert operation.path_or_fileobj == with_tags(*TAGS)


def test_openenv(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(CARD)
    assert function("add_tags")(tmp_path) == ""
    assert (tmp_path / "README.md").read_bytes() == CARD


def test_nemo_gym(tmp_path: Path) -> None:
    row = {"responses_create_params": {"input": [{"role": "user", "content": "1 + 1"}]}}
    rows = tmp_path / "train.jsonl"
    rows.write_text(json.dumps(row) + "\n", "utf-8")
    operation = function("readme_for")(rows, b"---\ntags: text # mine\n---\n")
    assert b"- text # mine\n- rl-environment\n- nemo-gym\n" in operation.path_or_fileobj
    rows.write_text("{}\n", "utf-8")
    assert function("readme_for")(rows, CARD) is None
