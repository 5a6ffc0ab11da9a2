"""The facts that every rule sees: tree, detections, card, tags."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.card.card import Card
    from tagger.core.detections import Detection, FrameworkInfo, Registration
    from tagger.core.tags import Tags
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller can set about one check; configuration and command line end here.

    Attributes:
        card: path of the card in the tree.
        bridged: whether fixes add tags that rest on a bridge.
        hub_dataset: whether the tree is known to be a Hub dataset; where it is not, a missing
            header is advice, not a fault.
        include, exclude: see :class:`tagger.tree.scope.Scope`.
        vocabulary: further values of a shipped list, by the list's name (new licenses, say).
        repo_id: the dataset on the Hub that the tree is, or is a clone of, where that is known.
        proof_only: whether nothing matters but which tags are proven: no more files are read than
            that takes, and no rule about the contents of a unit or of the repository runs.
        registered: further datasets that a published environment names, by id.
    """

    card: str = "README.md"
    bridged: bool = True
    hub_dataset: bool = True
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    vocabulary: Mapping[str, Sequence[str]] = field(default_factory=dict)
    repo_id: str | None = None
    registered: Mapping[str, Registration] = field(default_factory=dict)
    proof_only: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that is known about one repository once the detectors have run.

    Attributes:
        view: the files.
        detections: what each framework makes of them, by tag, in the order of the tags.
        card: the README with its header.
        tags: those of the card against those that the layout proves.
        options: what the caller set.
        frameworks: who the frameworks are, by tag.
    """

    view: TreeView
    detections: Mapping[str, Detection]
    card: Card
    tags: Tags
    options: Options = field(default_factory=Options)
    frameworks: Mapping[str, FrameworkInfo] = field(default_factory=dict)

    def label(self, tag: str) -> str:
        """The name of a framework for people."""
        return self.frameworks[tag].label if tag in self.frameworks else tag
