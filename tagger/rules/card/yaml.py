"""DC020-DC024: is the header YAML, for the Hub and for Python?

The Hub's server reads it with js-yaml 4 (YAML 1.2), its Python side with PyYAML (YAML 1.1).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.values import quoted
from tagger.text import scalars, yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: What js-yaml takes as blank or as part of a plain value and PyYAML does not (docs/card.md §2).
_SOFT = re.compile("[\t\u0085\u2028\u2029]")
_VALUE = "tag:yaml.org,2002:value"
#: How PyYAML words a second document, after `---` and after `...`.
_SEVERAL = re.compile("found another document|<document start>")


def _is_second_document(header: Header) -> bool:
    """Whether that is the fault; a directive needs a document mark, too, and is none."""
    if not header.fault or not _SEVERAL.search(header.fault.reason):
        return False
    return not header.text.startswith("%")


def _soft(text: str) -> str:
    """The text with a space for every such character that is not indentation."""
    return re.sub(
        r"(?m)^([ \t]*(?=[^\s#]))?(.*)$",
        lambda line: (line[1] or "") + _SOFT.sub(" ", line[2]),
        text,
    )


def _is_only_soft(header: Header) -> bool:
    """Whether a header that PyYAML cannot parse differs from one it can only in such characters."""
    if not _SOFT.search(header.text):
        return False
    try:
        yaml.compose(_soft(header.text))
    except yaml.YamlError:
        return False
    return True


HEADER_NOT_YAML = Rule(
    code="DC020",
    name="header-not-yaml",
    severity=Severity.ERROR,
    summary="The header cannot be parsed",
    why="The Hub answers 400 and refuses the commit; `datasets` and the client fail on such a"
    " card. Usual causes: a second colon in a value without quotes, a tab as indentation, a value"
    " that begins with `@`, `*`, `%` or a backquote. Nesting of more than 100 levels counts, too:"
    " the Hub's parser stops there.",
    bad={"README.md": "---\npretty_name: Grid: the return\n---\n"},
    good={"README.md": '---\npretty_name: "Grid: the return"\n---\n'},
    source="js-yaml 4.3.2 and PyYAML 6.0.4; Hub, `/api/validate-yaml`: invalid YAML",
)


@HEADER_NOT_YAML.check
def _check_header_not_yaml(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    if not header or not header.fault or _is_second_document(header):
        return
    if not _is_only_soft(header):
        yield HEADER_NOT_YAML.at(
            facts.card.path,
            f"the header cannot be read, so the Hub refuses the card: {header.fault.reason}",
            header.fault.span,
            hint=_advice(header, header.fault.span.line),
        )


def _advice(header: Header, number: int) -> str | None:
    """What usually is behind a fault on this line of the file."""
    lines = header.text.splitlines()
    row = number - header.line
    line = lines[row] if 0 <= row < len(lines) else ""
    if re.match(r"[ ]*\t", line):
        return "indent with spaces; YAML allows no tabs there"
    if re.search(r":\s+[^\s'\"#].*:(\s|$)", line):
        return "put a value that contains `: ` in quotes"
    if re.search(r"[:-]\s+[@%`*&!>|]", line):
        return "put a value that begins with a special character in quotes"
    return None


TAB_IN_HEADER = Rule(
    code="DC021",
    name="tab-in-header",
    severity=Severity.WARNING,
    summary="A tab that only the Hub's parser takes",
    why="js-yaml allows tabs between tokens: after a colon, after the dash of an item, before a"
    " comment. PyYAML, which `huggingface_hub`, `datasets` and the viewer use, raises an error"
    " there, so the Hub accepts the card and nothing in Python can read it.",
    bad={"README.md": "---\ntags:\n-\tpuzzle\n---\n"},
    good={"README.md": "---\ntags:\n- puzzle\n---\n"},
    source="js-yaml 4.3.2 against PyYAML 6.0.4",
)


@TAB_IN_HEADER.check
def _check_tab_in_header(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    if not header or not _SOFT.search(header.text):
        return
    if header.fault:
        place = header.fault.span if _is_only_soft(header) else None
    else:
        tab = _free_tab(header)
        place = None if tab is None else header.place(tab)
    if place:
        yield TAB_IN_HEADER.at(
            facts.card.path,
            "a tab (or a Unicode line separator) outside quotes: the Hub takes it, Python's YAML"
            " reader does not, so `datasets` cannot load this card",
            place,
            hint="write a space there, or put the value in quotes",
        )


def _free_tab(header: Header) -> int | None:
    """Index of the first tab that is neither in quotes, nor in a block of text, nor in a comment.

    PyYAML's C loader lets some of them pass; the Python loader of the Hub's client none.
    """
    import yaml as pyyaml

    masked = list(header.text)
    for node in header.nodes():
        if isinstance(node, pyyaml.ScalarNode) and not scalars.is_plain(node):
            start, end = node.start_mark.index, node.end_mark.index
            masked[start:end] = "x" * (end - start)
    match = re.search(r"(?m)^(?:[^#\n\t]|(?<=\S)#)*\t", "".join(masked))
    return match.end() - 1 if match else None


UNKNOWN_YAML_TAG = Rule(
    code="DC022",
    name="unknown-yaml-tag",
    severity=Severity.ERROR,
    summary="A YAML tag such as `!!python/tuple` in the header",
    why="Programs that dump Python objects leave such tags, mostly under `dataset_info`. Neither"
    " the Hub's parser nor the safe loader of its clients builds them: the Hub answers 400.",
    bad={"README.md": "---\ndataset_info:\n  shape: !!python/tuple\n  - 2\n  - 2\n---\n"},
    good={"README.md": "---\ndataset_info:\n  shape:\n  - 2\n  - 2\n---\n"},
    source="huggingface_hub#1950, datasets#6919",
)


@UNKNOWN_YAML_TAG.check
def _check_unknown_yaml_tag(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    if not header:
        return
    for node in strange_nodes(header):
        yield UNKNOWN_YAML_TAG.at(
            facts.card.path,
            f"no reader of cards knows the YAML tag {quoted(_short(node.tag))}",
            header.span(node),
            hint="write plain lists, mappings and values",
        )


def strange_nodes(header: Header) -> Iterator[Node]:
    """Nodes with a tag that no safe loader knows; where Python loads the header there is none.

    A plain `=` or `<<` in place of a value has a tag of its own, for PyYAML alone.
    """
    import yaml as pyyaml

    if header.python_fault:
        known = {*pyyaml.SafeLoader.yaml_constructors, scalars.MERGE, _VALUE}
        yield from (node for node in header.nodes() if node.tag not in known)


def _short(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")


DUPLICATE_KEY = Rule(
    code="DC023",
    name="duplicate-key",
    severity=Severity.ERROR,
    summary="The same key twice in one mapping",
    why="The Hub's parser calls it an error. PyYAML silently keeps the last value, so a check"
    " that runs in Python shows nothing wrong.",
    bad={"README.md": "---\nlicense: mit\nlanguage: en\nlicense: apache-2.0\n---\n"},
    good={"README.md": "---\nlicense: [mit, apache-2.0]\nlanguage: en\n---\n"},
    source='js-yaml 4.3.2: "duplicated mapping key"',
)


@DUPLICATE_KEY.check
def _check_duplicate_key(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    if not header:
        return
    for key in header.duplicates:
        yield DUPLICATE_KEY.at(
            facts.card.path,
            f"the key {quoted(key.value)} occurs twice: the Hub refuses that, Python silently takes"
            " the last value",
            header.span(key),
            hint="keep one of the two, or join their values",
        )


SEVERAL_DOCUMENTS = Rule(
    code="DC024",
    name="several-documents",
    severity=Severity.ERROR,
    summary="A document marker inside the header begins a second document",
    why="A line `--- # comment` or `...` does not close the header for the Hub, but it ends the"
    " document for YAML. All readers want exactly one document.",
    bad={"README.md": "---\nlicense: mit\n--- # part two\nlanguage: en\n---\n"},
    good={"README.md": "---\nlicense: mit\n# part two\nlanguage: en\n---\n"},
    source='js-yaml 4.3.2, PyYAML 6.0.4: "expected a single document"',
)


@SEVERAL_DOCUMENTS.check
def _check_several_documents(facts: Facts) -> Iterator[Finding]:
    header = facts.card.header
    if header and header.fault and _is_second_document(header):
        yield SEVERAL_DOCUMENTS.at(
            facts.card.path,
            "the header holds a second YAML document, which the Hub refuses",
            header.fault.span,
            hint="remove the line `---` or `...` inside the header",
        )
