"""Rules for registry.json, the sets of a repository (harbor 0.26.0)."""

from __future__ import annotations

import json
import posixpath
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.harbor.faults import describe, dotted, faults_of
from tagger.frameworks.harbor.registry import PATH
from tagger.frameworks.harbor.task import CONFIG, join
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.search import Found
    from tagger.tree.view import TreeView

_REGISTRY_MODEL = "harbor 0.26.0, models/registry.py"
_FIELDS = '"version": "1.0", "description": "Small tasks.", '


def _example(fields: str, path: str = "tasks/sort") -> dict[str, str | None]:
    row = f'{{"name": "small", {fields}"tasks": [{{"name": "sort", "path": "{path}"}}]}}'
    return {"registry.json": f"[{row}]\n"}


REGISTRY_REFUSED = Rule(
    code="HB070",
    name="registry-refused",
    severity=Severity.ERROR,
    summary="A registry.json that Harbor refuses",
    why="The file is an array of sets, each with name, version, description and tasks; one bad row"
    " and no set of the file can be run with `-d`.",
    bad=_example('"version": "1.0", '),
    good=_example(_FIELDS),
    source=_REGISTRY_MODEL,
)

REGISTRY_PATH = Rule(
    code="HB071",
    name="registry-path",
    severity=Severity.ERROR,
    summary="`registry.json` names a folder that is not a task of this repository",
    why="Harbor lists the task, and its download fails when it is run.",
    bad=_example(_FIELDS, path="tasks/shuffle"),
    good=_example(_FIELDS),
    source=_REGISTRY_MODEL,
)

REGISTRY_COVERAGE = Rule(
    code="HB072",
    name="registry-coverage",
    severity=Severity.INFO,
    summary="`registry.json` leaves out tasks of this repository",
    why="Nobody who runs a set of the registry gets these tasks.",
    bad={
        **_example(_FIELDS),
        "tasks/count/task.toml": "",
        "tasks/count/instruction.md": "Count the lines.\n",
        "tasks/count/environment/Dockerfile": "FROM debian:12-slim\n",
        "tasks/count/tests/test.sh": "#!/bin/bash\n",
    },
    good=_example(_FIELDS),
    source=_REGISTRY_MODEL,
)


@REGISTRY_REFUSED.check
@REGISTRY_PATH.check
@REGISTRY_COVERAGE.check
def _check_registry(view: TreeView, found: Found) -> Iterator[Finding]:
    """What is wrong with the registry at the root, if it is Harbor's."""
    if view.resolve(PATH) is None:
        return
    beside_tasks = bool(found.valid or found.broken)
    try:
        text = view.text(PATH)
        data = json.loads(text)
    except ReadError as error:
        if beside_tasks:
            yield REGISTRY_REFUSED.at(PATH, f"{error.reason}; Harbor refuses the registry")
    except json.JSONDecodeError as error:
        if beside_tasks:
            message = f"not valid JSON: {error.msg}; Harbor refuses the registry"
            yield REGISTRY_REFUSED.at(PATH, message, Span(error.lineno, error.colno))
    except (ValueError, RecursionError):
        return
    else:
        if is_harbors(data, beside_tasks=beside_tasks):
            yield from _judge(view, text, data, found)


def is_harbors(data: Any, *, beside_tasks: bool) -> bool:
    """Whether a registry is Harbor's; component libraries have a file of this name too."""
    if isinstance(data, list):
        return any(isinstance(row, dict) and "tasks" in row for row in data)
    return beside_tasks and isinstance(data, dict) and "items" not in data


def _judge(view: TreeView, text: str, data: Any, found: Found) -> Iterator[Finding]:
    if not isinstance(data, list):
        message = f"must be an array of sets, not {describe(data)}; Harbor refuses the registry"
        yield REGISTRY_REFUSED.at(PATH, message, Span(1))
        return
    from tagger.frameworks.harbor.model import registry_validator

    places = _Places(text)
    faults = faults_of(registry_validator(), data)
    for fault in faults:
        message = f"`{dotted(fault.where)}` {fault.message}; Harbor refuses the whole registry"
        yield REGISTRY_REFUSED.at(PATH, message, places.of(*fault.where))
    if not faults:
        yield from _paths(view, data, places)
        yield from _coverage(data, found)


def _paths(view: TreeView, data: list[Any], places: _Places) -> Iterator[Finding]:
    for index, row in enumerate(data):
        for number, task in enumerate(row["tasks"]):
            if complaint := _path_fault(view, task):
                message = f"{task['path']!r} {complaint}; the task is listed, and fetching it fails"
                place = places.of(index, "tasks", number, "path")
                yield REGISTRY_PATH.at(PATH, message, place)


def _path_fault(view: TreeView, task: dict[str, Any]) -> str | None:
    """Why the path of a registry entry leads to no task here; ``None`` for other repositories."""
    path = task["path"]
    if path.startswith("/"):
        return "is an absolute path"
    inner = posixpath.normpath(path)
    if inner == ".." or inner.startswith("../"):
        return "leaves the repository"
    if task.get("git_url") is not None:
        return None
    inner = "" if inner == "." else inner
    if not view.is_dir(inner):
        return "is not a folder of this repository"
    if view.resolve(join(inner, CONFIG)) is None:
        return f"has no {CONFIG}"
    return None


def _coverage(data: list[Any], found: Found) -> Iterator[Finding]:
    listed = {posixpath.normpath(task["path"]) for row in data for task in row["tasks"]}
    missing = [task.directory for task in found.valid if task.directory not in listed]
    if missing and any(task.directory in listed for task in found.valid):
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        message = f"no set lists the task {missing[0]!r}{more}"
        yield REGISTRY_COVERAGE.at(PATH, message)


class _Places:
    """Lines in JSON, found when they are asked for; JSON with tabs in it may have none."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._root: Any = None
        self._tried = False

    def of(self, *where: str | int) -> Span | None:
        """The place of a key or item, or of the innermost one around it."""
        if not self._tried:
            self._tried = True
            try:
                self._root = yaml.compose(self._text)
            except yaml.YamlError:
                self._root = None
        for length in range(len(where), 0, -1):
            if self._root is not None and (pair := yaml.find(self._root, *where[:length])):
                return yaml.place(pair.key.start_mark)
        return None
