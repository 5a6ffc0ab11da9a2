"""All findings about the YAML files of a tree, and which configurations the parser refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.card import read_card
from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_servers as rules
from tagger.frameworks.nemo_gym.configs.check_blocks import check_blocks
from tagger.frameworks.nemo_gym.configs.check_datasets import check_datasets
from tagger.frameworks.nemo_gym.configs.check_entry_points import check_entry_points
from tagger.frameworks.nemo_gym.configs.check_includes import check_directives, check_includes
from tagger.frameworks.nemo_gym.configs.check_names import check_names
from tagger.frameworks.nemo_gym.configs.check_references import check_references
from tagger.frameworks.nemo_gym.configs.check_vanishing import check_vanishing
from tagger.frameworks.nemo_gym.configs.context import Context
from tagger.frameworks.nemo_gym.configs.rules_datasets import REPO_ID
from tagger.frameworks.nemo_gym.manifests.check import check_bad_manifests, check_manifest
from tagger.frameworks.nemo_gym.table import card_license
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.files import BadFile, Configs
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView


def check_configs(view: TreeView, configs: Configs, code: Recogniser) -> Iterator[Finding]:
    """Every finding about configurations and manifests."""
    context = Context(view, configs.servers)
    licence = card_license(read_card(view)) if configs.servers else None
    for document in configs.servers:
        below = context.below(document)
        yield from check_blocks(document, below)
        yield from check_names(document)
        yield from check_references(document, below, context)
        yield from check_vanishing(document, below, context)
        yield from check_includes(view, document)
        yield from check_directives(document, below)
        yield from check_datasets(view, document, licence)
        yield from check_entry_points(view, document, code)
    for document in configs.compositions:
        yield from check_includes(view, document)
    for document in configs.manifests:
        yield from check_manifest(view, document)
    yield from check_bad_manifests(configs.bad_manifests)
    yield from _unreadable(view, configs.bad, code)


def _unreadable(view: TreeView, files: Sequence[BadFile], code: Recogniser) -> Iterator[Finding]:
    """Files that are configurations by their text, or by the server code beside them."""
    for file in files:
        if file.certain or _beside_server(view, file.path, code):
            message = f"the loader refuses the file: {file.reason}"
            yield rules.YAML.at(file.path, message, file.span)


def _beside_server(view: TreeView, path: str, code: Recogniser) -> bool:
    folder, _, name = path.rpartition("/")[0].rpartition("/")
    if name != "configs":
        return False
    return any(
        entry.kind is Kind.FILE and entry.name.endswith(".py") and code.is_server(entry.path)
        for entry in view.children(folder)
    )


def refused(configs: Configs, findings: Sequence[Finding]) -> set[str]:
    """Configurations that the parser refuses; what only the download refuses is no reason."""
    paths = {document.path for document in configs.servers}
    paths |= {file.path for file in configs.bad}
    return {
        finding.path
        for finding in findings
        if finding.severity is Severity.ERROR
        and finding.rule is not REPO_ID
        and finding.path in paths
    }
