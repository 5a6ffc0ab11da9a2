"""Colours, as plain ANSI sequences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.findings import Severity

if TYPE_CHECKING:
    from tagger.core.findings import Finding

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}
SEVERITY_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text, or leaves it alone where ``colour`` is off."""

    colour: bool = False

    def paint(self, text: str, *names: str) -> str:
        """The text in the colours and weights of these names."""
        if not self.colour or not text:
            return text
        codes = ";".join(str(_CODES[name]) for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def severity(self, finding: Finding, text: str) -> str:
        """The text in the colour of a finding's severity."""
        return self.paint(text, SEVERITY_COLOURS[finding.severity], "bold")


PLAIN = Style()
