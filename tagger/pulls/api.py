"""What pull requests need of the Hub: reads by :class:`HubClient`, writes by huggingface_hub."""

from __future__ import annotations

import time
import warnings
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from tagger._version import __version__
from tagger.hub.budget import Budget
from tagger.hub.client import HubClient
from tagger.hub.errors import HubError, explain_write
from tagger.hub.retry import Retry
from tagger.pulls.model import Details, Pull

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from huggingface_hub import CommitInfo, HfApi

    from tagger.pulls.proposal import Proposal

T = TypeVar("T")
#: More than the Hub takes for a card.
_MAX_CARD = 12 << 20


class PullApi:
    """One account on one Hub; makes no request by itself.

    Args:
        endpoint: another Hub than the one huggingface_hub is set to.
        token: a token, ``None`` for the one that huggingface_hub knows, ``False`` for none.
        retry: how often and after how long a failed request is repeated.
        sleep: waits that many seconds.
        gap: seconds between two writes at least.
        timeout: seconds that the answer to a write may take.

    Attributes:
        client: for reading datasets by the same account.
    """

    def __init__(
        self,
        *,
        endpoint: str | None = None,
        token: str | bool | None = None,
        retry: Retry | None = None,
        sleep: Callable[[float], None] = time.sleep,
        gap: float = 1.0,
        timeout: float = 120.0,
    ) -> None:
        self.retry = retry or Retry()
        self.sleep = sleep
        self.client = HubClient(endpoint=endpoint, token=token, retry=self.retry, sleep=sleep)
        self._token = token
        self._gap = gap
        self._timeout = timeout
        self._last_write = float("-inf")

    @cached_property
    def has_token(self) -> bool:
        """Whether requests carry a token."""
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        return "authorization" in build_hf_headers(token=self._token)

    @cached_property
    def account(self) -> str | None:
        """The name of the account; ``None`` without a token.

        Raises:
            HubError: the token is not accepted, or the Hub cannot be reached.
        """
        if not self.has_token:
            return None
        answer = self.client.get("/api/whoami-v2", Budget()).json()
        return _text(answer, "name")

    # -- reading -------------------------------------------------------------------------

    def head(self, repo_id: str, revision: str = "main") -> str:
        """The commit at which a revision is now.

        Raises:
            HubError: the dataset or the revision cannot be read.
        """
        path = f"{_api(repo_id)}/revision/{quote(revision, safe='')}"
        return _text(self.client.get(path, Budget(), params={"expand": "sha"}).json(), "sha")

    def pulls(self, repo_id: str, budget: Budget) -> Iterator[Pull]:
        """All pull requests, open and closed, newest first.

        Raises:
            HubError, OverBudgetError: they cannot be read.
        """
        seen, page = 0, 0
        while True:
            params = {"type": "pull_request", "status": "all", "p": str(page)}
            answer = self.client.get(f"{_api(repo_id)}/discussions", budget, params=params).json()
            found = _list(answer, "discussions")
            for item in found:
                if item.get("isPullRequest"):
                    yield Pull.read(item, f"{self.client.endpoint}/datasets/{repo_id}")
            seen, page = seen + len(found), page + 1
            if not found or seen >= (answer.get("count") or 0):
                return

    def details(self, repo_id: str, num: int, budget: Budget) -> Details:
        """What is on the page of one pull request.

        Raises:
            HubError, OverBudgetError: it cannot be read.
        """
        path = f"{_api(repo_id)}/discussions/{num}"
        answer = self.client.get(path, budget, params={"diff": "1"}).json()
        return Details.read(answer, _list(answer, "events"))

    def card(self, repo_id: str, revision: str, budget: Budget) -> bytes | None:
        """README.md at a revision; ``None`` where there is none.

        Raises:
            HubError, OverBudgetError: it cannot be read.
        """
        address = f"/datasets/{quote(repo_id)}/resolve/{quote(revision, safe='')}/README.md"
        try:
            return self.client.head(address, budget, _MAX_CARD, whole=True)
        except HubError as error:
            if error.status == 404:
                return None
            raise

    # -- writing -------------------------------------------------------------------------

    def commit(self, proposal: Proposal, *, parent: str, ref: str | None) -> CommitInfo:
        """One commit of README.md alone: as a new pull request, or to the ``ref`` of one.

        Not repeated here, for it may have taken effect where it seems to have failed.

        Args:
            proposal: the card; the title and the body become the message too.
            parent: the commit on which it builds.
            ref: the reference of a pull request; ``None`` opens one.

        Raises:
            UnclearError: there is no answer that says whether it took effect.
            HubError: refused.
        """
        from huggingface_hub import CommitOperationAdd

        operations = [CommitOperationAdd(proposal.path, proposal.after)]
        with warnings.catch_warnings():
            # The Hub's remarks on the rest of the card are for its owner.
            warnings.simplefilter("ignore")
            return self._write(
                lambda: self._hub.create_commit(
                    proposal.repo_id,
                    operations,
                    commit_message=proposal.title,
                    commit_description=proposal.body,
                    repo_type="dataset",
                    revision=ref,
                    create_pr=ref is None,
                    parent_commit=parent,
                )
            )

    def edit_body(self, repo_id: str, num: int, event: str, text: str) -> None:
        """Replace the text of a pull request; doing it twice does no harm.

        Raises:
            HubError: as :meth:`commit`.
        """
        self._write(
            lambda: self._hub.edit_discussion_comment(
                repo_id, num, event, text, repo_type="dataset"
            )
        )

    @cached_property
    def _hub(self) -> HfApi:
        from huggingface_hub import HfApi

        return HfApi(
            endpoint=self.client.endpoint,
            token=self._token,
            library_name="tagger",
            library_version=__version__,
        )

    def _write(self, call: Callable[[], T]) -> T:
        from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

        rest = self._last_write + self._gap - time.monotonic()
        if rest > 0:
            self.sleep(rest)
        try:
            with _answered_within(self._timeout):
                return call()
        except (HTTPError, OSError, ValueError, KeyError) as error:
            raise explain_write(error, has_token=self.has_token) from None
        finally:
            self._last_write = time.monotonic()


@contextmanager
def _answered_within(seconds: float) -> Iterator[None]:
    """Let huggingface_hub, which waits for ever for the answer to a commit, give up."""
    from huggingface_hub import get_session

    session = get_session()
    before = session.timeout
    session.timeout = seconds
    try:
        yield
    finally:
        session.timeout = before


def _api(repo_id: str) -> str:
    return f"/api/datasets/{quote(repo_id)}"


def _text(answer: Any, key: str) -> str:
    value = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(value, str):
        raise HubError(f"the Hub's answer lacks `{key}`")
    return value


def _list(answer: Any, key: str) -> list[dict[str, Any]]:
    value = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise HubError(f"the Hub's answer lacks `{key}`")
    return value
