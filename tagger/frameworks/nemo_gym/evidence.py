"""The verdict in words: evidence, what is missing, what is short of proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Evidence, Need
from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.vocabulary import RESOURCES
from tagger.frameworks.nemo_gym.faults import shown
from tagger.frameworks.nemo_gym.rows.states import FileState
from tagger.frameworks.nemo_gym.rules.files import PLACEHOLDERS
from tagger.frameworks.nemo_gym.rules.servers import ENTRY_POINT
from tagger.frameworks.parquet import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Unit
    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.rows.states import TaskFile
    from tagger.frameworks.nemo_gym.servers.find import Server

#: More than this are not listed.
_MAX_NEEDS = 20


def evidence_of(
    files: Sequence[TaskFile], servers: Sequence[Server], units: Sequence[Unit]
) -> Iterator[Evidence]:
    """What shows that the tree is the framework's, file by file."""
    for file in files:
        if what := _words(file):
            aside = f"; {file.aside}: proves nothing" if file.aside else ""
            yield Evidence(file.scan.path, what + aside)
    for entry, config in sorted({(s.entry, s.document.path) for s in servers}):
        yield Evidence(entry, f"a resources server, named by {config}")
    for unit in units:
        if unit.payload is None:
            what = "dataset_info declares `responses_create_params` as a struct with `input`"
            yield Evidence(unit.path, what)
        elif isinstance(unit.payload, Table):
            yield Evidence(
                unit.path, "its column `responses_create_params` is a struct with `input`"
            )


def _words(file: TaskFile) -> str | None:
    scan = file.scan
    extent = f" of {scan.extent}" if scan.extent else ""
    if file.state is FileState.TASKS:
        return f"{scan.accepted:,} of {scan.rows:,} rows{extent} are accepted as tasks"
    if file.state is FileState.BROKEN:
        why = scan.lost or "is refused row by row"
        return f"a task file by its keys, which {why}"
    if file.state is FileState.BLEND:
        return f"{scan.sample.shaped:,} of {scan.sample.rows:,} sampled rows carry an input"
    if file.state is FileState.ROLLOUTS:
        return f"{scan.rollouts:,} rollouts{extent}, which are not tasks"
    return None


def needs_of(
    files: Sequence[TaskFile],
    broken: Sequence[Unit],
    findings: Sequence[Finding],
    documents: Sequence[Document],
) -> Iterator[Need]:
    """What the owner would change so that something loads, where nothing does."""
    for unit in broken[:_MAX_NEEDS]:
        prefix = f"{unit.path}/"
        for finding in findings:
            inside = finding.path == unit.path or finding.path.startswith(prefix)
            if inside and finding.severity is Severity.ERROR:
                yield Need(f"fix {finding.path}: {finding.message}", finding.rule.code)
                break
    for file in files:
        if file.state is FileState.BLEND and not file.aside:
            yield Need(f"fill the placeholder rows of {file.scan.path}", PLACEHOLDERS.code)
    if not broken:
        yield from _missing_code(documents)


def _missing_code(documents: Sequence[Document]) -> Iterator[Need]:
    """Configurations of resources servers whose code is not in the tree."""
    for document in documents[:_MAX_NEEDS]:
        for block in blocks(document):
            entry = block.data.get("entrypoint")
            if block.type == RESOURCES and isinstance(entry, str):
                place = f"{RESOURCES}/{shown(block.implementation)}/{shown(entry)}"
                what = f"add the server that {document.path} names, as {place}"
                yield Need(what, ENTRY_POINT.code)
                break


def suggestions_of(files: Sequence[TaskFile]) -> Iterator[Evidence]:
    """Blends of which at least half the rows are tasks."""
    for file in files:
        if file.state is FileState.BLEND and file.is_near and not file.aside:
            yield Evidence(file.scan.path, _words(file) or "")
