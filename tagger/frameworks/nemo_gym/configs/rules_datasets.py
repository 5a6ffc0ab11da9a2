"""Rules about the dataset entries of a server block."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_MODEL = "nemo-gym 0.7.0, config_types.DatasetConfig"


def _entry(text: str) -> dict[str, str]:
    """A configuration with one entry; ``text`` is put below its first two keys."""
    lines = (
        "name: sums",
        "jsonl_fpath: resources_servers/alpha/data/example.jsonl",
        *text.split("\n"),
    )
    body = "".join(
        f"{'      - ' if not number else '        '}{line}\n" for number, line in enumerate(lines)
    )
    return {
        "resources_servers/alpha/configs/other.yaml": (
            "alpha:\n  resources_servers:\n    alpha:\n      entrypoint: app.py\n"
            "      domain: math\n      datasets:\n" + body
        )
    }


LICENSE_LABEL = Rule(
    code="NG102",
    name="gym-license-label",
    severity=Severity.ERROR,
    summary="A licence that is not one of the framework's labels",
    why=(
        "The licence of a dataset entry is one of ten labels, case and blanks included. SPDX and"
        " card spellings (`Apache-2.0`, `mit`, `cc-by-4.0`) are refused, on example sets too, and"
        " the server is lost with the entry; the fault shows minutes into the start of a trainer."
        " On a benchmark any text passes and is ignored, so the finding is information there."
        "\n\nThe fix writes the label that means the same licence, where there is one."
    ),
    bad=_entry("type: train\nlicense: Apache-2.0"),
    good=_entry("type: train\nlicense: Apache 2.0"),
    source=f"{_MODEL}; NVIDIA-NeMo/Gym#56, #249, #1574, #1578",
    fix=Safety.SAFE,
)
LICENSE_MISSING = Rule(
    code="NG103",
    name="gym-license-missing",
    severity=Severity.ERROR,
    summary="A train or validation set without a licence",
    why=(
        "Entries of type train and validation must have a `license`; null counts as none. Example"
        " and benchmark entries need none."
    ),
    bad=_entry("type: train"),
    good=_entry("type: train\nlicense: TBD"),
    source=f"{_MODEL}.check_train_validation_sets",
)
ENTRY = Rule(
    code="NG104",
    name="gym-dataset-entry",
    severity=Severity.ERROR,
    summary="A dataset entry that the parser refuses",
    why=(
        "An entry has `name`, `type` (train, validation, example or benchmark) and `jsonl_fpath`,"
        " all text; a benchmark needs `prepare_script`; `num_repeats` is 1 or more; `taskset` is"
        " null or text that is not empty. One bad entry loses the whole server."
        "\n\nEntries on a model server are accepted by the parser and refused by collation: a"
        " warning."
    ),
    bad=_entry("type: test"),
    good=_entry("type: example"),
    source=f"{_MODEL}, BenchmarkDatasetConfig",
)
SOURCE = Rule(
    code="NG105",
    name="gym-dataset-source",
    severity=Severity.ERROR,
    summary="The source of a dataset entry is refused",
    why=(
        "`source` has `type: huggingface` with `repo_id`, or `type: gitlab` with `dataset_name`,"
        " `version` and `artifact_fpath`, all text: an unquoted `0.1` is a number. It must not"
        " stand beside the older `huggingface_identifier` or `gitlab_identifier`; those two may"
        " stand together."
    ),
    bad=_entry("type: example\nsource:\n  type: hf\n  repo_id: ann/sums"),
    good=_entry("type: example\nsource:\n  type: huggingface\n  repo_id: ann/sums"),
    source=f"{_MODEL}.normalize_dataset_source",
)
REPO_ID = Rule(
    code="NG106",
    name="gym-repo-id",
    severity=Severity.ERROR,
    summary="`repo_id` is no repository id",
    why=(
        "The parser takes any text; the download does not. With `artifact_fpath` the Hub's client"
        " refuses a web address, a `datasets/` prefix, a revision and illegal characters at once;"
        " without it `datasets` takes most of them for a local path, and understands"
        " `hf://datasets/owner/name`. tagger is stricter than the parser here on purpose."
    ),
    bad=_entry(
        "type: example\nsource:\n  type: huggingface\n"
        "  repo_id: https://huggingface.co/datasets/ann/sums"
    ),
    good=_entry("type: example\nsource:\n  type: huggingface\n  repo_id: ann/sums"),
    source="huggingface_hub, utils.validate_repo_id; NVIDIA-NeMo/Gym#419",
)
IGNORED_KEY = Rule(
    code="NG107",
    name="gym-ignored-dataset-key",
    severity=Severity.WARNING,
    summary="A key of a dataset entry that is silently ignored although it was meant",
    why=(
        "Entries ignore keys that they do not know. A misspelt `num_repeat`, an invented"
        " `dataset_url` or a `prompt_config` on an entry that is no benchmark load fine and do"
        " nothing. Keys that resemble nothing are left alone."
    ),
    bad=_entry("type: example\nnum_repeat: 4"),
    good=_entry("type: example\nnum_repeats: 4"),
    source=f"{_MODEL}; NVIDIA-NeMo/Gym#419",
)
TASK_FILE = Rule(
    code="NG114",
    name="gym-missing-task-file",
    severity=Severity.INFO,
    summary="`jsonl_fpath` names no file of the repository",
    why=(
        "Task files are often fetched or prepared, so a missing one is only reported where the"
        " entry has neither a source nor a `prepare_script`. It is a warning where a file of the"
        " same name lies elsewhere in the repository, which looks like a wrong path."
    ),
    bad={
        "resources_servers/alpha/configs/other.yaml": (
            "alpha:\n  resources_servers:\n    alpha:\n      entrypoint: app.py\n"
            "      domain: math\n      datasets:\n      - name: sums\n        type: example\n"
            "        jsonl_fpath: resources_servers/alpha/data/nowhere.jsonl\n"
        )
    },
    good=_entry("type: example"),
    source="NVIDIA-NeMo/Gym#582, #1530",
)
CONTRADICTION = Rule(
    code="NG115",
    name="gym-license-contradiction",
    severity=Severity.WARNING,
    summary="A configuration and the card name different licences for the same file",
    why=(
        "The card's `license` covers the files of the repository. An entry whose task file lies in"
        " the repository and whose label means another licence leaves users with two answers."
    ),
    bad=_entry("type: train\nlicense: Apache 2.0"),
    good=_entry("type: train\nlicense: MIT"),
    source="Cards and configurations of published NeMo Gym data sets",
)
