"""What a JSONL file is, once its rows are counted, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from tagger.core.places import Span
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.vocabulary import AGENTS
from tagger.frameworks.nemo_gym.faults import quoted
from tagger.frameworks.nemo_gym.rows import rules_files as rules
from tagger.frameworks.nemo_gym.rows.rules_params import WITHOUT_INPUT
from tagger.frameworks.nemo_gym.rows.scan import TASK_SHARE, Scan, Use

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView

#: A blend is evidence, though no proof, from this share of tasks on.
NEAR_SHARE = 0.5


class State(Enum):
    """What a JSONL file is.

    ``TASKS`` load and prove the tag; ``BROKEN`` files have the shape and nothing in them loads;
    ``BLEND`` files have too few tasks; ``ROWS`` are data for a template or a taskset.
    """

    TASKS = auto()
    BROKEN = auto()
    BLEND = auto()
    ROLLOUTS = auto()
    ROWS = auto()
    FOREIGN = auto()


#: States in which every row is held to the row check.
_JUDGED = (State.TASKS, State.BROKEN, State.ROWS)


@dataclass(frozen=True, slots=True)
class TaskFile:
    """One JSONL file with something of the framework's rows.

    Attributes:
        scan: what was read.
        state: what it is.
        aside: why it proves nothing although it could, if so.
    """

    scan: Scan
    state: State
    aside: str | None

    @property
    def is_near(self) -> bool:
        """Whether a blend has so many tasks that it was surely meant for this framework."""
        sample = self.scan.sample
        return self.scan.accepted > 0 and sample.shaped >= NEAR_SHARE * sample.rows


def task_file(view: TreeView, scan: Scan, use: Use | None) -> TaskFile:
    """The file of a scan, judged."""
    return TaskFile(scan, state_of(scan, use or Use()), view.scope.aside(scan.path))


def state_of(scan: Scan, use: Use) -> State:
    """What the counted rows make of a file."""
    if not scan.rows:
        return State.ROLLOUTS if scan.rollouts else State.FOREIGN
    if use.prompted:
        return State.ROWS
    if scan.sample.is_task_file:
        return State.TASKS if scan.accepted else State.BROKEN
    if use.taskset:
        return State.ROWS
    if scan.sample.is_meant_as_one and not scan.accepted:
        return State.BROKEN
    return State.BLEND if scan.sample.shaped else State.FOREIGN


def row_findings(
    files: Sequence[TaskFile], rollouts: Sequence[str], documents: Sequence[Document]
) -> Iterator[Finding]:
    """The findings about the files that count.

    Args:
        files: what was read.
        rollouts: files that are records of rollouts by their names, and were not read.
        documents: the server configurations.
    """
    own = [file for file in files if not file.aside]
    agents = _agents(documents)
    for file in own:
        yield from _about(file, agents)
    if not any(file.state in _JUDGED for file in own):
        yield from (_rollouts(file.scan) for file in own if file.state is State.ROLLOUTS)
        if rollouts:
            message = f"{len(rollouts):,} files are named as records of rollouts: none holds a task"
            yield rules.ROLLOUTS.at(rollouts[0], message, hint="publish the tasks beside them")


def _agents(documents: Sequence[Document]) -> set[str]:
    """The names of the agents that the configurations define."""
    found = (block for document in documents for block in blocks(document))
    return {str(block.instance) for block in found if block.type == AGENTS}


def _about(file: TaskFile, agents: set[str]) -> Iterator[Finding]:
    scan = file.scan
    if file.state in _JUDGED:
        yield from scan.faults.findings(scan.path, scan.extent)
        yield from _unknown_agents(scan, agents)
    elif file.state is State.BLEND:
        yield _blend(scan)
        if file.is_near:
            # Rows without an input are what makes it a blend.
            yield from scan.faults.findings(scan.path, scan.extent, without=WITHOUT_INPUT)


def _unknown_agents(scan: Scan, agents: set[str]) -> Iterator[Finding]:
    unknown = [name for name in scan.agents if name not in agents] if agents else []
    for name in unknown[:1]:
        more = f" (and {len(unknown) - 1:,} more names)" if len(unknown) > 1 else ""
        message = f"`agent_ref` names {quoted(name)}, which no configuration here has{more}"
        hint = "leave `agent_ref` out: collation replaces it"
        yield rules.UNKNOWN_AGENT.at(scan.path, message, Span(scan.agents[name]), hint=hint)


def _blend(scan: Scan) -> Finding:
    share = f"{scan.sample.shaped:,} of {scan.sample.rows:,} rows"
    read = " of the sample" if scan.extent else ""
    message = f"{share}{read} carry an input; from {TASK_SHARE * 100:.0f} % on this is a task file"
    return rules.PLACEHOLDERS.at(scan.path, message, hint="fill the placeholder rows in")


def _rollouts(scan: Scan) -> Finding:
    message = f"{scan.rollouts:,} rows are records of rollouts: none of them is a task"
    return rules.ROLLOUTS.at(scan.path, message, hint="publish the tasks beside them")
