"""Links that lead nowhere, and names that other systems cannot hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tagger.tree.listing import MemoryTree

if TYPE_CHECKING:
    from tagger.core.findings import Finding


def found(files: list[str], links: dict[str, str], code: str) -> list[Finding]:
    tree = MemoryTree(dict.fromkeys(files, b""), links)
    return [finding for finding in check(tree).findings if finding.rule.code == code]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("/etc/passwd", "absolute"),
        ("../../out", "out of the repository"),
        ("x/../../../out", "out of the repository"),
        ("gone", "nothing"),
        ("loop", "nothing"),
    ],
)
def test_link_that_leads_nowhere(target: str, said: str) -> None:
    (finding,) = found(["data/a"], {"data/loop": target}, "RP002")
    assert (finding.path, said in finding.message) == ("data/loop", True)


@pytest.mark.parametrize("target", ["a", ".", "../data/a", ".."])
def test_link_inside_the_repository(target: str) -> None:
    assert found(["data/a"], {"data/b": target}, "RP002") == []


def test_links_of_installed_packages_are_not_the_owners() -> None:
    assert found([], {"node_modules/.bin/x": "../gone"}, "RP002") == []


@pytest.mark.parametrize(
    ("names", "second"),
    [
        (["A.md", "a.md"], ["a.md"]),
        (["Tasks/x", "tasks/x"], ["tasks"]),
        (["é", "e\u0301"], ["é"]),
        (["straße", "STRASSE"], ["straße"]),
        (["a/x", "b/X"], []),
        (["a", "b"], []),
    ],
)
def test_names_that_differ_only_by_case(names: list[str], second: list[str]) -> None:
    assert [finding.path for finding in found(names, {}, "RP003")] == second


@pytest.mark.parametrize(
    "name", ["a:b", "what?", "x*", "a|b", 'a"b', "a\\b", "a\x01", "end.", "end ", "con", "NUL.txt"]
)
def test_names_that_windows_cannot_hold(name: str) -> None:
    assert [f.path for f in found([f"data/{name}"], {}, "RP004")] == [f"data/{name}"]


@pytest.mark.parametrize("name", ["console", ".env.x", "two words", "größe-Δ", "com10", "a.con"])
def test_names_that_windows_holds(name: str) -> None:
    assert found([f"data/{name}"], {}, "RP004") == []


def test_one_finding_stands_for_the_names_of_a_folder() -> None:
    (finding,) = found(["t:1/x", "t:2/x", "t:3/x"], {}, "RP004")
    assert (finding.path, "2 more" in finding.message) == ("t:1", True)
