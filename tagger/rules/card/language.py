"""DC034-DC035: the languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import (
    described,
    hint_of,
    is_null,
    items,
    listed,
    over_keys,
    placed,
    quoted,
    respelling,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

_CODE = re.compile(r"[A-Za-z]{2,3}\Z")
_REGIONAL = re.compile(r"[A-Za-z]{2,3}[-_][A-Za-z0-9_-]+\Z")
_SPECIAL = frozenset({"code", "multilingual"})


LANGUAGE_MALFORMED = Rule(
    code="DC034",
    name="language-malformed",
    severity=Severity.ERROR,
    summary="A language that is not an ISO 639 code",
    why="The Hub takes codes of ISO 639-1, 639-2 and 639-3, and the words `code` and"
    " `multilingual`; anything else is refused with status 400. Regional tags such as `en-US` have"
    " keys of their own, `language_bcp47` and `language_details`.",
    bad={"README.md": "---\nlanguage: en-US\n---\n"},
    good={"README.md": "---\nlanguage: en\nlanguage_bcp47: [en-US]\n---\n"},
    source="Hub, `/api/validate-yaml`; datasets#5137",
)


@LANGUAGE_MALFORMED.check
@over_keys
def _check_language_malformed(facts: Facts, header: Header) -> Iterator[Finding]:
    for node in items(header, "language"):
        if not _is_formed(header, node):
            yield LANGUAGE_MALFORMED.at(
                facts.card.path,
                f"the Hub refuses the card: {described(header, node)} is not a language code of two"
                " or three letters",
                header.span(node),
                hint=_advice(facts, header, node),
            )


def _is_formed(header: Header, node: Node) -> bool:
    """A code by its form; an empty item of a list is left to YAML, nobody says what the Hub does.

    What only YAML 1.1 takes for a boolean is a word for the Hub, and another rule's business.
    """
    if is_null(header, node):
        return True
    return header.is_string(node) and (
        node.value in _SPECIAL or _CODE.match(node.value) is not None
    )


def _advice(facts: Facts, header: Header, node: Node) -> str | None:
    if not header.is_string(node):
        return "write ISO 639 codes such as `en`, in a list if there are several"
    if _REGIONAL.match(node.value):
        code = re.split("[-_]", node.value)[0].lower()
        return f"write {quoted(code)} here and {quoted(node.value)} under `language_bcp47`"
    return hint_of(listed(facts, "languages").same(node.value))


LANGUAGE_UNASSIGNED = Rule(
    code="DC035",
    name="language-unassigned",
    severity=Severity.INFO,
    summary="A language code that is not assigned",
    why="The code has the right form and belongs to no language, or is in capitals. What the"
    " Hub answers is not documented; a filter by language cannot find the dataset. The fix writes"
    " a code in capitals in small letters.",
    bad={"README.md": "---\nlanguage: [xx, JA]\n---\n"},
    good={"README.md": "---\nlanguage: ja\n---\n"},
    source="npm @huggingface/languages; ISO 639-2/B and 639-5",
    fix=Safety.SAFE,
)


@LANGUAGE_UNASSIGNED.check
@over_keys
def _check_language_unassigned(facts: Facts, header: Header) -> Iterator[Finding]:
    known = listed(facts, "languages")
    for path, node in placed(header, "language"):
        if is_null(header, node) or not _is_formed(header, node) or node.value in known:
            continue
        lower = known.same(node.value)
        yield LANGUAGE_UNASSIGNED.at(
            facts.card.path,
            f"{quoted(node.value)} is in no list of ISO 639, so no language filter finds it",
            header.span(node),
            hint=hint_of(lower),
            fix=respelling(facts, path, node.value, lower) if lower else None,
        )
