"""What the row check accepts although it does not do what was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.faults import noun_of, quoted, shown
from tagger.frameworks.nemo_gym.rows import rules_files, rules_params
from tagger.frameworks.nemo_gym.rows.check import PARAMS, drifting, dropped_calls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.frameworks.nemo_gym.rows.faults import RowFaults

#: Keys of a row that belong to the framework (``task_data.RESERVED_ROW_KEYS``).
_OWNED = frozenset((PARAMS, "agent_ref", "task_source", "_ng_task_index", "_ng_rollout_index"))
_CONTAINERS = ("verifier_metadata", "task_data")
#: Parameters without a counterpart in Chat Completions.
_RESPONSES_ONLY = (
    "background context_management conversation include max_tool_calls previous_response_id prompt"
    " truncation"
).split()


def note_row(faults: RowFaults, agents: dict[str, int], line: int, row: Mapping[str, Any]) -> None:
    """Put down the warnings about one row, and the agent that it names."""
    for index, item in drifting(row):
        _note_drifting(faults, line, index, item)
    for index in dropped_calls(row):
        message = f"`input[{index}].tool_calls` beside text: the calls are dropped"
        hint = "give each call as an item of type `function_call`"
        faults.add(rules_params.DROPPED_CALLS, line, message, hint=hint)
    _note_conflicts(faults, line, row)
    params = row.get(PARAMS)
    for key in _RESPONSES_ONLY:
        if isinstance(params, dict) and params.get(key) is not None:
            message = f"`{key}` works with a model server for the Responses API only"
            faults.add(rules_params.RESPONSES_ONLY, line, message, kind=key)
    reference = row.get("agent_ref")
    if isinstance(reference, dict) and isinstance(reference.get("name"), str):
        agents.setdefault(reference["name"], line)


def _note_drifting(faults: RowFaults, line: int, index: int, item: Mapping[str, Any]) -> None:
    why, kind = _reason(item)
    message = (
        f"`input[{index}]` {why}: it passes the row check as a list of MCP tools and fails when"
        " the rollout converts it"
    )
    hint = "use the role user, assistant, system or developer, and content as text or parts"
    faults.add(rules_params.CATCH_ALL, line, message, hint=hint, kind=kind)


def _reason(item: Mapping[str, Any]) -> tuple[str, object]:
    if "role" not in item:
        return "has no role and is no call", "role"
    role = item["role"]
    if role not in ("user", "assistant", "system", "developer"):
        what = quoted(role)
        return f"has the unknown role {what}", ("role", what)
    if "content" not in item:
        return "has no content", "content"
    if not isinstance(item["content"], (str, list)):
        return f"has content that is {noun_of(item['content'])}", "content"
    return "has parts of an answer and no `type`", "parts"


def _note_conflicts(faults: RowFaults, line: int, row: Mapping[str, Any]) -> None:
    seen = {
        key: value for key, value in row.items() if key not in _OWNED and key not in _CONTAINERS
    }
    for container in _CONTAINERS:
        inner = row.get(container)
        for key, value in inner.items() if isinstance(inner, dict) else ():
            if key in seen and seen[key] != value:
                message = f"`{shown(key)}` has one value in `{container}` and another beside it"
                faults.add(rules_files.CONFLICT, line, message, kind=(container, key))
            seen.setdefault(key, value)
