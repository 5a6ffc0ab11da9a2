"""tagger: which RL frameworks can load a dataset repository, and is its card right about it?

The public API, loaded on first use: a tree from :class:`ListingTree`, then :func:`detect`,
:func:`check`, :func:`fix`. Nothing in a repository is ever imported or executed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger._version import __version__

if TYPE_CHECKING:
    from tagger.engine.check import Result, check, detect
    from tagger.engine.fix import Fixed, fix
    from tagger.rules.facts import Options
    from tagger.tree.listing import ListingTree
    from tagger.tree.model import Entry, FileTree, Kind

__all__ = [
    "Entry",
    "FileTree",
    "Fixed",
    "Kind",
    "ListingTree",
    "Options",
    "Result",
    "__version__",
    "check",
    "detect",
    "fix",
]

_HOMES = {
    "Entry": "tagger.tree.model",
    "FileTree": "tagger.tree.model",
    "Fixed": "tagger.engine.fix",
    "Kind": "tagger.tree.model",
    "ListingTree": "tagger.tree.listing",
    "Options": "tagger.rules.facts",
    "Result": "tagger.engine.check",
    "check": "tagger.engine.check",
    "detect": "tagger.engine.check",
    "fix": "tagger.engine.fix",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its home (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
