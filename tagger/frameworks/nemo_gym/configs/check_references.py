"""References between instances: a field with ``type`` and ``name``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_servers as rules
from tagger.frameworks.nemo_gym.configs.context import kinds_of, misspelt_entry_point, moved
from tagger.frameworks.nemo_gym.configs.instances import blocks, is_directed, top_level
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    AGENTS,
    ENVIRONMENTS,
    INHERIT,
    POLICY_MODEL,
    RESOURCES,
    SERVER_TYPES,
    UNSET,
)
from tagger.frameworks.nemo_gym.faults import noun_of, quoted, shown
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.context import Below, Context
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block


def check_references(document: Document, below: Below, context: Context) -> Iterator[Finding]:
    """Every reference of a document that leads nowhere, or is none."""
    references = _References(document, below, context)
    for block in blocks(document):
        for field, value in block.data.items():
            if not isinstance(value, dict) or not _has_kind(value):
                continue
            if _is_looked_up(block, field, value) and isinstance(value.get("name"), (list, dict)):
                yield from _odd_name(document, block, field, value["name"])
            if not isinstance(value.get("name"), str):
                continue
            if value.get("type") in SERVER_TYPES:
                yield from references.check(block, field, value["type"], value["name"])
            elif not references.is_completed(block) and _is_meant_as_one(block, field, value):
                yield _no_reference(document, block, field, value)


@dataclass(frozen=True)
class _References:
    """The instances that the references of one document can lead to."""

    document: Document
    below: Below
    context: Context

    @cached_property
    def loading(self) -> set[tuple[str, Any]]:
        """Kind and name of the instances from which a server results."""
        return {
            (block.type, block.instance) for block in blocks(self.document) if self.loads(block)
        }

    @cached_property
    def moved(self) -> Mapping[str, Sequence[Any]]:
        """Instances that ``_inherit_from`` takes away, and to which names."""
        return moved(self.document)

    def loads(self, block: Block) -> bool:
        """Whether a block has an entry point, or may get one from elsewhere."""
        return "entrypoint" in block.data or block.inherits or block.instance in self.below.keys

    def is_completed(self, block: Block) -> bool:
        """Whether the block takes fields from elsewhere, or is merged over another one."""
        return (
            block.inherits
            or self.below.open
            or block.instance in self.below.keys
            or "entrypoint" not in block.data
        )

    def check(self, block: Block, field: object, kind: str, name: str) -> Iterator[Finding]:
        """The finding about one reference, if it leads nowhere."""
        why = self._why_moved(block, kind, name) or self._why_lost(kind, name)
        span = self.document.span(*block.where, str(field), "name")
        if why and self.loads(block):
            message = (
                f"`{shown(field)}` refers to {quoted(name)}, {why}; the parser refuses the file"
            )
            hint = self._hint(kind, name)
            yield rules.REFERENCE.at(self.document.path, message, span, hint=hint)
        elif self._is_unknown(name):
            near = nearest(name, [str(other) for other in self.context.names], 0.8)
            message = f"`{shown(field)}` refers to {quoted(name)}, which no file here defines"
            hint = f"did you mean {near!r}?" if near else "another file has to bring it along"
            info = Severity.INFO
            yield rules.REFERENCE.at(self.document.path, message, span, hint=hint, severity=info)

    def _is_unknown(self, name: str) -> bool:
        is_free = name in (UNSET, POLICY_MODEL) or name.startswith("${")
        return not (is_free or self.below.open or name in self.context.names)

    def _why_moved(self, block: Block, kind: str, name: str) -> str | None:
        """Environment servers follow an agent that went to exactly one other name."""
        targets = self.moved.get(name, ())
        if not targets or name not in {*top_level(self.document), *self.below.keys}:
            return None
        if kind == AGENTS and block.type == ENVIRONMENTS and len(targets) == 1:
            return None
        return f"which `{INHERIT}` of `{shown(targets[0])}` takes away"

    def _why_lost(self, kind: str, name: str) -> str | None:
        here = top_level(self.document)
        if (kind, name) in self.loading or (kind, name) in self.below.servers:
            return None
        if name not in here or name in self.below.keys or is_directed(here[name]):
            return None
        found = kinds_of(here[name])
        if found and kind not in found:
            return f"which is one of {found[0]} and not of {kind}"
        if not found and self.context.is_defined_elsewhere(name, self.document):
            return None
        return None if self._is_fragment(kind, name) else "whose own block is no server"

    def _is_fragment(self, kind: str, name: str) -> bool:
        """Whether an instance without entry point may be completed by another file."""
        if misspelt_entry_point(self._implementations(kind, name)):
            return False
        return self.below.open or self.context.is_defined_elsewhere(name, self.document)

    def _hint(self, kind: str, name: str) -> str | None:
        key = misspelt_entry_point(self._implementations(kind, name))
        return f"rename `{shown(key)}` to `entrypoint`" if key else None

    def _implementations(self, kind: str, name: str) -> object:
        instance = top_level(self.document).get(name)
        return instance.get(kind) if isinstance(instance, dict) else None


def _has_kind(value: Mapping[Any, Any]) -> bool:
    """Whether the type, where there is one, is at least text."""
    return isinstance(value.get("type"), (str, type(None)))


def _is_looked_up(block: Block, field: object, value: Mapping[Any, Any]) -> bool:
    """Whether the parser itself takes the name for a key: an agent's resources server."""
    return block.type == AGENTS and field == "resources_server" and value.get("type") == RESOURCES


def _odd_name(
    document: Document, block: Block, field: object, name: Sequence[Any]
) -> Iterator[Finding]:
    if name:
        message = (
            f"the name under `{shown(field)}` is {noun_of(name)}, must be text: the parser fails"
        )
        span = document.span(*block.where, str(field), "name")
        yield rules.REFERENCE.at(document.path, message, span)


def _is_meant_as_one(block: Block, field: object, value: Mapping[Any, Any]) -> bool:
    if field == "agent_server" and block.type == ENVIRONMENTS and value.get("type") is None:
        return False
    kind = value.get("type")
    if kind is None:
        return str(field).endswith("_server") and set(value) <= {"type", "name"}
    return kind != UNSET and isinstance(kind, str) and nearest(kind, SERVER_TYPES, 0.7) is not None


def _no_reference(
    document: Document, block: Block, field: object, value: Mapping[Any, Any]
) -> Finding:
    where = (*block.where, str(field))
    if "type" in value:
        near = nearest(str(value["type"]), SERVER_TYPES, 0.7)
        message = f"`{shown(field)}` has the type {quoted(value['type'])}, so it is no reference"
        span, hint = document.span(*where, "type"), f"write `{near}`"
    else:
        message = f"`{shown(field)}` has no type, so it is no reference and its name is not checked"
        span, hint = document.key_span(*where), f"add `type`: one of {', '.join(SERVER_TYPES)}"
    return rules.REFERENCE_TYPE.at(document.path, message, span, hint=hint)
