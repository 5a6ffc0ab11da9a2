"""Instances from which no server results although the parser is content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs import rules_servers as rules
from tagger.frameworks.nemo_gym.configs.context import kinds_of, misspelt_entry_point
from tagger.frameworks.nemo_gym.configs.instances import (
    blocks,
    instances,
    is_directed,
    top_level,
)
from tagger.frameworks.nemo_gym.configs.vocabulary import MODELS, POLICY_MODEL, RESERVED, UNSET
from tagger.frameworks.nemo_gym.faults import noun_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.context import Below, Context
    from tagger.frameworks.nemo_gym.configs.document import Document


def check_vanishing(document: Document, below: Below, context: Context) -> Iterator[Finding]:
    """Instances from which no server results although the parser is content."""
    wanted = _referred(document)
    directed = {block.instance for block in blocks(document) if block.inherits}
    for name, instance in instances(document):
        if _ends_the_parser(instance):
            yield _no_size(document, name)
            continue
        completed = name in below.keys or below.open or name in directed or is_directed(instance)
        if completed or name == POLICY_MODEL:
            continue
        for kind in kinds_of(instance):
            finding = _vanishing(document, name, kind, instance[kind])
            lost = finding and (kind, name) not in wanted
            if finding and lost and not context.is_defined_elsewhere(name, document):
                yield finding
    yield from _reserved(document)


def _ends_the_parser(instance: Mapping[Any, Any]) -> bool:
    """Whether the parser asks for the length of something that has none (TypeError)."""
    value = instance.get(MODELS, {})
    return len(instance) == 1 and (value is None or isinstance(value, (bool, int, float)))


def _no_size(document: Document, name: object) -> Finding:
    message = f"`{MODELS}` is {noun_of(document.data[name][MODELS])}: the parser fails"
    span = document.key_span(str(name), MODELS)
    return rules.BLOCK.at(document.path, message, span, hint="name one implementation below it")


def _referred(document: Document) -> set[tuple[Any, Any]]:
    """Kind and name of everything that some block refers to."""
    return {
        (value["type"], value["name"])
        for block in blocks(document)
        for value in block.data.values()
        if isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("type"), str)
    }


def _vanishing(document: Document, name: object, kind: str, value: object) -> Finding | None:
    span = document.key_span(str(name), kind)
    lead = f"no server results from the instance `{shown(name)}`, and nothing says so: "
    if value == UNSET or (isinstance(value, dict) and UNSET in value.values()):
        return None
    if not isinstance(value, dict):
        why, hint = f"`{kind}` is {noun_of(value)}", "name one implementation below it"
        return rules.VANISHING.at(document.path, lead + why, span, hint=hint)
    if not any(isinstance(data, dict) for data in value.values()):
        return rules.VANISHING.at(document.path, lead + "its implementation has no block", span)
    if any("entrypoint" in data for data in value.values() if isinstance(data, dict)):
        return None
    key = misspelt_entry_point(value)
    hint = f"rename `{shown(key)}` to `entrypoint`" if key else "add `entrypoint`"
    return rules.VANISHING.at(
        document.path, f"{lead}its block has no `entrypoint`", span, hint=hint
    )


def _reserved(document: Document) -> Iterator[Finding]:
    for name, value in top_level(document).items():
        if name in RESERVED and kinds_of(value):
            message = (
                f"`{shown(name)}` is a setting of the run, so no server results from this instance"
            )
            span = document.key_span(str(name))
            yield rules.VANISHING.at(document.path, message, span, hint="give it another name")
