"""The row check: what it takes and what it refuses, one fault at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.nemo_gym.rows.check import RowKind, check_row, drifting, kind_of

if TYPE_CHECKING:
    from tagger.frameworks.nemo_gym.faults import ModelFault

USER = {"role": "user", "content": "Hi"}
CALL = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
TOOL = {"type": "function", "name": "f", "parameters": {}, "strict": True}
PART = {"type": "input_text", "text": "Hi"}
ANSWER = {"type": "output_text", "text": "Hi", "annotations": []}


def faults(**params: Any) -> list[ModelFault]:
    return list(check_row({"responses_create_params": {"input": [], **params}}))


def message(**fields: Any) -> dict[str, Any]:
    return {"input": [{"role": "user", **fields}]}


ACCEPTED: list[dict[str, Any]] = [
    {"input": ""},
    {"input": []},
    message(content="Hi"),
    message(content=[PART]),
    message(content=[{"type": "input_image", "detail": "auto", "image_url": "x"}]),
    message(content=[{"type": "input_file", "file_id": "x"}]),
    message(content="Hi", name="Ann"),
    {"input": [{"role": "developer", "content": "Hi"}]},
    {"input": [{"role": "assistant", "id": "m", "content": [ANSWER]}]},
    {"input": [CALL, {"type": "function_call_output", "call_id": "c", "output": "x"}]},
    {"input": [{"type": "reasoning", "id": "r", "summary": []}]},
    {"input": [{"type": "web_search_call", "id": "w", "status": "completed", "action": {
        "type": "search"}}]},
    {"input": [{"type": "additional_tools", "tools": [TOOL]}]},
    {"temperature": "0.7", "max_output_tokens": 100.0, "parallel_tool_calls": "false"},
    {"temperature": -1, "top_p": 5},
    {"temperature": None, "metadata": None, "stream": None, "model": None},
    {"tools": [{**TOOL, "strict": None, "parameters": None}]},
    {"tools": [{"type": "web_search_preview"}, {"type": "mcp", "server_label": "x"}]},
    {"tool_choice": "required"},
    {"tool_choice": {"type": "function", "name": "f"}},
    {"reasoning": {"effort": "low"}, "text": {"format": {"type": "json_object"}}},
    {"stream": False},
]  # fmt: skip
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"input": None}, "input"),
    ({"input": 3}, "input"),
    ({"input": USER}, "input"),
    ({"input": ["Hi"]}, "input[]"),
    ({"input": [None]}, "input[]"),
    ({"input": [[USER]]}, "input[]"),
    ({"messages": []}, "messages"),
    ({"max_tokens": 1}, "max_tokens"),
    ({"Input": 1}, "Input"),
    ({"tools": None}, "tools"),
    ({"parallel_tool_calls": None}, "parallel_tool_calls"),
    ({"tool_choice": None}, "tool_choice"),
    (message(type=None, content="Hi"), "input[].type"),
    ({"tools": "[]"}, "tools"),
    ({"tools": {}}, "tools"),
    ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "tools[]"),
    ({"tools": [{**TOOL, "extra": 1}]}, "tools[].extra"),
    ({"tools": [{**TOOL, "parameters": "{}"}]}, "tools[].parameters"),
    ({"tool_choice": "any"}, "tool_choice"),
    ({"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": []}}, "tool_choice.tools"),
    (message(content=[{"type": "text", "text": "Hi"}]), "input[].content[].type"),
    (message(content=[{"type": "input_image", "image_url": "x"}]), "input[].content[].detail"),
    (message(content=["Hi"]), "input[].content[]"),
    (message(content=[{"type": "input_video"}]), "input[].content[]"),
    ({"input": [{"role": ["user"], "content": "Hi"}]}, "input[].role"),
    ({"input": [{**CALL, "arguments": {}}]}, "input[].arguments"),
    ({"input": [{"type": "function_call", "name": "f", "arguments": ""}]}, "input[].call_id"),
    ({"input": [{"type": "reasoning", "id": "r"}]}, "input[].summary"),
    ({"input": [{"type": "item_reference", "id": "x"}]}, "input[].type"),
    (message(content="Hi", prompt_token_ids=[1]), "input[].generation_token_ids"),
    ({"input": [{"type": "message", "role": "bot", "content": "Hi"}]}, "input[].role"),
    ({"metadata": []}, "metadata"),
    ({"metadata": {"a": 1}}, "metadata.*"),
    ({"stream": True}, "stream"),
    ({"temperature": "hot"}, "temperature"),
    ({"max_output_tokens": 100.5}, "max_output_tokens"),
    ({"reasoning": {"effort": "huge"}}, "reasoning.effort"),
    ({"truncation": "all"}, "truncation"),
    ({"instructions": ["x"]}, "instructions"),
    ({"prompt": "x"}, "prompt"),
]


@pytest.mark.parametrize("params", ACCEPTED, ids=str)
def test_accepted(params: dict[str, Any]) -> None:
    assert faults(**params) == []


@pytest.mark.parametrize(("params", "pattern"), REFUSED, ids=str)
def test_refused(params: dict[str, Any], pattern: str) -> None:
    patterns = [".".join(f.pattern[1:]).replace(".[]", "[]") for f in faults(**params)]
    assert pattern in patterns


def test_the_key_itself_must_be_an_object() -> None:
    values: list[Any] = [None, [], "{}"]
    for value in values:
        assert check_row({"responses_create_params": value})
    assert check_row({})
    assert check_row([])


def test_a_taskset_takes_any_object() -> None:
    assert check_row({"sides": 6}, needs_params=False) == ()
    assert check_row([], needs_params=False)


def test_a_materialized_task_has_a_closed_envelope() -> None:
    good = {"task_id": {"taskset": "a", "task_id": "1"}, "task_input": {}}
    assert check_row(good) == []
    assert check_row(good | {"task_input": []})
    assert check_row(good | {"task_id": {"taskset": "a", "task_id": "1", "x": 1}})
    assert check_row(good | {"task_id": {"taskset": "", "task_id": "1"}})


def test_kinds_are_told_by_keys() -> None:
    params = {"responses_create_params": {"input": "x"}}
    assert kind_of(params) is RowKind.TASK
    assert kind_of(params | {"reward": 1}) is RowKind.TASK
    assert kind_of(params | {"response": {}, "reward": 1}) is RowKind.ROLLOUT
    assert kind_of({"task_id": {}, "task_input": 1}) is RowKind.MATERIALIZED
    assert kind_of({"task_id": "1", "task_input": {}}) is RowKind.OTHER
    assert kind_of({"responses_create_params": "{}"}) is RowKind.KEYED


@pytest.mark.parametrize(
    "item",
    [{}, {"role": "bot", "content": "x"}, {"role": "user"}, {"role": "assistant", "content": None},
     {"role": "assistant", "content": [ANSWER]}],
    ids=str,
)  # fmt: skip
def test_the_catch_all_is_seen(item: dict[str, Any]) -> None:
    row = {"responses_create_params": {"input": [USER, item]}}
    assert check_row(row) == []
    assert [index for index, _ in drifting(row)] == [1]


@pytest.mark.parametrize(
    "item",
    [{"role": "tool", "content": "x", "tool_call_id": "1"},
     {"role": "assistant", "content": None, "tool_calls": []}],
    ids=str,
)  # fmt: skip
def test_two_forms_of_the_catch_all_survive(item: dict[str, Any]) -> None:
    assert list(drifting({"responses_create_params": {"input": [item]}})) == []
