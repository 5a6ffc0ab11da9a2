"""Environments of both contracts, for the examples of the rules."""

from __future__ import annotations

PROJECT = "pyproject.toml"
INIT = "word_ladder/__init__.py"
TASKSET = "word_ladder/taskset.py"
#: A package of the current contract, without its taskset.py.
CURRENT = {INIT: 'from word_ladder.taskset import LadderTaskset\n\n__all__ = ["LadderTaskset"]\n'}
#: The text of a class, to be completed with a part of its name.
CLASS = "class Ladder{}Taskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n\n\n"
#: The current contract in one file.
CURRENT_FILE = f'import verifiers.v1 as vf\n\n\n{CLASS.format("")}__all__ = ["LadderTaskset"]\n'
#: The old contract in one file.
OLD_FILE = (
    "import verifiers as vf\n\n\n"
    "def load_environment(**kwargs):\n    return vf.SingleTurnEnv(dataset=None)\n"
)


def old(requirement: str, text: str = OLD_FILE) -> dict[str, str | None]:
    """A project of the old contract with a requirement."""
    return {
        INIT: None,
        TASKSET: None,
        PROJECT: "[project]\n"
        f'name = "word-ladder"\nversion = "0.1.0"\ndependencies = ["{requirement}"]\n',
        "word_ladder.py": text,
    }


#: A task that Verifiers takes, but for its files.
IMAGE = '[environment]\ndocker_image = "debian:12-slim"\n'
REGISTRY = (
    '[{"name": "words", "version": "1.0", "description": "Words.",'
    ' "tasks": [{"name": "alpha", "path": "tasks/alpha"}]}]\n'
)


def task(config: str = IMAGE) -> dict[str, str | None]:
    """A repository with one Harbor task that its registry lists."""
    return {
        "pyproject.toml": None,
        "word_ladder": None,
        "registry.json": REGISTRY,
        "tasks/alpha/task.toml": config,
        "tasks/alpha/instruction.md": "Write the word alpha to /app/out.txt.\n",
        "tasks/alpha/tests/test.sh": "#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n",
    }
