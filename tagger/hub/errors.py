"""What the Hub answers when it does not do as asked, as one clause for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class HubError(Exception):
    """The Hub refuses, or cannot be reached.

    Attributes:
        reason: a clause without a full stop; never holds a token or an address with one.
        status: of the answer, ``None`` when there was none.
        headers: of the answer.
    """

    def __init__(
        self, reason: str, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.headers = headers or {}


def explain(error: Exception, *, has_token: bool) -> HubError:
    """A fault of huggingface_hub or of its HTTP library in words.

    ``has_token`` says whether the request carried one, which decides the advice.
    """
    response: Any = getattr(error, "response", None)
    if response is None:
        return HubError(_without_answer(error), status=None)
    status = int(response.status_code)
    return HubError(_with_answer(error, status, has_token), status, response.headers)


def _without_answer(error: Exception) -> str:
    from huggingface_hub.errors import OfflineModeIsEnabled

    if isinstance(error, OfflineModeIsEnabled):
        return "HF_HUB_OFFLINE is set, so the Hub is not asked"
    # The class alone: the text of a network fault may repeat the whole address.
    return f"the Hub cannot be reached ({type(error).__name__})"


def _with_answer(error: Exception, status: int, has_token: bool) -> str:
    from huggingface_hub.errors import (
        DisabledRepoError,
        GatedRepoError,
        RemoteEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    login = "use another token" if has_token else "log in by `hf auth login` or set HF_TOKEN"
    # GatedRepoError first: it is a RepositoryNotFoundError too.
    reasons: tuple[tuple[type[Exception], str], ...] = (
        (GatedRepoError, f"it is gated: accept its conditions on its page, and {login}"),
        (RepositoryNotFoundError, f"there is no such dataset, or it is private: {login}"),
        (RevisionNotFoundError, "it has no such revision"),
        (RemoteEntryNotFoundError, "it has no such file"),
        (DisabledRepoError, "access to it is disabled"),
    )
    for kind, reason in reasons:
        if isinstance(error, kind):
            return reason
    return _STATUS.get(status, f"the Hub answers with status {status}")


_STATUS = {
    401: "the Hub does not accept the token: log in anew by `hf auth login`, or unset HF_TOKEN",
    403: "the Hub forbids it (status 403): the token may lack the right",
    429: "the Hub's rate limit is reached: try again in some minutes, or log in for a higher one",
}
