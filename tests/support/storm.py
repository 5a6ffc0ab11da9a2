"""Runs of ``apply`` in processes of their own, which are killed on the way."""

from __future__ import annotations

import multiprocessing
import os
import signal
from typing import TYPE_CHECKING, Any

from tagger.autotag.apply import Run, RunLimits, due_lines
from tagger.autotag.clock import SystemClock
from tagger.autotag.journal import Journal
from tagger.autotag.names import Patterns
from tagger.autotag.pace import Pace
from tagger.autotag.plan import Plan
from tagger.autotag.planner import Planner
from tagger.autotag.sender import Sender
from tagger.hub.retry import Retry
from tagger.pulls.api import PullApi
from tagger.report.json import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

CONTEXT = multiprocessing.get_context("forkserver")
# What every run needs is loaded once.
CONTEXT.set_forkserver_preload([__name__, "huggingface_hub.hf_api"])


class DoomedJournal(Journal):
    """A journal that kills its process at a certain line.

    Args:
        path: the file.
        line: the number of the line, from 1; 0 never comes.
        half: whether the process dies in the middle of the line instead of right after it.
    """

    def __init__(self, path: Path, line: int, *, half: bool) -> None:
        super().__init__(path)
        self._left = line
        self._half = half

    def append(self, value: Mapping[str, Any]) -> None:
        self._left -= 1
        if self._left == 0 and self._half:
            text = dumps(dict(value)).encode()
            with self.path.open("ab") as file:
                file.write(text[: len(text) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        super().append(value)
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def _apply(
    endpoint: str, token: str, plan: Path, journal: Path, line: int, half: bool, grace: float
) -> None:
    retry = Retry(attempts=4, first=0.001)
    api = PullApi(endpoint=endpoint, token=token, retry=retry, sleep=lambda _: None, gap=0)
    clock = SystemClock()
    with DoomedJournal(journal, line, half=half) as opened:
        pace = Pace(clock, 1_000_000, interval=0, past=opened.opening_times())
        sender = Sender(api, opened, pace, Planner(api.client).plan)
        limits = RunLimits(total=1_000_000, per_owner=1_000_000, failures=1_000_000, grace=grace)
        lines = Plan.read(plan).lines.values()
        Run(sender, limits).run(due_lines(lines, opened.history, deny=Patterns()))


def start(
    endpoint: str,
    token: str,
    plan: Path,
    journal: Path,
    *,
    line: int = 0,
    half: bool = False,
    grace: float = 0.0,
) -> ForkServerProcess:
    """Begin a run; see :class:`DoomedJournal`."""
    arguments = (endpoint, token, plan, journal, line, half, grace)
    process = CONTEXT.Process(target=_apply, args=arguments)
    process.start()
    return process
