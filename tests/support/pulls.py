"""A dataset on the loopback Hub that needs tags, and what people do with pull requests there."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import CommitOperationAdd, HfApi, constants

from tagger.hub.retry import Retry
from tagger.pulls.api import PullApi
from tagger.pulls.proposal import Nothing, Proposal, propose
from tagger.targets import open_target
from tests.support.hub import LoopbackHub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    import pytest

    from tests.support.hub import Repository

ROOT = Path(__file__).parents[2] / "examples" / "number-puzzles"
#: Two Harbor tasks under ``tasks/``, and a card without their tags.
FILES = {
    path.relative_to(ROOT).as_posix(): path.read_bytes()
    for path in sorted(ROOT.rglob("*"))
    if path.is_file()
}
CARD = FILES["README.md"]
#: The tags that the card lacks.
TAGS = ("rl-environment", "harbor", "openenv")
SET = "alice/puzzles"
TITLE = "Add RL environment tags"


def with_tags(*tags: str, card: bytes = CARD) -> bytes:
    """The card with these items at the end of its list."""
    last = b"- terminal\n"
    return card.replace(last, last + b"".join(f"- {tag}\n".encode() for tag in tags))


def account(
    hub: LoopbackHub, name: str = "bot", sleep: Callable[[float], None] = lambda _: None
) -> PullApi:
    """Tagger's way to the Hub with somebody's token, without waiting."""
    token = hub.login(name)
    return PullApi(endpoint=hub.endpoint, token=token, sleep=sleep, retry=Retry(attempts=3))


@contextmanager
def at_hand(root: Path, command: ModuleType, patch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    """A Hub that huggingface_hub is set to, with a token of ``bot``, for a command that waits not.

    Args:
        root: where its repositories are kept.
        command: the module of the subcommand.
        patch: undoes it all.
    """
    with LoopbackHub(root) as running:
        patch.setattr(constants, "ENDPOINT", running.endpoint)
        patch.setattr(constants, "HF_HUB_DISABLE_IMPLICIT_TOKEN", False)
        patch.setenv("HF_TOKEN", running.login("bot"))
        impatient = functools.partial(PullApi, retry=Retry(attempts=3), sleep=lambda _: None)
        patch.setattr(command, "PullApi", impatient)
        yield running


def person(hub: LoopbackHub, name: str) -> HfApi:
    """The real client, in somebody's hands."""
    return HfApi(endpoint=hub.endpoint, token=hub.login(name))


def look(api: PullApi, repo_id: str = SET) -> Proposal | Nothing:
    """What tagger would propose now."""
    target = open_target(f"hf://datasets/{repo_id}", hub=api.client)
    return propose(target, endpoint=api.client.endpoint)


def proposal(api: PullApi, repo_id: str = SET) -> Proposal:
    """The same where there is something to propose."""
    found = look(api, repo_id)
    assert isinstance(found, Proposal), found.reason
    return found


def by_hand(person: HfApi, card: bytes, title: str = TITLE, **arguments: Any) -> int:
    """A pull request that somebody opens with the client; its number."""
    done = person.create_commit(
        SET,
        [CommitOperationAdd("README.md", card)],
        commit_message=title,
        commit_description="By hand",
        repo_type="dataset",
        create_pr=True,
        **arguments,
    )
    return int(done.pr_num or 0)


def settle(person: HfApi, num: int, status: str) -> None:
    """Close a pull request or merge it."""
    if status == "merged":
        person.merge_pull_request(SET, num, repo_type="dataset")
    else:
        person.change_discussion_status(SET, num, "closed", repo_type="dataset")


def card_of(repository: Repository, revision: str = "main") -> bytes:
    """README.md at a revision."""
    return repository.read(repository.items(repository.head(revision) or "")["README.md"])


def commits(hub: LoopbackHub) -> int:
    """How many commits were sent."""
    return sum("/commit/" in request for request in hub.requests)
