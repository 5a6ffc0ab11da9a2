"""Dataset entries that load and do the wrong thing, or fail at the download."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_datasets as rules
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.model import (
    IDENTIFIERS,
    known_keys,
    license_labels,
    repo_id_fault,
)
from tagger.frameworks.nemo_gym.configs.paths import find_file, is_absolute
from tagger.frameworks.nemo_gym.configs.rules_servers import ABSOLUTE_PATH
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    CARD_LICENSES,
    MODELS,
    UNSET,
    license_label,
)
from tagger.frameworks.nemo_gym.faults import quoted, shown
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView

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
_PATHS = ("jsonl_fpath", "prepare_script", "prompt_config")
_IGNORED_ON_BENCHMARKS = ("license", "source", *IDENTIFIERS)
_Path = tuple[str | int, ...]


def check_datasets(view: TreeView, document: Document, licence: str | None) -> Iterator[Finding]:
    """Every such entry of a document; ``licence`` is the card's, where it has exactly one."""
    for block in blocks(document):
        datasets = block.data.get("datasets")
        entries = datasets if isinstance(datasets, list) else []
        if entries and block.type == MODELS:
            message = "a model server has data sets: collation refuses them"
            yield rules.ENTRY.at(
                document.path,
                message,
                document.key_span(*block.where, "datasets"),
                hint="move them to the resources server or the agent",
                severity=Severity.WARNING,
            )
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                where = (*block.where, "datasets", index)
                yield from _ignored_keys(document, where, entry)
                yield from _benchmark_license(document, where, entry)
                yield from _repo_ids(document, where, entry)
                yield from _paths(view, document, where, entry)
                yield from _contradiction(view, document, where, entry, licence)


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
        yield rules.IGNORED_KEY.at(
            document.path, message, document.key_span(*where, key), hint=hint
        )


def _benchmark_license(
    document: Document, where: _Path, entry: Mapping[Any, Any]
) -> Iterator[Finding]:
    """A licence on a benchmark is ignored; a spelling that would be refused elsewhere is told."""
    label = entry.get("license")
    if entry.get("type") != "benchmark" or not isinstance(label, str):
        return
    if label in license_labels():
        return
    right = license_label(label)
    yield rules.LICENSE_LABEL.at(
        document.path,
        f"the licence {quoted(label)} is not one of the labels, and is ignored on a benchmark",
        document.span(*where, "license"),
        hint=f"write `{right}`" if right else None,
        severity=Severity.INFO,
    )


def _repo_ids(document: Document, where: _Path, entry: Mapping[Any, Any]) -> Iterator[Finding]:
    for key in ("source", "huggingface_identifier"):
        source = entry.get(key)
        repo_id = source.get("repo_id") if isinstance(source, dict) else None
        if not isinstance(repo_id, str) or repo_id == UNSET or "${" in repo_id:
            continue
        fault = repo_id_fault(repo_id, whole_file=bool(source and source.get("artifact_fpath")))
        if fault:
            yield rules.REPO_ID.at(
                document.path,
                f"`repo_id` {quoted(repo_id, 80)} {fault}: the download fails",
                document.span(*where, key, "repo_id"),
                hint="write `owner/name`",
            )


def _paths(
    view: TreeView, document: Document, where: _Path, entry: Mapping[Any, Any]
) -> Iterator[Finding]:
    for key in _PATHS:
        path = entry.get(key)
        if isinstance(path, str) and is_absolute(path):
            message = f"`{key}` {quoted(path, 80)} is absolute"
            hint = "give it relative to the folder that holds the server folders"
            span = document.span(*where, key)
            yield ABSOLUTE_PATH.at(document.path, message, span, hint=hint)
    path = entry.get("jsonl_fpath")
    fetched = any(entry.get(key) for key in ("source", *IDENTIFIERS, "prepare_script"))
    if not isinstance(path, str) or fetched or is_absolute(path) or path == UNSET or "${" in path:
        return
    if find_file(view, document.path, path) is None:
        yield _missing_file(view, document, where, path)


def _missing_file(view: TreeView, document: Document, where: _Path, path: str) -> Finding:
    twins = [entry.path for entry in view.named(path.rpartition("/")[2])]
    hint = f"a file of this name is at {twins[0]}" if twins else "add the file, or a `source`"
    return rules.TASK_FILE.at(
        document.path,
        f"the task file {quoted(path, 80)} is not in the repository",
        document.span(*where, "jsonl_fpath"),
        hint=hint,
        severity=Severity.WARNING if len(twins) == 1 else Severity.INFO,
    )


def _contradiction(
    view: TreeView,
    document: Document,
    where: _Path,
    entry: Mapping[Any, Any],
    licence: str | None,
) -> Iterator[Finding]:
    meant = CARD_LICENSES.get(str(entry.get("license")))
    path = entry.get("jsonl_fpath")
    if not licence or not meant or licence in (meant, "other", "unknown"):
        return
    if isinstance(path, str) and find_file(view, document.path, path):
        yield rules.CONTRADICTION.at(
            document.path,
            f"this entry says {meant}, and the card says {licence}",
            document.span(*where, "license"),
            hint="let both say the same",
        )
