"""Rules about task files as a whole: lines, encodings, rollouts, placeholders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.nemo_gym.faults import quoted
from tagger.frameworks.nemo_gym.rows.states import TASK_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.rows.states import TaskFiles


_ROW = '{"responses_create_params": {"input": "Add 1 and 2."}}\n'
_READERS = "nemo-gym 0.7.0, train_data_utils, rollout_collection, hf_utils.check_jsonl_format"

UNREADABLE_ROW = Rule(
    code="NG002",
    name="gym-unreadable-row",
    severity=Severity.ERROR,
    summary="A line of a task file is not a JSON object",
    why=(
        "Every line, the last one included, must hold one JSON object. A blank line, a line that"
        " was cut off, a list, or nesting that `json` cannot follow is refused by the row check,"
        " stops collation when it writes its output, and stops rollout collection at once."
    ),
    bad={"validation.jsonl": _ROW + "\n" + _ROW * 3},
    good={"validation.jsonl": _ROW * 4},
    source=_READERS,
)

UNREADABLE_FILE = Rule(
    code="NG003",
    name="gym-unreadable-task-file",
    severity=Severity.ERROR,
    summary="A task file that is not UTF-8, or not one object a line",
    why=(
        "Task files are read as UTF-8. One byte of another encoding anywhere makes the whole file"
        " fail; of a file in UTF-16 nothing is read; a byte-order mark costs the first row. Objects"
        " that were printed over several lines, or one JSON array for all rows, are not"
        " JSONL: every"
        " line is refused."
    ),
    bad={"validation.jsonl": "\ufeff" + _ROW},
    good={"validation.jsonl": _ROW},
    source=_READERS,
)

ROLLOUT_READER = Rule(
    code="NG014",
    name="gym-rollout-reader",
    severity=Severity.WARNING,
    summary="A row that collation reads and rollout collection does not",
    why=(
        "Collation reads rows with `json`, rollout collection with `orjson`, which refuses NaN and"
        " Infinity, half surrogate pairs and nesting beyond 1,024 levels. Such a row passes every"
        " check and ends the run."
    ),
    bad={
        "validation.jsonl": '{"responses_create_params": {"input": "Add 1 and 2."}, "prior": NaN}\n'
    },
    good={
        "validation.jsonl": (
            '{"responses_create_params": {"input": "Add 1 and 2."}, "prior": null}\n'
        )
    },
    source="nemo-gym 0.7.0, rollout_collection",
)

PROMPT_AND_INPUT = Rule(
    code="NG019",
    name="gym-prompt-and-input",
    severity=Severity.ERROR,
    summary="Rows carry an input although their benchmark entry has a `prompt_config`",
    why=(
        "A benchmark entry with `prompt_config` makes the input from the fields of each row. A row"
        " that already has one that is not empty is refused; the two exclude each other."
    ),
    bad={
        "benchmarks/sums/config.yaml": (
            "sums:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
            "      datasets:\n      - name: sums\n        type: benchmark\n"
            "        jsonl_fpath: benchmarks/sums/data/sums.jsonl\n"
            "        prepare_script: benchmarks/sums/prepare.py\n"
            "        prompt_config: benchmarks/sums/prompt.yaml\n"
        ),
        "benchmarks/sums/prompt.yaml": "user: '{question}'\n",
        "benchmarks/sums/prepare.py": "def prepare(): ...\n",
        "benchmarks/sums/data/sums.jsonl": (
            '{"question": "1 + 2", "responses_create_params": {"input": "1 + 2"}}\n'
        ),
    },
    good={
        "benchmarks/sums/config.yaml": (
            "sums:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
            "      datasets:\n      - name: sums\n        type: benchmark\n"
            "        jsonl_fpath: benchmarks/sums/data/sums.jsonl\n"
            "        prepare_script: benchmarks/sums/prepare.py\n"
            "        prompt_config: benchmarks/sums/prompt.yaml\n"
        ),
        "benchmarks/sums/prompt.yaml": "user: '{question}'\n",
        "benchmarks/sums/prepare.py": "def prepare(): ...\n",
        "benchmarks/sums/data/sums.jsonl": (
            '{"question": "1 + 2", "responses_create_params": {}}\n'
        ),
    },
    source="nemo-gym 0.7.0, prompt.validate_prompt_compatibility",
)


_LINES = (UNREADABLE_ROW, UNREADABLE_FILE, ROLLOUT_READER, PROMPT_AND_INPUT)


@UNREADABLE_ROW.check
@UNREADABLE_FILE.check
@ROLLOUT_READER.check
@PROMPT_AND_INPUT.check
def _check_lines(found: TaskFiles) -> Iterator[Finding]:
    """Files and lines that one of the framework's readers cannot read."""
    for file in found.files:
        yield from file.findings(_LINES)


