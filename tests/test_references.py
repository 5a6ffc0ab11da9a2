"""Comments and docstrings of the package point to documents and sections that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_REFERENCE = re.compile(r"(?P<file>[\w./-]+\.md)(?:\s+(?:#:\s+)?§\s?(?P<section>[\w.]*\w))")


def dangling(text: str) -> list[str]:
    """The references in a text that lead nowhere: ``docs/….md §N`` is the heading ``N. …``."""
    found = []
    for match in _REFERENCE.finditer(text):
        file = ROOT / match["file"]
        heading = re.compile(rf"(?m)^#+ {re.escape(match['section'])}\.? ")
        if not file.is_file() or not heading.search(file.read_text("utf-8")):
            found.append(match[0])
    return found


def test_every_reference_leads_to_a_section() -> None:
    files = sorted((ROOT / "tagger").rglob("*.py"))
    wrong = {str(f.relative_to(ROOT)): dangling(f.read_text("utf-8")) for f in files}
    assert {file: found for file, found in wrong.items() if found} == {}


def test_a_reference_that_leads_nowhere_is_seen() -> None:
    text = "docs/design.md §3: docs/card.md §99, hub.md §1,\n#: docs/card.md\n#: §4.1"
    assert dangling(text) == ["docs/card.md §99", "hub.md §1", "docs/card.md\n#: §4.1"]
