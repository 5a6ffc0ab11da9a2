"""Reports on their way out: to stdout or, whole or not at all, to files."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.files.atomic import write_atomically
from tagger.report.formats import Look, load_format
from tagger.report.style import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tagger.cli.console import Console
    from tagger.engine.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Output:
    """Where the report of one command line goes.

    Attributes:
        format: the name of the format.
        formats: the formats of the command, by name.
        file: a path, or ``None`` for stdout.
        also: formats and paths of further reports.
    """

    format: str
    formats: Mapping[str, str]
    file: str | None = None
    quiet: bool = False
    also: Sequence[tuple[str, str]] = ()

    def emit(self, outcomes: Iterable[Outcome], console: Console) -> None:
        """Write the report; on stdout each target as soon as it is there.

        Raises:
            TaggerError: the file cannot be written.
        """
        kept: list[Outcome] = []
        stream = _keeping(outcomes, kept) if self.also else outcomes
        if self.file is None:
            self._print(stream, console)
        else:
            self._save(stream, self.format, self.file)
        for name, file in self.also:
            self._save(kept, name, file)

    def _print(self, outcomes: Iterable[Outcome], console: Console) -> None:
        look = Look(console.style, self.quiet, console.is_terminal)
        with console.untouched() if self.format == "diff" else nullcontext():
            for piece in load_format(self.format, self.formats)(outcomes, look):
                console.write(piece)

    def _save(self, outcomes: Iterable[Outcome], name: str, file: str) -> None:
        pieces = load_format(name, self.formats)(outcomes, Look(PLAIN, self.quiet))
        write_atomically(Path(file), "".join(pieces).encode("utf-8", "backslashreplace"))


def _keeping(outcomes: Iterable[Outcome], kept: list[Outcome]) -> Iterator[Outcome]:
    """The outcomes as they come, each also put into a list."""
    for outcome in outcomes:
        kept.append(outcome)
        yield outcome
