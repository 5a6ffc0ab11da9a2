"""Rules for what a task's images are built from."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.harbor.dockerfile import context_sources
from tagger.frameworks.harbor.task import COMPOSE, DOCKERFILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_TASK = "tasks/sort"
#: Names that Docker Compose looks for itself, and Harbor does not.
OTHER_COMPOSE_NAMES = ("docker-compose.yml", "compose.yaml", "compose.yml")
_WILDCARD = re.compile(r"[*?\[]")
#: A longer Dockerfile is not read.
_MAX_BYTES = 1 << 20

NO_ENVIRONMENT_DEFINITION = Rule(
    code="HB031",
    name="no-environment-definition",
    severity=Severity.WARNING,
    summary="A task that is accepted but cannot be built",
    why="Harbor accepts any folder called `environment`. When the task runs it needs"
    " `docker_image`, `environment/Dockerfile` or `environment/docker-compose.yaml`, by exactly"
    " these names. `harbor lint` does not report it.",
    bad={f"{_TASK}/environment/Dockerfile": None, f"{_TASK}/environment/cards.txt": "7\n"},
    good={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\n"},
    source="harbor 0.26.0, environments/definition.py",
)


@NO_ENVIRONMENT_DEFINITION.check
def _check_no_environment_definition(view: TreeView, task: Task) -> Iterator[Finding]:
    del view
    if not task.defines_environment and task.has_environment:
        yield NO_ENVIRONMENT_DEFINITION.at(
            task.config_path,
            "nothing says how to build the environment: the task is listed and cannot run",
            hint="add environment/Dockerfile or environment/docker-compose.yaml, or set"
            " docker_image under [environment]",
        )


COPY_SOURCE_MISSING = Rule(
    code="HB046",
    name="copy-source-missing",
    severity=Severity.WARNING,
    summary="A Dockerfile copies what is not in its folder",
    why="The folder of the Dockerfile is the build context, so the image cannot be built, while"
    " Harbor lists the task as valid. A published set has 7,022 tasks of this kind: git does"
    " not keep empty folders.",
    bad={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\nCOPY cards.txt /data/\n"},
    good={
        f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\nCOPY cards.txt /data/\n",
        f"{_TASK}/environment/cards.txt": "7\n",
    },
    source="Dockerfile reference, COPY; harbor 0.26.0, environments/docker",
)


@COPY_SOURCE_MISSING.check
def _check_copy_source_missing(view: TreeView, task: Task) -> Iterator[Finding]:
    image = task.file.docker_image if task.file else ""
    if task.has_dockerfile and not task.has_compose and not image:
        yield from _missing_in(view, task.path("environment"))
    if task.config is not None and task.config.verifier.is_separate:
        own = task.config.verifier.environment
        tests = task.path("tests")
        if not (own and own.docker_image) and view.get(f"{tests}/{COMPOSE}") is None:
            yield from _missing_in(view, tests)


def _missing_in(view: TreeView, context: str) -> Iterator[Finding]:
    path = f"{context}/{DOCKERFILE}"
    try:
        text = view.head(path, _MAX_BYTES).decode("utf-8", "replace")
    except ReadError:
        return
    for source in context_sources(text):
        if not _exists(view, context, source.path):
            yield COPY_SOURCE_MISSING.at(
                path,
                f"{source.path!r} is not in {context}, so the image cannot be built",
                Span(source.line),
                hint="add the file; for an empty folder use RUN mkdir, which git does not keep",
            )


def _exists(view: TreeView, context: str, source: str) -> bool:
    """Whether at least one path of the context matches a source, a wildcard within one name."""
    inner = posixpath.normpath(f"/{source}").strip("/")
    if not inner:
        return True
    if not _WILDCARD.search(inner):
        path = f"{context}/{inner}"
        return view.get(path) is not None or view.resolve(path) is not None
    folders = [context]
    for part in inner.split("/"):
        folders = [
            child.path
            for folder in folders
            for child in view.children(_real(view, folder))
            if fnmatchcase(child.name, part.replace("[^", "[!"))
        ]
    return bool(folders)


def _real(view: TreeView, folder: str) -> str:
    entry = view.resolve(folder)
    return entry.path if entry else folder


COMPOSE_NOT_READ = Rule(
    code="HB047",
    name="compose-not-read",
    severity=Severity.WARNING,
    summary="A compose file under a name that Harbor does not read",
    why="Harbor reads only `environment/docker-compose.yaml`; other names that Docker Compose"
    " knows, and a file at the root of the task, are passed over.",
    bad={f"{_TASK}/environment/docker-compose.yml": "services: {}\n"},
    good={f"{_TASK}/environment/docker-compose.yaml": "services: {}\n"},
    source="harbor 0.26.0, environments/definition.py",
)


@COMPOSE_NOT_READ.check
def _check_compose_not_read(view: TreeView, task: Task) -> Iterator[Finding]:
    if task.has_compose:
        return
    places = [f"environment/{name}" for name in OTHER_COMPOSE_NAMES]
    for place in (*places, COMPOSE, *OTHER_COMPOSE_NAMES):
        path = task.path(place)
        if view.get(path) is not None:
            message = "Harbor does not read this compose file"
            hint = f"the one it reads is environment/{COMPOSE}"
            yield COMPOSE_NOT_READ.at(path, message, hint=hint)