ROLLOUTS = Rule(
    code="NG016",
    name="gym-rollouts",
    severity=Severity.INFO,
    summary="Rollouts of NeMo Gym, which are not tasks",
    why=(
        "A row with both `response` and `reward` is the record of a rollout. It would pass the row"
        " check, and it is not a task: a repository that holds nothing else does not prove the tag"
        " `nemo-gym`."
    ),
    bad={
        "train.jsonl": (
            '{"responses_create_params": {"input": "Hi"}, "response": {}, "reward": 1}\n'
        ),
        "resources_servers/alpha/app.py": None,
        "resources_servers/alpha/data/example.jsonl": None,
    },
    good={"train.jsonl": '{"responses_create_params": {"input": "Hi"}, "reward": 1}\n'},
    source="nemo-gym 0.7.0, base_resources_server.BaseVerifyResponse",
)


@ROLLOUTS.check
def _check_rollouts(found: TaskFiles) -> Iterator[Finding]:
    """Records of rollouts, in repositories that have no tasks."""
    if any(file.is_judged for file in found.files):
        return
    hint = "publish the tasks beside them"
    for file in found.files:
        if file.holds_rollouts:
            message = f"{file.scan.rollouts:,} rows are records of rollouts: none of them is a task"
            yield ROLLOUTS.at(file.scan.path, message, hint=hint)
    if found.rollouts:
        message = f"{len(found.rollouts):,} files are named as records of rollouts: none has a task"
        yield ROLLOUTS.at(found.rollouts[0], message, hint=hint)


PLACEHOLDERS = Rule(
    code="NG017",
    name="gym-placeholder-rows",
    severity=Severity.INFO,
    summary="A blend: too many rows have no input yet to count as a task file",
    why=(
        "Training blends are published with placeholder rows that a script fills from other data"
        " sets. tagger counts a JSONL file as a task file when at least 80 % of its rows carry"
        " `responses_create_params` with `input`; below that line nothing is proven, whatever"
        " single rows look like."
    ),
    bad={
        "train.jsonl": _ROW + '{"id": "p1", "placeholder": true}\n',
        "resources_servers/alpha/app.py": None,
        "resources_servers/alpha/data/example.jsonl": None,
    },
    good={"train.jsonl": _ROW * 2},
    source="Training blends on the Hub and their fill_placeholders.py",
)


@PLACEHOLDERS.check
def _check_placeholders(found: TaskFiles) -> Iterator[Finding]:
    """Blends, in which fewer rows than it takes are tasks."""
    for file in found.files:
        if file.is_blend:
            sample = file.scan.sample
            read = " of the sample" if file.scan.extent else ""
            message = (
                f"{sample.shaped:,} of {sample.rows:,} rows{read} have an input; from"
                f" {TASK_SHARE * 100:.0f} % on this is a task file"
            )
            yield PLACEHOLDERS.at(file.scan.path, message, hint="fill in the placeholder rows")


UNKNOWN_AGENT = Rule(
    code="NG018",
    name="gym-unknown-agent",
    severity=Severity.INFO,
    summary="Rows name an agent that no configuration of the repository has",
    why=(
        "`agent_ref` is the older way to route rows; the framework never checks it and replaces it"
        " at collation. A name that no configuration here defines is worth a look, since renaming"
        " an agent leaves the rows behind; it is not a fault where the agent is one of the"
        " framework's own. Repositories without agents of their own are not judged."
    ),
    bad={
        "validation.jsonl": (
            '{"responses_create_params": {"input": "Hi"}, "agent_ref": {"name": "gamma_agent"}}\n'
        )
    },
    good={
        "validation.jsonl": (
            '{"responses_create_params": {"input": "Hi"}, "agent_ref": {"name": "alpha_agent"}}\n'
        )
    },
    source="NVIDIA-NeMo/Gym#1343, #2657",
)


@UNKNOWN_AGENT.check
def _check_unknown_agent(found: TaskFiles) -> Iterator[Finding]:
    """Agents that rows name and no configuration of the repository defines."""
    for file in found.files if found.agents else ():
        unknown = [name for name in file.scan.agents if name not in found.agents]
        if unknown and file.is_judged:
            more = f" (and {len(unknown) - 1:,} more names)" if len(unknown) > 1 else ""
            name, span = unknown[0], Span(file.scan.agents[unknown[0]])
            message = f"`agent_ref` names {quoted(name)}, which no configuration here has{more}"
            hint = "leave `agent_ref` out: collation replaces it"
            yield UNKNOWN_AGENT.at(file.scan.path, message, span, hint=hint)
