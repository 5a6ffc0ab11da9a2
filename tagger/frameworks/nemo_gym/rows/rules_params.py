"""Rules about ``responses_create_params``: what the row check refuses in one row."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity

_CHECK = "nemo-gym 0.7.0, train_data_utils.compute_sample_metrics"
_PARAMS = "nemo-gym 0.7.0, openai_utils.NeMoGymResponseCreateParamsNonStreaming"
_ITEMS = "nemo-gym 0.7.0, openai_utils.NeMoGymResponseInputItem"
_HIDDEN = (
    "`gym dataset collate` does not say so: it leaves the row out of the metrics, writes it to its"
    " output all the same and ends with status 0. The rollout fails later."
)


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
CATCH_ALL = Rule(
    code="NG012",
    name="gym-catch-all-item",
    severity=Severity.WARNING,
    summary="An input item that passes the row check by accident and fails in mid-rollout",
    why=(
        "An item without `type` that is no valid message (an unknown role, no content, content that"
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
    summary="Chat-style `tool_calls` on a message with text are dropped without a word",
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
