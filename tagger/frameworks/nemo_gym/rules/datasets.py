"""Rules about the dataset entries of a server block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Safety, Severity
from tagger.frameworks.nemo_gym.configs.case import block_findings
from tagger.frameworks.nemo_gym.configs.instances import (
    blocks,
    dataset_entries,
)
from tagger.frameworks.nemo_gym.configs.model import (
    IDENTIFIERS,
    known_keys,
    license_labels,
    repo_id_fault,
)
from tagger.frameworks.nemo_gym.configs.paths import find_file, is_absolute
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    CARD_LICENSES,
    MODELS,
    UNSET,
    license_label,
)
from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, quoted, shown
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.case import Case
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.faults import ModelFault
    from tagger.tree.view import TreeView

_MODEL = "nemo-gym 0.7.0, config_types.DatasetConfig"
_Path = tuple[str | int, ...]
_IGNORED_ON_BENCHMARKS = ("license", "source", *IDENTIFIERS)
#: Keys that nobody writes by accident: what they are meant to do, an entry does elsewhere.
_MEANT = {
    "dataset_url": "source",
    "url": "source",
    "repo_id": "source",
    "licence": "license",
    "jsonl_path": "jsonl_fpath",
    "path": "jsonl_fpath",
    "split": "type",
    "repeats": "num_repeats",
}


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


def _field(fault: ModelFault) -> str | None:
    """The field of a dataset entry that a fault of a block is about; empty for the entry itself."""
    if fault.pattern[0] != "datasets" or len(fault.pattern) < 3:
        return None
    return fault.pattern[2]


LICENSE_LABEL = Rule(
    code="NG102",
    name="gym-license-label",
    severity=Severity.ERROR,
    summary="A license that is not one of the framework's labels",
    why=(
        "The license of a dataset entry is one of ten labels, case and spaces included. SPDX and"
        " card spellings (`Apache-2.0`, `mit`, `cc-by-4.0`) are refused, on example sets too, and"
        " the server is lost with the entry; the fault shows minutes into the start of a trainer."
        " On a benchmark any text passes and is ignored, so the finding is information there."
        "\n\nThe fix writes the label that means the same license, where there is one."
    ),
    bad=_entry("type: train\nlicense: Apache-2.0"),
    good=_entry("type: train\nlicense: Apache 2.0"),
    source=f"{_MODEL}; NVIDIA-NeMo/Gym#56, #249, #1574, #1578",
    fix=Safety.SAFE,
)


@LICENSE_LABEL.check
def _check_license_label(case: Case) -> Iterator[Finding]:
    """Licenses that are not one of the labels; on a benchmark any text is ignored."""
    yield from block_findings(
        case,
        LICENSE_LABEL,
        lambda fault: _field(fault) == "license" and fault.problem is not FaultKind.MISSING,
    )
    for where, entry in dataset_entries(case.document):
        yield from _benchmark_license(case.document, where, entry)


def _benchmark_license(
    document: Document, where: _Path, entry: Mapping[Any, Any]
) -> Iterator[Finding]:
    """A note on a benchmark's license that is not one of the labels: it is ignored there."""
    label = entry.get("license")
    if entry.get("type") != "benchmark" or not isinstance(label, str):
        return
    if label in license_labels():
        return
    right = license_label(label)
    yield LICENSE_LABEL.at(
        document.path,
        f"the license {quoted(label)} is not one of the labels, and is ignored on a benchmark",
        document.span(*where, "license"),
        hint=f"write `{right}`" if right else None,
        severity=Severity.INFO,
    )


LICENSE_MISSING = Rule(
    code="NG103",
    name="gym-license-missing",
    severity=Severity.ERROR,
    summary="A train or validation set without a license",
    why=(
        "Entries of type train and validation must have a `license`; null counts as none. Example"
        " and benchmark entries need none."
    ),
    bad=_entry("type: train"),
    good=_entry("type: train\nlicense: TBD"),
    source=f"{_MODEL}.check_train_validation_sets",
)


