"""``--baseline`` and ``--write-baseline`` for the targets of one command line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.cli.settings import local_folder
from tagger.core.errors import TaggerError
from tagger.engine.baseline import load, marks, prefix_of, save
from tagger.text.words import plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.console import Console
    from tagger.cli.settings import Configurations, Settings
    from tagger.engine.baseline import Mark
    from tagger.engine.outcome import Checked
    from tagger.engine.selection import Selection

#: How many entries that nothing matches are named.
MAX_NAMED = 3


@dataclass(slots=True)
class _OpenBaseline:
    """A baseline file in use.

    Attributes:
        old: what it holds.
        found: what was found of it, or, when it is written, of everything.
        judged: the prefixes of the targets that were read whole, and the rules that ran on them.
    """

    old: Counter[Mark]
    found: Counter[Mark] = field(default_factory=Counter)
    judged: list[tuple[str, Selection]] = field(default_factory=list)

    def gone(self) -> Counter[Mark]:
        """Entries that a target of this run would have shown, and did not."""
        left = self.old - self.found
        return Counter({mark: number for mark, number in left.items() if self._is_judged(mark)})

    def _is_judged(self, mark: Mark) -> bool:
        return any(
            _is_below(mark.path, prefix) and selection.runs(mark.code)
            for prefix, selection in self.judged
        )


def _is_below(path: str, prefix: str) -> bool:
    """Whether a path belongs to the target with this prefix; no prefix is the file's own folder."""
    if prefix:
        return path.startswith(prefix)
    return not path.startswith(("../", "/")) and ":" not in path.partition("/")[0]


class Baselines:
    """Takes the known findings out of each target, and writes or speaks of the files at the end."""

    def __init__(self, args: Namespace, configurations: Configurations, console: Console) -> None:
        self._args = args
        self._configurations = configurations
        self._console = console
        self._open: dict[Path, _OpenBaseline] = {}

    def take_out(self, found: Checked, settings: Settings) -> Checked:
        """A target without the findings that its baseline knows.

        Raises:
            TaggerError: the baseline cannot be read, or none is named and one is to be written.
        """
        file = self._file(found.target)
        if file is None:
            return found
        baseline = self._opened(file)
        prefix = prefix_of(found.target, local_folder(found.target), file)
        if found.facts.view.complete:
            baseline.judged.append((prefix, settings.selection))
        new = []
        for finding, mark in marks(found, prefix):
            known = self._args.write_baseline or baseline.found[mark] < baseline.old[mark]
            if known:
                baseline.found[mark] += 1
            else:
                new.append(finding)
        return replace(found, findings=new, known=len(found.findings) - len(new))

    def finish(self) -> None:
        """Write the files, or say which entries nothing matches any more.

        Raises:
            TaggerError: a file cannot be written.
        """
        for file, baseline in self._open.items():
            gone = baseline.gone()
            if self._args.write_baseline:
                kept = (baseline.old - gone) | baseline.found
                save(file, kept)
                self._note(f"{file}: {plural(kept.total(), 'finding')} recorded")
            elif gone:
                words = f"{plural(gone.total(), 'recorded finding')} no longer there"
                self._note(f"{file}: {words} ({_named(gone)}); --write-baseline drops what is gone")

    def _file(self, name: str) -> Path | None:
        if self._args.baseline:
            return Path(self._args.baseline)
        config = self._configurations.of(name)
        if config.baseline and config.folder:
            return _inside(config.folder, config.baseline)
        if self._args.write_baseline:
            raise TaggerError("--write-baseline needs a file: name it with --baseline FILE")
        return None

    def _opened(self, file: Path) -> _OpenBaseline:
        if file not in self._open:
            is_new = self._args.write_baseline and not file.exists()
            self._open[file] = _OpenBaseline(Counter() if is_new else load(file))
        return self._open[file]

    def _note(self, text: str) -> None:
        if not self._args.quiet:
            self._console.note(text)


def _inside(folder: Path, name: str) -> Path:
    """The file that a configuration names; a stranger's must not reach beyond its own folder."""
    file = folder / name
    if not file.resolve().is_relative_to(folder):
        raise TaggerError(
            f"baseline {name!r} is outside {str(folder)!r}: only --baseline may name it"
        )
    return file


def _named(gone: Counter[Mark]) -> str:
    def words() -> Iterator[str]:
        for mark in sorted(gone)[:MAX_NAMED]:
            yield f"{mark.code} {mark.path}"
        if len(gone) > MAX_NAMED:
            yield "…"

    return ", ".join(words())
