"""DC025-DC027: a header that is YAML, and not the same data for the Hub and for Python.

The Hub's server reads it with js-yaml 4 (YAML 1.2), its Python side with PyYAML (YAML 1.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import replace_scalar, set_scalar
from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import KNOWN_KEYS, is_early, over_keys, placed, quoted
from tagger.rules.card.yaml import strange_nodes
from tagger.rules.tags.common import offer
from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

#: Names that the constructor of the client's card data takes for itself.
RESERVED_KEYS = frozenset({"self", "ignore_metadata_errors"})
#: Under these keys `no` is meant as false, under those as a word; elsewhere it may be either.
_BOOLEAN_KEYS = frozenset({"viewer", "extra_gated_eu_disallowed"})
_WORD_KEYS = frozenset({"language", "language_bcp47", "language_details", "tags", "pretty_name"})


AMBIGUOUS_VALUE = Rule(
    code="DC025",
    name="ambiguous-value",
    severity=Severity.WARNING,
    summary="A value without quotes that YAML 1.1 and YAML 1.2 read differently",
    why="To PyYAML `no`, `off`, `on` and `yes` are booleans, `012` is ten and `12:30` is 750; to"
    " the Hub's server they are other things. The best known victim is Norwegian: `language: no` is"
    " False in Python, and a card saved through the client then says `false`, which the Hub"
    " refuses. Under keys that nobody reads such values are left alone. The fix puts a language or"
    " a tag in quotes, which leaves the Hub's reading as it is; for `viewer: no` the unsafe fix"
    " writes `false`.",
    bad={"README.md": "---\nlanguage: no\n---\n"},
    good={"README.md": "---\nlanguage: 'no'\n---\n"},
    source="huggingface_hub#797; js-yaml 4.3.2 against PyYAML 6.0.4",
    fix=Safety.SAFE,
)


@AMBIGUOUS_VALUE.check
@over_keys
def _check_ambiguous_value(facts: Facts, header: Header) -> Iterator[Finding]:
    paths = {id(node): path for key in _WORD_KEYS for path, node in placed(header, key)}
    for key, node in _contested(header):
        yield AMBIGUOUS_VALUE.at(
            facts.card.path,
            f"Python reads {node.value} under {quoted(key)} as {header.value(node)!r}, the Hub as"
            f" {header.core_value(node)!r}",
            header.span(node),
            hint=_spelling(header, key, node),
            fix=_quoting(facts, header, key, node, paths.get(id(node))),
        )


def _contested(header: Header) -> Iterator[tuple[str, Node]]:
    """Scalars under the keys of the card that YAML 1.1 and 1.2 read differently."""
    spans = [
        (pair.key.value, pair.key.start_mark.index, header.end(pair.value))
        for pair in header.pairs
        if pair.key.tag == scalars.STR and pair.key.value in KNOWN_KEYS
    ]
    if not spans:
        return
    for node in header.disagreements():
        index = node.start_mark.index
        key = next((key for key, start, end in spans if start < index <= end), None)
        if key:
            yield key, node


def _spelling(header: Header, key: str, node: Node) -> str:
    quotes = f"put it in quotes: '{node.value}'"
    if node.tag != scalars.BOOL or key in _WORD_KEYS:
        return quotes
    value = str(header.value(node)).lower()
    if key in _BOOLEAN_KEYS:
        return f"write {value}"
    return f"write {value} if the boolean is meant; for the word, {quotes}"


def _quoting(
    facts: Facts, header: Header, key: str, node: Node, path: tuple[str | int, ...] | None
) -> Fix | None:
    """Quotes where a word is meant, `true` or `false` where a boolean is."""
    if key in _BOOLEAN_KEYS:
        wanted = header.value(node)
        what = f"write {str(wanted).lower()}"
        return offer(what, set_scalar, facts.card, key, wanted, safety=Safety.UNSAFE)[0]
    if path is None or not is_early(path):
        return None
    return offer("put it in quotes", replace_scalar, facts.card, path, node.value)[0]


KEY_PYTHON_CANNOT_TAKE = Rule(
    code="DC026",
    name="key-python-cannot-take",
    severity=Severity.WARNING,
    summary="A top-level key that is not text for Python, or a reserved one",
    why="`huggingface_hub` passes the keys as keyword arguments. `on`, `yes` and `2024` are not"
    " strings under YAML 1.1, `self` and `ignore_metadata_errors` are reserved: each ends in a"
    " TypeError, in `datasets` as well. The Hub itself accepts the card.",
    bad={"README.md": "---\nlicense: mit\non: push\n---\n"},
    good={"README.md": "---\nlicense: mit\n'on': push\n---\n"},
    source="huggingface_hub 2.4.0, `CardData.__init__`",
)


@KEY_PYTHON_CANNOT_TAKE.check
@over_keys
def _check_key_python_cannot_take(facts: Facts, header: Header) -> Iterator[Finding]:
    import yaml as pyyaml

    for key in (pair.key for pair in header.pairs):
        if key.tag == scalars.MERGE or (key.tag == scalars.STR and key.value not in RESERVED_KEYS):
            continue
        if key.tag == scalars.STR:
            why = f"{quoted(key.value)} is a name that the client keeps for itself"
        elif isinstance(key, pyyaml.ScalarNode):
            why = f"Python reads it as {header.value(key)!r}, and a key must be text"
        else:
            why = "it is not a single value"
        yield KEY_PYTHON_CANNOT_TAKE.at(
            facts.card.path,
            f"the Hub's Python client cannot load the card because of this key: {why}",
            header.span(key),
            hint="put the key in quotes" if key.tag != scalars.STR else "rename the key",
        )


VALUE_PYTHON_CANNOT_LOAD = Rule(
    code="DC027",
    name="value-python-cannot-load",
    severity=Severity.WARNING,
    summary="A date that does not exist, or a mapping as a key",
    why="Some headers have the right form and still cannot be turned into data: `2024-13-01` looks"
    " like a date and is not one, `{{ license }}` left from a template is a mapping used as a key."
    " The Hub's parser accepts them; the Python side raises an error.",
    bad={"README.md": "---\nlicense: mit\nreleased: 2024-13-01\n---\n"},
    good={"README.md": "---\nlicense: mit\nreleased: '2024-13-01'\n---\n"},
    source="PyYAML 6.0.4, `SafeConstructor`",
    gives_way_to=("DC026",),
)


@VALUE_PYTHON_CANNOT_LOAD.check
def _check_value_python_cannot_load(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    fault = header.python_fault if header else None
    if header and fault and not any(strange_nodes(header)):
        culprit = _culprit(header)
        yield VALUE_PYTHON_CANNOT_LOAD.at(
            facts.card.path,
            f"Python cannot load the header although it parses: {fault.reason}",
            header.span(culprit) if culprit else fault.span,
            hint="put the value in quotes",
        )


def _culprit(header: Header) -> Node | None:
    """The first single value that cannot be built; a mapping as a key has a place of its own."""
    typed = (scalars.INT, scalars.FLOAT, scalars.TIMESTAMP)
    return next(
        (node for node in header.nodes() if node.tag in typed and header.value(node) is None), None
    )
