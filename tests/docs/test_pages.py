from __future__ import annotations

import json
import posixpath
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from tagger.config.load import load_config
from tagger.core.detections import Verdict
from tagger.text import yaml
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView
from tests.support.markdown import ROOT, Block, anchors, blocks, links, pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCKS = [block for page in pages() for block in blocks(page)]


def of(*languages: str) -> list[Any]:
    found = [block for block in BLOCKS if block.language in languages]
    return [pytest.param(b, id=f"{b.page}-{number}") for number, b in enumerate(found)]


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: str) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        assert (ROOT / target).exists(), link
        if anchor and target.endswith(".md"):
            assert anchor in anchors(target), link


@pytest.mark.parametrize("page", [page for page in pages() if page.startswith("docs/")])
def test_no_link_leaves_the_site_by_a_path(page: str) -> None:
    where = posixpath.dirname(page)
    paths = [link.partition("#")[0] for link in links(page) if "://" not in link]
    found = [posixpath.normpath(posixpath.join(where, path)) for path in paths if path]
    assert [path for path in found if not path.startswith("docs/")] == []


def test_every_page_is_in_the_navigation_once() -> None:
    project = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    named = sorted(f"docs/{page}" for page in _leaves(project["nav"]))
    assert named == [page for page in pages() if page.startswith("docs/")]


def _leaves(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    for item in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _leaves(item)


@pytest.mark.parametrize("block", of("toml"))
def test_toml_is_good_and_configurations_load(block: Block, tmp_path: Path) -> None:
    data = tomllib.loads(block.text)
    if "tagger" in data.get("tool", {}):
        (tmp_path / "pyproject.toml").write_text(block.text, "utf-8")
        assert load_config(tmp_path / "pyproject.toml")


@pytest.mark.parametrize("block", of("yaml", "yml"))
def test_yaml_is_good(block: Block) -> None:
    assert yaml.load(block.text)


@pytest.mark.parametrize("block", of("json"))
def test_json_is_good(block: Block) -> None:
    lines = block.text.splitlines() if block.title.endswith(".jsonl") else [block.text]
    assert all(json.loads(line) for line in lines)


@pytest.mark.parametrize("block", of("python"))
def test_python_compiles(block: Block) -> None:
    compile(block.text, block.page, "exec")


def executed(page: str) -> dict[str, Any]:
    """What is defined once the Python of a page has run."""
    names: dict[str, Any] = {}
    for block in BLOCKS:
        if block.page == page and block.language == "python":
            exec(compile(block.text, page, "exec"), names)
    return names


def test_the_examples_of_the_interface_do_what_they_say() -> None:
    assert executed("docs/api.md")["change"].path == "README.md"


def test_the_example_of_a_framework_detects() -> None:
    framework = executed("docs/plugins.md")["FRAMEWORK"]
    files = {"maze/agentenv.json": b"{}", "cave/agentenv.json": b""}
    found = framework.detect(TreeView(MemoryTree(files)))
    assert (found.verdict, [unit.path for unit in found.units]) == (Verdict.NATIVE, ["maze"])
    assert [(f.rule, f.path) for f in found.findings] == [
        (framework.rules[0], "cave/agentenv.json")
    ]
