"""Harbor tasks that OpenEnv loads, and those that it misses."""

from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tagger.core.findings import Severity
from tagger.engine.check import check
from tagger.tree.listing import MemoryTree
from tests.frameworks.openenv.support import codes, detect, package, task


def test_tasks_under_tasks_are_bridged_and_keep_their_index() -> None:
    found = detect(task("tasks/beta") | task("tasks/alpha") | {"tasks/_lib/x": ""})
    assert found.verdict is Verdict.BRIDGED
    assert [unit.path for unit in found.units] == ["tasks/alpha", "tasks/beta"]
    assert [getattr(unit.payload, "index", None) for unit in found.units] == [1, 2]


def test_task_without_tests_proves_nothing_because_harbor_refuses_it() -> None:
    files = task("tasks/alpha")
    del files["tasks/alpha/tests/test.sh"]
    assert detect(files).verdict is Verdict.ABSENT


def test_listing_that_harbor_refuses_as_a_whole_proves_nothing() -> None:
    found = detect(task("tasks/alpha", toml="[task\n"))
    assert found.verdict is Verdict.ABSENT
    assert codes(found) == {("OE025", "tasks")}
    assert [need.code for need in found.needs] == ["OE025"]


def test_task_folders_of_another_program_are_not_mentioned() -> None:
    assert detect({"tasks/alpha/task.toml": "[job]\nid = 1\n"}).findings == []


def test_package_and_tasks_are_both_units() -> None:
    found = detect(package() | task("tasks/alpha"))
    assert found.verdict is Verdict.NATIVE
    assert [unit.path for unit in found.units] == ["", "tasks/alpha"]


def test_tasks_prove_the_tag_beside_a_broken_manifest_that_stays_a_fault() -> None:
    found = detect(task("tasks/alpha") | {"openenv.yaml": "name: x\n  app: y\n"})
    assert found.verdict is Verdict.BRIDGED
    assert ("OE001", "openenv.yaml") in codes(found)


@pytest.mark.parametrize("folder", ["", "alpha", "data/tasks/alpha", "Tasks/alpha", "tasks"])
def test_tasks_out_of_reach_are_a_need_with_its_remedy(folder: str) -> None:
    files = {path.lstrip("/"): text for path, text in task(folder).items()}
    found = detect(files)
    assert found.verdict is Verdict.ABSENT
    assert codes(found) == {("OE024", folder or "task.toml")}
    assert [need.what for need in found.needs] == ["move the task folders under tasks/"]


def test_deep_and_hidden_tasks_are_reported_where_they_lie() -> None:
    deep = "tasks/a/b/c/d/e/f/g"
    assert codes(detect(task(deep))) == {("OE022", deep)}
    assert codes(detect(task("tasks/g/.held/a"))) == {("OE023", "tasks/g/.held")}


def test_hidden_folder_beside_visible_tasks_is_a_draft_held_back() -> None:
    assert detect(task("tasks/alpha") | task("tasks/.draft")).findings == []


def test_group_and_stray_folder_beside_flat_tasks_differ() -> None:
    files = task("tasks/alpha") | task("tasks/group/beta") | {"tasks/_lib/x.sh": ""}
    assert codes(detect(files)) == {("OE020", "tasks/_lib"), ("OE021", "tasks/group")}


def test_groups_of_one_kind_are_no_fault() -> None:
    found = detect(task("tasks/maths/alpha") | task("tasks/words/beta"))
    assert (found.verdict, found.findings) == (Verdict.BRIDGED, [])


def test_links_under_tasks_are_warned_of_once() -> None:
    files = {path: text.encode() for path, text in task("tasks/alpha").items()}
    links = {
        "tasks/again": "alpha",
        "tasks/alpha/tests/x": "../../out",
        "tasks/alpha/data": "tests",
    }
    findings = check(MemoryTree(files, links)).findings
    warned = [f.path for f in findings if f.severity >= Severity.WARNING and f.path in links]
    assert sorted(warned) == sorted(links)


def test_task_whose_environment_is_a_link_does_not_survive_the_download() -> None:
    files = task("tasks/alpha")
    del files["tasks/alpha/environment/Dockerfile"]
    files["shared/Dockerfile"] = "FROM debian:12\n"
    links = {"tasks/alpha/environment": "../../shared"}
    assert detect(files, links).verdict is Verdict.ABSENT


def test_groups_named_like_fixtures_of_a_project_prove_nothing() -> None:
    files = task("tasks/tests/alpha")
    assert detect(files).verdict is Verdict.BRIDGED
    found = detect(files | {"pyproject.toml": "[project]\n"})
    assert found.verdict is Verdict.ABSENT
    assert [unit.path for unit in found.aside] == ["tasks/tests/alpha"]
