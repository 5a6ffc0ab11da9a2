"""What a report is made of: targets that were checked, targets that were not, and counts."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from tagger.core.findings import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.findings import Finding
    from tagger.engine.fix import Fixed
    from tagger.rules.facts import Facts


@dataclass(frozen=True, slots=True)
class Checked:
    """One target and what was found there.

    Attributes:
        target: as the user wrote it.
        kind: ``path``, ``git`` or ``hub``.
        revision: the commit that was read, where there is one.
        facts: everything the rules saw.
        findings: those to report, in order of place.
        suppressed: how many findings a comment in the repository took away.
        fixed: what fixing would change or has changed, where that was asked for.
        prefix: what comes before a path of the target when people read it, with its ``/``.
        base: the same for machines: from the current folder, which is taken for the repository's
            root; never absolute.
        known: how many findings the baseline took away.
    """

    target: str
    kind: str
    revision: str | None
    facts: Facts
    findings: Sequence[Finding]
    suppressed: int = 0
    prefix: str = ""
    base: str = ""
    fixed: Fixed | None = None
    known: int = 0

    def place(self, finding: Finding) -> str:
        """``path:line:column`` of a finding for people, as it is in the repository."""
        path = self.prefix + finding.path or "."
        span = finding.span
        return f"{path}:{span.line}:{span.column}" if span else path

    def anchor(self, finding: Finding) -> str:
        """The path of a finding for machines; of one about the whole target, its card."""
        return self.base + (finding.path or self.facts.card.path)


@dataclass(frozen=True, slots=True)
class Unread:
    """A target that could not be read, and why, in one line."""

    target: str
    reason: str


#: The lists of tags in order of a report (docs/design.md §4).
TAG_LISTS = ("declared", "proven", "missing", "unproven", "suggested")
#: What became of one target.
Outcome = Checked | Unread


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a report holds; sums with ``+``.

    ``fixable`` counts findings with a safe fix, ``unsafe`` those with an unsafe one. ``aside``
    counts units that prove nothing (docs/design.md §6), ``unread_files`` what was not read or
    not listed.
    """

    targets: int = 0
    unread: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    fixable: int = 0
    unsafe: int = 0
    suppressed: int = 0
    known: int = 0
    aside: int = 0
    unread_files: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Counts)))

    @property
    def findings(self) -> int:
        """All findings, whatever their severity."""
        return self.errors + self.warnings + self.infos


def count(outcome: Outcome) -> Counts:
    """The counts of one target."""
    if isinstance(outcome, Unread):
        return Counts(unread=1)
    severities = [finding.severity for finding in outcome.findings]
    fixes = [finding.fix.safety for finding in outcome.findings if finding.fix]
    return Counts(
        targets=1,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        infos=severities.count(Severity.INFO),
        fixable=fixes.count(Safety.SAFE),
        unsafe=fixes.count(Safety.UNSAFE),
        suppressed=outcome.suppressed,
        known=outcome.known,
        aside=sum(len(detection.aside) for detection in outcome.facts.detections.values()),
        unread_files=len(outcome.facts.view.notes),
    )
