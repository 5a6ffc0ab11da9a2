"""What other distributions add to tagger, found by their entry points.

Only what is installed beside tagger counts; nothing in a repository that is read ever does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

#: The value of each entry point is a :class:`tagger.frameworks.base.Framework`.
FRAMEWORKS = "tagger.frameworks"
#: The value is a :class:`tagger.core.findings.Rule`, several of them, or a module that holds some.
RULES = "tagger.rules"


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry point.

    Attributes:
        name: as it is called in the message of a fault: the entry point and its distribution.
        value: what the entry point leads to.
    """

    name: str
    value: object


def load_plugins(group: str) -> list[Plugin]:
    """Every entry point of a group, by name.

    Raises:
        TaggerError: one that cannot be loaded.
    """
    points = sorted(_entry_points(group), key=lambda point: (point.name, point.value))
    return [Plugin(_name(point), _load(point)) for point in points]


def culprit(error: BaseException) -> str | None:
    """The plug-in whose code an error passed through, if it did."""
    packages = {
        point.module.partition(".")[0]: _name(point)
        for group in (FRAMEWORKS, RULES)
        for point in _entry_points(group)
    }
    traceback = error.__traceback__
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        if name := packages.get(module.partition(".")[0]):
            return name
        traceback = traceback.tb_next
    return None


def _entry_points(group: str) -> Iterator[EntryPoint]:
    from importlib.metadata import entry_points

    yield from entry_points(group=group)


def _name(point: EntryPoint) -> str:
    owner = f" of {point.dist.name} {point.dist.version}" if point.dist else ""
    return f"the plug-in {point.name!r}{owner}"


def _load(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:  # a stranger's module is executed here: it can raise anything
        fault = f"{type(error).__name__}: {error}"
        raise TaggerError(f"{_name(point)} cannot be loaded: {fault}; uninstall it") from None
