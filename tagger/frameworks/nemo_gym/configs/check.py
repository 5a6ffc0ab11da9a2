"""All findings about the YAML files of a tree, and which configurations the parser refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.card import read_card
from tagger.core.findings import Rule, Severity, checks_of
from tagger.frameworks.nemo_gym.configs.case import Case
from tagger.frameworks.nemo_gym.configs.context import Context
from tagger.frameworks.nemo_gym.rules import datasets, includes, manifests, references, servers
from tagger.frameworks.nemo_gym.table import card_license

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.files import Configs
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView

#: The checks of one configuration that can be read.
_CHECKS = checks_of(
    value
    for module in (servers, datasets, references, includes)
    for value in vars(module).values()
    if isinstance(value, Rule) and value is not servers.YAML
)
#: The check of files that cannot be read as configurations.
_BAD_FILE_CHECKS = checks_of((servers.YAML,))
_MANIFEST_CHECKS = checks_of((manifests.MANIFEST, manifests.SURROUNDINGS))


def check_configs(view: TreeView, configs: Configs, code: Recogniser) -> Iterator[Finding]:
    """Every finding about configurations and manifests."""
    context = Context(view, configs.servers)
    license_ = card_license(read_card(view)) if configs.servers else None
    for document in (*configs.servers, *configs.compositions):
        case = Case(view, document, context, code, license_)
        for check in _CHECKS:
            yield from check(case)
    for manifest in (*configs.manifests, *configs.bad_manifests):
        for check in _MANIFEST_CHECKS:
            yield from check(view, manifest)
    for check in _BAD_FILE_CHECKS:
        yield from check(view, configs.bad, code)


def refused(configs: Configs, findings: Sequence[Finding]) -> set[str]:
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
