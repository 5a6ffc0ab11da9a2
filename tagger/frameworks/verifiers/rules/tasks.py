"""Harbor tasks that Verifiers' own taskset `harbor` refuses (0.4.0, ``parse_task``).

The checks say of one task what keeps it out, as a clause, with the remedy for a hint; the bridge
makes one finding of those of all tasks.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity, checks_of
from tagger.frameworks.harbor.config import LINUX
from tagger.frameworks.harbor.registry import PATH
from tagger.frameworks.harbor.tables import MAIN_SERVICE
from tagger.frameworks.harbor.task import COMPOSE, CONFIG, DOCKERFILE
from tagger.frameworks.verifiers.rules.examples import IMAGE, task
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.core.places import Span
    from tagger.frameworks.harbor.config import Config
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_SOURCE = "verifiers 0.4.0, v1/tasksets/harbor/taskset.py:parse_task"
_COMPOSE_FILE = f"environment/{COMPOSE}"
_DOCKERFILE = {"tasks/alpha/environment/Dockerfile": "FROM debian:12-slim\n"}
_COMPOSE = {
    "tasks/alpha/environment/docker-compose.yaml": "services:\n  main:\n    image: debian:12-slim\n"
}


class TaskFacts:
    """One task that Harbor can read.

    Attributes:
        config: its task.toml.
    """

    def __init__(self, view: TreeView, task: Task, config: Config) -> None:
        self._view = view
        self._task = task
        self.config = config

    def has(self, name: str) -> bool:
        """Whether it has a file."""
        return self._view.is_file(self._task.path(name))

    def path(self, name: str) -> str:
        """A file of it."""
        return self._task.path(name)

    def at(self, rule: Rule, what: str, remedy: str, *keys: str | int) -> Finding:
        """A reason at a key of task.toml."""
        return rule.at(self._task.path(CONFIG), what, self._span(keys), hint=remedy)

    def _span(self, keys: tuple[str | int, ...]) -> Span | None:
        file = self._task.file
        return file.span(keys) if file and keys else None

    @property
    def has_dockerfile(self) -> bool:
        """Whether Harbor would build its image."""
        return self._task.has_dockerfile

    @property
    def other_services(self) -> set[str]:
        """The services beside ``main`` that artifacts and hooks name."""
        hooks = self.config.verifier.hooks
        return {*self.config.artifact_services, *(hook.service for hook in hooks)} - {MAIN_SERVICE}

    @cached_property
    def services(self) -> dict[str, Any] | str:
        """The services of its compose file, or what is wrong with the file; none without one."""
        if not self.has(_COMPOSE_FILE):
            return {}
        try:
            data = yaml.load(self._view.text(self._task.path(_COMPOSE_FILE)))
        except (ReadError, yaml.YamlError) as error:
            return f"cannot be read: {error}"
        services = data.get("services") if isinstance(data, dict) else None
        return services if isinstance(services, dict) else "has no mapping `services`"


NOT_HARBOR = Rule(
    code="VF051",
    name="listed-task-does-not-load",
    severity=Severity.INFO,
    summary="A task that the registry lists does not exist, or Harbor cannot read it",
    why="Verifiers builds Harbor's own task object first: the configuration must be valid, the"
    " instruction must be UTF-8 and a test script must be there. One such task ends the loading"
    " of its whole set.",
    bad=task() | {"tasks/alpha/tests": None},
    good=task(),
    source=_SOURCE,
)


@NOT_HARBOR.check
def _check_not_harbor(directory: str | None, task: Task | None) -> Iterator[Finding]:
    if directory is None or task is None:
        what = f"there is no {CONFIG} in it"
        if directory is None:
            what = "its path leads out of the repository"
        yield NOT_HARBOR.at(PATH, what, hint=f"correct {PATH}")
    elif task.config is None or not task.constructs:
        what, remedy = "Harbor itself cannot read it", "fix what is reported of it for Harbor"
        yield NOT_HARBOR.at(task.path(CONFIG), what, hint=remedy)


STEPS = Rule(
    code="VF054",
    name="steps-unsupported",
    severity=Severity.INFO,
    summary="A listed task has steps",
    why="Verifiers runs single-step tasks only.",
    bad=task(f'{IMAGE}\n[[steps]]\nname = "one"\n')
    | {
        "tasks/alpha/steps/one/instruction.md": "Do it.\n",
        "tasks/alpha/steps/one/tests/test.sh": "echo 1 > /logs/verifier/reward.txt\n",
    },
    good=task(),
    source=_SOURCE,
)


@STEPS.check
def _check_steps(facts: TaskFacts) -> Iterator[Finding]:
    if facts.config.steps:
        remedy = "give it one instruction and no `[[steps]]`"
        yield facts.at(STEPS, "it has steps", remedy, "steps")


USER = Rule(
    code="VF055",
    name="verifier-user-unsupported",
    severity=Severity.INFO,
    summary="A listed task sets the user of its verifier or of a collect hook",
    why="Verifiers cannot switch users and refuses `[verifier].user`, and `user` in"
    " `[[verifier.collect]]`.",
    bad=task(f'{IMAGE}\n[verifier]\nuser = "root"\n'),
    good=task(),
    source=f"{_SOURCE}, parse_verifier_extras",
)


@USER.check
def _check_user(facts: TaskFacts) -> Iterator[Finding]:
    verifier = facts.config.verifier
    keys: list[tuple[str | int, ...]] = [("verifier", "user")] if verifier.user is not None else []
    keys += [
        ("verifier", "collect", index, "user")
        for index, hook in enumerate(verifier.hooks)
        if hook.user is not None
    ]
    if keys:
        what, remedy = "it sets a user for its verifier", "remove `user` from `[verifier]` and its"
        yield facts.at(USER, what, f"{remedy} hooks", *keys[0])


SERVICE = Rule(
    code="VF056",
    name="service-not-declared",
    severity=Severity.INFO,
    summary="An artifact or collect hook of a listed task names a service that is not declared",
    why="Every service but `main` must be declared under `services` of the task's"
    " environment/docker-compose.yaml.",
    bad=task(f'artifacts = [{{ source = "/out", service = "db" }}]\n\n{IMAGE}') | _COMPOSE,
    good=task(f'artifacts = ["/out"]\n\n{IMAGE}') | _COMPOSE,
    source=f"{_SOURCE}, parse_verifier_extras",
)


@SERVICE.check
def _check_service(facts: TaskFacts) -> Iterator[Finding]:
    if isinstance(facts.services, dict) and facts.other_services - facts.services.keys():
        what = "it names a service that its compose file does not declare"
        yield facts.at(SERVICE, what, f"declare the service in {_COMPOSE_FILE}", "artifacts")


VERIFIER_BUILD = Rule(
    code="VF057",
    name="separate-verifier-unsupported",
    severity=Severity.INFO,
    summary="A listed task has a separate verifier that Verifiers cannot provide",
    why="A verifier of its own is possible with an image, or in a fresh copy of the task's"
    " environment. One that is built from tests/Dockerfile or tests/docker-compose.yaml, or that"
    " wants another system than Linux or a TPU, is refused.",
    bad=task(f'{IMAGE}\n[verifier]\nenvironment_mode = "separate"\n')
    | {"tasks/alpha/tests/Dockerfile": "FROM debian:12-slim\n"},
    good=task(f'{IMAGE}\n[verifier]\nenvironment_mode = "separate"\n'),
    source=f"{_SOURCE}, parse_verifier_environment; verifiers#2067, verifiers#2152",
)


@VERIFIER_BUILD.check
def _check_verifier_build(facts: TaskFacts) -> Iterator[Finding]:
    config = facts.config
    if not config.verifier.is_separate:
        return
    own = config.verifier.environment
    environment = own or config.environment
    has_image = own is not None and bool(own.docker_image)
    is_built = not has_image and any(facts.has(f"tests/{name}") for name in (DOCKERFILE, COMPOSE))
    inherited = None if has_image or is_built else config.environment.os
    system = environment.os or inherited or LINUX
    if system != LINUX or environment.has_tpu:
        what = "its separate verifier wants another system than Linux, or a TPU"
        remedy = "let the verifier run on Linux without a TPU"
        yield facts.at(VERIFIER_BUILD, what, remedy, "verifier")
    elif is_built:
        what = "its separate verifier is built from tests/"
        remedy = "set `[verifier.environment] docker_image` to an image that can be pulled"
        yield facts.at(VERIFIER_BUILD, what, remedy, "verifier")


NO_IMAGE = Rule(
    code="VF052",
    name="dockerfile-without-image",
    severity=Severity.INFO,
    summary="A listed task has a Dockerfile and no `docker_image`",
    why="Verifiers never builds images. It refuses the task, because its own default image is not"
    " the one the task was written for. A compose file counts as a definition when its service"
    " `main` has an image or a build.",
    bad=task("[environment]\ncpus = 1\n") | _DOCKERFILE,
    good=task() | _DOCKERFILE,
    source=f"{_SOURCE}, resolve_image; verifiers#1738",
)


@NO_IMAGE.check
def _check_no_image(facts: TaskFacts) -> Iterator[Finding]:
    main = _main(facts)
    is_defined = isinstance(main, str) or main.get("image") or "build" in main
    if facts.has_dockerfile and not facts.config.environment.docker_image and not is_defined:
        what = "it has a Dockerfile and no `docker_image`"
        remedy = "set `[environment] docker_image` to an image that can be pulled"
        yield facts.at(NO_IMAGE, what, remedy, "environment")


def _main(facts: TaskFacts) -> dict[str, Any] | str:
    """The service ``main``, or what is wrong with the compose file."""
    if isinstance(facts.services, str):
        return facts.services
    main = facts.services.get(MAIN_SERVICE, {})
    return (
        main if isinstance(main, dict) else f"has a service {MAIN_SERVICE!r} that is not a mapping"
    )


COMPOSE_FILE = Rule(
    code="VF053",
    name="compose-file-unusable",
    severity=Severity.INFO,
    summary="The docker-compose.yaml of a listed task has no services that can be read",
    why="Where a task has no `docker_image`, or names services, Verifiers reads `services` of the"
    " compose file and fails when it is not a mapping of mappings.",
    bad=task("[environment]\ncpus = 1\n")
    | {"tasks/alpha/environment/docker-compose.yaml": "main:\n  image: debian:12-slim\n"},
    good=task("[environment]\ncpus = 1\n") | _COMPOSE,
    source=f"{_SOURCE}, resolve_image",
)


@COMPOSE_FILE.check
def _check_compose_file(facts: TaskFacts) -> Iterator[Finding]:
    # With an image of its own the task is asked for the services alone, and only for named ones.
    has_image = bool(facts.config.environment.docker_image)
    fault = facts.services if has_image else _main(facts)
    if isinstance(fault, str) and (facts.other_services or not has_image):
        path = facts.path(_COMPOSE_FILE)
        hint = "write a mapping of services"
        yield COMPOSE_FILE.at(path, f"its compose file {fault}", hint=hint)


METADATA = Rule(
    code="VF058",
    name="metadata-type",
    severity=Severity.INFO,
    summary="`difficulty`, `category` or `tags` in the metadata of a listed task has another type",
    why="Harbor takes anything in `[metadata]`. Verifiers reads three of its keys: `difficulty` and"
    " `category` must be strings and `tags` a list of strings.",
    bad=task(f"{IMAGE}\n[metadata]\ndifficulty = 3\n"),
    good=task(f'{IMAGE}\n[metadata]\ndifficulty = "hard"\n'),
    source=f"{_SOURCE}, HarborData",
)


@METADATA.check
def _check_metadata(facts: TaskFacts) -> Iterator[Finding]:
    metadata = facts.config.data.get("metadata") or {}
    for key in ("difficulty", "category", "tags"):
        value = metadata.get(key, [] if key == "tags" else "")
        fits = isinstance(value, str)
        if key == "tags":
            fits = isinstance(value, list) and all(isinstance(tag, str) for tag in value)
        if not fits:
            what = "its metadata holds a value of another type than Verifiers reads"
            remedy = "write `difficulty` and `category` as strings, `tags` as a list of strings"
            yield facts.at(METADATA, what, remedy, "metadata", key)
            return


#: What is asked of every task that Harbor can read, in the loader's order.
TASKS = (STEPS, USER, COMPOSE_FILE, SERVICE, VERIFIER_BUILD, NO_IMAGE, METADATA)


def reasons(view: TreeView, directory: str | None, task: Task | None) -> list[Finding]:
    """Everything that keeps a listed task out; nothing for one that loads with default options.

    Args:
        view: the repository.
        directory: where the registry says that the task is, or ``None`` for a place outside.
        task: what Harbor makes of it, or ``None`` where there is no task.toml.
    """
    found = [finding for check in checks_of([NOT_HARBOR]) for finding in check(directory, task)]
    if found or task is None or task.config is None:
        return found
    facts = TaskFacts(view, task, task.config)
    return [finding for check in checks_of(TASKS) for finding in check(facts)]
