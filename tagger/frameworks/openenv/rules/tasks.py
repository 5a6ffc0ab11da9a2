"""Tasks that OpenEnv's Hub loader misses or misreads, and links it cannot follow."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Verdict
from tagger.frameworks.openenv import rules_tasks as rules
from tagger.frameworks.openenv.hub import BASE, MAX_DEPTH, Listing, has_task_file
from tagger.frameworks.openenv.rules_manifest import LINK
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView


def check_listing(view: TreeView, listing: Listing, harbor: Detection) -> Iterator[Finding]:
    """What the loader lists that is no task, and what it does not list that is one."""
    below = sorted(
        unit.path for unit in (*harbor.units, *harbor.aside) if unit.path.startswith(f"{BASE}/")
    )
    loads = not set(below).isdisjoint(listing.folders)
    if listing.flat and loads:
        yield from _not_tasks(view, listing, below)
    if not listing.flat:
        yield from _too_deep(below)
    if not listing.folders:
        yield from _hidden(below)
    if not loads and any(unit.path in listing.folders for unit in harbor.broken):
        yield _refused(listing)
    yield from _elsewhere(harbor)


def _not_tasks(view: TreeView, listing: Listing, below: Sequence[str]) -> Iterator[Finding]:
    for index, folder in enumerate(listing.folders):
        if has_task_file(view, folder):
            continue
        start = bisect_left(below, f"{folder}/")
        if start < len(below) and below[start].startswith(f"{folder}/"):
            yield rules.GROUP.at(
                folder,
                f"OpenEnv takes this group for task {index} and never finds the tasks in it,"
                f" such as {below[start]!r}",
                hint="put all tasks directly under tasks/, or all of them into groups",
            )
        else:
            yield rules.BOGUS.at(
                folder,
                f"no task.toml in here, but OpenEnv takes the folder for task {index} because"
                " tasks stand beside it",
                hint="move it out of tasks/, or begin its name with a dot",
            )


def _refused(listing: Listing) -> Finding:
    return rules.REFUSED.at(
        BASE,
        f"OpenEnv lists folders here ({len(listing.folders):,}), and Harbor accepts none as a task",
        hint="mend a task under tasks/ until Harbor accepts it",
    )


def _too_deep(below: Sequence[str]) -> Iterator[Finding]:
    for path in below:
        parts = path.split("/")[1:]
        if len(parts) > MAX_DEPTH and not any(part.startswith(".") for part in parts):
            yield rules.DEEP.at(
                path,
                f"a task {len(parts)} folders below tasks/: OpenEnv searches {MAX_DEPTH} levels"
                " and never finds it",
                hint=f"move it up to at most {MAX_DEPTH} folders below tasks/",
            )


def _hidden(below: Sequence[str]) -> Iterator[Finding]:
    folders: dict[str, None] = {}
    for path in below:
        parts = path.split("/")
        dots = [index for index, part in enumerate(parts) if part.startswith(".")]
        if dots:
            folders["/".join(parts[: dots[0] + 1])] = None
    for folder in folders:
        yield rules.HIDDEN.at(
            folder,
            "OpenEnv leaves out folders whose names begin with a dot, and no other task is there",
            hint="drop the dot from the folder's name",
        )


def _elsewhere(harbor: Detection) -> Iterator[Finding]:
    outside = [unit.path for unit in harbor.units if not unit.path.startswith(f"{BASE}/")]
    if outside:
        first = min(outside)
        count = "a Harbor task" if len(outside) == 1 else f"{len(outside):,} Harbor tasks"
        yield rules.ELSEWHERE.at(
            first or "task.toml",
            f"{count} outside tasks/, which is all that OpenEnv's loader downloads from the Hub",
            hint="move the task folders under tasks/",
        )


def check_links(view: TreeView, harbor: Detection, known: Sequence[Finding]) -> Iterator[Finding]:
    """Links under ``tasks/``, or in its place, that nobody has warned of yet."""
    if harbor.verdict is Verdict.ABSENT:
        return
    reported = {f.path for f in (*known, *harbor.findings) if f.severity >= LINK.severity}
    base = view.get(BASE)
    for entry in chain([base] if base else [], view.below(BASE)):
        if entry.kind is Kind.SYMLINK and entry.path not in reported:
            yield LINK.at(
                entry.path,
                "a symbolic link, which is one small file on the Hub: OpenEnv's loader finds"
                " nothing behind it",
                hint="put real files in its place",
            )
