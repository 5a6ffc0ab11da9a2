"""One task directory, judged as Harbor judges it (0.26.0, ``Task.is_valid_dir``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, LimitError, NotAFileError, PointerError, ReadError
from tagger.frameworks.harbor.config import LINUX, WINDOWS, Config, ConfigFile, read_config
from tagger.frameworks.harbor.inputs import Inputs
from tagger.frameworks.harbor.problems import Code, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tagger.frameworks.harbor.config import Environment, Step
    from tagger.tree.view import TreeView

CONFIG = "task.toml"
INSTRUCTION = "instruction.md"
DOCKERFILE = "Dockerfile"
COMPOSE = "docker-compose.yaml"
#: What the entry scripts end in, by operating system; ``.ps1`` and ``.cmd`` are not looked for.
EXTENSIONS = {LINUX: ".sh", WINDOWS: ".bat"}


class Instruction(StrEnum):
    """What stands at ``instruction.md`` of a task without steps."""

    READABLE = "text"
    ABSENT = "absent"
    POINTER = "a Git LFS pointer, which is taken for the text"
    NOT_UTF8 = "not UTF-8"
    UNREADABLE = "not readable"


@dataclass(frozen=True, slots=True)
class Task:
    """A directory with a task.toml, and what Harbor makes of it.

    Attributes:
        directory: its path in the tree; ``""`` is the root.
        file: its task.toml; ``None`` where the text cannot be had.
        problems: why Harbor refuses it; every reason that can be told, each once.
        instruction: the state of its root instruction.
        has_environment: whether ``environment/`` is a folder.
        has_dockerfile: whether it holds a Dockerfile.
        has_compose: whether it holds a docker-compose.yaml.
        unjudged: why it cannot be judged at all, because a limit was hit.
    """

    directory: str
    file: ConfigFile | None = None
    problems: Sequence[Problem] = ()
    instruction: Instruction = Instruction.ABSENT
    has_environment: bool = False
    has_dockerfile: bool = False
    has_compose: bool = False
    unjudged: str | None = None

    @property
    def config(self) -> Config | None:
        """The facts of a task.toml that fits the schema."""
        return self.file.config if self.file else None

    @property
    def valid(self) -> bool:
        """``Task.is_valid_dir(directory)``."""
        return not self.problems and self.unjudged is None

    @property
    def loads_without_verification(self) -> bool:
        """``Task.is_valid_dir(directory, disable_verification=True)``: a run without its tests."""
        return self.unjudged is None and all(problem.verification for problem in self.problems)

    @property
    def constructs(self) -> bool:
        """Whether ``Task(directory)`` succeeds, which Verifiers and every run need.

        It decodes the instruction and does not ask for an environment.
        """
        only = all(problem.code is Code.NO_ENVIRONMENT for problem in self.problems)
        readable = self.instruction in (Instruction.READABLE, Instruction.POINTER)
        has_steps = self.config is not None and bool(self.config.steps)
        return self.unjudged is None and only and (readable or has_steps)

    @property
    def defines_environment(self) -> bool:
        """Whether there is something to build or to pull (``environments/definition.py``)."""
        image = self.file.docker_image if self.file else ""
        return bool(image) or self.has_dockerfile or self.has_compose

    def has_problem(self, *codes: Code) -> bool:
        """Whether one of these is among the problems."""
        return any(problem.code in codes for problem in self.problems)

    def path(self, name: str) -> str:
        """The path in the tree of something in the directory."""
        return join(self.directory, name)


def join(directory: str, name: str) -> str:
    """A path below a directory, which may be the root."""
    return f"{directory}/{name}" if directory else name


def load_task(
    view: TreeView, directory: str, parse: Callable[[str], ConfigFile] = read_config
) -> Task:
    """Judge one directory.

    Args:
        view: the repository.
        directory: what holds, or should hold, the task.toml.
        parse: ``read_config``, or one that remembers texts it has seen.
    """
    path = join(directory, CONFIG)
    try:
        file = parse(view.text(path))
    except LimitError as error:
        return Task(directory, unjudged=error.reason)
    except ReadError as error:
        return Task(directory, problems=(Problem(_unreadable(error), path, error.reason),))
    environment = join(directory, "environment")
    return Task(
        directory,
        file,
        tuple(dict.fromkeys(_problems(view, directory, file))),
        _instruction(view, join(directory, INSTRUCTION)),
        has_environment=view.is_dir(environment),
        has_dockerfile=view.resolve(join(environment, DOCKERFILE)) is not None,
        has_compose=view.resolve(join(environment, COMPOSE)) is not None,
    )


def _unreadable(error: ReadError) -> Code:
    if isinstance(error, EncodingError):
        return Code.ENCODING
    return Code.POINTER if isinstance(error, PointerError) else Code.UNREADABLE


def _instruction(view: TreeView, path: str) -> Instruction:
    if view.resolve(path) is None:
        return Instruction.ABSENT
    try:
        view.text(path)
    except EncodingError:
        return Instruction.NOT_UTF8
    except PointerError:
        return Instruction.POINTER
    except NotAFileError:
        return Instruction.UNREADABLE
    except ReadError:  # over a limit: no reason to doubt it
        return Instruction.READABLE
    return Instruction.READABLE


def _problems(view: TreeView, directory: str, file: ConfigFile) -> Iterator[Problem]:
    path = join(directory, CONFIG)
    if file.error:
        yield Problem(Code.SYNTAX, path, file.error.reason)
    elif file.config:
        yield from _Judge(view, directory, file.config).problems()
    else:
        yield Problem(Code.SCHEMA, path)
        yield from _missing_anyway(view, directory, file)


def _missing_anyway(view: TreeView, directory: str, file: ConfigFile) -> Iterator[Problem]:
    """What is missing whatever becomes of the faults of a task.toml."""
    path, has_steps = join(directory, CONFIG), (file.data or {}).get("steps")
    if not file.docker_image and not view.is_dir(join(directory, "environment")):
        yield Problem(Code.NO_ENVIRONMENT, path, "environment")
    if not has_steps and view.resolve(join(directory, INSTRUCTION)) is None:
        yield Problem(Code.NO_INSTRUCTION, path, INSTRUCTION)


class _Judge:
    """The steps of ``is_valid_dir`` behind the schema."""

    def __init__(self, view: TreeView, directory: str, config: Config) -> None:
        self._view = view
        self._directory = directory
        self._config = config
        self._inputs = Inputs(view, directory)

    def problems(self) -> Iterator[Problem]:
        """Every reason for a no."""
        image = self._config.environment.docker_image
        if not image and not self._view.is_dir(self._path("environment")):
            yield self._missing(Code.NO_ENVIRONMENT, "environment")
        for step in self._config.steps:
            yield from self._inputs.check(self._path(f"steps/{step.name}"))
        yield from self._inputs.check(self._path("tests"))
        yield from self._inputs.check(self._path("solution"))
        if not self._config.steps:
            yield from self._instruction(INSTRUCTION)
            yield from self._verification(None)
        for step in self._config.steps:
            if self._exists(f"steps/{step.name}"):
                yield from self._instruction(f"steps/{step.name}/{INSTRUCTION}")
            else:
                yield self._missing(Code.NO_STEP, f"steps/{step.name}")
            yield from self._verification(step)

    def _path(self, name: str) -> str:
        return join(self._directory, name)

    def _exists(self, name: str) -> bool:
        return self._view.resolve(self._path(name)) is not None

    def _missing(self, code: Code, name: str, *, verification: bool = False) -> Problem:
        return Problem(code, self._path(CONFIG), name, verification)

    def _instruction(self, name: str) -> Iterator[Problem]:
        if not self._exists(name):
            yield self._missing(Code.NO_INSTRUCTION, name)

    def _verification(self, step: Step | None) -> Iterator[Problem]:
        separate = step.verifier.is_separate if step else None
        if separate is None:
            separate = self._config.verifier.is_separate
        system = self._config.environment.os or LINUX
        if separate:
            bundle = self._bundle(step)
            yield from self._strictly("environment" if bundle is None else bundle)
            if bundle is not None:
                return
            system = self._own_system(step) or system
        yield from self._script(step, f"test{EXTENSIONS[system]}")

    def _bundle(self, step: Step | None) -> str | None:
        """The folder that is built into the image with the tests of a separate verifier.

        An empty text where that image is ready-made, ``None`` where there is none.
        """
        own = self._config.verifier.environment
        places: list[tuple[Environment | None, str]] = [(own, "tests")]
        if step:
            places.insert(0, (step.verifier.environment, f"steps/{step.name}/tests"))
        for environment, folder in places:
            if environment and environment.docker_image:
                return ""
            if any(self._view.is_file(self._path(f"{folder}/{n}")) for n in (DOCKERFILE, COMPOSE)):
                return folder
        return None

    def _own_system(self, step: Step | None) -> str | None:
        verifier = self._config.verifier
        environment = (step.verifier.environment if step else None) or verifier.environment
        return environment.os if environment else None

    def _strictly(self, folder: str) -> Iterator[Problem]:
        """A folder that is built or copied as it is, whatever ``.harborignore`` says."""
        for problem in self._inputs.check(self._path(folder), ignored=False) if folder else ():
            yield Problem(problem.code, problem.path, problem.detail, verification=True)

    def _script(self, step: Step | None, name: str) -> Iterator[Problem]:
        places = [f"tests/{name}"]
        if step:
            places.insert(0, f"steps/{step.name}/tests/{name}")
        script = next((place for place in places if self._exists(place)), None)
        if script is None:
            yield self._missing(Code.NO_SCRIPT, " or ".join(places), verification=True)
        elif self._inputs.excludes(self._path(script)):
            yield Problem(Code.SCRIPT_IGNORED, self._path(script), verification=True)
