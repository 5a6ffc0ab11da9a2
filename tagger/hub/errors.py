"""What the Hub answers when it does not do as asked, as one clause for the user."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Answers that do not say whether a write took effect.
_UNCLEAR = frozenset({408, *range(500, 600)})
#: How much of the Hub's own words about a card is passed on.
_MAX_WORDS = 200


class HubError(Exception):
    """The Hub refuses, or cannot be reached.

    Attributes:
        reason: a clause without a full stop; never holds a token or an address with one.
        status: of the answer, ``None`` when there was none.
        headers: of the answer.
        is_final: whether the request was repeated as often as is allowed.
    """

    def __init__(
        self, reason: str, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.headers = headers or {}
        self.is_final = False


class UnclearError(HubError):
    """Whether a write took effect is not known: look up before anything is sent again."""


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
    if _without_discussions(error, status):
        return "it takes no pull requests: its owner has turned discussions off"
    return _STATUS.get(status, f"the Hub answers with status {status}")


def _without_discussions(error: Exception, status: int) -> bool:
    said = str(getattr(error, "server_message", None) or "")
    return status == 403 and "discussions are disabled" in said.lower()


_STATUS = {
    401: "the Hub does not accept the token: log in anew by `hf auth login`, or unset HF_TOKEN",
    403: "the Hub forbids it (status 403): the token may lack the right",
    429: "the Hub's rate limit is reached: try again in some minutes, or log in for a higher one",
}


def explain_write(error: Exception, *, has_token: bool) -> HubError:
    """A fault of huggingface_hub during a write, in words.

    Args:
        error: what huggingface_hub or its HTTP library raised.
        has_token: whether the request carried a token, which decides the advice.

    Returns:
        An :class:`UnclearError` where the write may have taken effect.
    """
    response: Any = getattr(error, "response", None)
    if response is None:
        return _write_without_answer(error, has_token)
    fault = explain(error, has_token=has_token)
    status = int(response.status_code)
    unclear = status in _UNCLEAR and _may_have_worked(error)
    kind = UnclearError if unclear else HubError
    return kind(_write_reason(error, status) or fault.reason, status, fault.headers)


def _write_without_answer(error: Exception, has_token: bool) -> HubError:
    if isinstance(error, json.JSONDecodeError | KeyError):
        return UnclearError("the Hub did not answer as expected")
    if isinstance(error, ValueError):
        # huggingface_hub asks the Hub for its verdict on the card before it sends it.
        return HubError(f"the Hub refuses the card: {_first_complaint(str(error))}", 400)
    kind = UnclearError if _may_have_worked(error) else HubError
    return kind(explain(error, has_token=has_token).reason)


def _may_have_worked(error: Exception) -> bool:
    """Whether it was the commit itself that failed, or nothing says what it was.

    Two requests come before it: ``/api/validate-yaml`` for the card's header and ``/preupload/``
    for the way to upload (huggingface_hub 2.4.0, ``HfApi.create_commit``).
    """
    try:
        path = str(error.request.url.path)  # type: ignore[attr-defined]
    except (AttributeError, RuntimeError):
        return True
    return "/commit/" in path


def _write_reason(error: Exception, status: int) -> str | None:
    """The clause for a status that means something else in a write than in a read."""
    from huggingface_hub.errors import BadRequestError, HfHubHTTPError

    if type(error) not in (HfHubHTTPError, BadRequestError):
        return None  # gated, disabled, not there: no less in a read
    if _without_discussions(error, status):
        return None
    said = str(getattr(error, "server_message", None) or "")
    if status == 400:
        return f"the Hub refuses the change: {_first_complaint(said)}"
    return _WRITE_STATUS.get(status)


_WRITE_STATUS = {
    403: "the Hub forbids it (status 403): use a token that may open pull requests",
    409: "the Hub is at work on another change of it (status 409): try again in some minutes",
    412: "it has got another commit meanwhile (status 412): read it anew",
    413: "the card is larger than the Hub takes (status 413)",
    429: "the Hub's limit for commits and pull requests is reached (status 429): go on later",
}


def _first_complaint(text: str) -> str:
    """The first line that the Hub says about a card, shortened; it may quote the card."""
    lines = [line.strip(" -") for line in re.split(r"[\r\n]+", text) if line.startswith("-")]
    words = lines[0] if lines else text.strip().partition("\n")[0]
    shown = words if len(words) <= _MAX_WORDS else f"{words[:_MAX_WORDS]}…"
    return shown.rstrip(".") or "it says no more"
