"""One configuration as its rules see it, and what the parser refuses in its blocks."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.core.edits import Splice, proven
from tagger.core.errors import RefusedError
from tagger.core.findings import Fix, Safety, Severity
from tagger.frameworks.nemo_gym.configs.context import moved
from tagger.frameworks.nemo_gym.configs.document import Document
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.model import config_model
from tagger.frameworks.nemo_gym.configs.vocabulary import RESERVED, UNSET, license_label
from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, place
from tagger.text import yaml
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tagger.core.findings import Finding, Rule
    from tagger.frameworks.nemo_gym.configs.context import Below, Context
    from tagger.frameworks.nemo_gym.configs.instances import Block
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView

#: The styles of a scalar on one line; libyaml says "" of a plain one, PyYAML's own scanner None.
_PLAIN_OR_QUOTED = (None, "", "'", '"')


@dataclass(frozen=True, slots=True)
class BlockFault:
    """One fault of one block.

    Attributes:
        block: the block.
        fault: seen from the block.
        is_server: whether a server results from the block once it is right.
    """

    block: Block
    fault: ModelFault
    is_server: bool


@dataclass(frozen=True)
class Case:
    """One configuration with all that its rules look at.

    Attributes:
        view: the tree.
        document: the configuration.
        context: the configurations of the tree.
        code: reads the modules of servers.
        card_license: the license that the card gives, where it gives exactly one.
    """

    view: TreeView
    document: Document
    context: Context
    code: Recogniser
    card_license: str | None

    @cached_property
    def below(self) -> Below:
        """What its includes bring along."""
        return self.context.below(self.document)

    @cached_property
    def faults(self) -> Sequence[BlockFault]:
        """What the parser refuses in its blocks."""
        return list(_faults(self))


def _faults(case: Case) -> Iterator[BlockFault]:
    """Every fault of the blocks of a configuration that counts."""
    targets = moved(case.document)
    for block in blocks(case.document):
        is_server = (
            "entrypoint" in block.data or block.inherits or block.instance in case.below.keys
        )
        if names := targets.get(str(block.instance)):
            is_server = is_server and not RESERVED.issuperset(names)
        for fault in config_model().faults("server_block", block.data):
            if _counts(fault):
                yield BlockFault(block, fault, is_server)


def block_findings(case: Case, rule: Rule, owns: Callable[[ModelFault], bool]) -> Iterator[Finding]:
    """The findings about those faults that a rule owns."""
    for found in case.faults:
        if owns(found.fault):
            yield _finding(case, rule, found)


def _counts(fault: ModelFault) -> bool:
    """Whether a fault is reported; not a missing entry point (NG116), nor ``???``, set later."""
    if fault.problem is FaultKind.MISSING and fault.path == ("entrypoint",):
        return False
    return fault.found != UNSET


def _finding(case: Case, rule: Rule, found: BlockFault) -> Finding:
    """One finding; where no server results anyway, the parser is silent and it is a warning."""
    document, fault = case.document, found.fault
    where = (*found.block.where, *fault.path)
    find = document.key_span if fault.problem is FaultKind.MISSING else document.span
    message = f"`{place(fault.path)}` {fault.says}; the parser refuses the server"
    hint, right = _right_value(fault)
    fix = replace_scalar(document, where, right) if right and rule.fix else None
    severity = None if found.is_server else Severity.WARNING
    return rule.at(document.path, message, find(*where), hint=hint, fix=fix, severity=severity)


def _right_value(fault: ModelFault) -> tuple[str | None, str | None]:
    """A hint, and the value itself where there is no doubt about it."""
    if fault.problem is not FaultKind.VALUE or not isinstance(fault.found, str):
        return None, None
    if fault.pattern[-1] == "license":
        label = license_label(fault.found)
        return (f"write `{label}`" if label else "use one of the labels, or `TBD`"), label
    squeezed = fault.found.strip().lower()
    if squeezed in fault.known:
        return f"write `{squeezed}`", squeezed
    near = nearest(fault.found, fault.known)
    return (f"did you mean {near!r}?" if near else None), None


def replace_scalar(document: Document, path: tuple[str | int, ...], value: str) -> Fix | None:
    """A fix that puts ``value`` in place of a scalar, in the same quotes.

    ``None`` where an alias may share the value, or where the text with the edit does not read as
    the old data with this one change.
    """
    import yaml as pyyaml

    pair = yaml.find(document.root, *path)
    node = pair.value if pair else None
    if not isinstance(node, pyyaml.ScalarNode) or node.style not in _PLAIN_OR_QUOTED:
        return None
    start, end = node.start_mark.index, node.end_mark.index
    quote = node.style or ""
    if "*" in document.text or document.text[start:end] != f"{quote}{node.value}{quote}":
        return None
    try:
        edits = proven(
            document.path,
            document.text,
            [Splice(start, end, f"{quote}{value}{quote}")],
            parse=lambda text: Document.parse(document.path, text).data,
            expected=_changed(document.data, path, value),
            offset=len(document.mark),
        )
    except RefusedError:
        return None
    return Fix(Safety.SAFE, f"write {value!r}", edits)


def _changed(data: Any, path: tuple[str | int, ...], value: str) -> Any:
    """A copy of the data with the value at a path replaced."""
    data = holder = deepcopy(data)
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return data
