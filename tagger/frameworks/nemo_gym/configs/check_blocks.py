"""What the parser refuses in one server block, and in the instance around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_datasets, rules_servers
from tagger.frameworks.nemo_gym.configs.context import moved
from tagger.frameworks.nemo_gym.configs.fixes import replace_scalar
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.model import IDENTIFIERS, config_model
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    RESERVED,
    RESOURCES,
    UNSET,
    license_label,
)
from tagger.frameworks.nemo_gym.faults import Fault, Problem, place, shown
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding, Rule
    from tagger.frameworks.nemo_gym.configs.context import Below
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block


def check_blocks(document: Document, below: Below) -> Iterator[Finding]:
    """Every fault of the blocks of a document."""
    targets = moved(document)
    for block in blocks(document):
        is_server = "entrypoint" in block.data or block.inherits or block.instance in below.keys
        if names := targets.get(str(block.instance)):
            is_server = is_server and not RESERVED.issuperset(names)
        for fault in config_model().faults("server_block", block.data):
            if _counts(fault):
                yield _finding(document, block, fault, is_server=is_server)
        if _lacks_domain(block, below):
            yield _no_domain(document, block)


def _counts(fault: Fault) -> bool:
    """A missing entry point is no fault of its own, and ``???`` is for others to fill."""
    if fault.problem is Problem.MISSING and fault.path == ("entrypoint",):
        return False
    return fault.found != UNSET


def _finding(document: Document, block: Block, fault: Fault, *, is_server: bool) -> Finding:
    """One finding; where no server results anyway, the parser is silent and it is a warning."""
    rule = _rule_of(fault)
    where = (*block.where, *fault.path)
    find = document.key_span if fault.problem is Problem.MISSING else document.span
    message = f"`{place(fault.path)}` {fault.says}; the parser refuses the server"
    hint, right = _right_value(fault)
    fix = replace_scalar(document, where, right) if right and rule.fix else None
    severity = None if is_server else Severity.WARNING
    return rule.at(document.path, message, find(*where), hint=hint, fix=fix, severity=severity)


def _rule_of(fault: Fault) -> Rule:
    first = fault.pattern[0]
    if first == "domain":
        return rules_servers.DOMAIN
    if first == "entrypoint":
        return rules_servers.ENTRY_POINT
    if first != "datasets" or len(fault.pattern) < 3:
        return rules_servers.BLOCK
    field = fault.pattern[2]
    if field == "license":
        is_missing = fault.problem is Problem.MISSING
        return rules_datasets.LICENSE_MISSING if is_missing else rules_datasets.LICENSE_LABEL
    if field == "source" or field in IDENTIFIERS:
        return rules_datasets.SOURCE
    return rules_datasets.ENTRY


def _right_value(fault: Fault) -> tuple[str | None, str | None]:
    """A hint, and the value itself where there is no doubt about it."""
    if fault.problem is not Problem.VALUE or not isinstance(fault.found, str):
        return None, None
    if fault.pattern[-1] == "license":
        label = license_label(fault.found)
        return (f"write `{label}`" if label else "use one of the labels, or `TBD`"), label
    squeezed = fault.found.strip().lower()
    if squeezed in fault.known:
        return f"write `{squeezed}`", squeezed
    near = nearest(fault.found, fault.known)
    return (f"did you mean {near!r}?" if near else None), None


def _lacks_domain(block: Block, below: Below) -> bool:
    if block.type != RESOURCES or "entrypoint" not in block.data or block.inherits:
        return False
    if block.data.get("domain") is not None:
        return False
    return "domain" in block.data or not (below.open or block.instance in below.keys)


def _no_domain(document: Document, block: Block) -> Finding:
    key = nearest("domain", [str(key) for key in block.data if key != "domain"], 0.8)
    hint = (
        f"rename `{shown(key)}`" if key else "add one of the twelve domains, `other` if none fits"
    )
    message = "the server has no `domain`: it is refused"
    span = document.key_span(*block.where)
    return rules_servers.DOMAIN.at(document.path, message, span, hint=hint)
