"""TG009-TG012: the list of tags as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import remove_repeats, replace_scalar, to_list
from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import described, is_null, over_keys, quoted
from tagger.rules.tags.common import KEY, card_with, offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

_GOOD = card_with("rl-environment", "harbor", "openenv")


TAGS_NOT_A_LIST_OF_STRINGS = Rule(
    code="TG009",
    name="tags-not-a-list-of-strings",
    severity=Severity.ERROR,
    summary="`tags` is not a list of strings",
    why="A bare string is walked letter by letter by the readers on the Python side and matches"
    " nothing; numbers, booleans, dates and nested values among the tags are refused or compare"
    " equal to no text. The safe fix makes a bare string the first item of a list; unsafe fixes put"
    " other single values in quotes.",
    bad={"README.md": "---\nlicense: mit\ntags: rl-environment\n---\n\n# Knot puzzles\n"},
    good=_GOOD,
    source="Hub, `/api/validate-yaml`; dataset-viewer#3424",
    fix=Safety.SAFE,
)


@TAGS_NOT_A_LIST_OF_STRINGS.check
@over_keys
def _check_tags_not_a_list_of_strings(facts: Facts, header: Header) -> Iterator[Finding]:
    import yaml

    pair = header.get(KEY)
    if pair is None or is_null(header, pair.value):
        return
    if not isinstance(pair.value, yaml.SequenceNode):
        yield _no_list(facts, header, pair.value)
        return
    for index, node in enumerate(pair.value.value):
        if not header.is_string(node):
            yield _no_string(facts, header, index, node)


def _no_list(facts: Facts, header: Header, node: Node) -> Finding:
    fix, reason = offer("make it a list of one tag", to_list, facts.card, KEY)
    hint = "write each tag on a line of its own below `tags:`, after a dash"
    return TAGS_NOT_A_LIST_OF_STRINGS.at(
        facts.card.path,
        f"`tags` is {described(header, node)} and not a list: no reader of the card finds a tag in"
        " it",
        header.span(node),
        hint=hint if fix or reason is None else f"{hint}; no edit is safe here ({reason})",
        fix=fix,
    )


def _no_string(facts: Facts, header: Header, index: int, node: Node) -> Finding:
    fix = _quotes(facts, header, index, node)
    return TAGS_NOT_A_LIST_OF_STRINGS.at(
        facts.card.path,
        f"a tag must be text, and this one is {described(header, node)}",
        header.span(node),
        hint="put it in quotes" if fix else "remove it, or write the text of the tag",
        fix=fix,
    )


def _quotes(facts: Facts, header: Header, index: int, node: Node) -> Fix | None:
    import yaml

    if not isinstance(node, yaml.ScalarNode) or is_null(header, node):
        return None
    path, what = (KEY, index), "put it in quotes"
    return offer(what, replace_scalar, facts.card, path, node.value, safety=Safety.UNSAFE)[0]


DUPLICATE_TAG = Rule(
    code="TG010",
    name="duplicate-tag",
    severity=Severity.WARNING,
    summary="The same tag twice",
    why="The second one does nothing on the page and is usually left by a script that added its"
    " tags without looking. It is left to the owner, since a comment may belong to either.",
    bad=card_with("rl-environment", "harbor", "openenv", "harbor"),
    good=_GOOD,
    source="tagger's own advice; the Hub accepts such a list",
    fix=Safety.UNSAFE,
)


@DUPLICATE_TAG.check
def _check_duplicate_tag(facts: Facts) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for item in facts.card.tag_items:
        if not item.is_string:
            continue
        seen[item.value] = seen.get(item.value, 0) + 1
        if seen[item.value] != 2:
            continue
        what, unsafe = "keep the first one", Safety.UNSAFE
        fix, _ = offer(what, remove_repeats, facts.card, KEY, item.value, safety=unsafe)
        yield DUPLICATE_TAG.at(
            facts.card.path,
            f"the tag {quoted(item.value)} is listed twice",
            item.span,
            hint="keep one of them",
            fix=fix,
        )


EMPTY_TAG = Rule(
    code="TG011",
    name="empty-tag",
    severity=Severity.INFO,
    summary="`tags` without a value, or an empty tag",
    why="It says nothing, and programs that add tags to the list may fail on it.",
    bad={"README.md": "---\nlicense: mit\ntags:\n---\n\n# Knot puzzles\n"},
    good=_GOOD,
    source="huggingface_hub 2.4.0, `metadata_update`: drops keys without a value",
)


@EMPTY_TAG.check
@over_keys
def _check_empty_tag(facts: Facts, header: Header) -> Iterator[Finding]:
    pair = header.get(KEY)
    if pair and is_null(header, pair.value):
        yield EMPTY_TAG.at(
            facts.card.path,
            "`tags` has no value",
            header.span(pair.key),
            hint="write the tags below it, or remove the key",
        )
    for item in facts.card.tag_items:
        if item.is_string and not item.value.strip():
            yield EMPTY_TAG.at(facts.card.path, "a tag is empty", item.span, hint="remove it")
