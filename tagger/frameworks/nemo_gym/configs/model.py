"""The parser's model of a server block and its dataset entries.

Source: nemo-gym 0.7.0, ``config_types.DatasetConfig`` and ``BenchmarkDatasetConfig``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, quoted, wrong_kind
from tagger.frameworks.nemo_gym.model import Custom, Model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The published description of a configuration.
CONFIG_SCHEMA = "nemo-gym-config.schema.json"
IDENTIFIERS = ("huggingface_identifier", "gitlab_identifier")
_TYPES = ("train", "validation", "example", "benchmark")
#: ``huggingface_hub.utils.validate_repo_id`` (2.4.0).
_REPO_ID = re.compile(r"(\b[\w\-.]+\b/)?\b[\w\-.]{1,96}\b")


@cache
def config_model() -> Model:
    """The model of a configuration, made for the first one that there is."""
    return Model(
        CONFIG_SCHEMA,
        {
            "dataset": Custom(before=_type_faults, choose=_definition),
            "task_dataset": Custom(after=_conditions),
        },
    )


def known_keys(kind: object) -> tuple[str, ...]:
    """The keys that an entry of a type reads."""
    return tuple(config_model().properties(_definition({"type": kind})))


def license_labels() -> Sequence[str]:
    """The framework's names of licenses."""
    labels: list[str] = config_model().document["$defs"]["license_label"]["enum"]
    return labels


def _definition(entry: Mapping[str, Any]) -> str:
    """The model that takes entries of this type; each type belongs to one of the two."""
    return "benchmark_dataset" if entry.get("type") == "benchmark" else "task_dataset"


def _type_faults(entry: Any) -> Sequence[ModelFault]:
    """What keeps an entry from either model."""
    if not isinstance(entry, dict):
        return (wrong_kind(entry, "an object"),)
    kind = entry.get("type")
    if kind in _TYPES or "type" not in entry:
        return ()
    words = f"{', '.join(_TYPES[:-1])} or {_TYPES[-1]}"
    if kind is None:
        return (wrong_kind(None, words).inside("type", "type"),)
    says = f"is {quoted(kind)}, must be {words}"
    return (ModelFault(FaultKind.VALUE, says, ("type",), ("type",), kind, _TYPES),)


def _conditions(entry: Mapping[str, Any]) -> Sequence[ModelFault]:
    """The conditions between fields; pydantic looks at them once the fields are right."""
    kind = entry.get("type")
    faults = []
    if kind in ("train", "validation") and entry.get("license") is None:
        says = f"is missing, and a set of type {kind} needs one"
        faults.append(ModelFault(FaultKind.MISSING, says, ("license",), ("license",)))
    older = [key for key in IDENTIFIERS if entry.get(key) is not None]
    if entry.get("source") is not None and older:
        says = f"is given beside `{older[0]}`: only one of them may be"
        faults.append(ModelFault(FaultKind.VALUE, says, ("source",), ("source",), entry["source"]))
    return faults


def repo_id_fault(repo_id: str, *, whole_file: bool) -> str | None:
    """Why a repository id cannot be downloaded from, as a predicate.

    Args:
        repo_id: as written.
        whole_file: whether the entry names one file, which goes to the Hub's client, or leaves
            it to ``datasets``, which also takes ``hf://datasets/owner/name``.
    """
    if not whole_file and repo_id.startswith("hf://datasets/"):
        repo_id = repo_id.removeprefix("hf://datasets/")
    if "://" in repo_id:
        return "is an address, not `owner/name`"
    if repo_id.count("/") > 1:
        return "has more than two parts, not `owner/name`"
    if not _REPO_ID.fullmatch(repo_id) or "--" in repo_id or ".." in repo_id:
        return "is not an `owner/name` that the Hub takes"
    return "ends in `.git`" if repo_id.endswith(".git") else None
