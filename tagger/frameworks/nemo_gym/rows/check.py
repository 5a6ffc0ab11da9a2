"""The row check of NeMo Gym, reproduced: what is wrong with one row.

Source: nemo-gym 0.7.0, ``train_data_utils.compute_sample_metrics`` and
``base_resources_server.BaseRunRequest``. Where the framework's check ends with an exception that
nothing catches, the row is refused here.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, wrong_kind
from tagger.frameworks.nemo_gym.rows.model import CATCH_ALL, definition_of, row_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PARAMS = "responses_create_params"
#: Both names of a field that is text or null.
_ROLLOUT_IDS = ("_ng_rollout_id", "capture_rollout_id")


class RowKind(Enum):
    """What a row is, by its keys alone."""

    TASK = auto()
    MATERIALIZED = auto()
    KEYED = auto()
    ROLLOUT = auto()
    OTHER = auto()


def kind_of(row: object) -> RowKind:
    """What a row is meant to be.

    A row with an answer and a reward is a rollout whatever the file is called. ``KEYED`` rows have
    ``responses_create_params`` without an input.
    """
    if not isinstance(row, dict):
        return RowKind.OTHER
    if "response" in row and "reward" in row:
        return RowKind.ROLLOUT
    if isinstance(row.get("task_id"), dict) and "task_input" in row:
        return RowKind.MATERIALIZED
    if PARAMS not in row:
        return RowKind.OTHER
    params = row[PARAMS]
    return RowKind.TASK if isinstance(params, dict) and "input" in params else RowKind.KEYED


def check_row(row: object, *, needs_params: bool = True) -> Sequence[ModelFault]:
    """The faults for which the row check refuses a row; paths begin at the row.

    Args:
        row: the parsed line.
        needs_params: false where the data set names a taskset: any object will do then.
    """
    if not isinstance(row, dict):
        return (wrong_kind(row, "an object"),)
    if isinstance(row.get("task_id"), dict) and "task_input" in row:
        return _materialized(row)
    if not needs_params:
        return ()
    if PARAMS not in row:
        return (ModelFault(FaultKind.MISSING, "is missing", (PARAMS,), (PARAMS,)),)
    faults = [fault.inside(PARAMS, PARAMS) for fault in row_model().faults(PARAMS, row[PARAMS])]
    wrong = [key for key in _ROLLOUT_IDS if not isinstance(row.get(key), str | None)]
    return [*faults, *(wrong_kind(row[key], "text").inside(key, key) for key in wrong)]


def _materialized(row: Mapping[str, Any]) -> Sequence[ModelFault]:
    found = row_model().faults("task_id", row["task_id"])
    faults = [fault.inside("task_id", "task_id") for fault in found]
    if not isinstance(row["task_input"], dict):
        wrong = wrong_kind(row["task_input"], "an object")
        faults.append(wrong.inside("task_input", "task_input"))
    return faults


def drifting(row: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Input items that pass only because they fall into the permissive catch-all, with indices.

    Two forms survive the conversion for a chat model and are left out: an answer of a tool
    (``role: tool`` with ``tool_call_id``), and an assistant's chat-style calls without text.
    """
    for index, item in _items(row):
        if "type" in item or definition_of(item) != CATCH_ALL:
            continue
        if item.get("role") == "tool" and "tool_call_id" in item:
            continue
        if item.get("role") == "assistant" and item.get("content") is None and "tool_calls" in item:
            continue
        yield index, item


def dropped_calls(row: Mapping[str, Any]) -> Iterator[int]:
    """Indices of assistant messages with text whose chat-style ``tool_calls`` are dropped."""
    for index, item in _items(row):
        if item.get("role") == "assistant" and item.get("tool_calls") and item.get("content"):
            yield index


def _items(row: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    params = row.get(PARAMS)
    items = params.get("input") if isinstance(params, dict) else None
    if isinstance(items, list):
        yield from ((index, item) for index, item in enumerate(items) if isinstance(item, dict))
