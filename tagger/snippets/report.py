"""What is reported of one target, and the formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.engine.outcome import Checked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.frameworks.commands import FrameworkCommands

#: Every format of ``snippet`` and its module.
SNIPPET_FORMATS = {
    "text": "tagger.snippets.text",
    "json": "tagger.snippets.json",
    "markdown": "tagger.snippets.markdown",
}


@dataclass(frozen=True, slots=True)
class WithCommands(Checked):
    """One target with the commands that run it."""

    commands: Sequence[FrameworkCommands] = ()
