"""From a fault of one row to the rule it breaks, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.nemo_gym.faults import Fault, Problem, place
from tagger.frameworks.nemo_gym.rows import rules_params as rules
from tagger.frameworks.nemo_gym.rows.check import PARAMS
from tagger.text.near import nearest

if TYPE_CHECKING:
    from tagger.core.findings import Rule
    from tagger.frameworks.nemo_gym.rows.faults import RowFaults

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


def complain(faults: RowFaults, line: int, fault: Fault) -> None:
    """Put a fault of the row check down under its rule."""
    rule = rule_of(fault)
    message = f"`{row_place(fault.path)}` {fault.says}; the row check refuses the row"
    kind = (fault.problem, fault.pattern, _detail(fault))
    faults.add(rule, line, message, hint=_hint(rule, fault), kind=kind)


def rule_of(fault: Fault) -> Rule:
    """The rule that a fault of the row check breaks."""
    if fault.pattern[:1] != (PARAMS,):
        is_task = fault.pattern[0] in ("task_id", "task_input")
        return rules.MATERIALIZED if is_task else rules.PARAMETER_VALUE
    inner = fault.pattern[1:]
    if not inner:
        is_bare = fault.problem in (Problem.MISSING, Problem.NULL)
        return rules.WITHOUT_INPUT if is_bare else rules.NOT_AN_OBJECT
    if inner == ("input",):
        return rules.WITHOUT_INPUT
    if fault.problem is Problem.NULL and (len(inner) == 1 or inner == ("input", "[]", "type")):
        return rules.NULL
    if inner[0] == "tools":
        return rules.TOOL
    if inner[0] == "input":
        return rules.CONTENT_PART if "content" in inner else rules.INPUT_ITEM
    unknown = fault.problem is Problem.UNKNOWN and len(inner) == 1
    return rules.UNKNOWN_PARAMETER if unknown else rules.PARAMETER_VALUE


def row_place(path: tuple[str | int, ...]) -> str:
    """A path of a row; the part that is the same in every row is left out."""
    return place(path[1:] if len(path) > 1 and path[0] == PARAMS else path)


def _detail(fault: Fault) -> str:
    """What tells two kinds of fault at the same place apart."""
    if fault.problem is Problem.VALUE and isinstance(fault.found, str):
        return fault.found if fault.known else ""
    return fault.says if fault.problem is not Problem.VALUE else ""


def _hint(rule: Rule, fault: Fault) -> str | None:
    last = str(fault.path[-1]) if fault.path else ""
    if rule is rules.UNKNOWN_PARAMETER:
        return _key_hint(last, fault)
    if rule is rules.NULL:
        return "drop the key"
    if fault.problem is Problem.VALUE and isinstance(fault.found, str):
        near = nearest(fault.found, fault.known)
        return _TYPE_HINTS.get(fault.found) or (f"did you mean {near!r}?" if near else None)
    if rule is rules.TOOL and "nested under" in fault.says:
        return "move what stands under `function` up beside `type`, and add `strict`"
    if rule is rules.TOOL and last == "strict" and fault.problem is Problem.MISSING:
        return "add `strict`, null where the tool does not say"
    if last in ("arguments", "parameters", "output") and fault.problem is Problem.KIND:
        return "dump it to JSON text" if last != "parameters" else "give the object, not its text"
    if rule is rules.NOT_AN_OBJECT and isinstance(fault.found, str):
        return "parse the text and store the object"
    return None


def _key_hint(key: str, fault: Fault) -> str:
    if key in _KEY_HINTS:
        return _KEY_HINTS[key]
    if key in _NO_COUNTERPART:
        return "leave it to the configuration of the model server"
    near = nearest(key, fault.known, 0.75) or nearest(key.lower(), fault.known, 0.9)
    return f"did you mean `{near}`?" if near else "put it beside `responses_create_params`"
