"""DC046-DC047: keys whose values have the wrong type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import set_scalar
from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import described, is_null, items, over_keys
from tagger.rules.tags.common import offer
from tagger.text import scalars
from tagger.text.yaml import find, pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

_TEXT_KEYS = (
    "pretty_name",
    "thumbnail",
    "paperswithcode_id",
    "license_name",
    "license_link",
    "license_details",
    "extra_gated_prompt",
    "extra_gated_heading",
    "extra_gated_description",
    "extra_gated_button_content",
)
_BOOLEAN_KEYS = ("viewer", "extra_gated_eu_disallowed")
#: Keys with a list, and whether their items are words (mappings otherwise).
_LIST_KEYS = {"source_datasets": True, "train-eval-index": False}
_WORD_KEYS = ("source_datasets", "language_bcp47", "language_details")
GATE_TYPES = ("text", "checkbox", "date_picker", "country", "select")


VALUE_TYPE = Rule(
    code="DC046",
    name="value-type",
    severity=Severity.INFO,
    summary="A key whose value has another type than the card's specification says",
    why='`pretty_name: 2024` is a number, `viewer: "false"` a text. A program that reads the key as'
    " specified ignores the value or fails on it. For the two boolean keys this is a warning: the"
    " viewer stays on, or the gate open, against the author's wish.",
    bad={"README.md": "---\npretty_name: 2024\nviewer: 'false'\n---\n"},
    good={"README.md": "---\npretty_name: '2024'\nviewer: false\n---\n"},
    source="hub-docs, datasetcard.md",
    fix=Safety.UNSAFE,
    gives_way_to=("DC025",),
)


@VALUE_TYPE.check
@over_keys
def _check_value_type(facts: Facts, header: Header) -> Iterator[Finding]:
    for key, node, wanted in _wrong(header):
        flag = key in _BOOLEAN_KEYS
        yield VALUE_TYPE.at(
            facts.card.path,
            f"`{key}` is {described(header, node)}; it should be {wanted}",
            header.span(node),
            hint="write true or false without quotes" if flag else None,
            fix=_boolean(facts, key, node) if flag else None,
            severity=Severity.WARNING if flag else None,
        )


def _boolean(facts: Facts, key: str, node: Node) -> Fix | None:
    """The boolean in place of the word for it."""
    word = str(node.value).lower() if node.tag == scalars.STR else ""
    if word not in ("true", "false"):
        return None
    what = f"write {word}"
    return offer(what, set_scalar, facts.card, key, word == "true", safety=Safety.UNSAFE)[0]


def _wrong(header: Header) -> Iterator[tuple[str, Node, str]]:
    """Keys with a value of another type, the node, and the type it should have."""
    import yaml

    for pair in header.pairs:
        if pair.key.tag != scalars.STR or is_null(header, pair.value):
            continue
        key, node = pair.key.value, pair.value
        if key in _TEXT_KEYS and not header.is_string(node):
            yield key, node, "text"
        elif key in _BOOLEAN_KEYS and node.tag != scalars.BOOL:
            yield key, node, "a boolean"
        elif key in _LIST_KEYS and not isinstance(node, yaml.SequenceNode):
            yield key, node, "a list"
    for key in _WORD_KEYS:
        for node in items(header, key):
            if not header.is_string(node) and not is_null(header, node):
                yield key, node, "text or a list of texts"


GATE_FIELD = Rule(
    code="DC047",
    name="gate-field",
    severity=Severity.INFO,
    summary="A field of the access form with a type that does not exist",
    why="Under `extra_gated_fields` each name has a type, or a mapping with `type` and, for a"
    " `select`, `options`. A field of another type is not asked for.",
    bad={"README.md": "---\nextra_gated_fields:\n  Affiliation: string\n---\n"},
    good={"README.md": "---\nextra_gated_fields:\n  Affiliation: text\n---\n"},
    source="Hub documentation, datasets-gated",
)


@GATE_FIELD.check
@over_keys
def _check_gate_field(facts: Facts, header: Header) -> Iterator[Finding]:
    for entry in items(header, "extra_gated_fields"):
        for pair in pairs(entry):
            fault = _gate_fault(header, pair.value)
            if fault:
                yield GATE_FIELD.at(
                    facts.card.path,
                    f"a field of the access form {fault}",
                    header.span(pair.value),
                    hint=f"the types are {', '.join(GATE_TYPES)}",
                )


def _gate_fault(header: Header, node: Node) -> str | None:
    import yaml

    kind = node
    if isinstance(node, yaml.MappingNode):
        typed = find(node, "type")
        if typed is None:
            return "has no `type`"
        kind = typed.value
    if not header.is_string(kind) or kind.value not in GATE_TYPES:
        return f"has the type {described(header, kind)}, which the Hub does not have"
    if kind.value == "select" and find(node, "options") is None:
        return "is a `select` without `options`"
    return None
