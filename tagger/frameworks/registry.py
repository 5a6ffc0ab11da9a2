"""Which frameworks there are: the four of the Hub, and what plug-ins add."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.core.tags import DISCOVERY_TAG
from tagger.frameworks.base import Framework
from tagger.plugins import FRAMEWORKS, load_plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.plugins import Plugin

#: In the order in which their tags are written (docs/card.md §4); those of plug-ins follow.
BUILTIN = (
    "tagger.frameworks.harbor",
    "tagger.frameworks.verifiers",
    "tagger.frameworks.openenv",
    "tagger.frameworks.nemo_gym",
)


@cache
def frameworks() -> Sequence[Framework]:
    """All frameworks, those of tagger itself first; looked up once in a process.

    Raises:
        TaggerError: a plug-in cannot be loaded, or claims a tag that is taken.
    """
    found = own_frameworks()
    for plugin in load_plugins(FRAMEWORKS):
        found.append(_framework(plugin, [DISCOVERY_TAG, *(other.tag for other in found)]))
    return tuple(found)


def own_frameworks() -> list[Framework]:
    """The frameworks of tagger itself."""
    return [import_module(name).FRAMEWORK for name in BUILTIN]


def added_frameworks() -> Sequence[Framework]:
    """The frameworks of plug-ins.

    Raises:
        TaggerError: as :func:`frameworks`.
    """
    return frameworks()[len(BUILTIN) :]


def _framework(plugin: Plugin, taken: Sequence[str]) -> Framework:
    """The framework of a plug-in.

    Raises:
        TaggerError: it is none, or its tag is taken.
    """
    framework = plugin.value
    if not isinstance(framework, Framework):
        found, wanted = type(framework).__name__, "tagger.frameworks.base.Framework"
        raise TaggerError(f"{plugin.name} leads to a value of type {found}, not to a {wanted}")
    if framework.tag in taken:
        raise TaggerError(f"{plugin.name} claims the tag {framework.tag!r}, which is taken")
    return framework
