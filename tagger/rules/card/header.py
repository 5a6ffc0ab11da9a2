"""DC002-DC005 and DC010-DC013: does the Hub find a header, and every reader the same one?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tagger.card.split import CardState, line_at
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.rules.card.file import GOOD, NO_HEADER, severity_of
from tagger.text.yaml import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

_PATTERN = "huggingface_hub 2.4.0, `repocard.REGEX_YAML_BLOCK`, which the Hub's server shares"


HEADER_MISSING = Rule(
    code="DC002",
    name="header-missing",
    severity=Severity.WARNING,
    summary="The card does not begin with a YAML header",
    why=NO_HEADER + " The Hub answers an upload of such a card with a warning of its own.",
    bad={"README.md": "# Grid puzzles\n"},
    good={"README.md": GOOD},
    source="Hub, `/api/validate-yaml`: empty or missing yaml metadata",
)


@HEADER_MISSING.check
def _check_header_missing(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state in (CardState.EMPTY, CardState.NO_FENCE):
        what = (
            "the card is empty" if card.state is CardState.EMPTY else "the card has no YAML header"
        )
        yield HEADER_MISSING.at(
            card.path,
            f"{what}: the Hub knows neither license nor tags of this dataset",
            Span(card.parts.line),
            hint="begin the file with a line `---`, the keys, and another line `---`",
            severity=severity_of(facts),
        )


TEXT_BEFORE_HEADER = Rule(
    code="DC003",
    name="text-before-header",
    severity=Severity.WARNING,
    summary="Text, a comment or a badge before the header hides it",
    why="The header is looked for at the very beginning of the file. A comment, a badge or a line"
    " left over from a template turns the whole block into text that the page prints. " + NO_HEADER,
    bad={"README.md": f"<!-- generated -->\n{GOOD}"},
    good={"README.md": f"{GOOD}\n<!-- generated -->\n"},
    source=_PATTERN + "; datasets#3531",
)


@TEXT_BEFORE_HEADER.check
def _check_text_before_header(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state is CardState.TEXT_BEFORE:
        yield TEXT_BEFORE_HEADER.at(
            card.path,
            "there is something before the opening `---`, so the header is read as text",
            Span(card.parts.line),
            hint="move it below the closing `---`; only blank lines may come before the header",
            severity=severity_of(facts),
        )


_OPEN = {
    CardState.UNCLOSED: "the header is never closed",
    CardState.BAD_FENCE: "the first line is not exactly `---`, so it opens no header",
    CardState.TOUCHING: "the closing `---` follows the opening one directly, which is not a header",
}


HEADER_NOT_CLOSED = Rule(
    code="DC004",
    name="header-not-closed",
    severity=Severity.WARNING,
    summary="The fences of the header are not two lines `---`",
    why="The opening line is three dashes without anything behind them; the closing one may have"
    " spaces after it, but no indentation, no fourth dash and no dots. Otherwise there is no"
    " header. " + NO_HEADER,
    bad={"README.md": "---\nlicense: mit\n...\n\n# Grid puzzles\n"},
    good={"README.md": GOOD},
    source=_PATTERN + "; huggingface_hub#3813",
)


@HEADER_NOT_CLOSED.check
def _check_header_not_closed(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state in _OPEN:
        yield HEADER_NOT_CLOSED.at(
            card.path,
            f"{_OPEN[card.state]}: the Hub reads all of it as text",
            Span(card.parts.line),
            hint="open and close the header with a line that holds three dashes and nothing else",
            severity=severity_of(facts),
        )


CARRIAGE_RETURN_LINE_ENDS = Rule(
    code="DC005",
    name="carriage-return-line-ends",
    severity=Severity.WARNING,
    summary="Line ends of the old Macintosh kind hide the header",
    why="The closing fence must be followed by LF or CRLF. In a file whose lines end in CR alone"
    " the Hub finds none. " + NO_HEADER,
    bad={"README.md": GOOD.replace("\n", "\r")},
    good={"README.md": GOOD.replace("\n", "\r\n")},
    source=_PATTERN,
)


@CARRIAGE_RETURN_LINE_ENDS.check
def _check_carriage_return_line_ends(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.state is CardState.CR_ONLY:
        yield CARRIAGE_RETURN_LINE_ENDS.at(
            card.path,
            "the lines end in a carriage return alone, so no closing `---` is found",
            Span(card.parts.line),
            hint="save the file with LF or CRLF line ends",
            severity=severity_of(facts),
        )


BYTE_ORDER_MARK = Rule(
    code="DC010",
    name="byte-order-mark",
    severity=Severity.INFO,
    summary="A byte-order mark before the header",
    why="The Hub's server and `DatasetCard.load` skip the mark. `DatasetCard(text)` does not: it"
    " finds no header, and what is built on it, such as the code snippets of the page, misses the"
    " tags.",
    bad={"README.md": f"\ufeff{GOOD}"},
    good={"README.md": GOOD},
    source="huggingface_hub 2.4.0, `DatasetCard` against `DatasetCard.load`",
)


@BYTE_ORDER_MARK.check
def _check_byte_order_mark(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.parts.bom and card.header:
        yield BYTE_ORDER_MARK.at(
            card.path,
            "the header begins with a byte-order mark; readers that do not skip it find no header",
            Span(1),
            hint="save the file as UTF-8 without a byte-order mark",
        )


BLANK_BEFORE_HEADER = Rule(
    code="DC011",
    name="blank-before-header",
    severity=Severity.INFO,
    summary="Blank lines or spaces before the header",
    why="The Hub and its client allow for white space there. Other readers of front matter do not:"
    " GitHub, static site generators, and the splitter that `datasets` used before it went over"
    " to the client's.",
    bad={"README.md": f"\n{GOOD}"},
    good={"README.md": GOOD},
    source="datasets 5.2.0, `utils.metadata._split_yaml_from_readme`, against " + _PATTERN,
)


@BLANK_BEFORE_HEADER.check
def _check_blank_before_header(facts: Facts) -> Iterator[Finding]:
    card = facts.card
    if card.header and not card.parts.opening.startswith(b"---"):
        yield BLANK_BEFORE_HEADER.at(
            card.path,
            "there is white space before the opening `---`; stricter readers find no header then",
            Span(1),
            hint="let the file begin with `---`",
        )


HEADER_NOT_A_MAPPING = Rule(
    code="DC012",
    name="header-not-a-mapping",
    severity=Severity.ERROR,
    summary="The header is empty, a list or a single value",
    why="The Hub answers 400 to a card whose header is not a mapping, so the commit that brings it"
    " is refused as a whole.",
    bad={"README.md": "---\nlicense mit\n---\n\n# Grid puzzles\n"},
    good={"README.md": GOOD},
    source="Hub, `/api/validate-yaml`: metadata must be of type object",
)


@HEADER_NOT_A_MAPPING.check
def _check_header_not_a_mapping(facts: Facts) -> Iterator[Finding]:
    import yaml as pyyaml

    header = facts.card.header
    if not header or header.fault or header.is_mapping:
        return
    if header.root is None:
        found, span = "holds nothing", Span(header.line)
    else:
        kind = "a list" if isinstance(header.root, pyyaml.SequenceNode) else "a single value"
        found, span = f"is {kind}", header.span(header.root)
    yield HEADER_NOT_A_MAPPING.at(
        facts.card.path,
        f"the header {found}; the Hub refuses anything but keys with values",
        span,
        hint="write `key: value` lines between the fences, for example `license: mit`",
    )


FENCE_IN_BLOCK = Rule(
    code="DC013",
    name="fence-in-block",
    severity=Severity.WARNING,
    summary="A line `---` inside a block of text ends the header early",
    why="The header ends at the first line of three dashes, whatever YAML makes of it. Keys below"
    " such a line are lost, and the page prints them.",
    bad={
        "README.md": "---\nextra_gated_prompt: |\n  Please agree.\n---\n  Thank you.\n"
        "license: mit\n---\n\n# Grid puzzles\n"
    },
    good={
        "README.md": "---\nextra_gated_prompt: |\n  Please agree.\n  ---\n  Thank you.\n"
        "license: mit\n---\n\n# Grid puzzles\n"
    },
    source=_PATTERN,
)


@FENCE_IN_BLOCK.check
def _check_fence_in_block(facts: Facts) -> Iterator[Finding]:
    card, header = facts.card, facts.card.header
    if not header or not header.is_mapping:
        return
    if getattr(_last_leaf(header.root), "style", None) in ("|", ">") and _goes_on(card.body):
        yield FENCE_IN_BLOCK.at(
            card.path,
            "this `---` is inside a block of text and ends the header; the rest is read as the"
            " body",
            Span(line_at(card.raw, card.parts.header_start + len(card.parts.header)) + 1),
            hint="indent the line with the rest of the block",
        )


def _last_leaf(node: Any) -> Any:
    for _ in range(MAX_DEPTH):  # an anchor may lie inside what it names
        if not isinstance(node.value, list) or not node.value:
            break
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node


def _goes_on(body: str) -> bool:
    """Whether the text goes on like the inside of a block and comes to another fence."""
    return bool(
        re.match(r"(?:[ \t]*\r?\n)*+[ \t]+\S", body) and re.search(r"(?m)^---[ \t]*\r?$", body)
    )
