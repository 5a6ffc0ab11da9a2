"""Rules about references between instances: a field with ``type`` and ``name``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Severity
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
    from tagger.frameworks.nemo_gym.configs.case import Case
    from tagger.frameworks.nemo_gym.configs.context import Below, Context
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block

_PARSER = "nemo-gym 0.7.0, global_config.GlobalConfigDictParser"
_AGENT = (
    "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
    "      resources_server:\n        type: resources_servers\n        name: gamma\n"
)
_FRAGMENT = (
    "`???`, interpolations, includes and instances that are kept elsewhere are legal in a file that"
    " others complete, so tagger never calls them an error."
)


def _config(text: str) -> dict[str, str]:
    return {"resources_servers/alpha/configs/other.yaml": text}


REFERENCE = Rule(
    code="NG108",
    name="gym-lost-reference",
    severity=Severity.ERROR,
    summary="A reference to an instance that does not exist",
    why=(
        "A field with `type` and `name` refers to another instance, and the parser refuses a"
        " configuration in which that instance is not defined, or got lost because its own block is"
        " not a server. The finding is an error where the instance is in the same file. A name"
        f" that no file of the repository has is information: {_FRAGMENT}"
    ),
    bad=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoitn: app.py\n      domain: math\n"
        + _AGENT
    ),
    good=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoint: app.py\n      domain: math\n"
        + _AGENT
    ),
    source=f"{_PARSER}.validate_and_populate_defaults; NVIDIA-NeMo/Gym#2220",
)


@REFERENCE.check
def _check_reference(case: Case) -> Iterator[Finding]:
    """References that lead nowhere."""
    references = _References(case.document, case.below, case.context)
    for block, field, value in _fields(case.document):
        if _is_looked_up(block, field, value) and isinstance(value.get("name"), (list, dict)):
            yield from _odd_name(case.document, block, field, value["name"])
        if isinstance(value.get("name"), str) and value.get("type") in SERVER_TYPES:
            yield from references.check(block, field, value["type"], value["name"])


def _fields(document: Document) -> Iterator[tuple[Block, object, Mapping[Any, Any]]]:
    """Fields of blocks that could be references: the type, where there is one, is text."""
    for block in blocks(document):
        for field, value in block.data.items():
            if isinstance(value, dict) and isinstance(value.get("type"), str | None):
                yield block, field, value


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
            yield REFERENCE.at(self.document.path, message, span, hint=hint)
        elif self._is_unknown(name):
            near = nearest(name, [str(other) for other in self.context.names], 0.8)
            message = f"`{shown(field)}` refers to {quoted(name)}, which no file here defines"
            hint = f"did you mean {near!r}?" if near else "another file has to bring it along"
            info = Severity.INFO
            yield REFERENCE.at(self.document.path, message, span, hint=hint, severity=info)

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
        return None if self._is_fragment(kind, name) else "whose own block is not a server"

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
        yield REFERENCE.at(document.path, message, span)


REFERENCE_TYPE = Rule(
    code="NG118",
    name="gym-reference-type",
    severity=Severity.WARNING,
    summary="A reference whose type is missing or misspelt is not a reference",
    why=(
        "Only a mapping with `name` and one of the four server kinds as `type` is a reference. With"
        " another `type`, or none, it silently becomes plain data: the name is not checked, and the"
        " server that reads the field fails when it starts. `agent_server` may leave the type out."
    ),
    bad=_config(
        "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
        "      resources_server:\n        type: resource_servers\n        name: alpha\n"
    ),
    good=_config(
        "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
        "      resources_server:\n        type: resources_servers\n        name: alpha\n"
    ),
    source="nemo-gym 0.7.0, config_types.is_server_ref",
)


@REFERENCE_TYPE.check
def _check_reference_type(case: Case) -> Iterator[Finding]:
    """Fields that were meant as references and are none by their type."""
    references = _References(case.document, case.below, case.context)
    for block, field, value in _fields(case.document):
        is_reference = value.get("type") in SERVER_TYPES
        if is_reference or not isinstance(value.get("name"), str):
            continue
        if not references.is_completed(block) and _is_meant_as_one(block, field, value):
            yield _no_reference(case.document, block, field, value)


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
        message = f"`{shown(field)}` has the type {quoted(value['type'])}, so it is not a reference"
        span, hint = document.span(*where, "type"), f"write `{near}`"
    else:
        message = (
            f"`{shown(field)}` has no type, so it is not a reference and its name is not checked"
        )
        span, hint = document.key_span(*where), f"add `type`: one of {', '.join(SERVER_TYPES)}"
    return REFERENCE_TYPE.at(document.path, message, span, hint=hint)
