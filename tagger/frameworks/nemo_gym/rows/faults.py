"""Faults of many rows, put together: one finding for each kind of fault in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.places import Span

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from tagger.core.findings import Finding, Rule

#: More kinds of fault of one rule in one file than this are only counted.
_MAX_KINDS = 10


@dataclass(slots=True)
class Group:
    """All rows of a file with the same fault."""

    rule: Rule
    line: int
    message: str
    hint: str | None
    rows: int = 1
    last: int = 0


@dataclass(slots=True)
class RowFaults:
    """The faults of one file, in the order in which they were met."""

    groups: dict[Hashable, Group] = field(default_factory=dict)

    def add(
        self, rule: Rule, line: int, message: str, *, hint: str | None = None, kind: Hashable = None
    ) -> None:
        """Count one fault of one row.

        Args:
            rule: what is broken.
            line: the line of the row.
            message: about this row.
            hint: what to do.
            kind: equal for faults that belong together.
        """
        group = self.groups.get((rule.code, kind))
        if group is None:
            self.groups[(rule.code, kind)] = Group(rule, line, message, hint, last=line)
        elif group.last != line:
            group.last = line
            group.rows += 1

    def findings(self, path: str, extent: str, rules: Sequence[Rule]) -> Iterator[Finding]:
        """One finding a group.

        Args:
            path: the file.
            extent: what was checked, where it was not everything.
            rules: those that are wanted.
        """
        shown: dict[str, list[Group]] = {}
        for group in self.groups.values():
            if group.rule not in rules:
                continue
            shown.setdefault(group.rule.code, []).append(group)
        for groups in shown.values():
            for group in groups[:_MAX_KINDS]:
                yield group.rule.at(
                    path, group.message + _more(group, extent), Span(group.line), hint=group.hint
                )
            if rest := groups[_MAX_KINDS:]:
                rows = sum(group.rows for group in rest)
                message = (
                    f"{len(rest):,} more kinds of this fault in {rows:,} rows{_of(extent)};"
                    " the first is shown"
                )
                yield rest[0].rule.at(path, f"{rest[0].message} ({message})", Span(rest[0].line))


def _more(group: Group, extent: str) -> str:
    rows = group.rows - 1
    if not rows:
        return ""
    return f" (and {rows:,} more {'row' if rows == 1 else 'rows'}{_of(extent)})"


def _of(extent: str) -> str:
    return f" of {extent}" if extent else ""
