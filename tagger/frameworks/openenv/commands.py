"""OpenEnv: Harbor tasks that its loader finds on the Hub, and environment packages (0.10.0).

``openenv serve`` says itself that it does nothing yet, so packages are built or pushed.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tagger.frameworks.commands import Command, Repository, Taskset, Tool, option
from tagger.frameworks.openenv import FRAMEWORK
from tagger.frameworks.openenv.bridge import ListedTask
from tagger.frameworks.openenv.manifest import Manifest
from tagger.frameworks.openenv.package import Package
from tagger.frameworks.variables import LLM_API_KEY, LLM_URL, MODEL, SPACE
from tagger.text.words import plural, slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection, Unit

#: The release that the commands install.
VERSION = FRAMEWORK.release
PYTHON = "3.13"
#: The port of the scaffold's server.
_PORT = 8000


def tasksets(repository: Repository, detection: Detection) -> Iterator[Taskset]:
    """Each package, then the tasks by folder."""
    for unit in detection.units:
        if isinstance(unit.payload, Package):
            yield _package(repository, unit.payload)
    groups: dict[str, list[int]] = {}
    for unit in detection.units:
        if isinstance(unit.payload, ListedTask):
            groups.setdefault(_holder(unit), []).append(unit.payload.index)
    for folder, indices in groups.items():
        yield _tasks(repository, folder, sorted(indices))


def _holder(unit: Unit) -> str:
    return unit.path.rpartition("/")[0]


def _tasks(repository: Repository, folder: str, indices: Sequence[int]) -> Taskset:
    sandbox = "e2b" if repository.jobs else "docker"
    words = (
        *("openenv", "harbor", "rollout", "--llm-url", LLM_URL, "--model", MODEL),
        *("--dataset", repository.repo_id, "--task-index", str(indices[0])),
        *("--harness", "opencode", "--sandbox", sandbox),
        *("--out", repository.result("rollout.json")),
    )
    command = Command(
        words,
        Tool(f"openenv[harbor]=={VERSION}", PYTHON),
        settings=(("OPENENV_LLM_API_KEY", LLM_API_KEY),),
        reads=("E2B_API_KEY",) if repository.jobs else (),
    )
    title = f"{plural(len(indices), 'Harbor task')} in {folder!r}"
    return Taskset(folder, title, len(indices), (command,), tuple(_about(indices)))


def _about(indices: Sequence[int]) -> Iterator[str]:
    if len(indices) == 1:
        return
    runs = list(_runs(indices))
    shown = ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs[:5])
    more = ", …" if len(runs) > 5 else ""
    yield f"--task-index takes {shown}{more}; -n runs that many tasks from there on"


def _runs(indices: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(indices), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        yield numbers[0], numbers[-1]


def _package(repository: Repository, package: Package) -> Taskset:
    name = _name(package)
    title = f"the environment {name!r}"
    push = Command(
        ("openenv", "push", repository.local(package.folder), "--repo-id", SPACE),
        Tool(f"openenv=={VERSION}", PYTHON),
        reads=("HF_TOKEN",) if repository.jobs else (),
        comment="put it on a Space of your own",
    )
    commands = (repository.download(), *_image(repository, package, name), push)
    notes = ("building and running its image needs Docker",) if repository.jobs else ()
    return Taskset(name, title, 1, commands, notes)


def _image(repository: Repository, package: Package, name: str) -> Sequence[Command]:
    """Building and starting the image; not in a Job."""
    if repository.jobs:
        return ()
    tag = f"openenv-{slug(name)}"
    port = _port(package)
    folder = repository.local(package.folder)
    build = ("openenv", "build", folder, *option("--tag", tag))
    return (
        Command(build, Tool(f"openenv=={VERSION}", PYTHON), comment="run it on this machine"),
        Command(("docker", "run", "--rm", "-p", f"{port}:{port}", tag)),
    )


def _name(package: Package) -> str:
    manifest = package.manifest
    name = manifest.name if isinstance(manifest, Manifest) else None
    return name if isinstance(name, str) and name.strip() else package.folder or "."


def _port(package: Package) -> int:
    """The port that the manifest names; nothing in OpenEnv reads it, people do."""
    manifest = package.manifest
    port = manifest.data.get("port") if isinstance(manifest, Manifest) else None
    usable = isinstance(port, int) and not isinstance(port, bool) and 0 < port < 65536
    return port if usable and isinstance(port, int) else _PORT
