"""Entry points against the tree: there, and Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_servers as rules
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.vocabulary import UNSET
from tagger.frameworks.nemo_gym.faults import quoted
from tagger.frameworks.nemo_gym.servers.find import entry_points, implementation_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView


def check_entry_points(view: TreeView, document: Document, code: Recogniser) -> Iterator[Finding]:
    """Entry points that are not there beside a configuration of their own, or do not parse."""
    for block in blocks(document):
        entry = block.data.get("entrypoint")
        if not isinstance(entry, str) or entry == UNSET or "${" in entry:
            continue
        found = [path for _, path in entry_points(view, block)]
        span = document.span(*block.where, "entrypoint")
        for path in found:
            fault = code.fault(path)
            if fault:
                message = f"the entry point does not parse: {quoted(fault.reason, 80)}"
                yield rules.ENTRY_POINT.at(path, message, fault.span)
        if not found and (folder := _own_folder(view, document, block)):
            message = f"the entry point {quoted(entry, 80)} is not in {folder}/"
            hint = "it is looked up in the implementation's folder"
            warning = Severity.WARNING
            yield rules.ENTRY_POINT.at(document.path, message, span, hint=hint, severity=warning)


def _own_folder(view: TreeView, document: Document, block: Block) -> str | None:
    """The implementation's folder, where it holds code and the configuration."""
    for folder in implementation_folders(view, block):
        has_code = any(entry.name.endswith(".py") for entry in view.children(folder))
        if has_code and document.path.startswith(f"{folder}/"):
            return folder
    return None
