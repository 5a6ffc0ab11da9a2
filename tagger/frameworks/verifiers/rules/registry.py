"""The registry.json that lists Harbor tasks for Verifiers: one that is missing, and its sets."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.card.card import Card
from tagger.core.errors import ReadError
from tagger.core.findings import Fix, Rule, Safety, Severity
from tagger.core.places import Edit
from tagger.frameworks.harbor.registry import PATH
from tagger.frameworks.verifiers.rules.examples import REGISTRY, task

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_AGAIN = '{"name": "again", "path": "tasks/alpha"}'


NO_REGISTRY = Rule(
    code="VF050",
    name="harbor-tasks-without-registry",
    severity=Severity.INFO,
    summary="Harbor tasks that Verifiers could run if a registry.json listed them",
    why="Verifiers fetches Harbor tasks by the name of a set, and looks the name up in the"
    " registry.json at the root of the repository. Every task here would load; only the list is"
    " missing. The fix writes one set with all of them: check its name and description.",
    bad=task() | {"registry.json": None},
    good=task(),
    source="verifiers 0.4.0, v1/tasksets/harbor/taskset.py:download_command; verifiers#1882",
    fix=Safety.UNSAFE,
)


@NO_REGISTRY.check
def _check_no_registry(view: TreeView, tasks: Sequence[Task]) -> Iterator[Finding]:
    """A repository without the file whose tasks would all load; the fix writes it."""
    number = "one Harbor task" if len(tasks) == 1 else f"{len(tasks):,} Harbor tasks"
    message = f"{number} would load in Verifiers if a {PATH} listed them"
    fix = Fix(
        Safety.UNSAFE,
        f"write a {PATH} that lists every task",
        (Edit(PATH, 0, 0, registry_text(view, tasks).encode()),),
    )
    hint = f"add a {PATH} at the root with a name, a version and a description for the set"
    yield NO_REGISTRY.at(PATH, message, hint=hint, fix=fix)


VERSION = "1.0.0"


def registry_text(view: TreeView, tasks: Sequence[Task]) -> str:
    """One set with every task, in the order given.

    A task goes by the name of its folder: Harbor exports it under that name, and Verifiers' option
    ``tasks`` asks for it.
    """
    title = _title(view)
    row = {
        "name": _name(title, tasks),
        "version": VERSION,
        "description": title or "The tasks of this repository.",
        "tasks": [_entry(task) for task in tasks],
    }
    return json.dumps([row], indent=2, ensure_ascii=False) + "\n"


def _entry(task: Task) -> dict[str, str]:
    folder = task.directory.rpartition("/")[2]
    return {"name": folder or _last(task) or "task", "path": task.directory or "."}


def _last(task: Task) -> str:
    name = task.config.name if task.config else None
    return (name or "").rpartition("/")[2]


def _title(view: TreeView) -> str:
    """The ``pretty_name`` of the card on one line."""
    try:
        card = Card.parse(view.card_path, view.read(view.card_path))
    except ReadError:
        return ""
    pair = card.find("pretty_name")
    if not pair or not card.header or not card.header.is_string(pair.value):
        return ""
    return " ".join(str(pair.value.value).split())


def _name(title: str, tasks: Sequence[Task]) -> str:
    """What the set is asked for by: from the card, the tasks' organisation, or their folder."""
    names = [task.config.name or "" for task in tasks if task.config]
    organisations = {name.rpartition("/")[0] for name in names}
    parents = {task.directory.rpartition("/")[0] for task in tasks}
    organisation = organisations.pop() if len(organisations) == 1 else ""
    folder = parents.pop().rpartition("/")[2] if len(parents) == 1 else ""
    return _kebab(title) or _kebab(organisation) or _kebab(folder) or "tasks"


def _kebab(text: str) -> str:
    """Small ASCII letters and digits joined by dashes: neither ``/`` nor ``@`` may be in a name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Row:
    """One task of a set.

    Attributes:
        dataset: the name of the set.
        namesakes: how many tasks of the set have a folder of this one's name, itself included.
    """

    dataset: str
    namesakes: int


SET_NAME = Rule(
    code="VF059",
    name="set-name-unreachable",
    severity=Severity.INFO,
    summary="A set of the registry has a name that Verifiers cannot ask for",
    why="The set is named on the command line as `name` or `name@version`, and with a repository"
    " the name must be plain: what holds a slash is taken for a package of Harbor's own hub, and"
    " what follows an at sign for a version.",
    bad=task() | {"registry.json": REGISTRY.replace('"words"', '"acme/words"')},
    good=task(),
    source="harbor 0.24.0, cli/download.py:download_command, as verifiers 0.4.0 calls it",
)


@SET_NAME.check
def _check_set_name(row: Row) -> Iterator[Finding]:
    if not set("/@").isdisjoint(row.dataset):
        what = "the name of its set holds a slash or an at sign, and cannot be asked for"
        yield SET_NAME.at(PATH, what, hint="give the set a plain name")


SAME_FOLDER = Rule(
    code="VF060",
    name="same-folder-name-in-set",
    severity=Severity.INFO,
    summary="Two tasks of one set lie in folders of the same name",
    why="Verifiers lets Harbor export the set into one folder, each task under the name of its own"
    " folder. Harbor refuses the export when a name occurs twice, whatever the tasks are called in"
    " the registry, or when one task is listed twice.",
    bad=task() | {"registry.json": REGISTRY.replace("}]}]", f"}}, {_AGAIN}]}}]")},
    good=task(),
    source="harbor 0.26.0, tasks/client.py:download_tasks; verifiers 0.4.0, download_command",
)


@SAME_FOLDER.check
def _check_same_folder(row: Row) -> Iterator[Finding]:
    if row.namesakes > 1:
        what = "another task of its set has a folder of the same name"
        hint = "rename one of the folders, or list the tasks in sets of their own"
        yield SAME_FOLDER.at(PATH, what, hint=hint)


#: What is asked of every task of a set.
ROWS = (SET_NAME, SAME_FOLDER)
