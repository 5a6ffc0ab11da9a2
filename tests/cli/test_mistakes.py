"""What people name instead of a dataset, and the one line that they get."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Tagger

COMMANDS = ("check", "detect", "snippet")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("models/org/name", "is a model, not a dataset: write datasets/org/name for the dataset"),
        ("https://huggingface.co/org/name", "is a model, not a dataset: write datasets/org/name"),
        ("spaces/org/name", "is a Space, not a dataset: write datasets/org/name for the dataset"),
        ("hf://spaces/org/name", "is a Space, not a dataset: write datasets/org/name"),
        ("https://huggingface.co/datasets/org", "Hub: expected a '<namespace>/<name>' repository"),
        ("https://huggingface.co/datasets/org/name/blob/main/README.md", "dataset alone: org/name"),
        ("https://github.com/org/name", "'github.com' is not the Hub: clone the repository"),
        (
            "datasets/name",
            "does not name a dataset on the Hub: Repository id must be 'namespace/name'",
        ),
        ("set/README.md", "is a file: name its folder, 'set', or pipe it: tagger check - < set/"),
        ("set/data.zip", "is a file: name its folder, 'set'"),
        ("puzzles", "no such folder; a dataset on the Hub is named org/name or by its address"),
        ("org/name/extra", "no such folder; a dataset on the Hub is named org/name"),
        ("", "the target is empty: name a folder, or `.`"),
        ("empty", "nothing to check in 'empty': it is empty"),
    ],
)
def test_another_thing_than_a_dataset(
    tagger: Tagger, faulty: Path, command: str, target: str, message: str
) -> None:
    (faulty / "data.zip").touch()
    (faulty.parent / "empty").mkdir()
    done = tagger(command, target)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["set", "--rev", "HEAD"], "'set' cannot be read by git: not a git repository"),
        (["org/name", "--staged"], "--rev and --staged read local git: name org/name@REVISION"),
        (["set", "--config", "gone.toml"], "gone.toml: No such file"),
    ],
)
@pytest.mark.usefixtures("faulty")
def test_a_revision_or_a_file_that_is_not_there(
    tagger: Tagger, command: str, arguments: list[str], message: str
) -> None:
    done = tagger(command, *arguments)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1
