"""The verdict: which task files, tables and servers NeMo Gym gets from a tree, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.card import read_card
from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import Severity, checks_of, rules_in
from tagger.frameworks.nemo_gym.configs import files as config_files
from tagger.frameworks.nemo_gym.configs.case import Case
from tagger.frameworks.nemo_gym.configs.context import Context
from tagger.frameworks.nemo_gym.configs.files import read_configs
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.vocabulary import AGENTS, RESOURCES
from tagger.frameworks.nemo_gym.faults import shown
from tagger.frameworks.nemo_gym.rows import files as row_files
from tagger.frameworks.nemo_gym.rows.files import Reader, row_uses
from tagger.frameworks.nemo_gym.rows.states import FileState, TaskFile, TaskFiles, task_file
from tagger.frameworks.nemo_gym.rules import datasets, includes, manifests, references
from tagger.frameworks.nemo_gym.rules import files as file_rules
from tagger.frameworks.nemo_gym.rules import rows as row_rules
from tagger.frameworks.nemo_gym.rules import servers as server_rules
from tagger.frameworks.nemo_gym.servers.find import entry_points, find_servers, misplaced_servers
from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
from tagger.frameworks.nemo_gym.table import card_license, declares_rows, task_tables
from tagger.frameworks.parquet import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.files import Configs
    from tagger.frameworks.nemo_gym.servers.find import Server
    from tagger.tree.view import TreeView

#: More missing things than this are not listed.
_MAX_NEEDS = 20
#: The checks of task files.
_ROW_CHECKS = checks_of(rules_in(row_rules, file_rules))
#: The checks of one configuration that can be read.
_CONFIG_CHECKS = checks_of(
    rule
    for rule in rules_in(server_rules, datasets, references, includes)
    if rule is not server_rules.YAML
)
#: The check of files that cannot be read as configurations.
_BAD_FILE_CHECKS = checks_of((server_rules.YAML,))
_MANIFEST_CHECKS = checks_of((manifests.MANIFEST, manifests.SURROUNDINGS))


def read_first(view: TreeView) -> Iterator[str]:
    """Configurations and short row files."""
    yield from config_files.read_first(view)
    yield from row_files.read_first(view)


def detect(view: TreeView) -> Detection:
    """What NeMo Gym 0.7.0 makes of a tree: its task files, tables and resources servers."""
    configs = read_configs(view)
    code = Recogniser(view)
    view.expect(_entry_points(view, configs))
    servers = list(find_servers(view, configs.servers, code))
    uses = row_uses(view, configs.servers)
    reader = Reader(view, uses)
    files = [task_file(view, scan, uses.get(scan.path)) for scan in reader.scans()]
    findings = [
        *_row_findings(files, reader.rollouts, configs.servers),
        *_config_findings(view, configs, code),
    ]
    bad = _refused(configs, findings)
    units = [*_rows(view, files), *_servers(servers, bad)]
    broken = list(_broken(files, servers, bad))
    if not (units or broken):
        _note_unread(view, reader, configs)
    return Detection(
        _verdict(units, broken),
        units=units,
        broken=broken,
        aside=_aside(view, files, configs, code),
        evidence=list(_evidence_of(files, servers, units)),
        needs=[] if units else list(_needs_of(files, broken, findings, configs.servers)),
        findings=findings,
        suggestions=[] if units else _suggestions(view, files, configs, code),
    )


def _entry_points(view: TreeView, configs: Configs) -> Iterator[str]:
    """The modules that the configurations name as servers."""
    for document in (*configs.servers, *configs.aside):
        for block in blocks(document):
            yield from (path for _, path in entry_points(view, block))


def _row_findings(
    files: Sequence[TaskFile], rollouts: Sequence[str], documents: Sequence[Document]
) -> Iterator[Finding]:
    """The findings about the files that count.

    Args:
        files: what was read.
        rollouts: files that are records of rollouts by their names, and were not read.
        documents: the server configurations.
    """
    own = [file for file in files if not file.aside]
    defined = (block for document in documents for block in blocks(document))
    agents = {str(block.instance) for block in defined if block.type == AGENTS}
    for check in _ROW_CHECKS:
        yield from check(TaskFiles(own, rollouts, agents))


def _config_findings(view: TreeView, configs: Configs, code: Recogniser) -> Iterator[Finding]:
    """Every finding about configurations and manifests."""
    context = Context(view, configs.servers)
    license_ = card_license(read_card(view)) if configs.servers else None
    for document in (*configs.servers, *configs.compositions):
        case = Case(view, document, context, code, license_)
        for check in _CONFIG_CHECKS:
            yield from check(case)
    for manifest in (*configs.manifests, *configs.bad_manifests):
        for check in _MANIFEST_CHECKS:
            yield from check(view, manifest)
    for check in _BAD_FILE_CHECKS:
        yield from check(view, configs.bad, code)


def _refused(configs: Configs, findings: Sequence[Finding]) -> set[str]:
    """Configurations that the parser refuses; what only the download refuses does not count."""
    paths = {document.path for document in configs.servers}
    paths |= {file.path for file in configs.bad}
    return {
        finding.path
        for finding in findings
        if finding.severity is Severity.ERROR
        and finding.rule is not datasets.REPO_ID
        and finding.path in paths
    }


def _verdict(units: Sequence[Unit], broken: Sequence[Unit]) -> Verdict:
    if units:
        return Verdict.NATIVE
    return Verdict.BROKEN if broken else Verdict.ABSENT


def _note_unread(view: TreeView, reader: Reader, configs: Configs) -> None:
    """Say what was not looked into; only where it could have changed the verdict."""
    if reader.pointers:
        view.note("*.jsonl", f"{reader.pointers:,} not read, as Git LFS pointers")
    elif reader.skipped:
        view.note("*.jsonl", f"{reader.skipped:,} not looked into")
    if configs.skipped:
        view.note("*.yaml", f"{configs.skipped:,} not looked into")


def _rows(view: TreeView, files: Sequence[TaskFile]) -> list[Unit]:
    """Task files; a table that the card declares counts where there are none."""
    units = [_task_unit(f) for f in files if f.state is FileState.TASKS and not f.aside]
    if not units and declares_rows(card := read_card(view)):
        units.append(Unit(card.path, "task table declared in dataset_info"))
    return units or [Unit(table.path, "task table", table) for table in task_tables(view)]


def _aside(
    view: TreeView, files: Sequence[TaskFile], configs: Configs, code: Recogniser
) -> list[Unit]:
    """What would load and belongs to a project's own fixtures."""
    servers = list(find_servers(view, configs.aside, code, aside=True))
    rows = [_task_unit(file) for file in files if file.aside and file.state is FileState.TASKS]
    return [*rows, *_servers(servers, set())]


