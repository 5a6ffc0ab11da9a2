"""DC001 and DC006-DC009: is there a card, and can it be read at all?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.card.split import CardState
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: A larger plain file is refused when it is pushed (mteb#1368).
MAX_CARD_BYTES = 10 << 20
#: The smallest good card, and what a card without a header leads to: for the texts of the rules.
GOOD = "---\nlicense: mit\n---\n\n# Grid puzzles\n"
NO_HEADER = (
    "License, language, tags and subsets are all read from this block. Without it the page shows"
    " none of them and no filter finds the dataset, the RL Environments filter included."
)


def severity_of(facts: Facts) -> Severity | None:
    """Advice where the repository is not a Hub dataset (a code repository that is synced there)."""
    return None if facts.options.hub_dataset else Severity.INFO


CARD_MISSING = Rule(
    code="DC001",
    name="card-missing",
    severity=Severity.WARNING,
    summary="The repository has no dataset card",
    why="The card is the file `README.md` in the root, by exactly this name: the Hub and its Python"
    " client read no `readme.md` and no card in a folder. " + NO_HEADER,
    bad={"README.md": None, "readme.md": GOOD},
    good={"README.md": GOOD},
    source="huggingface_hub 2.4.0, `constants.REPOCARD_NAME`",
)


@CARD_MISSING.check
def _check_card_missing(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state in (CardState.MISSING, CardState.NOT_A_FILE, CardState.UNREADABLE):
        found = {CardState.MISSING: "there is no such file"}.get(card.state, card.reason)
        yield CARD_MISSING.at(
            card.path,
            f"the repository has no dataset card: {found}",
            hint="write a README.md that begins with a YAML header",
            severity=severity_of(facts),
        )


CARD_IN_LFS = Rule(
    code="DC006",
    name="card-in-lfs",
    severity=Severity.WARNING,
    summary="The card is stored as a Git LFS pointer",
    why="The Hub reads the card straight from Git. A pattern such as `*.md` in `.gitattributes`"
    " leaves three lines of pointer there. " + NO_HEADER,
    bad={
        "README.md": "version https://git-lfs.github.com/spec/v1\n"
        f"oid sha256:{'4d7a' * 16}\nsize 2310\n"
    },
    good={"README.md": GOOD},
    source="Hub: a card in LFS counts as empty",
)


@CARD_IN_LFS.check
def _check_card_in_lfs(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state is CardState.POINTER:
        yield CARD_IN_LFS.at(
            card.path,
            "the card is stored in Git LFS: the Hub sees the pointer and no header",
            Span(1),
            hint="take README.md out of .gitattributes and commit the text itself",
        )


CARD_IS_A_LINK = Rule(
    code="DC007",
    name="card-is-a-link",
    severity=Severity.INFO,
    summary="The card is a symbolic link",
    why="In Git a link is a file that holds a path. What reads the raw file, as the Hub does for"
    " the header, gets the path. Links are never edited, so no fix is offered for such a card.",
    bad={"README.md": "-> docs/card.md", "docs/card.md": GOOD},
    good={"README.md": GOOD},
    source="Git, `gitattributes(5)` and `git-fast-import(1)`: mode 120000",
)


@CARD_IS_A_LINK.check
def _check_card_is_a_link(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.link and card.state.was_read:
        yield CARD_IS_A_LINK.at(
            card.path,
            "the card is a symbolic link; Git stores the name of its target in place of the text",
            hint="commit the card itself as README.md",
        )


CARD_NOT_UTF8 = Rule(
    code="DC008",
    name="card-not-utf8",
    severity=Severity.ERROR,
    summary="The card is not UTF-8",
    why="`huggingface_hub` decodes a card before it sends it, and `datasets` before it reads it;"
    " both fail with UnicodeDecodeError, for a byte in the text as for one in the header.",
    bad={"README.md": "---\npretty_name: Caf\udce9 puzzles\n---\n"},
    good={"README.md": "---\npretty_name: Café puzzles\n---\n"},
    source="huggingface_hub 2.4.0, `HfApi.create_commit`; datasets 5.2.0, `DatasetCard.load`",
)


@CARD_NOT_UTF8.check
def _check_card_not_utf8(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state is CardState.NOT_UTF8:
        match = re.search(r"line (\d+)", card.reason)
        yield CARD_NOT_UTF8.at(
            card.path,
            f"{card.reason}: the Hub's client cannot send the card and `datasets` cannot read it",
            Span(int(match[1])) if match else None,
            hint="save the file as UTF-8",
        )


CARD_TOO_LARGE = Rule(
    code="DC009",
    name="card-too-large",
    severity=Severity.ERROR,
    summary="The card is larger than the Hub accepts",
    why="A file over 10 MiB that is not in LFS is refused when it is pushed, and in LFS the card"
    " would not be read. Such cards come from generated headers with hundreds of subsets.",
    bad={},
    good={"README.md": GOOD},
    source="mteb#1368, mteb#1892",
)


@CARD_TOO_LARGE.check
def _check_card_too_large(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    entry = facts.view.resolve(card.path)
    size = len(card.raw) or (entry.size if entry and card.state is CardState.TOO_LARGE else 0) or 0
    if size > MAX_CARD_BYTES:
        yield CARD_TOO_LARGE.at(
            card.path,
            f"the card has {size:,} bytes; the Hub refuses plain files over {MAX_CARD_BYTES:,}",
            hint="move tables and lists of subsets into files of their own",
        )
