"""Cards for the tests of the rules about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.edits import apply
from tagger.engine.check import check
from tagger.tree.listing import MemoryTree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.findings import Finding
    from tagger.rules.facts import Options


def card(header: str, body: str = "\n# Grid puzzles\n") -> str:
    """A card with this header."""
    return f"---\n{header}---\n{body}"


def findings(
    text: str | bytes,
    *codes: str,
    files: Mapping[str, str] | None = None,
    options: Options | None = None,
) -> list[Finding]:
    """What the rules with these codes say of a repository with this card."""
    raw = text.encode() if isinstance(text, str) else text
    others = {path: content.encode() for path, content in (files or {}).items()}
    result = check(MemoryTree({"README.md": raw, **others}), options)
    return [finding for finding in result.findings if finding.rule.code in codes]


def fixed(text: str, code: str) -> str:
    """The card after the first fix that a rule offers."""
    fix = next(finding.fix for finding in findings(text, code) if finding.fix)
    return apply(text.encode(), fix.edits).decode()


def places(found: list[Finding]) -> list[tuple[int, int]]:
    """Lines and columns of findings."""
    return [(finding.span.line, finding.span.column) for finding in found if finding.span]
