"""Rules about single rows: what the row check refuses, and what it accepts by mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Severity
from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, noun_of, place, quoted, shown
from tagger.frameworks.nemo_gym.rows.check import PARAMS, drifting, dropped_calls
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.rows.states import RowFaults, TaskFiles

_CHECK = "nemo-gym 0.7.0, train_data_utils.compute_sample_metrics"
_PARAMS = "nemo-gym 0.7.0, openai_utils.NeMoGymResponseCreateParamsNonStreaming"
_ITEMS = "nemo-gym 0.7.0, openai_utils.NeMoGymResponseInputItem"
_HIDDEN = (
    "`gym dataset collate` does not say so: it leaves the row out of the metrics, writes it to its"
    " output all the same and ends with status 0. The rollout fails later."
)
#: What to do about keys that people bring from Chat Completions.
_KEY_HINTS = {
    "messages": "rename it to `input`",
    "max_tokens": "rename it to `max_output_tokens`",
    "max_completion_tokens": "rename it to `max_output_tokens`",
    "response_format": "say it under `text`, as `format`",
    "reasoning_effort": "say it under `reasoning`, as `effort`",
    "functions": "say it under `tools`, as flat function tools",
    "function_call": "say it under `tool_choice`",
    "logprobs": "use `top_logprobs`",
}
_NO_COUNTERPART = frozenset(
    "stop seed n extra_body chat_template_kwargs presence_penalty frequency_penalty top_k min_p"
    " logit_bias repetition_penalty".split()
)
_TYPE_HINTS = {
    "text": "use `input_text` (`output_text` in answers of the assistant)",
    "image_url": "use `input_image` with `detail`, and `image_url` as text",
    "input_audio": "the row check takes text, images, files and video only",
    "tool_call": "use `function_call`",
    "tool_result": "use `function_call_output`",
}
#: Keys of a row that belong to the framework (``task_data.RESERVED_ROW_KEYS``).
_OWNED = frozenset((PARAMS, "agent_ref", "task_source", "_ng_task_index", "_ng_rollout_index"))
_CONTAINERS = ("verifier_metadata", "task_data")
#: Parameters without a counterpart in Chat Completions.
_RESPONSES_ONLY = (
    "background context_management conversation include max_tool_calls previous_response_id prompt"
    " truncation"
).split()


def _file(*params: str) -> dict[str, str]:
    """A task file with a good row and one for each of the given values."""
    rows = ('{"input": "Add 1 and 2."}', *params)
    return {"validation.jsonl": "".join(f'{{"responses_create_params": {p}}}\n' for p in rows)}


WITHOUT_INPUT = Rule(
    code="NG001",
    name="gym-row-without-input",
    severity=Severity.ERROR,
    summary="A row of a task file has no `responses_create_params` with `input`",
    why=(
        "Every row of a task file needs `responses_create_params` with an `input`: text or a list,"
        " which may be empty. A missing key, null, or an input of another kind is refused.\n\n"
        f"{_HIDDEN}\n\nRows that get their prompt from the `prompt_config` of a benchmark entry,"
        " and rows that are routed by a `taskset`, need none; tagger looks for such entries in the"
        " configurations of the repository."
    ),
    bad=_file('{"input": null}'),
    good=_file('{"input": []}'),
    source=_CHECK,
)

UNKNOWN_PARAMETER = Rule(
    code="NG004",
    name="gym-unknown-parameter",
    severity=Severity.ERROR,
    summary="A key that `responses_create_params` does not have",
    why=(
        "`responses_create_params` is a request to the Responses API and takes its keys only. Keys"
        " of Chat Completions (`messages`, `max_tokens`, `stop`, `n`, `seed`, `response_format`)"
        f" make the whole row invalid. {_HIDDEN}"
    ),
    bad=_file('{"input": "Hi", "max_tokens": 64}'),
    good=_file('{"input": "Hi", "max_output_tokens": 64}'),
    source=f"{_PARAMS}; NVIDIA-NeMo/Gym#1338, #1340",
)

TOOL = Rule(
    code="NG005",
    name="gym-tool",
    severity=Severity.ERROR,
    summary="A tool definition that the row check refuses",
    why=(
        "A function tool is flat: `type`, `name`, `parameters` (an object or null) and `strict`"
        " (true, false or null) must be there, `description` may be, and nothing else. The form of"
        " Chat Completions, with everything under `function`, is refused, and so are parameters"
        f" that were dumped to text. {_HIDDEN}"
    ),
    bad=_file('{"input": "Hi", "tools": [{"type": "function", "function": {"name": "look"}}]}'),
    good=_file(
        '{"input": "Hi", "tools": [{"type": "function", "name": "look", "parameters": null,'
        ' "strict": null}]}'
    ),
    source="nemo-gym 0.7.0 with openai 2.44.0, types.responses.tool_param.ToolParam",
)

CONTENT_PART = Rule(
    code="NG006",
    name="gym-content-part",
    severity=Severity.ERROR,
    summary="A part of a message that the row check refuses",
    why=(
        "A message's content is text or a list of parts: `input_text`, `input_image` (with"
        " `detail`), `input_file`; in answers of the assistant `output_text`. The parts of Chat"
        f" Completions, `text` and `image_url`, are refused. {_HIDDEN}"
    ),
    bad=_file('{"input": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}'),
    good=_file('{"input": [{"role": "user", "content": [{"type": "input_text", "text": "Hi"}]}]}'),
    source=_ITEMS,
)

INPUT_ITEM = Rule(
    code="NG007",
    name="gym-input-item",
    severity=Severity.ERROR,
    summary="An item of `input` that the row check refuses",
    why=(
        "Every item of `input` is an object: a message, a function call whose `arguments` are JSON"
        " text, a call's output, a reasoning item with `id` and `summary`, or one of the hosted"
        " calls. Bare text, null, a list in the list and an unknown `type` are refused, and token"
        f" ids go in threes or not at all. {_HIDDEN}"
    ),
    bad=_file(
        '{"input": [{"type": "function_call", "call_id": "1", "name": "look", "arguments": {}}]}'
    ),
    good=_file(
        '{"input": [{"type": "function_call", "call_id": "1", "name": "look", "arguments": "{}"}]}'
    ),
    source=_ITEMS,
)

NULL = Rule(
    code="NG008",
    name="gym-null",
    severity=Severity.ERROR,
    summary="Null where the row check wants a value or no key at all",
    why=(
        "`tools`, `parallel_tool_calls`, `tool_choice` and the `type` of an item have defaults, and"
        " null is none of them: the row is refused. Old versions of `datasets` fill absent fields"
        f" with null when they write JSONL or Parquet. {_HIDDEN}"
    ),
    bad=_file('{"input": "Hi", "tools": null}'),
    good=_file('{"input": "Hi"}'),
    source=_PARAMS,
)

PARAMETER_VALUE = Rule(
    code="NG009",
    name="gym-parameter-value",
    severity=Severity.ERROR,
    summary="A value that `responses_create_params` does not take",
    why=(
        "The values of `metadata` must be text, `stream` false or null, `reasoning.effort`,"
        " `truncation`, `service_tier` and `include` words of their lists. Text that reads as a"
        f" number or a flag is accepted where one is wanted. {_HIDDEN}"
    ),
    bad=_file('{"input": "Hi", "metadata": {"level": 3}}'),
    good=_file('{"input": "Hi", "metadata": {"level": "3"}}'),
    source=_PARAMS,
)

NOT_AN_OBJECT = Rule(
    code="NG010",
    name="gym-params-not-an-object",
    severity=Severity.ERROR,
    summary="`responses_create_params` is JSON text or a list instead of an object",
    why=(
        "A column that was dumped to JSON text, as tables like to have it, is refused by the row"
        f" check: the value must be the object itself. {_HIDDEN}"
    ),
    bad={"validation.jsonl": '{"responses_create_params": "{\\"input\\": \\"Hi\\"}"}\n'},
    good={"validation.jsonl": '{"responses_create_params": {"input": "Hi"}}\n'},
    source=_CHECK,
)

MATERIALIZED = Rule(
    code="NG011",
    name="gym-materialized-task",
    severity=Severity.ERROR,
    summary="A materialized task whose envelope is not valid",
    why=(
        "A row with an object `task_id` and with `task_input` is a materialized task. Its `task_id`"
        " must have exactly `taskset` and `task_id`, both text that is not empty, and `task_input`"
        " must be an object; otherwise the row is refused."
    ),
    bad={"validation.jsonl": '{"task_id": {"taskset": "sums"}, "task_input": {"n": 1}}\n'},
    good={
        "validation.jsonl": (
            '{"task_id": {"taskset": "sums", "task_id": "1"}, "task_input": {"n": 1}}\n'
        )
    },
    source="nemo-gym 0.7.0, episode_types.TaskId, train_data_utils._materialized_task_parts",
)


_REFUSED = (
    WITHOUT_INPUT,
    UNKNOWN_PARAMETER,
    TOOL,
    CONTENT_PART,
    INPUT_ITEM,
    NULL,
    PARAMETER_VALUE,
    NOT_AN_OBJECT,
    MATERIALIZED,
)


@WITHOUT_INPUT.check
@UNKNOWN_PARAMETER.check
@TOOL.check
@CONTENT_PART.check
@INPUT_ITEM.check
@NULL.check
@PARAMETER_VALUE.check
@NOT_AN_OBJECT.check
@MATERIALIZED.check
def _check_refused_rows(found: TaskFiles) -> Iterator[Finding]:
    """Rows that the row check refuses, one finding for each kind of fault."""
    for file in found.files:
        yield from file.findings(_REFUSED, without=WITHOUT_INPUT)


def report_fault(faults: RowFaults, line: int, fault: ModelFault) -> None:
    """Record a fault of the row check under its rule."""
    rule = rule_of(fault)
    message = f"`{row_place(fault.path)}` {fault.says}; the row check refuses the row"
    kind = (fault.problem, fault.pattern, _detail(fault))
    faults.add(rule, line, message, hint=_hint(rule, fault), kind=kind)


def rule_of(fault: ModelFault) -> Rule:
    """The rule that a fault of the row check breaks."""
    if fault.pattern[:1] != (PARAMS,):
        is_task = fault.pattern[0] in ("task_id", "task_input")
        return MATERIALIZED if is_task else PARAMETER_VALUE
    inner = fault.pattern[1:]
    if not inner:
        is_bare = fault.problem in (FaultKind.MISSING, FaultKind.NULL)
        return WITHOUT_INPUT if is_bare else NOT_AN_OBJECT
    if inner == ("input",):
        return WITHOUT_INPUT
    if fault.problem is FaultKind.NULL and (len(inner) == 1 or inner == ("input", "[]", "type")):
        return NULL
    if inner[0] == "tools":
        return TOOL
    if inner[0] == "input":
        return CONTENT_PART if "content" in inner else INPUT_ITEM
    unknown = fault.problem is FaultKind.UNKNOWN and len(inner) == 1
    return UNKNOWN_PARAMETER if unknown else PARAMETER_VALUE


def row_place(path: tuple[str | int, ...]) -> str:
    """A path of a row; the part that is the same in every row is left out."""
    return place(path[1:] if len(path) > 1 and path[0] == PARAMS else path)


def _detail(fault: ModelFault) -> str:
    """What tells two kinds of fault at the same place apart."""
    if fault.problem is FaultKind.VALUE and isinstance(fault.found, str):
        return fault.found if fault.known else ""
    return fault.says if fault.problem is not FaultKind.VALUE else ""


def _hint(rule: Rule, fault: ModelFault) -> str | None:
    last = str(fault.path[-1]) if fault.path else ""
    if rule is UNKNOWN_PARAMETER:
        return _key_hint(last, fault)
    if rule is NULL:
        return "drop the key"
    if fault.problem is FaultKind.VALUE and isinstance(fault.found, str):
        near = nearest(fault.found, fault.known)
        return _TYPE_HINTS.get(fault.found) or (f"did you mean {near!r}?" if near else None)
    if rule is TOOL and "nested under" in fault.says:
        return "move what is under `function` up beside `type`, and add `strict`"
    if rule is TOOL and last == "strict" and fault.problem is FaultKind.MISSING:
        return "add `strict`, null where the tool does not say"
    if last in ("arguments", "parameters", "output") and fault.problem is FaultKind.KIND:
        return "dump it to JSON text" if last != "parameters" else "give the object, not its text"
    if rule is NOT_AN_OBJECT and isinstance(fault.found, str):
        return "parse the text and store the object"
    return None


def _key_hint(key: str, fault: ModelFault) -> str:
    if key in _KEY_HINTS:
        return _KEY_HINTS[key]
    if key in _NO_COUNTERPART:
        return "leave it to the configuration of the model server"
    near = nearest(key, fault.known, 0.75) or nearest(key.lower(), fault.known, 0.9)
    return f"did you mean `{near}`?" if near else "put it beside `responses_create_params`"


CATCH_ALL = Rule(
    code="NG012",
    name="gym-catch-all-item",
    severity=Severity.WARNING,
    summary="An input item that passes the row check by accident and fails in mid-rollout",
    why=(
        "An item without `type` that is not a valid message (an unknown role, no"
        " content, content that"
        " is null) is not refused: it falls into the permissive model for MCP tool lists. A model"
        " server that converts the request for Chat Completions then fails in the middle of the"
        " rollout. tagger is stricter than the row check here on purpose; two forms that survive"
        " the conversion, an answer of a tool and chat-style calls without text, are let through."
    ),
    bad=_file('{"input": [{"role": "bot", "content": "Hi"}]}'),
    good=_file('{"input": [{"role": "user", "content": "Hi"}]}'),
    source="nemo-gym 0.7.0, openai_utils._discriminate_untyped_input_item, responses_converter",
)

DROPPED_CALLS = Rule(
    code="NG013",
    name="gym-dropped-tool-calls",
    severity=Severity.WARNING,
    summary="Chat-style `tool_calls` on a message with text are dropped silently",
    why=(
        "A message model ignores keys that it does not have. The calls of an assistant belong into"
        " items of their own, with `type: function_call`; as `tool_calls` beside text they are"
        " lost, and the model sees an answer without its calls."
    ),
    bad=_file(
        '{"input": [{"role": "assistant", "content": "Let me look.", "tool_calls": [{"id": "1"}]}]}'
    ),
    good=_file('{"input": [{"role": "assistant", "content": "Let me look."}]}'),
    source="nemo-gym 0.7.0, openai_utils.NeMoGymEasyInputMessage",
)

CONFLICT = Rule(
    code="NG015",
    name="gym-conflicting-task-data",
    severity=Severity.WARNING,
    summary="A key has one value in `verifier_metadata` and another beside it",
    why=(
        "The framework reads the keys of `verifier_metadata` and `task_data` as if they were at"
        " the top of the row. Where a key is in two places with different values, its own"
        " validation reports a conflict, and which of them a verifier sees depends on the server."
    ),
    bad={
        "validation.jsonl": (
            '{"responses_create_params": {"input": "Hi"}, "answer": "4",'
            ' "verifier_metadata": {"answer": "5"}}\n'
        )
    },
    good={
        "validation.jsonl": (
            '{"responses_create_params": {"input": "Hi"}, "verifier_metadata": {"answer": "5"}}\n'
        )
    },
    source="nemo-gym 0.7.0, task_data.normalize_task_fields",
)

RESPONSES_ONLY = Rule(
    code="NG020",
    name="gym-responses-only-parameter",
    severity=Severity.INFO,
    summary="A parameter that only a model server for the Responses API takes",
    why=(
        "`background`, `context_management`, `conversation`, `include`, `max_tool_calls`,"
        " `previous_response_id`, `prompt` and `truncation` pass the row check and have no"
        " counterpart in Chat Completions: a model server that converts the request refuses it."
    ),
    bad=_file('{"input": "Hi", "truncation": "auto"}'),
    good=_file('{"input": "Hi"}'),
    source="nemo-gym 0.7.0, responses_converter",
)


_ACCEPTED = (CATCH_ALL, DROPPED_CALLS, CONFLICT, RESPONSES_ONLY)


@CATCH_ALL.check
@DROPPED_CALLS.check
@CONFLICT.check
@RESPONSES_ONLY.check
def _check_accepted_rows(found: TaskFiles) -> Iterator[Finding]:
    """Rows that the row check accepts although they do not do what was meant."""
    for file in found.files:
        yield from file.findings(_ACCEPTED)


def warn_of_row(
    faults: RowFaults, agents: dict[str, int], line: int, row: Mapping[str, Any]
) -> None:
    """Record the warnings about one row, and the agent that it names."""
    for index, item in drifting(row):
        _warn_of_drifting(faults, line, index, item)
    for index in dropped_calls(row):
        message = f"`input[{index}].tool_calls` beside text: the calls are dropped"
        hint = "give each call as an item of type `function_call`"
        faults.add(DROPPED_CALLS, line, message, hint=hint)
    _warn_of_conflicts(faults, line, row)
    params = row.get(PARAMS)
    for key in _RESPONSES_ONLY:
        if isinstance(params, dict) and params.get(key) is not None:
            message = f"`{key}` works with a model server for the Responses API only"
            faults.add(RESPONSES_ONLY, line, message, kind=key)
    reference = row.get("agent_ref")
    if isinstance(reference, dict) and isinstance(reference.get("name"), str):
        agents.setdefault(reference["name"], line)


def _warn_of_drifting(faults: RowFaults, line: int, index: int, item: Mapping[str, Any]) -> None:
    why, kind = _reason(item)
    message = (
        f"`input[{index}]` {why}: it passes the row check as a list of MCP tools and fails when"
        " the rollout converts it"
    )
    hint = "use the role user, assistant, system or developer, and content as text or parts"
    faults.add(CATCH_ALL, line, message, hint=hint, kind=kind)


def _reason(item: Mapping[str, Any]) -> tuple[str, object]:
    if "role" not in item:
        return "has no role and is not a call", "role"
    role = item["role"]
    if role not in ("user", "assistant", "system", "developer"):
        what = quoted(role)
        return f"has the unknown role {what}", ("role", what)
    if "content" not in item:
        return "has no content", "content"
    if not isinstance(item["content"], (str, list)):
        return f"has content that is {noun_of(item['content'])}", "content"
    return "has parts of an answer and no `type`", "parts"


def _warn_of_conflicts(faults: RowFaults, line: int, row: Mapping[str, Any]) -> None:
    seen = {
        key: value for key, value in row.items() if key not in _OWNED and key not in _CONTAINERS
    }
    for container in _CONTAINERS:
        inner = row.get(container)
        for key, value in inner.items() if isinstance(inner, dict) else ():
            if key in seen and seen[key] != value:
                message = f"`{shown(key)}` has one value in `{container}` and another beside it"
                faults.add(CONFLICT, line, message, kind=(container, key))
            seen.setdefault(key, value)
