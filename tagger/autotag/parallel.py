"""Many small jobs at once, few enough that neither memory nor the Hub minds."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
R = TypeVar("R")


def in_parallel(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """The results as they become ready; those of one job at a time in the order of the items.

    Args:
        work: is called in threads.
        items: are taken as they are needed.
        jobs: how many run at once.
    """
    running: list[Future[R]] = []
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="tagger")
    try:
        for item in items:
            running.append(pool.submit(work, item))
            if len(running) > jobs:
                yield from _ready(running)
        while running:
            yield from _ready(running)
    finally:
        # What runs comes to its end; an interrupted run begins nothing new.
        pool.shutdown(wait=True, cancel_futures=True)


def _ready(running: list[Future[R]]) -> list[R]:
    """Wait until some jobs are done, and take them out."""
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    results = [future.result() for future in running if future in done]
    running[:] = [future for future in running if future not in done]
    return results
