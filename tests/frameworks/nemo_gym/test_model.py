"""The published schemas as pydantic judges by them, and what is said of a refused value."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.nemo_gym.configs.model import config_model
from tagger.frameworks.nemo_gym.faults import FaultKind
from tagger.frameworks.nemo_gym.rows.model import row_model
from tagger.frameworks.nemo_gym.rules.manifests import manifest_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.nemo_gym.faults import ModelFault

PARAMS = "responses_create_params"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def of_param(key: str, value: Any) -> Sequence[ModelFault]:
    return row_model().faults(PARAMS, {"input": "x", key: value})


def of_item(**item: Any) -> Sequence[ModelFault]:
    return row_model().faults(PARAMS, {"input": [item]})


@pytest.mark.parametrize("value", [True, 0, 1.0, "yes", "TRUE", "off"])
def test_a_flag_takes_what_pydantic_reads_as_one(value: object) -> None:
    assert not of_param("parallel_tool_calls", value)


@pytest.mark.parametrize("value", [None, 2, "maybe", "", "yes ", []])
def test_a_flag_refuses_the_rest(value: object) -> None:
    (fault,) = of_param("parallel_tool_calls", value)
    assert fault.says.endswith("must be true or false")


@pytest.mark.parametrize(
    ("value", "is_taken"),
    [
        ("7", True),
        (" 7 ", True),
        ("1_0", True),
        ("4_4 ", True),
        (7.0, True),
        ("0-31", True),
        ("1__0", False),
        ("7.5", False),
    ],
)
def test_a_whole_number_in_text_is_read_as_pydantic_reads_it(value: object, is_taken: bool) -> None:
    assert bool(of_param("max_output_tokens", value)) is not is_taken


def test_a_lower_bound_holds_for_text_and_not_for_huge_integers() -> None:
    entry = {"name": "a", "type": "example", "jsonl_fpath": "a.jsonl"}
    model = config_model()
    assert not model.faults("dataset", entry | {"num_repeats": 10**400})
    assert not model.faults("dataset", entry | {"num_repeats": "3"})
    (fault,) = model.faults("dataset", entry | {"num_repeats": 0})
    assert fault.says == "is 0, must be 1 or more"


def test_a_word_is_case_sensitive_and_names_what_would_be_right() -> None:
    (fault,) = of_param("truncation", "Auto")
    assert fault.known == ("auto", "disabled")
    assert fault.says == "is 'Auto', must be 'auto' or 'disabled'"


def test_text_that_must_not_be_empty_must_not_hold_half_a_pair_either() -> None:
    ids = {"taskset": "\ud800", "task_id": "1"}
    assert not of_param("instructions", "\ud800")
    (fault,) = row_model().faults("task_id", ids)
    assert "half of a surrogate pair" in fault.says


def test_a_key_that_is_half_a_pair_is_refused() -> None:
    assert of_param("\ud800", 1)


def test_a_list_that_cannot_be_written_back_is_always_refused() -> None:
    (fault,) = of_param("tool_choice", {"type": "allowed_tools", "mode": "auto", "tools": []})
    assert fault.path == ("tool_choice", "tools")
    assert "TypeError" in fault.says


def test_a_closed_object_reports_unknown_missing_and_wrong_keys() -> None:
    faults = row_model().faults(PARAMS, {"user": 3, "age": 3, "tools": [{"type": "function"}]})
    assert {(fault.problem, fault.path) for fault in faults} == {
        (FaultKind.UNKNOWN, ("age",)),
        (FaultKind.MISSING, ("input",)),
        (FaultKind.KIND, ("user",)),
        (FaultKind.MISSING, ("tools", 0, "name")),
        (FaultKind.MISSING, ("tools", 0, "parameters")),
        (FaultKind.MISSING, ("tools", 0, "strict")),
    }


def test_a_pattern_leaves_out_what_differs_between_rows() -> None:
    faults = of_param("metadata", {"a": 2, "b": "x", "c": 3})
    assert [fault.path for fault in faults] == [("metadata", "a"), ("metadata", "c")]
    assert {fault.pattern for fault in faults} == {("metadata", "*")}


def test_null_is_told_apart_from_a_wrong_kind() -> None:
    assert of_param("tools", None)[0].problem is FaultKind.NULL
    assert of_param("tools", "x")[0].problem is FaultKind.KIND
    assert not of_param("user", None)


def test_a_union_complains_by_the_member_that_was_meant() -> None:
    (fault,) = of_item(role="user", content=[{"type": "input_text", "text": 1}])
    assert fault.path == ("input", 0, "content", 0, "text")
    (fault,) = of_item(role="user", content=[{"type": "text", "text": "x"}])
    assert fault.says == "is 'text', which is not a type of a content part"
    (fault,) = of_item(role="user", content=[{"text": "x"}])
    assert (fault.problem, fault.path[-1]) == (FaultKind.MISSING, "type")
    (fault,) = of_item(role="user", content=["x"])
    assert fault.says == "is text, must be a content part"


def test_the_nested_form_of_a_tool_is_told_in_one_fault() -> None:
    (fault,) = of_param("tools", [{"type": "function", "function": {"name": "f"}}])
    assert "Chat Completions" in fault.says


def test_the_conditions_between_fields_come_once_the_fields_are_right() -> None:
    entry = {"name": "a", "type": "train", "jsonl_fpath": "a.jsonl"}
    (fault,) = config_model().faults("dataset", entry)
    assert (fault.problem, fault.path) == (FaultKind.MISSING, ("license",))
    (fault,) = config_model().faults("dataset", entry | {"name": 3})
    assert fault.path == ("name",)


@pytest.mark.parametrize(
    ("value", "is_taken"), [("2026-01-31", True), ("2026-13-01", False), ("soon", False), (0, True)]
)
def test_a_date_is_what_pydantic_reads_as_one(value: object, is_taken: bool) -> None:
    origin = {"source": "https://example.org/x.git", "ref": "main", "reconciled": value}
    assert bool(manifest_model().faults("adopted_from", origin)) is not is_taken


def test_white_space_around_text_is_stripped_first() -> None:
    reward = {"range": [0, 1], "higher_is_better": True}
    assert not manifest_model().faults("reward", reward)
    origin = {"source": " git@x:y ", "ref": " main\n", "reconciled": "2026-01-31"}
    assert not manifest_model().faults("adopted_from", origin)
    (fault,) = manifest_model().faults("adopted_from", origin | {"ref": "a b"})
    assert fault.says == "is 'a b', must be a git reference"


def test_the_ends_of_a_range_are_finite_and_ordered() -> None:
    for ends in ([1, 0], [0, float("inf")], [0], [0, 1, 2], ["x", 1]):
        assert manifest_model().faults("reward", {"range": ends, "higher_is_better": True})


@given(JSON)
def test_no_value_ends_the_check_of_a_row(value: object) -> None:
    row_model().faults(PARAMS, value)
    row_model().faults(PARAMS, {"input": [value], "tools": [value], "metadata": value})


def test_pydantic_is_loaded_by_the_first_value_only() -> None:
    code = (
        "import sys, tagger.frameworks.registry as r, tagger.frameworks.nemo_gym.rows.scan;"
        "assert 'pydantic_core' not in sys.modules;"
        "from tagger.frameworks.nemo_gym.rows.model import row_model;"
        "row_model().faults('task_id', {}); assert 'pydantic_core' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
