"""The row check's model of a row: the published schema, and what a schema cannot say of it.

Source: nemo-gym 0.7.0, ``openai_utils.NeMoGymResponseCreateParamsNonStreaming`` and
``openai_utils._discriminate_response_input_item``, with the models behind them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, noun_of, quoted, wrong_kind
from tagger.frameworks.nemo_gym.model import Custom, Model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The permissive model for an item without ``type`` that is nothing else.
CATCH_ALL = "mcp_list_tools"
#: The published description of a row.
ROW_SCHEMA = "nemo-gym-row.schema.json"

_PLAIN_ROLES = ("user", "system", "developer")
_ROLES = (*_PLAIN_ROLES, "assistant")
_STATUSES = ("in_progress", "completed", "incomplete")
_OUTPUT_PARTS = ("output_text", "refusal")
_TOKEN_FIELDS = (
    "prompt_token_ids",
    "generation_token_ids",
    "generation_log_probs",
    "routed_experts",
)
#: Types whose definition has another name than the type itself.
_DEFINITIONS = {"reasoning": "reasoning_item"}
#: The values of ``type`` that an item of the input may have.
_TYPES = (
    "message function_call function_call_output reasoning mcp_call mcp_list_tools"
    " mcp_approval_request file_search_call web_search_call computer_call image_generation_call"
    " code_interpreter_call local_shell_call custom_tool_call computer_call_output"
    " custom_tool_call_output local_shell_call_output mcp_approval_response apply_patch_call"
    " apply_patch_call_output compaction shell_call shell_call_output tool_search_call"
    " tool_search_output compaction_trigger additional_tools"
).split()


@cache
def row_model() -> Model:
    """The model of a row, made for the first row that there is."""
    return Model(
        ROW_SCHEMA,
        {
            "tool": Custom(prepare=_replayed_tool, instead=_nested_tool),
            "content_part": Custom(before=_video_faults),
            "input_item": Custom(prepare=_replayed_item, before=_item_faults, choose=definition_of),
        },
    )


def _replayed_tool(tool: Any) -> Any:
    """The tool with what the framework changes in one that comes from an answer."""
    if isinstance(tool, dict) and "defer_loading" in tool and tool["defer_loading"] is None:
        return tool | {"defer_loading": False}
    return tool


def _nested_tool(tool: Any) -> Sequence[ModelFault]:
    """One plain word for the form that Chat Completions has."""
    if not isinstance(tool, dict) or not isinstance(tool.get("function"), dict):
        return ()
    says = "has the Chat Completions shape: the definition is nested under `function`"
    return (ModelFault(FaultKind.KIND, says, found=tool),)


def _video_faults(part: Any) -> Sequence[ModelFault]:
    """A video needs exactly one source that is not empty."""
    if not isinstance(part, dict) or part.get("type") != "input_video":
        return ()
    sources = [key for key in ("video_url", "video") if key in part]
    if len(sources) != 1:
        says = "needs exactly one of `video_url` and `video`"
        return (ModelFault(FaultKind.VALUE, says, found=part),)
    source = part[sources[0]]
    url = source.get("url") if isinstance(source, dict) else source
    if not isinstance(url, str) or not url.strip():
        return (ModelFault(FaultKind.VALUE, "has no address", (sources[0],), (sources[0],)),)
    return ()


def _item_faults(item: Any) -> Sequence[ModelFault]:
    """What is wrong with an item before a model is picked for it."""
    if not isinstance(item, dict):
        return (wrong_kind(item, "an object (a message, a call, a call's output)"),)
    if crash := _unhashable(item):
        return (crash,)
    faults: list[ModelFault] = []
    if tokens := {key: item[key] for key in _TOKEN_FIELDS if key in item}:
        faults += row_model().faults("token_metadata", tokens)
    kind = item.get("type")
    if kind is None and "type" in item:
        faults.append(wrong_kind(None, "the type of an item").inside("type", "type"))
    elif kind is not None and kind not in _TYPES:
        faults.append(_unknown_type(kind))
    return faults


def definition_of(item: Mapping[str, Any]) -> str:
    """The definition of the row schema by which the framework checks an item.

    The item's ``type`` is absent or one of the known words.
    """
    kind = item.get("type")
    if kind is None:
        return _untyped(item)
    return _message(item) if kind == "message" else _DEFINITIONS.get(kind, str(kind))


def _message(item: Mapping[str, Any]) -> str:
    content = item.get("content")
    if item.get("role") in _PLAIN_ROLES:
        with_status = isinstance(content, list) and item.get("status") in _STATUSES
        return "message_with_status" if with_status else "message_by_text_or_parts"
    if isinstance(content, list):
        is_output = _first_part(content) in _OUTPUT_PARTS if content else _has_id(item)
        return "assistant_output" if is_output else "message_by_text_or_parts"
    return "message_by_text_or_parts"


def _untyped(item: Mapping[str, Any]) -> str:
    content = item.get("content")
    if item.get("role") in _ROLES and isinstance(content, (str, list)):
        chosen = _message(item)
        if chosen == "assistant_output":
            return chosen if _has_id(item) else CATCH_ALL
        return CATCH_ALL if _first_part(content) in _OUTPUT_PARTS else chosen
    if "role" not in item and _has_id(item) and _is_output(content):
        return "assistant_output"
    if "arguments" in item and "name" in item:
        return "function_call" if "call_id" in item else "mcp_call"
    if isinstance(item.get("call_id"), str) and "output" in item:
        return "function_call_output"
    if _has_id(item) and isinstance(item.get("summary"), list):
        return "reasoning_item"
    return CATCH_ALL


def _is_output(content: object) -> bool:
    if not isinstance(content, list):
        return False
    return not content or _first_part(content) in _OUTPUT_PARTS


def _has_id(item: Mapping[str, Any]) -> bool:
    return isinstance(item.get("id"), str)


def _first_part(content: object) -> object:
    if not isinstance(content, list) or not content or not isinstance(content[0], dict):
        return None
    first: Mapping[str, Any] = content[0]
    return first.get("type") or ("refusal" if "refusal" in first else None)


def _replayed_item(item: Any) -> Any:
    """The item with what the framework changes in one that comes from an answer."""
    if not isinstance(item, dict):
        return item
    if item.get("type") == "additional_tools" and item.get("role") != "developer":
        return item | {"role": "developer"}
    if item.get("type") == "computer_call_output" and item.get("status") == "failed":
        return {key: value for key, value in item.items() if key != "status"}
    return item


def _unknown_type(kind: object) -> ModelFault:
    says = f"is {quoted(kind)}, which is not a type of an input item"
    return ModelFault(FaultKind.VALUE, says, ("type",), ("type",), kind, tuple(_TYPES))


def _unhashable(item: Mapping[str, Any]) -> ModelFault | None:
    """The fault of a list or object where the framework looks a word up (TypeError, uncaught)."""
    if item.get("type") not in (None, "message"):
        return None
    places: list[tuple[str | int, ...]] = [("role",)]
    content = item.get("content")
    if isinstance(content, list):
        if item.get("role") in _PLAIN_ROLES:
            places.append(("status",))
        places.append(("content", 0, "type"))
    for path in places:
        value = _dig(item, path)
        if isinstance(value, (list, dict)):
            pattern = tuple("[]" if isinstance(part, int) else part for part in path)
            return ModelFault(
                FaultKind.KIND, f"is {noun_of(value)}, must be text", path, pattern, value
            )
    return None


def _dig(value: Any, path: tuple[str | int, ...]) -> object:
    for part in path:
        if isinstance(part, int):
            value = value[part] if value else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value
