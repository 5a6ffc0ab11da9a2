"""What a framework brings: its tag, its detector, its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.detections import FrameworkInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tagger.core.detections import Detection
    from tagger.core.findings import Rule
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True, kw_only=True)
class Framework(FrameworkInfo):
    """One framework. Third parties register theirs in the entry-point group ``tagger.frameworks``.

    Attributes:
        detect: a pure function of the tree.
        reads_first: the files that the detector reads before any other; it may name too many.
            Those of all frameworks are brought together where a tree is far away. What these files
            name next, the detector says itself (:meth:`tagger.tree.view.TreeView.expect`).
        rules: every rule the detector can report or name as a need.
        fact_rules: those of ``rules`` whose check takes the facts and runs after all detectors.
        bridge: looks at what the detectors of all frameworks found and says whether this one loads
            another's layout; gets its own detection and all of them by tag, returns its own anew.
        commands: the module with the commands that run what the detector finds
            (:class:`tagger.snippets.build.Maker`), by name: it is imported when it is needed.
        traces: names of files as lower-case patterns (``fnmatch``). A repository that has none of
            them, and no ``card_traces``, can never prove the tag; bulk runs do not read it.
        card_traces: texts that the header of a card may hold instead.
    """

    detect: Callable[[TreeView], Detection]
    reads_first: Callable[[TreeView], Iterable[str]] | None = None
    rules: tuple[Rule, ...]
    fact_rules: tuple[Rule, ...] = ()
    bridge: Callable[[TreeView, Detection, Mapping[str, Detection]], Detection] | None = None
    commands: str | None = None
    traces: tuple[str, ...] = ("*",)
    card_traces: tuple[str, ...] = ()
