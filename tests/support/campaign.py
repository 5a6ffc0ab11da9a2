"""Many small datasets on the loopback Hub, and a run of autotag over them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from tagger.autotag.apply import Run, RunLimits, Summary, due_lines
from tagger.autotag.clock import stamp
from tagger.autotag.journal import Journal
from tagger.autotag.names import Patterns
from tagger.autotag.pace import Pace
from tagger.autotag.plan import Plan, make_plan
from tagger.autotag.planner import Planner
from tagger.autotag.selection import Selected
from tagger.autotag.sender import Sender
from tagger.hub.retry import Retry
from tagger.pulls.api import PullApi

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from tagger.autotag.journal import JournalEntry
    from tests.support.hub import LoopbackHub, Repository

CARD = b"---\nlicense: mit\ntags:\n- puzzles\n---\n# Puzzles\n"
TAGGED = CARD.replace(b"- puzzles", b"- puzzles\n- rl-environment\n- harbor\n- openenv")
#: A dataset that Harbor and OpenEnv load and that does not say so.
NEEDY: Mapping[str, bytes] = {
    "README.md": CARD,
    "tasks/one/task.toml": b'version = "1.0"\n',
    "tasks/one/instruction.md": b"Count the stones.\n",
    "tasks/one/environment/Dockerfile": b"FROM scratch\n",
    "tasks/one/tests/test.sh": b"echo 1 > /logs/verifier/reward.txt\n",
}
#: The same once it is as it should be, and one that no framework loads.
RIGHT: Mapping[str, bytes] = {**NEEDY, "README.md": TAGGED}
OTHER: Mapping[str, bytes] = {"README.md": CARD, "data/train.csv": b"a,b\n1,2\n"}
TITLE = "Add RL environment tags"
START = 1_800_000_000.0


class Turned:
    """A clock that only moves when somebody sleeps."""

    def __init__(self, start: float = START) -> None:
        self.time = start
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


def account(hub: LoopbackHub, name: str = "bot") -> PullApi:
    """Somebody's way to the Hub, without waiting."""
    retry, token = Retry(attempts=3), hub.login(name)
    return PullApi(endpoint=hub.endpoint, token=token, retry=retry, sleep=lambda _: None, gap=0)


def copies(hub: LoopbackHub, template: Repository, ids: Iterable[str]) -> None:
    """Datasets that share the git repository of another one, for reading only."""
    for repo_id in ids:
        twin = copy.copy(template)
        twin.repo_id = repo_id
        hub.repositories[repo_id] = twin


def plan(hub: LoopbackHub, path: Path, *ids: str, clock: Turned | None = None) -> Plan:
    """A plan for these datasets, by default for all."""
    planner = Planner(account(hub).client, clock=clock or Turned())
    selection = [Selected(repo_id) for repo_id in ids or sorted(hub.repositories)]
    for _ in make_plan(path, planner, selection, jobs=1):
        pass
    return Plan.read(path)


def send(
    hub: LoopbackHub,
    plan: Path,
    journal: Path,
    limits: RunLimits | None = None,
    *,
    clock: Turned | None = None,
    per_hour: int = 10_000,
    tell: Callable[[JournalEntry], None] = lambda _: None,
) -> Summary:
    """Apply a plan: by default everything, in no time."""
    clock, api = clock or Turned(), account(hub)
    limits = limits or RunLimits(total=10_000, per_owner=10_000, grace=0)
    with Journal(journal) as opened:
        planner = Planner(api.client, clock=clock)
        pace = Pace(clock, per_hour, 1.0, opened.opening_times())
        sender = Sender(api, opened, pace, planner.plan, tell)
        lines = Plan.read(plan).lines.values()
        return Run(sender, limits).run(due_lines(lines, opened.history, deny=Patterns()))


def pulls(repository: Repository) -> list[str]:
    """The states of a dataset's pull requests."""
    return [pull.status for pull in repository.discussions]


def events(journal: Path) -> list[str]:
    """What a journal says, one word a line."""
    with Journal(journal) as opened:
        return [entry.event.value for entry in opened.history.entries]


def at(seconds: float) -> str:
    """A time of the turned clock as text."""
    return stamp(START + seconds)
