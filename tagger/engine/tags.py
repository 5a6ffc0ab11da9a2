"""From detections to tags: which are proven, missing, unproven, suggested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.tags import DISCOVERY_TAG, Tags

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.core.detections import Detection
    from tagger.frameworks.base import Framework
    from tagger.tree.view import TreeView


def detect_all(view: TreeView, frameworks: Sequence[Framework]) -> dict[str, Detection]:
    """Run every detector, then every bridge, which sees what all detectors found."""
    native = {framework.tag: framework.detect(view) for framework in frameworks}
    return {
        framework.tag: (
            framework.bridge(view, native[framework.tag], native)
            if framework.bridge
            else native[framework.tag]
        )
        for framework in frameworks
    }


def compare_tags(
    declared: Sequence[str], detections: Mapping[str, Detection], *, complete: bool
) -> Tags:
    """Declared tags against what the layout proves (docs/design.md §4).

    Nothing is called unproven when the listing or a sample was cut (``complete`` is false), nor
    a tag with evidence short of proof.
    """
    proven = [tag for tag, detection in detections.items() if detection.verdict.proves]
    suggested = [
        tag
        for tag, detection in detections.items()
        if detection.suggestions and not detection.verdict.proves
    ]
    if proven:
        proven.insert(0, DISCOVERY_TAG)
    unproven = [
        tag
        for tag in dict.fromkeys(declared)
        if tag in detections and tag not in proven and tag not in suggested
    ]
    return Tags(
        declared=tuple(declared),
        proven=tuple(proven),
        missing=tuple(tag for tag in proven if tag not in declared),
        unproven=tuple(unproven) if complete else (),
        suggested=tuple(suggested),
    )
