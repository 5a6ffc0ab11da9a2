"""Findings about what a task's images are built from."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.places import Span
from tagger.frameworks.harbor import rules_files as rules
from tagger.frameworks.harbor.dockerfile import context_sources
from tagger.frameworks.harbor.task import COMPOSE, DOCKERFILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

#: Names that Docker Compose looks for itself, and Harbor does not.
OTHER_COMPOSE_NAMES = ("docker-compose.yml", "compose.yaml", "compose.yml")
_WILDCARD = re.compile(r"[*?\[]")
#: No Dockerfile is longer; what is gets no look.
_MAX_BYTES = 1 << 20


def build_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """No definition, compose files under other names, sources that are missing."""
    if not task.defines_environment and task.has_environment:
        yield rules.HB031.at(
            task.path("task.toml"),
            "nothing says how to build the environment: the task is listed and cannot run",
            hint="add environment/Dockerfile or environment/docker-compose.yaml, or set"
            " docker_image under [environment]",
        )
    yield from _compose_files(view, task)
    image = task.file.docker_image if task.file else ""
    if task.has_dockerfile and not task.has_compose and not image:
        yield from _missing_sources(view, task.path("environment"))
    if task.config is not None and task.config.verifier.is_separate:
        own = task.config.verifier.environment
        tests = task.path("tests")
        if not (own and own.docker_image) and view.get(f"{tests}/{COMPOSE}") is None:
            yield from _missing_sources(view, tests)


def _compose_files(view: TreeView, task: Task) -> Iterator[Finding]:
    if task.has_compose:
        return
    places = [f"environment/{name}" for name in OTHER_COMPOSE_NAMES]
    for place in (*places, COMPOSE, *OTHER_COMPOSE_NAMES):
        path = task.path(place)
        if view.get(path) is not None:
            message = "Harbor does not read this compose file"
            hint = f"the one it reads is environment/{COMPOSE}"
            yield rules.HB047.at(path, message, hint=hint)


def _missing_sources(view: TreeView, context: str) -> Iterator[Finding]:
    path = f"{context}/{DOCKERFILE}"
    try:
        text = view.head(path, _MAX_BYTES).decode("utf-8", "replace")
    except ReadError:
        return
    for source in context_sources(text):
        if not _exists(view, context, source.path):
            yield rules.HB046.at(
                path,
                f"{source.path!r} is not in {context}, so the image cannot be built",
                Span(source.line),
                hint="add the file; for an empty folder use RUN mkdir, git keeps none",
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
