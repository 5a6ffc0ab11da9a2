"""Where only proof is wanted, the same tags are proven and less is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tagger.rules.facts import Options
from tagger.tree.listing import MemoryTree
from tests.support.cases import CASES, load
from tests.support.hub import harbor_tasks

if TYPE_CHECKING:
    from tagger.engine.check import Result

CARD = b"---\ntags: [harbor]\n---\n"


class Counting(MemoryTree):
    """A tree that notes what is read."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.paths: set[str] = set()

    def read(self, path: str, limit: int) -> bytes:
        self.paths.add(path)
        return super().read(path, limit)


def prove(files: dict[str, bytes]) -> tuple[Result, set[str]]:
    tree = Counting(files)
    return check(tree, Options(proof_only=True)), tree.paths


@pytest.mark.parametrize("family", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_every_case_has_the_same_tags_and_the_same_findings_about_them(family: str) -> None:
    for case in load(family):
        whole, part = check(case.tree()), check(case.tree(), Options(proof_only=True))
        assert part.facts.tags == whole.facts.tags, case.id
        about = [
            [f for f in result.findings if f.rule.code[:2] in ("DC", "TG")]
            for result in (whole, part)
        ]
        assert about[0] == about[1], case.id


def test_few_of_many_tasks_are_read() -> None:
    result, paths = prove({"README.md": CARD, **harbor_tasks(1000)})
    assert result.facts.tags.missing == ("rl-environment", "openenv")
    assert len(paths) < 50
    harbor = result.facts.detections["harbor"]
    assert (len(harbor.units), harbor.more_units) == (16, 984)
    assert harbor.evidence[0].what == "16 task directories, and 984 more that were not looked at"


def test_broken_tasks_in_front_do_not_hide_the_others() -> None:
    files = {"README.md": CARD, **harbor_tasks(1000)}
    for path in sorted(path for path in files if path.endswith("task.toml"))[:300]:
        files[path] = b"not toml"
    result, _ = prove(files)
    assert len(result.facts.detections["harbor"].units) > 0
    assert result.facts.tags.missing == ("rl-environment", "openenv")


def test_where_most_are_broken_all_are_counted() -> None:
    files = {"README.md": CARD, **harbor_tasks(400)}
    for path in sorted(path for path in files if path.endswith("task.toml"))[:390]:
        files[path] = b"not toml"
    harbor = prove(files)[0].facts.detections["harbor"]
    assert (len(harbor.units), len(harbor.broken), harbor.more_units) == (10, 390, 0)


def test_tasks_elsewhere_do_not_keep_openenv_from_its_own() -> None:
    files = {"README.md": CARD, **harbor_tasks(100), **harbor_tasks(200, "another")}
    result, paths = prove(files)
    assert result.facts.tags.missing == ("rl-environment", "openenv")
    assert len(paths) < 100


def test_a_task_that_holds_others_is_seen_before_them() -> None:
    files = {"README.md": CARD, **harbor_tasks(1, "outer"), **harbor_tasks(40)}
    files |= harbor_tasks(40, "outer/t00000/tests/fixtures")
    whole = check(MemoryTree(files)).facts.detections["harbor"]
    part = prove(files)[0].facts.detections["harbor"]
    assert not any(unit.path.startswith("outer/t00000/") for unit in part.units)
    assert len(whole.units) == len(part.units) + part.more_units == 41
