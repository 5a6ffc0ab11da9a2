"""dataset.toml, the manifest of a set of tasks (harbor 0.26.0, ``models/dataset/manifest.py``)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.core.findings import Fix, Safety
from tagger.core.places import Edit, Span
from tagger.frameworks.harbor import rules_sets as rules
from tagger.frameworks.harbor.digest import task_digest
from tagger.frameworks.harbor.faults import dotted, faults_of
from tagger.text.toml import TomlError, parse, universal
from tagger.text.toml_places import Places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

NAME = "dataset.toml"
_HEADER = re.compile(r"^[ \t]*\[[ \t]*dataset[ \t]*\]", re.MULTILINE)


@dataclass(frozen=True)
class _Manifest:
    path: str
    text: str
    data: dict[str, Any]
    places: Places


def manifest_findings(view: TreeView, found: Found, inside: Collection[str]) -> Iterator[Finding]:
    """What is wrong with Harbor's manifests, and where they differ from the tasks.

    Args:
        view: the repository.
        found: its tasks.
        inside: paths of manifests that belong to a task and are passed over.
    """
    for entry in view.named(NAME):
        if entry.path not in inside and not view.scope.aside(entry.path):
            yield from _manifest(view, entry.path, found)


def _manifest(view: TreeView, path: str, found: Found) -> Iterator[Finding]:
    beside_tasks = bool(found.valid or found.broken)
    try:
        text = universal(view.text(path))
    except ReadError as error:
        if beside_tasks:
            yield rules.HB060.at(path, f"{error.reason}; Harbor refuses the manifest")
        return
    try:
        data = parse(text)
    except TomlError as error:
        if beside_tasks and _HEADER.search(text):
            yield rules.HB060.at(path, f"no TOML: {error.reason}", error.span)
        return
    table = data.get("dataset")
    if isinstance(table, dict) and (beside_tasks or "name" in table):
        yield from _judge(view, _Manifest(path, text, data, Places(text)), found)


def _judge(view: TreeView, manifest: _Manifest, found: Found) -> Iterator[Finding]:
    from tagger.frameworks.harbor.model import manifest_validator

    faults = faults_of(manifest_validator(), manifest.data)
    for fault in faults:
        yield rules.HB060.at(
            manifest.path,
            f"`{dotted(fault.where)}` {fault.message}; Harbor refuses the whole manifest",
            manifest.places.nearest(*fault.where) or Span(1),
        )
    if faults:
        return
    if not manifest.data.get("tasks") and "tasks" in manifest.data["dataset"]:
        yield rules.HB061.at(
            manifest.path,
            "the list of tasks belongs to [dataset], where Harbor ignores it: 0 tasks",
            manifest.places.key("dataset", "tasks"),
            hint="write [[tasks]] tables at the root, each with a name and a digest",
        )
        return
    tasks = _named(found.valid, manifest.path.rpartition("/")[0])
    yield from _stale(view, manifest, tasks)
    yield from _coverage(manifest, tasks)


def _named(tasks: Sequence[Task], folder: str) -> dict[str, Task]:
    """The tasks at or below a folder that have a name, by name."""
    prefix = f"{folder}/" if folder else ""
    return {
        task.config.name: task
        for task in tasks
        if task.config and task.config.name and f"{task.directory}/".startswith(prefix)
    }


def _stale(view: TreeView, manifest: _Manifest, tasks: dict[str, Task]) -> Iterator[Finding]:
    for index, row in enumerate(manifest.data.get("tasks", ())):
        task = tasks.get(row["name"])
        digest = task_digest(view, task.directory) if task else None
        if digest is None or digest == row["digest"].rstrip("\n"):
            continue
        yield rules.HB062.at(
            manifest.path,
            f"the digest of {row['name']!r} is not that of the task as it is here",
            manifest.places.key("tasks", index, "digest"),
            hint=f"the digest is {digest} now",
            fix=_refreshed(manifest, index, digest),
        )


def _refreshed(manifest: _Manifest, index: int, digest: str) -> Fix | None:
    place = manifest.places.get("tasks", index, "digest")
    if place is None or place.value is None:
        return None
    start, end = place.value
    new = f'"{digest}"'
    expected = {**manifest.data, "tasks": [dict(row) for row in manifest.data["tasks"]]}
    expected["tasks"][index]["digest"] = digest
    if parse(manifest.text[:start] + new + manifest.text[end:]) != expected:
        return None
    before, old = manifest.text[:start].encode(), manifest.text[start:end].encode()
    edit = Edit(manifest.path, len(before), len(before) + len(old), new.encode())
    return Fix(Safety.SAFE, "refresh the digest", (edit,))


def _coverage(manifest: _Manifest, tasks: dict[str, Task]) -> Iterator[Finding]:
    """One finding each: repeated entries, entries without a task here, tasks without an entry."""
    listed = Counter(row["name"] for row in manifest.data.get("tasks", ()))
    here = [name for name in listed if name in tasks]
    repeated = [name for name, count in listed.items() if count > 1]
    phantom = [name for name in listed if name not in tasks] if tasks else []
    missing = [name for name in tasks if name not in listed] if here else []
    for names, what in (
        (repeated, "is listed more than once"),
        (phantom, "is not here and comes from Harbor's package registry, if it is there"),
        (missing, "is here and not in the manifest"),
    ):
        if names:
            more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
            yield rules.HB063.at(manifest.path, f"the task {names[0]!r} {what}{more}")
