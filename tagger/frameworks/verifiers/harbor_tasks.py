"""Why Verifiers' own taskset refuses a Harbor task (0.4.0, ``tasksets/harbor/taskset.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.frameworks.harbor.config import LINUX
from tagger.frameworks.harbor.tables import MAIN_SERVICE
from tagger.frameworks.harbor.task import COMPOSE, CONFIG, DOCKERFILE
from tagger.frameworks.verifiers import rules_harbor as rules
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Rule
    from tagger.core.places import Span
    from tagger.frameworks.harbor.config import Config
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason; the same for every task that has it.

    Attributes:
        what: a clause about tasks in general.
        remedy: what would put it right.
        path, span: where this task says so.
    """

    rule: Rule
    what: str
    remedy: str
    path: str
    span: Span | None = None


class UnusableError(Exception):
    """A compose file without services that can be looked through."""


def blockers(view: TreeView, task: Task) -> list[Blocker]:
    """Every reason, in the order in which the loader would come across it; none for a task that
    loads with default options."""
    return list(_Judge(view, task).blockers())


class _Judge:
    def __init__(self, view: TreeView, task: Task) -> None:
        self._view = view
        self._task = task

    def blockers(self) -> Iterator[Blocker]:
        config = self._task.config
        if config is None or not self._task.constructs:
            yield self._blocker(
                rules.NOT_HARBOR,
                "Harbor itself cannot read it",
                "mend what is reported of it for Harbor",
            )
            return
        if config.steps:
            yield self._blocker(
                rules.STEPS, "it has steps", "give it one instruction and no `[[steps]]`", "steps"
            )
        yield from self._users(config)
        try:
            yield from self._services(config)
            yield from self._separate_verifier(config)
            yield from self._image(config)
        except UnusableError as error:
            yield self._blocker(
                rules.COMPOSE,
                f"its compose file {error}",
                "write a mapping of services",
                path=self._task.path(f"environment/{COMPOSE}"),
            )
        yield from self._metadata(config)

    def _blocker(
        self, rule: Rule, what: str, remedy: str, *keys: str | int, path: str | None = None
    ) -> Blocker:
        file = self._task.file
        span = file.span(keys) if file and keys else None
        return Blocker(rule, what, remedy, path or self._task.path(CONFIG), span)

    def _users(self, config: Config) -> Iterator[Blocker]:
        what = "it sets a user for its verifier"
        remedy = "take `user` out of `[verifier]` and its hooks"
        if config.verifier.user is not None:
            yield self._blocker(rules.USER, what, remedy, "verifier", "user")
            return
        for index, hook in enumerate(config.verifier.hooks):
            if hook.user is not None:
                keys = ("verifier", "collect", index, "user")
                yield self._blocker(rules.USER, what, remedy, *keys)
                return

    def _services(self, config: Config) -> Iterator[Blocker]:
        wanted = {*config.artifact_services, *(hook.service for hook in config.verifier.hooks)}
        if not wanted - {MAIN_SERVICE}:
            return
        declared = self._compose() if self._has(f"environment/{COMPOSE}") else {}
        if wanted - {MAIN_SERVICE} - declared.keys():
            yield self._blocker(
                rules.SERVICE,
                "it names a service that its compose file does not declare",
                f"declare the service in environment/{COMPOSE}",
                "artifacts",
            )

    def _separate_verifier(self, config: Config) -> Iterator[Blocker]:
        if not config.verifier.is_separate:
            return
        own = config.verifier.environment
        environment = own or config.environment
        has_image = own is not None and bool(own.docker_image)
        is_built = not has_image and any(
            self._has(f"tests/{name}") for name in (DOCKERFILE, COMPOSE)
        )
        inherited = None if has_image or is_built else config.environment.os
        system = environment.os or inherited or LINUX
        if system != LINUX or environment.has_tpu:
            what = "its separate verifier wants another system than Linux, or a TPU"
            remedy = "let the verifier run on Linux without a TPU"
            yield self._blocker(rules.VERIFIER_BUILD, what, remedy, "verifier")
        elif is_built:
            what = "its separate verifier is built from tests/"
            remedy = "set `[verifier.environment] docker_image` to an image that can be pulled"
            yield self._blocker(rules.VERIFIER_BUILD, what, remedy, "verifier")

    def _image(self, config: Config) -> Iterator[Blocker]:
        if config.environment.docker_image:
            return
        if self._has(f"environment/{COMPOSE}"):
            main = self._compose().get(MAIN_SERVICE, {})
            if not isinstance(main, dict):
                raise UnusableError(f"has a service {MAIN_SERVICE!r} that is no mapping")
            if main.get("image") or "build" in main:
                return
        if self._task.has_dockerfile:
            yield self._blocker(
                rules.DOCKERFILE,
                "it has a Dockerfile and no `docker_image`",
                "set `[environment] docker_image` to an image that can be pulled",
                "environment",
            )

    def _has(self, name: str) -> bool:
        return self._view.is_file(self._task.path(name))

    def _compose(self) -> dict[str, Any]:
        try:
            data = yaml.load(self._view.text(self._task.path(f"environment/{COMPOSE}")))
        except (ReadError, yaml.YamlError) as error:
            raise UnusableError(f"cannot be read: {error}") from None
        services = data.get("services") if isinstance(data, dict) else None
        if not isinstance(services, dict):
            raise UnusableError("has no mapping `services`")
        return services

    def _metadata(self, config: Config) -> Iterator[Blocker]:
        metadata = config.data.get("metadata") or {}
        for key in ("difficulty", "category", "tags"):
            value = metadata.get(key, [] if key == "tags" else "")
            fits = isinstance(value, str)
            if key == "tags":
                fits = isinstance(value, list) and all(isinstance(tag, str) for tag in value)
            if not fits:
                what = "its metadata holds a value of another type than Verifiers reads"
                remedy = "write `difficulty` and `category` as strings, `tags` as a list of strings"
                yield self._blocker(rules.METADATA, what, remedy, "metadata", key)
                return
