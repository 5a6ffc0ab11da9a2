"""Configuration: what ``[tool.tagger]`` or a ``tagger.toml`` can say, and finding the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from tagger.core.errors import TaggerError
from tagger.text.toml import TomlError, parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OWN_FILE = "tagger.toml"
PROJECT_FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """One configuration, as it was written; the defaults are those of tagger itself.

    Attributes:
        folder: where the file lies; its paths and patterns begin there. ``None`` without a file.
        select: ``None`` when the file does not say.
        baseline: the file with the findings that are known (:mod:`tagger.engine.baseline`), if any.
        vocabulary: further known values, by the name of the list (:mod:`tagger.data.vocabulary`).
        registered: the framework and the published environment of a dataset, by its id
            (:mod:`tagger.data.registered`).
    """

    folder: Path | None = None
    select: Sequence[str] | None = None
    extend_select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    extend_ignore: Sequence[str] = ()
    per_file_ignores: Mapping[str, Sequence[str]] = field(default_factory=dict)
    severity: Mapping[str, str] = field(default_factory=dict)
    fail_on: str = "error"
    format: str = "text"
    baseline: str = ""
    card: str = "README.md"
    bridged: bool = True
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    vocabulary: Mapping[str, Sequence[str]] = field(default_factory=dict)
    registered: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def prefix(self, target: Path) -> str:
        """What comes before a path of a target as seen from the folder: ``""`` or ``sub/dir/``."""
        if self.folder is None or not target.is_relative_to(self.folder):
            return ""
        relative = target.relative_to(self.folder).as_posix()
        return "" if relative == "." else f"{relative}/"


def find_config(start: Path) -> Path | None:
    """The nearest configuration file from a folder upwards, no further than the git work tree.

    In one folder ``tagger.toml`` comes before ``pyproject.toml``; the latter counts only when it
    has the table.

    Raises:
        TaggerError: a file on the way cannot be read.
    """
    for folder in (start, *start.parents):
        own, project = folder / OWN_FILE, folder / PROJECT_FILE
        if own.is_file():
            return own
        if project.is_file() and _has_table(project):
            return project
        if (folder / ".git").exists():
            return None
    return None


def load_config(path: Path) -> Configuration:
    """Read and validate one configuration file.

    Raises:
        TaggerError: unreadable, no TOML, an unknown key, a wrong value, or written for another
            version of tagger. The message names the file and, where it can, the line.
    """
    from tagger.config.schema import validate

    text = _read(path)
    table = _table(path, text)
    if table is None:
        raise TaggerError(f"{path}: there is no table [tool.tagger]")
    validate(table, text, path, within=_way(path))
    values = {key.replace("-", "_"): value for key, value in table.items()}
    values.pop("required_version", None)
    return Configuration(folder=path.resolve().parent, **values)


def lines_of(path: Path) -> dict[str, int]:
    """The keys that a configuration file sets, each with its line.

    Raises:
        TaggerError: the file cannot be read, or is not valid TOML.
    """
    from tagger.text.toml_places import Places

    text = _read(path)
    places, way = Places(text), _way(path)
    found = {key: places.nearest(*way, key) for key in _table(path, text) or ()}
    return {key: place.line for key, place in found.items() if place}


def inside(paths: Sequence[str], prefix: str) -> list[str]:
    """Paths or patterns from the folder of the configuration, as seen from a target below it.

    Those that lead elsewhere are left out, except patterns that begin with ``*``.
    """
    found = []
    for path in paths:
        plain = PurePosixPath(path).as_posix()
        if not prefix or plain.startswith("*"):
            found.append(plain)
        elif plain.startswith(prefix):
            found.append(plain.removeprefix(prefix))
    return found


def _way(path: Path) -> tuple[str, ...]:
    """The way to the table of tagger in a file."""
    return () if _is_own(path) else ("tool", "tagger")


def _is_own(path: Path) -> bool:
    return path.name != PROJECT_FILE


def _read(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TaggerError(f"{path}: not UTF-8") from None


def _has_table(path: Path) -> bool:
    """Whether a project file has the table; one without the word is not parsed and no fault."""
    return b"tagger" in _bytes(path) and _table(path, _read(path)) is not None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TaggerError(f"{path}: {error.strerror or error}") from None


def _table(path: Path, text: str) -> dict[str, Any] | None:
    """The table of tagger in a file."""
    try:
        document = parse(text)
    except TomlError as error:
        raise TaggerError(f"{path}:{error.span.line}: not valid TOML: {error.reason}") from None
    if _is_own(path):
        return document
    tool = document.get("tool")
    table = tool.get("tagger") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise TaggerError(f"{path}: tool.tagger is not a table")
    return table