@LICENSE_MISSING.check
def _check_license_missing(case: Case) -> Iterator[Finding]:
    """Train and validation sets without a license."""
    yield from block_findings(
        case,
        LICENSE_MISSING,
        lambda fault: _field(fault) == "license" and fault.problem is FaultKind.MISSING,
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


@ENTRY.check
def _check_entry(case: Case) -> Iterator[Finding]:
    """Other values of an entry that are refused, and entries where collation wants none."""
    yield from block_findings(
        case, ENTRY, lambda fault: _field(fault) not in (None, "license", "source", *IDENTIFIERS)
    )
    for block in blocks(case.document):
        datasets = block.data.get("datasets")
        if isinstance(datasets, list) and datasets and block.type == MODELS:
            yield ENTRY.at(
                case.document.path,
                "a model server has datasets: collation refuses them",
                case.document.key_span(*block.where, "datasets"),
                hint="move them to the resources server or the agent",
                severity=Severity.WARNING,
            )


SOURCE = Rule(
    code="NG105",
    name="gym-dataset-source",
    severity=Severity.ERROR,
    summary="The source of a dataset entry is refused",
    why=(
        "`source` has `type: huggingface` with `repo_id`, or `type: gitlab` with `dataset_name`,"
        " `version` and `artifact_fpath`, all text: an unquoted `0.1` is a number. It must not"
        " be given beside the older `huggingface_identifier` or `gitlab_identifier`; those two may"
        " be given together."
    ),
    bad=_entry("type: example\nsource:\n  type: hf\n  repo_id: ann/sums"),
    good=_entry("type: example\nsource:\n  type: huggingface\n  repo_id: ann/sums"),
    source=f"{_MODEL}.normalize_dataset_source",
)


@SOURCE.check
def _check_source(case: Case) -> Iterator[Finding]:
    """Sources and older identifiers that are refused."""
    yield from block_findings(case, SOURCE, lambda fault: _field(fault) in ("source", *IDENTIFIERS))


REPO_ID = Rule(
    code="NG106",
    name="gym-repo-id",
    severity=Severity.ERROR,
    summary="`repo_id` is not a repository id",
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


@REPO_ID.check
def _check_repo_id(case: Case) -> Iterator[Finding]:
    """Repository ids that cannot be downloaded from."""
    for where, entry in dataset_entries(case.document):
        yield from _repo_ids(case.document, where, entry)


def _repo_ids(document: Document, where: _Path, entry: Mapping[Any, Any]) -> Iterator[Finding]:
    for key in ("source", "huggingface_identifier"):
        source = entry.get(key)
        repo_id = source.get("repo_id") if isinstance(source, dict) else None
        if not isinstance(repo_id, str) or repo_id == UNSET or "${" in repo_id:
            continue
        fault = repo_id_fault(repo_id, whole_file=bool(source and source.get("artifact_fpath")))
        if fault:
            yield REPO_ID.at(
                document.path,
                f"`repo_id` {quoted(repo_id, 80)} {fault}: the download fails",
                document.span(*where, key, "repo_id"),
                hint="write `owner/name`",
            )


IGNORED_KEY = Rule(
    code="NG107",
    name="gym-ignored-dataset-key",
    severity=Severity.WARNING,
    summary="A key of a dataset entry that is silently ignored although it was meant",
    why=(
        "Entries ignore keys that they do not know. A misspelt `num_repeat`, an invented"
        " `dataset_url` or a `prompt_config` on an entry that is not a benchmark load fine and do"
        " nothing. Keys that resemble nothing are left alone."
    ),
    bad=_entry("type: example\nnum_repeat: 4"),
    good=_entry("type: example\nnum_repeats: 4"),
    source=f"{_MODEL}; NVIDIA-NeMo/Gym#419",
)


@IGNORED_KEY.check
def _check_ignored_key(case: Case) -> Iterator[Finding]:
    """Keys that an entry ignores although they were meant."""
    for where, entry in dataset_entries(case.document):
        yield from _ignored_keys(case.document, where, entry)


def _ignored_keys(document: Document, where: _Path, entry: Mapping[Any, Any]) -> Iterator[Finding]:
    kind = entry.get("type")
    known = known_keys(kind)
    for key in map(str, entry):
        if key in known or (kind == "benchmark" and key in _IGNORED_ON_BENCHMARKS):
            continue
        right = _MEANT.get(key) or nearest(key, [k for k in known if k not in entry], 0.8)
        if key in ("prompt_config", "agent"):
            hint = "only entries of type benchmark read it"
        elif right:
            hint = f"did you mean `{right}`?"
        else:
            continue
        message = f"the key `{shown(key)}` is ignored"
        yield IGNORED_KEY.at(document.path, message, document.key_span(*where, key), hint=hint)


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


@TASK_FILE.check
def _check_task_file(case: Case) -> Iterator[Finding]:
    """Task files that are neither in the repository nor fetched from elsewhere."""
    for where, entry in dataset_entries(case.document):
        path = entry.get("jsonl_fpath")
        fetched = any(entry.get(key) for key in ("source", *IDENTIFIERS, "prepare_script"))
        if not isinstance(path, str) or fetched or is_absolute(path):
            continue
        if (
            path != UNSET
            and "${" not in path
            and not find_file(case.view, case.document.path, path)
        ):
            yield _missing_file(case.view, case.document, where, path)


def _missing_file(view: TreeView, document: Document, where: _Path, path: str) -> Finding:
    twins = [entry.path for entry in view.named(path.rpartition("/")[2])]
    hint = f"a file of this name is at {twins[0]}" if twins else "add the file, or a `source`"
    return TASK_FILE.at(
        document.path,
        f"the task file {quoted(path, 80)} is not in the repository",
        document.span(*where, "jsonl_fpath"),
        hint=hint,
        severity=Severity.WARNING if len(twins) == 1 else Severity.INFO,
    )


CONTRADICTION = Rule(
    code="NG115",
    name="gym-license-contradiction",
    severity=Severity.WARNING,
    summary="A configuration and the card name different licenses for the same file",
    why=(
        "The card's `license` covers the files of the repository. An entry whose task file lies in"
        " the repository and whose label means another license leaves users with two answers."
    ),
    bad=_entry("type: train\nlicense: Apache 2.0"),
    good=_entry("type: train\nlicense: MIT"),
    source="Cards and configurations of published NeMo Gym data sets",
)


@CONTRADICTION.check
def _check_contradiction(case: Case) -> Iterator[Finding]:
    """Licenses of entries that are not the card's, for files of the repository."""
    card = case.card_license
    for where, entry in dataset_entries(case.document) if card else ():
        meant, path = CARD_LICENSES.get(str(entry.get("license"))), entry.get("jsonl_fpath")
        if not meant or card in (meant, "other", "unknown") or not isinstance(path, str):
            continue
        if find_file(case.view, case.document.path, path):
            yield CONTRADICTION.at(
                case.document.path,
                f"this entry says {meant}, and the card says {card}",
                case.document.span(*where, "license"),
                hint="make both say the same",
            )
