"""The formats of a report, each a module with one function ``render``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tagger.engine.outcome import Outcome
    from tagger.report.style import Style

#: Every format of ``check`` and its module.
FORMATS = {
    "text": "tagger.report.text",
    "concise": "tagger.report.concise",
    "json": "tagger.report.json",
    "jsonl": "tagger.report.jsonl",
    "sarif": "tagger.report.sarif",
    "github": "tagger.report.github",
    "gitlab": "tagger.report.gitlab",
    "junit": "tagger.report.junit",
    "markdown": "tagger.report.markdown",
    "html": "tagger.report.html",
}
#: Every format of ``detect`` and its module.
DETECT_FORMATS = {
    "text": "tagger.report.detection",
    **{name: FORMATS[name] for name in ("json", "jsonl", "markdown", "html")},
}

#: What ``--statistics`` and ``--diff`` make of a report.
OTHER_FORMATS = {"statistics": "tagger.report.statistics", "diff": "tagger.report.diff"}


@dataclass(frozen=True, slots=True)
class Look:
    """How a report shall look.

    Attributes:
        style: colours.
        quiet: findings only, no summary.
        terminal: whether the text is for eyes, where a format minds.
    """

    style: Style
    quiet: bool = False
    terminal: bool = False


class Render(Protocol):
    """Turns outcomes into pieces of text, as soon as the format allows.

    Outcomes may arrive one by one: a format that can writes each before it asks for the next.
    """

    def __call__(self, outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
        """The report, piece by piece; each piece ends with its line end."""


def load_format(name: str, formats: Mapping[str, str] = FORMATS) -> Render:
    """The ``render`` of a format; its module is imported now and no earlier."""
    return cast("Render", import_module(formats[name]).render)
