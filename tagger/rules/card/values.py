"""What the rules about the card share: reading values of its header and naming them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from tagger.card.edit import replace_scalar
from tagger.core.findings import Safety
from tagger.data.vocabulary import Vocabulary, vocabulary
from tagger.rules.tags.common import offer
from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

#: The keys that the Hub or ``datasets`` reads in a dataset card (docs/card.md §3).
KNOWN_KEYS = frozenset(
    "annotations_creators config_names configs dataset_info extra_gated_button_content"
    " extra_gated_description extra_gated_eu_disallowed extra_gated_fields extra_gated_heading"
    " extra_gated_prompt language language_bcp47 language_creators language_details license"
    " license_details license_link license_name multilinguality paperswithcode_id pretty_name"
    " size_categories source_datasets tags task_categories task_ids thumbnail train-eval-index"
    " viewer".split()
)
#: Items of one list for which hints and fixes are worked out.
MAX_HELPED = 50
#: How much of a stranger's text is repeated in a message.
MAX_QUOTED = 60

_KINDS = {
    scalars.NULL: "an empty value",
    scalars.BOOL: "a boolean",
    scalars.INT: "a number",
    scalars.FLOAT: "a number",
    scalars.TIMESTAMP: "a date",
}


def over_keys(
    check: Callable[[Facts, Header], Iterator[Finding]],
) -> Callable[[Facts], Iterator[Finding]]:
    """Make a check of a function over the header, run only where it is a mapping."""

    @wraps(check)
    def run(facts: Facts) -> Iterator[Finding]:
        header = facts.card.header
        if header and header.is_mapping:
            yield from check(facts, header)

    return run


def listed(facts: Facts, name: str) -> Vocabulary:
    """A shipped list with what the configuration adds to it."""
    return vocabulary(name).extended(facts.options.vocabulary.get(name, ()))


def is_null(header: Header, node: Node) -> bool:
    """Whether a node is null for the Hub."""
    import yaml

    return isinstance(node, yaml.ScalarNode) and header.core_tag(node) == scalars.NULL


def items(header: Header, key: str) -> Iterator[Node]:
    """The values of a key that takes one value or a list; none where it is absent or null."""
    import yaml

    pair = header.get(key)
    if pair is None or is_null(header, pair.value):
        return
    if isinstance(pair.value, yaml.SequenceNode):
        yield from pair.value.value
    else:
        yield pair.value


def placed(header: Header, key: str) -> Iterator[tuple[tuple[str | int, ...], Node]]:
    """The same values, each with its path for an edit."""
    import yaml

    pair = header.get(key)
    single = pair is not None and not isinstance(pair.value, yaml.SequenceNode)
    for index, node in enumerate(items(header, key)):
        yield ((key,) if single else (key, index)), node


def is_early(path: tuple[str | int, ...]) -> bool:
    """Whether a value is among those for which hints and fixes are worked out.

    Each fix is proven and each hint searched for on its own; a list of thousands must not take
    thousands of times as long.
    """
    return not isinstance(path[-1], int) or path[-1] < MAX_HELPED


def respelling(facts: Facts, path: tuple[str | int, ...], word: str, known: str) -> Fix | None:
    """The fix that writes the known spelling of a word, safe where only capitals change."""
    if not is_early(path):
        return None
    safety = Safety.SAFE if word.lower() == known.lower() else Safety.UNSAFE
    return offer(f"write `{known}`", replace_scalar, facts.card, path, known, safety=safety)[0]


def quoted(text: str) -> str:
    """A stranger's text for a message: quoted, escaped, cut."""
    return repr(text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…")


def described(header: Header, node: Node) -> str:
    """What a node is for the Hub: its text in quotes for a string, the kind of value otherwise."""
    import yaml

    if isinstance(node, yaml.SequenceNode):
        return "a list"
    if not isinstance(node, yaml.ScalarNode):
        return "a mapping"
    kind = _KINDS.get(header.core_tag(node))
    if kind is None:
        return quoted(node.value)
    return kind if header.core_tag(node) == scalars.NULL else f"{kind} ({quoted(node.value)})"


def hint_of(nearest: str | None, otherwise: str | None = None) -> str | None:
    """A did-you-mean, or something else to say."""
    return f"did you mean {quoted(nearest)}?" if nearest else otherwise
