"""Fixes applied in memory, one after another, until none is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.core import edits as editing
from tagger.core.errors import ReadError
from tagger.core.findings import Safety
from tagger.engine.check import Result, check, check_view
from tagger.rules.facts import Options
from tagger.tree.overlay import OverlayTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tagger.core.findings import Finding, Fix
    from tagger.core.places import Edit
    from tagger.tree.model import FileTree

#: Far more than a card has faults; fixes that undo each other end before.
MAX_PASSES = 200


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after; ``before`` is ``None`` for a new one."""

    path: str
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True)
class Left:
    """A finding whose fix was not applied, and why, as a clause."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing a tree would do.

    Attributes:
        changes: the files that change, in order of path.
        applied: the findings that were fixed, in the order in which it was done.
        left: findings with a fix that was not applied.
        result: the check of the tree after the changes.
    """

    changes: Sequence[FileChange]
    applied: Sequence[Finding]
    left: Sequence[Left]
    result: Result


def fix(
    tree: FileTree,
    options: Options | None = None,
    *,
    unsafe: bool = False,
    wanted: Callable[[Finding], bool] = lambda _: True,
    result: Result | None = None,
) -> Fixed:
    """Apply the fixes of a tree in memory; nothing is written.

    Args:
        tree: the repository.
        options: as for :func:`tagger.engine.check.check`.
        unsafe: apply unsafe fixes as well.
        wanted: which findings are to be fixed.
        result: the check of the tree, if it was done already.
    """
    options = options or Options()
    result = result or check(tree, options)
    return _Fixer(tree, options, result, unsafe, wanted).run()


@dataclass
class _Fixer:
    tree: FileTree
    options: Options
    result: Result
    unsafe: bool
    wanted: Callable[[Finding], bool]
    before: dict[str, bytes | None] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    applied: list[Finding] = field(default_factory=list)
    failed: dict[Fix, str] = field(default_factory=dict)
    seen: set[frozenset[tuple[str, bytes]]] = field(default_factory=lambda: {frozenset()})

    def run(self) -> Fixed:
        for _ in range(MAX_PASSES):
            chosen = self._choose()
            if not chosen:
                break
            self._apply(chosen)
        changes = [
            FileChange(path, self.before[path], data)
            for path, data in sorted(self.after.items())
            if data != self.before[path]
        ]
        return Fixed(changes, self.applied, list(self._left()), self.result)

    # -- choosing ------------------------------------------------------------------------

    def _choose(self) -> list[Finding]:
        """Findings whose fixes can be applied at once: one of the card, others side by side."""
        chosen: list[Finding] = []
        taken: dict[str, list[Edit]] = {}
        for finding in sorted(filter(self._is_due, self.result.findings), key=_rank):
            edits = finding.fix.edits if finding.fix else ()
            neighbours = ((edit, other) for edit in edits for other in taken.get(edit.path, ()))
            if any(self._clash(edit, other) for edit, other in neighbours):
                continue
            chosen.append(finding)
            for edit in edits:
                taken.setdefault(edit.path, []).append(edit)
        return chosen

    def _is_due(self, finding: Finding) -> bool:
        return (
            finding.fix is not None
            and (self.unsafe or finding.fix.safety is Safety.SAFE)
            and finding.fix not in self.failed
            and self.wanted(finding)
        )

    def _clash(self, one: Edit, other: Edit) -> bool:
        """Of two edits of one file; those of the card are proven singly and never go together."""
        is_card = one.path == self.options.card
        return is_card or not (one.end < other.start or other.end < one.start)

    def _left(self) -> Iterator[Left]:
        for finding in self.result.findings:
            if finding.fix is None or not self.wanted(finding):
                continue
            if finding.fix in self.failed:
                yield Left(finding, self.failed[finding.fix])
            elif finding.fix.safety is Safety.UNSAFE and not self.unsafe:
                yield Left(finding, "it is not safe")
            else:
                yield Left(finding, f"{MAX_PASSES} passes were not enough")

    # -- applying ------------------------------------------------------------------------

    def _apply(self, chosen: Sequence[Finding]) -> None:
        edits = [edit for finding in chosen if finding.fix for edit in finding.fix.edits]
        try:
            files = {path: self._edited(path, own) for path, own in _by_path(edits).items()}
            self._keep_card_sound(files)
            self._move_on(files)
        except (ReadError, ValueError) as error:
            if len(chosen) > 1:
                self._apply(chosen[:1])
                return
            reason = error.reason if isinstance(error, ReadError) else str(error)
            self.failed |= {finding.fix: reason for finding in chosen if finding.fix}
            return
        self.after |= files
        self.applied += chosen
        self.result = self._checked_again(files)

    def _move_on(self, files: dict[str, bytes]) -> None:
        merged = {**self.after, **files}.items()
        state = frozenset((path, data) for path, data in merged if data != self.before[path])
        if state in self.seen:
            raise ValueError("it undoes another fix")
        self.seen.add(state)

    def _edited(self, path: str, edits: Sequence[Edit]) -> bytes:
        view = self.result.facts.view
        before = view.read(path) if view.get(path) else None
        self.before.setdefault(path, before)
        return editing.apply(before or b"", edits)

    def _keep_card_sound(self, files: dict[str, bytes]) -> None:
        """The last guard: no fix leaves a header that cannot be parsed where one could be."""
        path = self.options.card
        if path in files:
            before, after = self.result.facts.card, Card.parse(path, files[path])
            parsed = before.header is not None and before.header.fault is None
            if parsed and (after.header is None or after.header.fault):
                raise ValueError("the header could not be parsed afterwards")

    def _checked_again(self, files: dict[str, bytes]) -> Result:
        """Check the tree as it is now; the detectors run again unless only the card changed."""
        facts = self.result.facts
        card = self.options.card
        reported = any(f.path == card for d in facts.detections.values() for f in d.findings)
        if files.keys() == {card} and facts.view.get(card) and not reported:
            view = facts.view.with_file(card, files[card])
            return check_view(view, facts.detections, self.options)
        return check(OverlayTree(self.tree, self.after), self.options)


def _by_path(edits: Sequence[Edit]) -> dict[str, list[Edit]]:
    table: dict[str, list[Edit]] = {}
    for edit in edits:
        table.setdefault(edit.path, []).append(edit)
    return table


def _rank(finding: Finding) -> tuple[bool, str, tuple[str, int, int, str, str]]:
    """Safe fixes first, then by rule and place."""
    unsafe = finding.fix is not None and finding.fix.safety is Safety.UNSAFE
    return (unsafe, finding.rule.code, finding.sort_key)
