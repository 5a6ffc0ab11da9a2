"""``tagger detect`` for people: verdicts, evidence, what is missing, tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Verdict
from tagger.engine.outcome import TAG_LISTS, Checked
from tagger.frameworks.registry import frameworks
from tagger.text.visible import visible, visible_path
from tagger.text.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.core.tags import Tags
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look
    from tagger.report.style import Style

#: Pieces of one kind that are shown; the rest is counted.
MAX_PIECES = 3
_COLOURS = {Verdict.BROKEN: ("red", "bold"), Verdict.ABSENT: ("dim",)}


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """A block for each target."""
    labels = {framework.tag: framework.label for framework in frameworks()}
    for number, outcome in enumerate(o for o in outcomes if isinstance(o, Checked)):
        between = [""] if number else []
        yield "\n".join([*between, *_target(outcome, labels, look.style)]) + "\n"


def _target(checked: Checked, labels: dict[str, str], style: Style) -> Iterator[str]:
    facts = checked.facts
    yield style.paint(visible_path(checked.target), "bold")
    width = max(map(len, labels.values()))
    for tag, detection in facts.detections.items():
        yield f"  {labels[tag]:{width}}  {_verdict(detection, style)}"
        yield from (f"    {line}" for line in _details(detection, style))
    yield from _tags(facts.tags, style)
    if not facts.view.complete:
        yield "  not everything was read, so no tag is called unproven"


def _verdict(detection: Detection, style: Style) -> str:
    verdict = detection.verdict
    parts = [style.paint(verdict.value, *_COLOURS.get(verdict, ("green", "bold")))]
    for units, words in (
        (detection.units, ""),
        (detection.broken, " broken"),
        (detection.aside, " set aside"),
    ):
        if units:
            parts.append(plural(len(units), "unit") + words)
    return ", ".join(parts)


def _details(detection: Detection, style: Style) -> Iterator[str]:
    """What shows that the framework fits, what does not load, and what is missing."""
    shown = (
        ("evidence", [(piece.path, piece.what) for piece in detection.evidence]),
        ("suggests", [(piece.path, piece.what) for piece in detection.suggestions]),
        ("broken", [(unit.path, "see tagger check") for unit in detection.broken]),
    )
    for label, pieces in shown:
        yield from _few(label, pieces, style)
    for need in detection.needs:
        code = f" ({need.code})" if need.code else ""
        yield f"{style.paint('needs', 'cyan')}     {visible(need.what)}{code}"


def _few(label: str, pieces: Sequence[tuple[str, str]], style: Style) -> Iterator[str]:
    for path, what in pieces[:MAX_PIECES]:
        yield f"{style.paint(f'{label:8}', 'cyan')}  {visible(path) or '.'}: {visible(what)}"
    if len(pieces) > MAX_PIECES:
        yield f"{'':8}  … and {len(pieces) - MAX_PIECES:,} more"


def _tags(tags: Tags, style: Style) -> Iterator[str]:
    for name in TAG_LISTS:
        words = getattr(tags, name)
        if words or name in ("declared", "proven"):
            label = style.paint(f"{name:9}", "cyan")
            yield f"  tags {label}  {visible(', '.join(words)) or 'none'}"
