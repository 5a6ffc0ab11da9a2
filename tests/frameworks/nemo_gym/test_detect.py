"""The verdict and what carries it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.core.detections import Verdict
from tests.frameworks.nemo_gym.support import (
    CONFIG,
    FOLDER,
    ROW,
    SERVER,
    WHOLE,
    codes,
    detected,
    places,
    row,
)

CARD = """\
---
dataset_info:
  features:
  - name: responses_create_params
    {kind}:
    - name: {child}
      dtype: string
---
"""


def units(files: dict[str, str | bytes]) -> list[tuple[str, str]]:
    return [(unit.path, unit.what) for unit in detected(files).units]


def test_each_task_file_is_a_unit() -> None:
    files: dict[str, str | bytes] = {"train.jsonl": ROW, "data/test.jsonl": ROW * 3}
    assert units(files) == [("data/test.jsonl", "task file"), ("train.jsonl", "task file")]


def test_a_server_needs_code_and_a_configuration_that_names_it() -> None:
    assert units({**WHOLE}) == [(FOLDER, "resources server")]
    assert detected({f"{FOLDER}/app.py": SERVER}).verdict is Verdict.ABSENT
    assert detected({f"{FOLDER}/configs/alpha.yaml": CONFIG}).verdict is Verdict.ABSENT


def test_names_of_instance_folder_and_entry_point_are_free() -> None:
    config = CONFIG.replace("alpha:\n  res", "sums_prod:\n  res").replace("app.py", "sums.py")
    files: dict[str, str | bytes] = {
        "verifiers/servers/alpha/sums.py": SERVER,
        "configs/production.yaml": config,
    }
    assert units(files) == [("verifiers/servers/alpha", "resources server")]


def test_an_entry_point_may_lie_above_its_folder_but_not_outside_the_tree() -> None:
    up = CONFIG.replace("app.py", "../shared/app.py")
    files: dict[str, str | bytes] = {
        "srv/alpha/x.txt": "",
        "srv/shared/app.py": SERVER,
        "c.yaml": up,
    }
    assert detected(files).verdict is Verdict.NATIVE
    outside = CONFIG.replace("app.py", "../../../app.py")
    assert detected({**files, "c.yaml": outside}).verdict is Verdict.ABSENT


@pytest.mark.parametrize("kind", ["responses_api_agents", "responses_api_models"])
def test_other_kinds_of_server_prove_nothing(kind: str) -> None:
    files = {**WHOLE, f"{FOLDER}/configs/alpha.yaml": CONFIG.replace("resources_servers", kind)}
    assert detected(files).verdict is Verdict.ABSENT


def test_a_server_whose_configurations_are_all_refused_is_broken() -> None:
    bad = {**WHOLE, f"{FOLDER}/configs/alpha.yaml": CONFIG.replace("math", "Math")}
    detection = detected(bad)
    assert detection.verdict is Verdict.BROKEN
    assert [unit.path for unit in detection.broken] == [FOLDER]
    assert [need.code for need in detection.needs] == ["NG101"]
    assert detected({**bad, f"{FOLDER}/configs/b.yaml": CONFIG}).verdict is Verdict.NATIVE


def test_a_source_that_does_not_parse_is_a_finding_and_no_server() -> None:
    files: dict[str, str | bytes] = {**WHOLE, f"{FOLDER}/app.py": "x = 1\nclass A(:\n"}
    assert detected(files).verdict is Verdict.ABSENT
    assert places(files, "NG109") == [(f"{FOLDER}/app.py", 2, "error")]


def test_an_entry_point_that_is_not_there_is_a_warning_where_code_is() -> None:
    files: dict[str, str | bytes] = {
        f"{FOLDER}/client.py": "",
        f"{FOLDER}/configs/alpha.yaml": CONFIG,
    }
    assert places(files, "NG109") == [(f"{FOLDER}/configs/alpha.yaml", 4, "warning")]
    assert codes({f"{FOLDER}/configs/alpha.yaml": CONFIG}) == set()


def test_server_code_in_a_folder_of_another_name_is_suggested() -> None:
    files: dict[str, str | bytes] = {"app.py": SERVER, "configs/alpha.yaml": CONFIG}
    detection = detected(files)
    assert detection.verdict is Verdict.ABSENT
    assert [evidence.path for evidence in detection.suggestions] == ["app.py"]


@pytest.mark.parametrize(
    ("kind", "child", "proven"),
    [("struct", "input", True), ("struct", "messages", False), ("list", "input", False)],
)
def test_a_table_is_proven_by_the_struct_that_the_card_declares(
    kind: str, child: str, proven: bool
) -> None:
    card = CARD.format(kind=kind, child=child)
    assert units({"README.md": card}) == (
        [("README.md", "task table declared in dataset_info")] if proven else []
    )


def test_one_of_several_subsets_is_enough_and_nesting_is_not() -> None:
    several = CARD.format(kind="struct", child="input").replace(
        "dataset_info:\n  features:", "dataset_info:\n- config_name: a\n- features:"
    )
    assert units({"README.md": several})
    nested = CARD.format(kind="struct", child="input").replace(
        "  - name: responses", "  - name: extra\n    struct:\n    - name: responses"
    )
    assert not units({"README.md": nested})


def test_a_file_whose_rows_are_all_refused_is_broken() -> None:
    detection = detected({"train.jsonl": row(tools=None) * 3})
    assert detection.verdict is Verdict.BROKEN
    assert [unit.path for unit in detection.broken] == ["train.jsonl"]


def test_fixtures_of_a_software_project_are_evidence_only() -> None:
    files: dict[str, str | bytes] = {
        "pyproject.toml": "",
        "tests/data/rows.jsonl": ROW + row(max_tokens=1),
        **{f"examples/{path}": text for path, text in WHOLE.items()},
    }
    detection = detected(files)
    assert (detection.verdict, list(detection.findings)) == (Verdict.ABSENT, [])
    assert {unit.path for unit in detection.aside} == {
        "tests/data/rows.jsonl",
        f"examples/{FOLDER}",
    }


def test_in_a_data_set_the_same_folders_count() -> None:
    assert detected({"test/rows.jsonl": ROW}).verdict is Verdict.NATIVE


NAMES = st.sampled_from(
    ["train.jsonl", "a/configs/a.yaml", "resources_servers/a/app.py", "README.md",
     "environments/a/manifest.yaml", "a/app.py"]
)  # fmt: skip
PIECES = st.sampled_from(
    [ROW, CONFIG, SERVER, "alpha:\n", "  resources_servers:\n", "    a: [", "{", "\ufeff", "\x00",
     '{"responses_create_params": ', "---\n", "datasets: ", "&a *a", "integration_profile: x\n"]
)  # fmt: skip


@given(st.dictionaries(NAMES, st.lists(PIECES, max_size=5).map("".join), max_size=4))
def test_no_tree_ends_the_detector(files: dict[str, str]) -> None:
    detected(files)


def test_what_would_make_something_load_is_named() -> None:
    alone = detected({f"{FOLDER}/configs/alpha.yaml": CONFIG})
    assert [need.what.partition(" names")[0] for need in alone.needs] == [
        f"add the server that {FOLDER}/configs/alpha.yaml"
    ]
    assert detected({**WHOLE}).needs == []