def _suggestions(
    view: TreeView, files: Sequence[TaskFile], configs: Configs, code: Recogniser
) -> list[Evidence]:
    return [*_suggestions_of(files), *misplaced_servers(view, configs.servers, code)]


def _task_unit(file: TaskFile) -> Unit:
    return Unit(file.scan.path, "task file", file)


def _servers(servers: Sequence[Server], bad: set[str]) -> Iterator[Unit]:
    """Servers with at least one configuration that the parser takes, each folder once."""
    seen: set[str] = set()
    for server in servers:
        if server.document.path not in bad and server.folder not in seen:
            seen.add(server.folder)
            yield Unit(server.folder, "resources server", server)


def _broken(files: Sequence[TaskFile], servers: Sequence[Server], bad: set[str]) -> Iterator[Unit]:
    for file in files:
        if file.state is FileState.BROKEN and not file.aside:
            yield _task_unit(file)
    good = {server.folder for server in servers if server.document.path not in bad}
    for folder in sorted({server.folder for server in servers} - good):
        yield Unit(folder, "resources server")
    named = {server.document.path for server in servers}
    for path in sorted(bad - named):
        yield Unit(path, "server configuration")


def _evidence_of(
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


def _needs_of(
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
            yield Need(
                f"fill the placeholder rows of {file.scan.path}", file_rules.PLACEHOLDERS.code
            )
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
                yield Need(what, server_rules.ENTRY_POINT.code)
                break


def _suggestions_of(files: Sequence[TaskFile]) -> Iterator[Evidence]:
    """Blends of which at least half the rows are tasks."""
    for file in files:
        if file.state is FileState.BLEND and file.is_near and not file.aside:
            yield Evidence(file.scan.path, _words(file) or "")
