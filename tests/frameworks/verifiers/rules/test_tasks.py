"""Why Verifiers refuses a Harbor task; scripts/differential compares with its own loader."""

from __future__ import annotations

import pytest

from tagger.frameworks.harbor.judge import load_task
from tagger.frameworks.verifiers.rules.tasks import reasons as reasons_of
from tests.frameworks.verifiers.support import view

IMAGE = '[environment]\ndocker_image = "debian:12-slim"\n'
BARE = "[environment]\ncpus = 1\n"
SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
DOCKERFILE = {"environment/Dockerfile": "FROM debian:12-slim\n"}
COMPOSE = "environment/docker-compose.yaml"
TASK = {"instruction.md": "Write.\n", "tests/test.sh": "echo 1\n"}


def reasons(config: str, files: dict[str, str | None]) -> list[str]:
    tree = view(
        {f"a/{path}": text for path, text in (TASK | files).items()} | {"a/task.toml": config}
    )
    return [blocker.rule.code for blocker in reasons_of(tree, "a", load_task(tree, "a"))]


@pytest.mark.parametrize(
    ("config", "files"),
    [
        (IMAGE, {}),
        (IMAGE, DOCKERFILE),
        (BARE, {}),
        ("", {}),
        (BARE, {"environment/seed.txt": "a\n"}),
        (BARE, DOCKERFILE | {COMPOSE: "services:\n  main:\n    image: a\n"}),
        (BARE, DOCKERFILE | {COMPOSE: "services:\n  main:\n    build: .\n"}),
        (IMAGE, {COMPOSE: "no mapping of services"}),
        (IMAGE + SEPARATE, {}),
        (f'{IMAGE}[verifier.environment]\ndocker_image = "grader:1"\n', {"tests/Dockerfile": ""}),
        (f"{IMAGE}[verifier.environment]\ncpus = 1\n", {}),
        (f'{IMAGE}[[verifier.collect]]\ncommand = "a"\n', {}),
        (f'{IMAGE}[metadata]\ndifficulty = "hard"\ntags = ["a"]\nother = 3\n', {}),
        (f'artifacts = ["/out"]\n{IMAGE}', {}),
        (
            f'artifacts = [{{ source = "/out", service = "db" }}]\n{IMAGE}',
            {COMPOSE: "services:\n  db:\n    image: a\n"},
        ),
    ],
)
def test_tasks_that_load(config: str, files: dict[str, str | None]) -> None:
    assert reasons(config, files) == []


@pytest.mark.parametrize(
    ("config", "files", "codes"),
    [
        (BARE, DOCKERFILE, ["VF052"]),
        (BARE, DOCKERFILE | {COMPOSE: "services:\n  db:\n    image: a\n"}, ["VF052"]),
        (BARE, {COMPOSE: "main:\n  image: a\n"}, ["VF053"]),
        (BARE, {COMPOSE: "services: [\n"}, ["VF053"]),
        (BARE, {COMPOSE: "services:\n  main:\n"}, ["VF053"]),
        (BARE, {COMPOSE: "services:\n  main: text\n"}, ["VF053"]),
        (f'{IMAGE}[verifier]\nuser = "root"\n', {}, ["VF055"]),
        (f"{IMAGE}[verifier]\nuser = 0\n", {}, ["VF055"]),
        (f'{IMAGE}[[verifier.collect]]\ncommand = "a"\nuser = "b"\n', {}, ["VF055"]),
        (f'{IMAGE}[[verifier.collect]]\ncommand = "a"\nservice = "db"\n', {}, ["VF056"]),
        (IMAGE + SEPARATE, {"tests/Dockerfile": ""}, ["VF057"]),
        (IMAGE + SEPARATE, {"tests/docker-compose.yaml": ""}, ["VF057"]),
        (f'{IMAGE}[verifier.environment]\nos = "windows"\n', {"tests/test.bat": ""}, ["VF057"]),
        (f"{IMAGE}[metadata]\ndifficulty = 3\n", {}, ["VF058"]),
        (f'{IMAGE}[metadata]\ntags = "a"\n', {}, ["VF058"]),
        (f'{IMAGE}[[steps]]\nname = "one"\n', {"steps/one/instruction.md": "Do.\n"}, ["VF054"]),
        (IMAGE, {"instruction.md": "\udcff"}, ["VF051"]),
        (IMAGE, {"instruction.md": None}, ["VF051"]),
        (IMAGE, {"tests/test.sh": None}, ["VF051"]),
        ("\ufeff" + IMAGE, {}, ["VF051"]),
        ("x =", {}, ["VF051"]),
        (
            f'{BARE}[verifier]\nuser = "root"\n[metadata]\ncategory = 1\n',
            DOCKERFILE,
            ["VF055", "VF052", "VF058"],
        ),
    ],
)
def test_tasks_that_are_refused_with_every_reason(
    config: str, files: dict[str, str | None], codes: list[str]
) -> None:
    assert reasons(config, files) == codes


def test_a_reason_points_at_its_key() -> None:
    tree = view(
        {f"a/{path}": text for path, text in TASK.items()}
        | {"a/task.toml": f'{IMAGE}\n[verifier]\nuser = "root"\n'}
    )
    (blocker,) = reasons_of(tree, "a", load_task(tree, "a"))
    assert (blocker.path, blocker.span.line if blocker.span else 0) == ("a/task.toml", 5)
