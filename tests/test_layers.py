"""The package has layers: imports go down, and never in a circle (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "tagger"
#: From the lowest to the highest; CONTRIBUTING.md shows the same list.
LAYERS = (
    *("_version", "core", "text", "data", "files", "hub", "tree", "card", "plugins", "rules"),
    *("frameworks", "engine", "targets", "report", "snippets", "pulls", "config", "autotag"),
    *("cli", "__main__"),
)


def modules() -> dict[str, Path]:
    """Every module of the package, by name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that one imports: anywhere in it, those for annotations included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else str(node.module) for name in names}
    return found & known.keys()


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: imports(path, known) for name, path in known.items()}


def layer(module: str) -> int:
    return LAYERS.index(module.split(".")[1])


def test_every_module_lies_in_a_layer(graph: dict[str, set[str]]) -> None:
    assert {name.split(".")[1] for name in graph if name != "tagger"} == set(LAYERS)


def test_contributing_shows_the_layers() -> None:
    text = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8")
    picture = text.partition("```text\n")[2].partition("```")[0]
    assert [line.split()[0] for line in reversed(picture.splitlines())] == list(LAYERS)


def test_imports_go_down(graph: dict[str, set[str]]) -> None:
    backward = [
        f"{name} imports {other}"
        for name, others in graph.items()
        for other in others
        if "tagger" not in (name, other) and layer(other) > layer(name)
    ]
    assert not backward


def test_no_imports_in_a_circle(graph: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_frameworks_know_each_other_in_one_direction(graph: dict[str, set[str]]) -> None:
    packages: dict[str, set[str | None]] = defaultdict(set)
    for name, others in graph.items():
        if (own := _framework(name)) is not None:
            packages[own] |= {f for f in map(_framework, others) if f not in (None, own)}
    TopologicalSorter(packages).prepare()


def _framework(module: str) -> str | None:
    parts = module.split(".")
    is_one = parts[1:2] == ["frameworks"] and len(parts) > 2
    return parts[2] if is_one and (PACKAGE / "frameworks" / parts[2]).is_dir() else None
