from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tests.frameworks.harbor.support import files
from tests.support.examples import memory_tree

if TYPE_CHECKING:
    from collections.abc import Mapping


def missing(changes: Mapping[str, str | None]) -> list[str]:
    """The Dockerfiles that copy what is not there."""
    found = check(memory_tree({}, files(changes))).findings
    return [finding.path for finding in found if finding.rule.code == "HB046"]


@pytest.mark.parametrize(
    ("source", "present"),
    [
        ("broken", True),
        ("c*.txt", False),
        ("C*.txt", True),
        ("[^D]ards.txt", True),
        ("[^C]ards.txt", False),
    ],
)
def test_a_source_is_looked_for_as_docker_does(source: str, present: bool) -> None:
    changes = {
        "environment/Dockerfile": f"FROM debian:12\nCOPY {source} /x/\n",
        "environment/Cards.txt": "7\n",
        "environment/broken": "-> nowhere",
    }
    assert missing(changes) == ["tasks/a/environment/Dockerfile"] * (not present)


def test_every_source_of_a_copy_must_be_there() -> None:
    changes = {
        "environment/Dockerfile": "FROM x\nCOPY cards.txt absent /x/\n",
        "environment/cards.txt": "7\n",
    }
    assert missing(changes) == ["tasks/a/environment/Dockerfile"]


def test_an_image_in_a_refused_file_is_not_built_either() -> None:
    build = {"environment/Dockerfile": "FROM x\nCOPY absent /x\n"}
    assert missing({"task.toml": "version = 1\n", **build})
    text = 'version = 1\n[environment]\ndocker_image = "x"\n'
    assert not missing({"task.toml": text, **build})


@pytest.mark.parametrize(
    "changes",
    [
        {"task.toml": '[verifier.environment]\ndocker_image = "x"\n'},
        {"tests/docker-compose.yaml": "services: {}\n"},
    ],
)
def test_a_verifier_s_dockerfile_that_may_not_be_built_is_left_alone(
    changes: Mapping[str, str | None],
) -> None:
    tests = {"tests/Dockerfile": "FROM x\nCOPY absent /x\n"}
    separate = {"task.toml": '[verifier]\nenvironment_mode = "separate"\n'}
    assert missing({**separate, **tests})
    assert not missing({**separate, **tests, **changes})
