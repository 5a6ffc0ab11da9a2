"""DC030-DC033: the license keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import (
    described,
    hint_of,
    is_early,
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

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

LIST_URL = "https://huggingface.co/docs/hub/repositories-licenses"


LICENSE_UNKNOWN = Rule(
    code="DC030",
    name="licence-unknown",
    severity=Severity.ERROR,
    summary="A license that is not on the Hub's list",
    why="The list is closed and its identifiers are lower case: `MIT`, `gpl-3.0-or-later`, `None`"
    " and free text are refused with status 400, and with them the commit. For any other license"
    f" write `other` and name it in `license_name`. The list: {LIST_URL}. The fix writes an"
    " identifier that differs in capitals only; one that differs in punctuation (`Apache 2.0`) is"
    " an unsafe fix, a similar one only a hint.",
    bad={"README.md": "---\nlicense: MIT\n---\n"},
    good={"README.md": "---\nlicense: mit\n---\n"},
    source="huggingface_hub#4218, hub-docs#1755, spacy-huggingface-hub#3",
    fix=Safety.SAFE,
    gives_way_to=("DC022",),
)


@LICENSE_UNKNOWN.check
@over_keys
def _check_license_unknown(facts: Facts, header: Header) -> Iterator[Finding]:
    known = listed(facts, "licenses")
    for path, node in placed(header, "license"):
        word = node.value if header.is_string(node) else ""
        if word in known:
            continue
        same = known.same(word)
        yield LICENSE_UNKNOWN.at(
            facts.card.path,
            f"the Hub refuses the card: {described(header, node)} is not on its list of licenses",
            header.span(node),
            hint=hint_of(
                known.nearest(word) if is_early(path) else None,
                "for a license that is not listed write `other`",
            ),
            fix=respelling(facts, path, word, same) if same else None,
        )


LICENSE_EMPTY = Rule(
    code="DC031",
    name="licence-empty",
    severity=Severity.INFO,
    summary="The key `license` without a value",
    why="Without a stated license nobody may assume that the data can be used. Whether the Hub"
    " takes the empty key is not documented; it shows nothing for it.",
    bad={"README.md": "---\nlicense:\n---\n"},
    good={"README.md": "---\nlicense: unknown\n---\n"},
    source=f"Hub documentation, {LIST_URL}",
)


@LICENSE_EMPTY.check
@over_keys
def _check_license_empty(facts: Facts, header: Header) -> Iterator[Finding]:
    pair = header.get("license")
    if pair and (is_null(header, pair.value) or pair.value.value == []):
        yield LICENSE_EMPTY.at(
            facts.card.path,
            "`license` has no value, so the page shows no license",
            header.span(pair.key),
            hint="name the license, or write `unknown`",
        )


LICENSE_UNNAMED = Rule(
    code="DC032",
    name="licence-unnamed",
    severity=Severity.INFO,
    summary="`license: other` without a name",
    why="The page shows `license_name` in place of `other` and links it to `license_link`. Without"
    " them the reader learns only that there are terms.",
    bad={"README.md": "---\nlicense: other\n---\n"},
    good={
        "README.md": "---\nlicense: other\nlicense_name: grid-terms-1.0\nlicense_link: LICENSE\n"
        "---\n",
        "LICENSE": "Be kind.\n",
    },
    source=f"Hub documentation, {LIST_URL}",
)


@LICENSE_UNNAMED.check
@over_keys
def _check_license_unnamed(facts: Facts, header: Header) -> Iterator[Finding]:
    name = header.get("license_name")
    if name and not is_null(header, name.value):
        return
    for node in items(header, "license"):
        if header.is_string(node) and node.value == "other":
            yield LICENSE_UNNAMED.at(
                facts.card.path,
                "`license: other` without `license_name`: the page cannot say which license it is",
                header.span(node),
                hint="add `license_name` with a short identifier, and `license_link` with the text",
            )


LICENSE_TEXT_MISSING = Rule(
    code="DC033",
    name="licence-text-missing",
    severity=Severity.INFO,
    summary="`license_link` names a file that is not there",
    why="The page links the license's name to this file: `LICENSE` or `LICENSE.md` in the"
    " repository, or a web address. A link to nothing leaves the terms unknown.",
    bad={
        "README.md": "---\nlicense: other\nlicense_name: grid-terms\nlicense_link: LICENSE\n---\n"
    },
    good={
        "README.md": "---\nlicense: other\nlicense_name: grid-terms\nlicense_link: LICENSE\n---\n",
        "LICENSE": "Be kind.\n",
    },
    source="hub-docs, datasetcard.md, `license_link`",
)


@LICENSE_TEXT_MISSING.check
@over_keys
def _check_license_text_missing(facts: Facts, header: Header) -> Iterator[Finding]:
    pair = header.get("license_link")
    if not pair or not facts.view.complete or not header.is_string(pair.value):
        return
    link = pair.value.value
    if "://" in link or not link or facts.view.is_file(link.removeprefix("./")):
        return
    yield LICENSE_TEXT_MISSING.at(
        facts.card.path,
        f"`license_link` names {quoted(link)}, which is not in the repository",
        header.span(pair.value),
        hint="add the file, or give a web address",
    )
