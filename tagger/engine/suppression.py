"""Findings that the owner of a repository silenced with ``# tagger: ignore[CODE] reason``.

The comment is in the card's header, or in a TOML, YAML or Python file: on the line of the
finding, alone on the line above it, or alone at the top, where it holds for the whole file.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.engine.selection import suggest_rule
from tagger.text.comments import comments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tagger.card.card import Card
    from tagger.core.findings import Finding
    from tagger.text.comments import Comment
    from tagger.tree.view import TreeView

_MARKER = re.compile(rb"#[ \t]*tagger:[ \t]*ignore")
_SPEAKS = re.compile(r"\s*+[^\s#]")
_COMMENT = re.compile(r"#[ \t]*tagger:[ \t]*ignore\b(?:\[([^\]]*)\])?")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment.

    Attributes:
        path: the file it is in.
        span: its own place.
        names: the codes or names of rules in its brackets.
        line: the line it speaks about; ``None`` means the whole file.
    """

    path: str
    span: Span
    names: tuple[str, ...]
    line: int | None


@dataclass(slots=True)
class InFile:
    """The comments of one file, and for each line and name the first that speaks about it.

    The line ``None`` means the whole file.
    """

    comments: list[Suppression] = field(default_factory=list)
    first: dict[tuple[int | None, str], Suppression] = field(default_factory=dict)

    def add(self, suppression: Suppression) -> None:
        """Put a comment in."""
        self.comments.append(suppression)
        for name in suppression.names:
            self.first.setdefault((suppression.line, name), suppression)

    def about(self, finding: Finding) -> Iterator[tuple[Suppression, str]]:
        """The comments that silence a finding, each with the name by which it does."""
        lines: list[int | None] = [None]
        if finding.span:
            lines += range(finding.span.line, (finding.span.end_line or finding.span.line) + 1)
        for line in lines:
            for name in (finding.rule.code, finding.rule.name):
                if suppression := self.first.get((line, name)):
                    yield suppression, name


@dataclass(frozen=True, slots=True)
class Split:
    """Findings with the suppressed ones taken out.

    ``unused`` holds each comment that names nothing or has names that silenced nothing, with
    those names.
    """

    findings: Sequence[Finding]
    suppressed: Sequence[Finding]
    unused: Sequence[tuple[Suppression, tuple[str, ...]]]


def suppress(findings: Iterable[Finding], suppressions: Mapping[str, InFile]) -> Split:
    """Take out the findings that a comment of their file silences."""
    used: set[tuple[Suppression, str]] = set()
    kept: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        in_file = suppressions.get(finding.path)
        hits = set(in_file.about(finding)) if in_file else set()
        used |= hits
        (silenced if hits else kept).append(finding)
    unused = [
        (suppression, tuple(name for name in suppression.names if (suppression, name) not in used))
        for in_file in suppressions.values()
        for suppression in in_file.comments
    ]
    return Split(kept, silenced, [(s, names) for s, names in unused if names or not s.names])


def find_suppressions(view: TreeView, card: Card) -> dict[str, InFile]:
    """The comments in the card's header and in the files that were read to check a tree, by path.

    Files that nobody read, or over the size up to which they are kept, have no findings worth a
    comment.
    """
    found = {}
    for path, data in view.small_files_read.items():
        if path != card.path and _MARKER.search(data):
            found[path] = _in_text(path, path, data.decode("utf-8", "replace"), first_line=1)
    header = card.header
    if header and _COMMENT.search(header.text):
        found[card.path] = _in_text(card.path, "header.yaml", header.text, header.line)
    return found


def _in_text(path: str, kind: str, text: str, first_line: int) -> InFile:
    """The comments of a text that begins on a line of a file; ``kind`` is a file name."""
    in_file, above = InFile(), first_line - 1
    lines = enumerate(text.split("\n"), start=1)
    speaking = [number for number, line in lines if _SPEAKS.match(line)]
    for comment in comments(kind, text):
        match = _COMMENT.match(comment.text)
        if match:
            names = tuple(filter(None, map(str.strip, (match[1] or "").split(","))))
            line = _line(comment, speaking)
            covered = None if line is None else line + above
            in_file.add(Suppression(path, _down(comment.span, above), names, covered))
    return in_file


def _line(comment: Comment, speaking: Sequence[int]) -> int | None:
    """The line a comment speaks about, ``None`` for all of them.

    ``speaking`` are the numbers of the lines that hold more than spaces and comments.
    """
    here = comment.span.line
    if not comment.alone:
        return here
    below = bisect.bisect_right(speaking, here)
    if below == 0:
        return None
    return speaking[below] if below < len(speaking) else here


def _down(span: Span, lines: int) -> Span:
    end = span.end_line
    return Span(
        span.line + lines, span.column, None if end is None else end + lines, span.end_column
    )


UNUSED_SUPPRESSION = Rule(
    code="RP900",
    name="unused-suppression",
    severity=Severity.INFO,
    summary="A comment suppresses a rule that reports nothing there",
    why="""\
A `# tagger: ignore[CODE]` that silences nothing is usually left over from a fault that was fixed.
It hides the same fault when it comes back.

The comment covers the line it ends, the next line when it is alone on its own line, or the whole
file when it is alone above everything else. Rules that report a folder or a file as a whole
are silenced by `per-file-ignores` in the configuration, or by a comment at the top.""",
    bad={"README.md": "---\nlicense: mit  # tagger: ignore[RP901] by the board\n---\n# Puzzles\n"},
    good={"README.md": "---\nlicense: mit  # by the board\n---\n# Puzzles\n"},
    source="tagger's own comments",
)

UNKNOWN_SUPPRESSION = Rule(
    code="RP901",
    name="unknown-suppression",
    severity=Severity.WARNING,
    summary="A comment wants to silence a rule that does not exist, or names none",
    why="""\
`# tagger: ignore[CODE]` silences the rules between the brackets, by code or by name, separated by
commas. Where the brackets are missing or hold something else, nothing is silenced.""",
    bad={"README.md": "---\nlicense: mit  # tagger: ignore\n---\n# Puzzles\n"},
    good={"README.md": "---\nlicense: mit\n---\n# Puzzles\n"},
    source="tagger's own comments",
)


@UNUSED_SUPPRESSION.check
@UNKNOWN_SUPPRESSION.check
def about_suppressions(
    unused: Iterable[tuple[Suppression, tuple[str, ...]]],
) -> Iterator[Finding]:
    """What there is to say of comments with names that silence nothing, or without names."""
    from tagger.engine.table import rules

    known = {word for rule in rules().values() for word in (rule.code, rule.name)}
    for suppression, names in unused:
        if not suppression.names:
            yield UNKNOWN_SUPPRESSION.at(
                suppression.path,
                "the comment names no rule, so it silences nothing",
                suppression.span,
                hint="write the codes in brackets: # tagger: ignore[CODE]",
            )
        for name in names:
            if name in known:
                message = f"unused suppression comment: {name} reports nothing here"
                rule, hint = UNUSED_SUPPRESSION, f"remove {name} from the comment"
            else:
                message = f"no rule has the code or name {name!r}{suggest_rule(name)}"
                rule, hint = UNKNOWN_SUPPRESSION, "`tagger rule` lists the rules"
            yield rule.at(suppression.path, message, suppression.span, hint=hint)
