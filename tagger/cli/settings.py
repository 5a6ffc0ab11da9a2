"""What configuration and command line together say about one target."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.config.load import Configuration, find_config, inside, load_config
from tagger.core.detections import Registration
from tagger.core.errors import TaggerError
from tagger.core.findings import Severity
from tagger.engine.selection import Layer, Selection
from tagger.frameworks.registry import frameworks
from tagger.rules.facts import Options
from tagger.targets import STDIN
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from argparse import Namespace

    from tagger.targets import Target

#: ``--fail-on`` and the severity it stands for; ``None`` never fails.
FAIL_ON = {
    "error": Severity.ERROR,
    "warning": Severity.WARNING,
    "info": Severity.INFO,
    "never": None,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How one target is checked, and which of its findings are reported and make a run fail."""

    options: Options
    selection: Selection
    fail_on: Severity | None


class Configurations:
    """The configuration of each target under one command line; files are read once.

    Args:
        args: the command line.
    """

    def __init__(self, args: Namespace) -> None:
        self._args = args
        self._loaded: dict[Path, Configuration] = {}

    def of(self, name: str) -> Configuration:
        """The configuration of a target by its name; one of the Hub never brings its own.

        Raises:
            TaggerError: the file cannot be used.
        """
        path = self.file_of(name)
        if path is None:
            return Configuration()
        if path not in self._loaded:
            self._loaded[path] = load_config(path)
        return self._loaded[path]

    def file_of(self, name: str) -> Path | None:
        """The configuration file of a target by its name.

        Raises:
            TaggerError: a file on the way cannot be read.
        """
        if self._args.isolated:
            return None
        if self._args.config:
            return Path(self._args.config)
        folder = local_folder(name)
        return find_config(folder) if folder else None

    def selection(self, name: str) -> Selection:
        """The rules that speak about a target, by its name.

        Raises:
            TaggerError: a faulty configuration, or a selector that matches no rule.
        """
        config = self.of(name)
        selection = Selection(
            _layers(self._args, config),
            config.per_file_ignores,
            config.severity,
            _prefix(config, name),
        )
        selection.check()
        return selection

    def settings(self, target: Target) -> Settings:
        """The configuration of a target with the command line over it.

        Raises:
            TaggerError: a faulty configuration, or a selector that matches no rule.
        """
        args, config = self._args, self.of(target.name)
        options = _options(args, config, _prefix(config, target.name), target)
        fail_on = FAIL_ON[args.fail_on or config.fail_on]
        return Settings(options, self.selection(target.name), fail_on)


def local_folder(name: str) -> Path | None:
    """The folder that a target names, for stdin the current one; ``None`` on the Hub."""
    path = Path("." if name == STDIN else name)
    return path.resolve() if path.is_dir() else None


def _prefix(config: Configuration, name: str) -> str:
    """What comes before the paths of a target as seen from the folder of its configuration."""
    folder = local_folder(name)
    return config.prefix(folder) if folder else ""


def _layers(args: Namespace, config: Configuration) -> list[Layer]:
    """A choice on the command line starts afresh; it also drops what the file ignores."""
    configured = Layer(config.select, config.extend_select, (*config.ignore, *config.extend_ignore))
    return [configured, Layer(args.select, args.extend_select or (), args.ignore or ())]


def _options(args: Namespace, config: Configuration, prefix: str, target: Target) -> Options:
    card = args.card or next(iter(inside([config.card], prefix)), Configuration().card)
    return Options(
        card=card,
        bridged=config.bridged,
        hub_dataset=target.hub_dataset,
        include=(*inside(config.include, prefix), *args.include),
        exclude=(*inside(config.exclude, prefix), *args.exclude),
        vocabulary=config.vocabulary,
        repo_id=target.hub_id,
        registered=_registered(config),
    )


def _registered(config: Configuration) -> dict[str, Registration]:
    """The datasets that the configuration calls registered.

    Raises:
        TaggerError: no framework has the tag that an entry names.
    """
    tags = [framework.tag for framework in frameworks()] if config.registered else []
    found = {repo_id: Registration(**entry) for repo_id, entry in config.registered.items()}
    for repo_id, entry in found.items():
        if entry.framework not in tags:
            near = did_you_mean(entry.framework, tags) or f"; known are {', '.join(tags)}"
            raise TaggerError(f"registered.{repo_id}: unknown framework {entry.framework!r}{near}")
    return found
