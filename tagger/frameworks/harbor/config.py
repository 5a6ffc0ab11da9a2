"""task.toml as a text: parsed, judged by the model, and its facts with types."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tagger.frameworks.harbor.faults import SchemaFault, faults_of
from tagger.frameworks.harbor.tables import MAIN_SERVICE
from tagger.text.toml import TomlError, parse, universal
from tagger.text.toml_places import Places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.core.places import Span
    from tagger.frameworks.harbor.faults import Where

LINUX = "linux"
WINDOWS = "windows"


@dataclass(frozen=True, slots=True)
class TaskEnvironment:
    """``[environment]`` or ``[verifier.environment]``.

    ``os`` is ``None`` where the file does not say; then it is Linux, or what the task has.
    """

    docker_image: str = ""
    os: str | None = None
    has_tpu: bool = False


@dataclass(frozen=True, slots=True)
class Hook:
    """One ``[[verifier.collect]]``: a command that a service runs after the agent."""

    service: str
    user: str | int | None


@dataclass(frozen=True, slots=True)
class Verifier:
    """``[verifier]`` of the task or of a step."""

    mode: str | None = None
    environment: TaskEnvironment | None = None
    user: str | int | None = None
    hooks: Sequence[Hook] = ()

    @property
    def is_separate(self) -> bool | None:
        """Whether it runs apart from the agent; ``None`` where the table does not say."""
        if self.mode is not None:
            return self.mode == "separate"
        return True if self.environment is not None else None


@dataclass(frozen=True, slots=True)
class Step:
    """One of ``[[steps]]``."""

    name: str
    verifier: Verifier = field(default_factory=Verifier)
    artifact_services: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """What a valid task.toml says.

    Attributes:
        data: the whole document as plain data.
        name: ``[task].name``.
        steps: empty for a single-step task.
        artifact_services: the Compose services that the task's artifacts come from.
    """

    data: Mapping[str, Any] = field(repr=False)
    name: str | None = None
    environment: TaskEnvironment = field(default_factory=TaskEnvironment)
    verifier: Verifier = field(default_factory=Verifier)
    steps: Sequence[Step] = ()
    artifact_services: Sequence[str] = ()


@dataclass(frozen=True)
class ConfigFile:
    """One text of a task.toml; equal texts may share one object.

    Attributes:
        text: with universal line ends, and every character where it was.
        error: why it is not valid TOML.
        faults: what the model refuses.
        config: the facts; ``None`` where there is an error or a fault.
    """

    text: str
    data: Mapping[str, Any] | None = None
    error: TomlError | None = None
    faults: Sequence[SchemaFault] = ()
    config: Config | None = None

    @property
    def docker_image(self) -> str:
        """``[environment].docker_image``, also of a file that the schema refuses."""
        environment = (self.data or {}).get("environment")
        image = environment.get("docker_image") if isinstance(environment, dict) else None
        return image if isinstance(image, str) else ""

    @cached_property
    def places(self) -> Places:
        """Where its keys are; only for a text that is TOML."""
        return Places(self.text)

    def span(self, where: Where) -> Span | None:
        """The place of a key, or of the table that should have held it."""
        return self.places.nearest(*where)


def read_config(text: str) -> ConfigFile:
    """Parse a text as Harbor does (``TaskConfig.model_validate_toml``)."""
    text = universal(text)
    try:
        data = parse(text)
    except TomlError as error:
        return ConfigFile(text, error=error)
    faults = _faults(data)
    return ConfigFile(text, data, faults=faults, config=None if faults else _config(data))


def _faults(data: Mapping[str, Any]) -> tuple[SchemaFault, ...]:
    """What the model refuses; under its old key a version is the value that was judged."""
    from tagger.frameworks.harbor.model import task_validator

    faults = faults_of(task_validator(), data)
    if "schema_version" in data:
        return tuple(faults)
    return tuple(
        replace(fault, where=("version",)) if fault.where == ("schema_version",) else fault
        for fault in faults
    )


def _config(data: Mapping[str, Any]) -> Config:
    return Config(
        data,
        name=data["task"]["name"] if "task" in data else None,
        environment=_environment(data.get("environment", {})),
        verifier=_verifier(data.get("verifier", {})),
        steps=tuple(_step(step) for step in data.get("steps", ())),
        artifact_services=_services(data.get("artifacts", ())),
    )


def _environment(table: Mapping[str, Any]) -> TaskEnvironment:
    os = table.get("os")
    return TaskEnvironment(table.get("docker_image", ""), os and os.lower(), has_tpu="tpu" in table)


def _verifier(table: Mapping[str, Any]) -> Verifier:
    environment = table.get("environment")
    return Verifier(
        mode=table.get("environment_mode"),
        environment=None if environment is None else _environment(environment),
        user=table.get("user"),
        hooks=tuple(
            Hook(hook.get("service", MAIN_SERVICE).strip(), hook.get("user"))
            for hook in table.get("collect", ())
        ),
    )


def _step(table: Mapping[str, Any]) -> Step:
    return Step(
        table["name"], _verifier(table.get("verifier", {})), _services(table.get("artifacts", ()))
    )


def _services(artifacts: Sequence[Any]) -> Sequence[str]:
    """The services of a list of artifacts, each once; plain paths come from the main one."""
    services = [
        (item.get("service") or MAIN_SERVICE).strip() if isinstance(item, dict) else MAIN_SERVICE
        for item in artifacts
    ]
    return tuple(dict.fromkeys(services))
