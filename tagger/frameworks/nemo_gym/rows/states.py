"""What was found in a JSONL file, and what that makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from tagger.core.places import Span
from tagger.frameworks.nemo_gym.rows.check import RowKind

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    from tagger.core.findings import Finding, Rule
    from tagger.tree.view import TreeView

#: A file counts as a task file from this share of rows on.
TASK_SHARE = 0.8
#: The rows in this many bytes decide what a file is, however much more of it is read: the answer
#: is the same on a disk, where more is checked, and on the Hub. A first row that is longer counts.
SAMPLE_BYTES = 1 << 20
#: A blend is evidence, though no proof, from this share of tasks on.
NEAR_SHARE = 0.5
#: More kinds of fault of one rule in one file than this are only counted.
_MAX_KINDS = 10


@dataclass(frozen=True, slots=True)
class Use:
    """What the configurations of the repository say about a task file.

    Attributes:
        taskset: some entry names a taskset: any object is a row.
        prompted: some benchmark entry makes the input from a template.
    """

    taskset: bool = False
    prompted: bool = False


@dataclass(slots=True)
class Sample:
    """The rows at the beginning of a file, counted by their keys.

    Attributes:
        left: bytes that still belong to the sample.
        rows: lines that are neither blank nor rollouts.
        shaped: rows that are tasks by their keys, flat or materialized.
        keyed: rows with ``responses_create_params`` of whatever kind, and the shaped ones.
    """

    left: int = SAMPLE_BYTES
    rows: int = 0
    shaped: int = 0
    keyed: int = 0

    def count(self, kind: RowKind) -> None:
        """Count a row, if it still belongs to the sample."""
        if self.left >= 0:
            self.rows += 1
            self.shaped += kind in (RowKind.TASK, RowKind.MATERIALIZED)
            self.keyed += kind in (RowKind.TASK, RowKind.MATERIALIZED, RowKind.KEYED)

    @property
    def is_task_file(self) -> bool:
        """Whether enough rows are tasks."""
        return self.shaped > 0 and self.shaped >= TASK_SHARE * self.rows

    @property
    def is_meant_as_one(self) -> bool:
        """Whether enough rows carry the key, with or without an input."""
        return self.keyed > 0 and self.keyed >= TASK_SHARE * self.rows


@dataclass(slots=True)
class _Group:
    """All rows of a file with the same fault."""

    rule: Rule
    line: int
    message: str
    hint: str | None
    rows: int = 1
    last: int = 0


@dataclass(slots=True)
class RowFaults:
    """The faults of one file, in the order in which they were met."""

    groups: dict[Hashable, _Group] = field(default_factory=dict)

    def add(
        self, rule: Rule, line: int, message: str, *, hint: str | None = None, kind: Hashable = None
    ) -> None:
        """Count one fault of one row.

        Args:
            rule: what is broken.
            line: the line of the row.
            message: about this row.
            hint: what to do.
            kind: equal for faults that belong together.
        """
        group = self.groups.get((rule.code, kind))
        if group is None:
            self.groups[(rule.code, kind)] = _Group(rule, line, message, hint, last=line)
        elif group.last != line:
            group.last = line
            group.rows += 1

    def findings(self, path: str, extent: str, rules: Sequence[Rule]) -> Iterator[Finding]:
        """One finding a group.

        Args:
            path: the file.
            extent: what was checked, where it was not everything.
            rules: those that are wanted.
        """
        shown: dict[str, list[_Group]] = {}
        for group in self.groups.values():
            if group.rule not in rules:
                continue
            shown.setdefault(group.rule.code, []).append(group)
        for groups in shown.values():
            for group in groups[:_MAX_KINDS]:
                yield group.rule.at(
                    path, group.message + _more(group, extent), Span(group.line), hint=group.hint
                )
            if rest := groups[_MAX_KINDS:]:
                rows = sum(group.rows for group in rest)
                message = (
                    f"{len(rest):,} more kinds of this fault in {rows:,} rows{_of(extent)};"
                    " the first is shown"
                )
                yield rest[0].rule.at(path, f"{rest[0].message} ({message})", Span(rest[0].line))


def _more(group: _Group, extent: str) -> str:
    rows = group.rows - 1
    if not rows:
        return ""
    return f" (and {rows:,} more {'row' if rows == 1 else 'rows'}{_of(extent)})"


def _of(extent: str) -> str:
    return f" of {extent}" if extent else ""


@dataclass(slots=True)
class Scan:
    """What was found in one file.

    Attributes:
        path: the file.
        rows: lines that are neither blank nor rollouts.
        sample: the same, and how they are shaped, for the lines that decide what the file is.
        accepted: rows that the row check takes.
        rollouts: rows that are records of rollouts.
        lost: why the framework reads no row at all, if so.
        agents: the names in ``agent_ref``, each with its first line.
        extent: what was checked, where it was not the whole file.
    """

    path: str
    rows: int = 0
    sample: Sample = field(default_factory=Sample)
    accepted: int = 0
    rollouts: int = 0
    lost: str | None = None
    faults: RowFaults = field(default_factory=RowFaults)
    agents: dict[str, int] = field(default_factory=dict)
    extent: str = ""


class FileState(Enum):
    """What a JSONL file is.

    ``TASKS`` load and prove the tag; ``BROKEN`` files have the shape and nothing in them loads;
    ``BLEND`` files have too few tasks; ``ROWS`` are data for a template or a taskset.
    """

    TASKS = auto()
    BROKEN = auto()
    BLEND = auto()
    ROLLOUTS = auto()
    ROWS = auto()
    UNRELATED = auto()


#: States in which every row is held to the row check.
_JUDGED = (FileState.TASKS, FileState.BROKEN, FileState.ROWS)


@dataclass(frozen=True, slots=True)
class TaskFile:
    """One JSONL file with something of the framework's rows.

    Attributes:
        scan: what was read.
        state: what it is.
        aside: why it proves nothing although it could, if so.
    """

    scan: Scan
    state: FileState
    aside: str | None

    @property
    def is_near(self) -> bool:
        """Whether a blend has enough tasks that it was surely meant for this framework."""
        sample = self.scan.sample
        return self.scan.accepted > 0 and sample.shaped >= NEAR_SHARE * sample.rows

    @property
    def is_judged(self) -> bool:
        """Whether every row is held to the row check."""
        return self.state in _JUDGED

    @property
    def is_blend(self) -> bool:
        """Whether it has tasks, and too few of them."""
        return self.state is FileState.BLEND

    @property
    def holds_rollouts(self) -> bool:
        """Whether it has nothing but records of rollouts."""
        return self.state is FileState.ROLLOUTS

    def findings(self, rules: Collection[Rule], without: Rule | None = None) -> Iterator[Finding]:
        """The findings of some rules about its lines and rows.

        Args:
            rules: the rules.
            without: what a blend is not told of: it is what makes it a blend.
        """
        if self.is_judged or (self.is_blend and self.is_near):
            left_out = without if self.is_blend else None
            wanted = [rule for rule in rules if rule is not left_out]
            yield from self.scan.faults.findings(self.scan.path, self.scan.extent, wanted)


def task_file(view: TreeView, scan: Scan, use: Use | None) -> TaskFile:
    """The file of a scan, judged."""
    return TaskFile(scan, state_of(scan, use or Use()), view.scope.aside(scan.path))


def state_of(scan: Scan, use: Use) -> FileState:
    """What the counted rows make of a file."""
    if not scan.rows:
        return FileState.ROLLOUTS if scan.rollouts else FileState.UNRELATED
    if use.prompted:
        return FileState.ROWS
    if scan.sample.is_task_file:
        return FileState.TASKS if scan.accepted else FileState.BROKEN
    if use.taskset:
        return FileState.ROWS
    if scan.sample.is_meant_as_one and not scan.accepted:
        return FileState.BROKEN
    return FileState.BLEND if scan.sample.shaped else FileState.UNRELATED


@dataclass(frozen=True, slots=True)
class TaskFiles:
    """What the rules about task files look at.

    Attributes:
        files: what was read, a project's own fixtures left out.
        rollouts: files that are records of rollouts by their names, and were not read.
        agents: the names of the agents that the configurations define.
    """

    files: Sequence[TaskFile]
    rollouts: Sequence[str]
    agents: Collection[str]
