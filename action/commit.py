"""The step that commits what was fixed, and pushes it to the branch."""

from __future__ import annotations

import json
import os

import inputs
from command import git
from workflow import StepError, is_from_fork, say

AUTHOR = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")
MESSAGE = "Make the dataset card say what can load it"


def run() -> None:
    """Commit and push, where that was asked for and is possible.

    Raises:
        StepError: git refuses, or there is nothing that fixes.
    """
    if not inputs.flag("commit"):
        return
    if not inputs.flag("fix"):
        raise StepError("`commit: true` has no effect without `fix: true`: add it")
    changed = json.loads(os.environ["CHANGED"])
    if not changed:
        return
    if is_from_fork():
        say("notice", f"not committed, since a fork's token cannot write: {', '.join(changed)}")
        return
    branch = _git("branch", "--show-current")
    if not branch:
        say("notice", "not committed, since no branch is checked out: give `ref` to the checkout")
        return
    _commit(changed)
    _git("push", "origin", f"HEAD:refs/heads/{branch}")


def _commit(changed: list[str]) -> None:
    name, email = AUTHOR
    identity = ("-c", f"user.name={name}", "-c", f"user.email={email}")
    paths = [f":(top,literal){path}" for path in changed]
    _git(*identity, "commit", "--quiet", f"--message={MESSAGE}", "--", *paths)


def _git(*arguments: str) -> str:
    done = git(inputs.folder(), *arguments)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason"]
        raise StepError(f"the fixes are not committed: git {_verb(arguments)} failed: {said[-1]}")
    return os.fsdecode(done.stdout).strip()


def _verb(arguments: tuple[str, ...]) -> str:
    return next(word for word in arguments if word in ("branch", "commit", "push"))
