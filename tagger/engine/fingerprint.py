"""Marks by which a finding is known again in the next report, also when lines have moved."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from tagger.engine.source import SourceLines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Checked


def fingerprints(checked: Checked) -> Iterator[tuple[Finding, str]]:
    """Each finding with its mark: rule, path and the text it points at, and no line number.

    Where several agree in all that, they are numbered in order of place.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    for finding, subject in subjects(checked):
        key = (finding.rule.code, checked.anchor(finding), subject)
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        yield finding, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def subjects(checked: Checked) -> Iterator[tuple[Finding, str]]:
    """Each finding with the text it points at; white space counts as one space."""
    source = SourceLines(checked.facts.view)
    for finding in checked.findings:
        yield finding, " ".join(source.marked(finding).split())
