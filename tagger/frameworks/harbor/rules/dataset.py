"""Rules for dataset.toml, the manifest of a set of tasks (harbor 0.26.0)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.edits import Splice, proven
from tagger.core.errors import ReadError, RefusedError
from tagger.core.findings import Fix, Rule, Safety, Severity
from tagger.core.places import Span
from tagger.frameworks.harbor.digest import task_digest
from tagger.frameworks.harbor.faults import dotted, faults_of
from tagger.frameworks.harbor.search import upwards
from tagger.text.toml import TomlError, parse, universal
from tagger.text.toml_places import Places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

NAME = "dataset.toml"
_HEADER = re.compile(r"^[ \t]*\[[ \t]*dataset[ \t]*\]", re.MULTILINE)
_MANIFEST_MODEL = "harbor 0.26.0, models/dataset/manifest.py"
_NAMED = {"tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n'}
_DIGEST = "sha256:" + "0a" * 32


def _example(digest: str, name: str = "workbench/sort") -> dict[str, str | None]:
    text = (
        f'[dataset]\nname = "workbench/small"\n\n[[tasks]]\nname = "{name}"\ndigest = "{digest}"\n'
    )
    return {**_NAMED, "dataset.toml": text}


MANIFEST_REFUSED = Rule(
    code="HB060",
    name="manifest-refused",
    severity=Severity.ERROR,
    summary="A dataset.toml that Harbor refuses",
    why="`harbor sync`, `add` and `publish` end at once. The file needs `[dataset]` with a name"
    " org/name, and each of `[[tasks]]` a name and a digest.",
    bad={"dataset.toml": '[dataset]\nname = "small"\n'},
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)

MANIFEST_EMPTY = Rule(
    code="HB061",
    name="manifest-empty",
    severity=Severity.WARNING,
    summary="The tasks of a dataset.toml are where Harbor does not look",
    why="A list `tasks` under `[dataset]` is an unknown key of that table: the manifest is valid"
    " and holds no task.",
    bad={"dataset.toml": '[dataset]\nname = "workbench/small"\ntasks = ["workbench/sort"]\n'},
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)

MANIFEST_STALE = Rule(
    code="HB062",
    name="manifest-stale",
    severity=Severity.WARNING,
    summary="A digest in dataset.toml does not match the task",
    why="Whoever runs the published set gets the task as it was, not as it is here. `harbor sync`"
    " refreshes digests only of folders directly beside the file, and loses comments and unknown"
    " tables; the fix changes the digest alone.",
    bad=_example(_DIGEST),
    good=_example("sha256:39efc60847cb60ed1d9cbfe4e29ba8e53f4594c23ea93f1a625acf304530e4fd"),
    source="harbor 0.26.0, publisher/packager.py",
    fix=Safety.SAFE,
)

MANIFEST_COVERAGE = Rule(
    code="HB063",
    name="manifest-coverage",
    severity=Severity.INFO,
    summary="`dataset.toml` and the tasks below its folder differ",
    why="Entries may name tasks that come from Harbor's package registry, so this is not a fault;"
    " often a task was added, renamed or removed and the manifest was not updated.",
    bad=_example(_DIGEST, name="workbench/shuffle"),
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)


@MANIFEST_REFUSED.check
@MANIFEST_EMPTY.check
@MANIFEST_STALE.check
@MANIFEST_COVERAGE.check
def _check_manifest(view: TreeView, found: Found) -> Iterator[Finding]:
    """What is wrong with Harbor's manifests, and where they differ from the tasks."""
    tasks = {task.directory for task in (*found.valid, *found.broken)}
    for entry in view.named(NAME):
        is_inside = entry.parent not in tasks and any(up in tasks for up in upwards(entry.parent))
        if not is_inside and not view.scope.aside(entry.path):
            yield from _manifest(view, entry.path, found)


@dataclass(frozen=True)
class _Manifest:
    path: str
    text: str
    data: dict[str, Any]
    places: Places


def _manifest(view: TreeView, path: str, found: Found) -> Iterator[Finding]:
    beside_tasks = bool(found.valid or found.broken)
    try:
        text = universal(view.text(path))
    except ReadError as error:
        if beside_tasks:
            yield MANIFEST_REFUSED.at(path, f"{error.reason}; Harbor refuses the manifest")
        return
    try:
        data = parse(text)
    except TomlError as error:
        if beside_tasks and _HEADER.search(text):
            yield MANIFEST_REFUSED.at(
                path, f"not valid TOML: {error.reason}; Harbor refuses the manifest", error.span
            )
        return
    table = data.get("dataset")
    if isinstance(table, dict) and (beside_tasks or "name" in table):
        yield from _judge(view, _Manifest(path, text, data, Places(text)), found)


def _judge(view: TreeView, manifest: _Manifest, found: Found) -> Iterator[Finding]:
    from tagger.frameworks.harbor.model import manifest_validator

    faults = faults_of(manifest_validator(), manifest.data)
    for fault in faults:
        yield MANIFEST_REFUSED.at(
            manifest.path,
            f"`{dotted(fault.where)}` {fault.message}; Harbor refuses the whole manifest",
            manifest.places.nearest(*fault.where) or Span(1),
        )
    if faults:
        return
    if not manifest.data.get("tasks") and "tasks" in manifest.data["dataset"]:
        yield MANIFEST_EMPTY.at(
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
        digest = task_digest(view, task) if task else None
        if digest is None or digest == row["digest"].rstrip("\n"):
            continue
        yield MANIFEST_STALE.at(
            manifest.path,
            f"the digest of {row['name']!r} does not match the task as it is here",
            manifest.places.key("tasks", index, "digest"),
            hint=f"the digest is now {digest}",
            fix=_refreshed(manifest, index, digest),
        )


def _refreshed(manifest: _Manifest, index: int, digest: str) -> Fix | None:
    place = manifest.places.get("tasks", index, "digest")
    if place is None or place.value is None:
        return None
    expected = {**manifest.data, "tasks": [dict(row) for row in manifest.data["tasks"]]}
    expected["tasks"][index]["digest"] = digest
    splice = Splice(*place.value, f'"{digest}"')
    try:
        edits = proven(manifest.path, manifest.text, [splice], parse=parse, expected=expected)
    except RefusedError:
        return None
    return Fix(Safety.SAFE, "refresh the digest", edits)


def _coverage(manifest: _Manifest, tasks: dict[str, Task]) -> Iterator[Finding]:
    """One finding each: repeated entries, entries without a task here, tasks without an entry."""
    listed = Counter(row["name"] for row in manifest.data.get("tasks", ()))
    here = [name for name in listed if name in tasks]
    repeated = [name for name, count in listed.items() if count > 1]
    phantom = [name for name in listed if name not in tasks] if tasks else []
    missing = [name for name in tasks if name not in listed] if here else []
    for names, what in (
        (repeated, "is listed more than once"),
        (phantom, "is not here; if it exists, it comes from Harbor's package registry"),
        (missing, "is here and not in the manifest"),
    ):
        if names:
            more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
            yield MANIFEST_COVERAGE.at(manifest.path, f"the task {names[0]!r} {what}{more}")
