"""Rules about Harbor tasks as Verifiers' own taskset `harbor` loads them."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_SOURCE = "verifiers 0.4.0, v1/tasksets/harbor/taskset.py:parse_task"
_IMAGE = '[environment]\ndocker_image = "debian:12-slim"\n'
_REGISTRY = (
    '[{"name": "words", "version": "1.0", "description": "Words.",'
    ' "tasks": [{"name": "alpha", "path": "tasks/alpha"}]}]\n'
)
_AGAIN = '{"name": "again", "path": "tasks/alpha"}'
_DOCKERFILE = {"tasks/alpha/environment/Dockerfile": "FROM debian:12-slim\n"}
_COMPOSE = {
    "tasks/alpha/environment/docker-compose.yaml": "services:\n  main:\n    image: debian:12-slim\n"
}


def _task(config: str = _IMAGE) -> dict[str, str | None]:
    """A repository with one Harbor task that its registry lists."""
    return {
        "pyproject.toml": None,
        "word_ladder": None,
        "registry.json": _REGISTRY,
        "tasks/alpha/task.toml": config,
        "tasks/alpha/instruction.md": "Write the word alpha to /app/out.txt.\n",
        "tasks/alpha/tests/test.sh": "#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n",
    }


NO_REGISTRY = Rule(
    code="VF050",
    name="harbor-tasks-without-registry",
    severity=Severity.INFO,
    summary="Harbor tasks that Verifiers could run if a registry.json listed them",
    why="Verifiers fetches Harbor tasks by the name of a set, and looks the name up in the"
    " registry.json at the root of the repository. Every task here would load; only the list is"
    " missing. The fix writes one set with all of them: check its name and description.",
    bad=_task() | {"registry.json": None},
    good=_task(),
    source="verifiers 0.4.0, v1/tasksets/harbor/taskset.py:download_command; verifiers#1882",
    fix=Safety.UNSAFE,
)
NOT_HARBOR = Rule(
    code="VF051",
    name="listed-task-does-not-load",
    severity=Severity.INFO,
    summary="A task that the registry lists is not there, or is none that Harbor can read",
    why="Verifiers builds Harbor's own task object first: the configuration must be valid, the"
    " instruction must be UTF-8 and a test script must be there. One such task ends the loading"
    " of its whole set.",
    bad=_task() | {"tasks/alpha/tests": None},
    good=_task(),
    source=_SOURCE,
)
DOCKERFILE = Rule(
    code="VF052",
    name="dockerfile-without-image",
    severity=Severity.INFO,
    summary="A listed task has a Dockerfile and no `docker_image`",
    why="Verifiers never builds images. It refuses the task, because its own default image is not"
    " the one the task was written for. A compose file counts as a definition when its service"
    " `main` has an image or a build.",
    bad=_task("[environment]\ncpus = 1\n") | _DOCKERFILE,
    good=_task() | _DOCKERFILE,
    source=f"{_SOURCE}, resolve_image; verifiers#1738",
)
COMPOSE = Rule(
    code="VF053",
    name="compose-file-unusable",
    severity=Severity.INFO,
    summary="The docker-compose.yaml of a listed task has no services that can be read",
    why="Where a task has no `docker_image`, or names services, Verifiers reads `services` of the"
    " compose file and fails when it is no mapping of mappings.",
    bad=_task("[environment]\ncpus = 1\n")
    | {"tasks/alpha/environment/docker-compose.yaml": "main:\n  image: debian:12-slim\n"},
    good=_task("[environment]\ncpus = 1\n") | _COMPOSE,
    source=f"{_SOURCE}, resolve_image",
)
STEPS = Rule(
    code="VF054",
    name="steps-unsupported",
    severity=Severity.INFO,
    summary="A listed task has steps",
    why="Verifiers runs single-step tasks only.",
    bad=_task(f'{_IMAGE}\n[[steps]]\nname = "one"\n')
    | {
        "tasks/alpha/steps/one/instruction.md": "Do it.\n",
        "tasks/alpha/steps/one/tests/test.sh": "echo 1 > /logs/verifier/reward.txt\n",
    },
    good=_task(),
    source=_SOURCE,
)
USER = Rule(
    code="VF055",
    name="verifier-user-unsupported",
    severity=Severity.INFO,
    summary="A listed task sets the user of its verifier or of a collect hook",
    why="Verifiers cannot switch users and refuses `[verifier].user`, and `user` in"
    " `[[verifier.collect]]`.",
    bad=_task(f'{_IMAGE}\n[verifier]\nuser = "root"\n'),
    good=_task(),
    source=f"{_SOURCE}, parse_verifier_extras",
)
SERVICE = Rule(
    code="VF056",
    name="service-not-declared",
    severity=Severity.INFO,
    summary="An artifact or collect hook of a listed task names a service that is not declared",
    why="Every service but `main` must stand under `services` of the task's"
    " environment/docker-compose.yaml.",
    bad=_task(f'artifacts = [{{ source = "/out", service = "db" }}]\n\n{_IMAGE}') | _COMPOSE,
    good=_task(f'artifacts = ["/out"]\n\n{_IMAGE}') | _COMPOSE,
    source=f"{_SOURCE}, parse_verifier_extras",
)
VERIFIER_BUILD = Rule(
    code="VF057",
    name="separate-verifier-unsupported",
    severity=Severity.INFO,
    summary="A listed task has a separate verifier that Verifiers cannot provide",
    why="A verifier of its own is possible with an image, or in a fresh copy of the task's"
    " environment. One that is built from tests/Dockerfile or tests/docker-compose.yaml, or that"
    " wants another system than Linux or a TPU, is refused.",
    bad=_task(f'{_IMAGE}\n[verifier]\nenvironment_mode = "separate"\n')
    | {"tasks/alpha/tests/Dockerfile": "FROM debian:12-slim\n"},
    good=_task(f'{_IMAGE}\n[verifier]\nenvironment_mode = "separate"\n'),
    source=f"{_SOURCE}, parse_verifier_environment; verifiers#2067, verifiers#2152",
)
METADATA = Rule(
    code="VF058",
    name="metadata-type",
    severity=Severity.INFO,
    summary="`difficulty`, `category` or `tags` in the metadata of a listed task has another type",
    why="Harbor takes anything in `[metadata]`. Verifiers reads three of its keys: `difficulty` and"
    " `category` must be strings and `tags` a list of strings.",
    bad=_task(f"{_IMAGE}\n[metadata]\ndifficulty = 3\n"),
    good=_task(f'{_IMAGE}\n[metadata]\ndifficulty = "hard"\n'),
    source=f"{_SOURCE}, HarborData",
)
SET_NAME = Rule(
    code="VF059",
    name="set-name-unreachable",
    severity=Severity.INFO,
    summary="A set of the registry has a name that Verifiers cannot ask for",
    why="The set is named on the command line as `name` or `name@version`, and with a repository"
    " the name must be plain: what holds a slash is taken for a package of Harbor's own hub, and"
    " what follows an at sign for a version.",
    bad=_task() | {"registry.json": _REGISTRY.replace('"words"', '"acme/words"')},
    good=_task(),
    source="harbor 0.24.0, cli/download.py:download_command, as verifiers 0.4.0 calls it",
)
SAME_FOLDER = Rule(
    code="VF060",
    name="same-folder-name-in-set",
    severity=Severity.INFO,
    summary="Two tasks of one set lie in folders of the same name",
    why="Verifiers lets Harbor export the set into one folder, each task under the name of its own"
    " folder. Harbor refuses the export when a name comes twice, whatever the tasks are called in"
    " the registry, or when one task is listed twice.",
    bad=_task() | {"registry.json": _REGISTRY.replace("}]}]", f"}}, {_AGAIN}]}}]")},
    good=_task(),
    source="harbor 0.26.0, tasks/client.py:download_tasks; verifiers 0.4.0, download_command",
)
