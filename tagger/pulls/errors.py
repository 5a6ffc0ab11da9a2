"""What the Hub answers to a write, as one clause for the user, and whether it may have worked."""

from __future__ import annotations

import json
import re
from typing import Any

from tagger.hub.errors import HubError, explain
from tagger.pulls.model import UnclearError

#: Answers that do not say whether the write took effect.
_UNCLEAR = frozenset({408, *range(500, 600)})
#: How much of the Hub's own words about a card is passed on.
_MAX_WORDS = 200


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
        return _without_answer(error, has_token)
    fault = explain(error, has_token=has_token)
    status = int(response.status_code)
    unclear = status in _UNCLEAR and _may_have_worked(error)
    kind = UnclearError if unclear else HubError
    return kind(_reason(error, status) or fault.reason, status, fault.headers)


def _without_answer(error: Exception, has_token: bool) -> HubError:
    if isinstance(error, json.JSONDecodeError | KeyError):
        return UnclearError("the Hub did not answer as expected")
    if isinstance(error, ValueError):
        # huggingface_hub asks the Hub for its verdict on the card before it sends it.
        return HubError(f"the Hub refuses the card: {_first_complaint(str(error))}", 400)
    kind = UnclearError if _may_have_worked(error) else HubError
    return kind(explain(error, has_token=has_token).reason)


def _may_have_worked(error: Exception) -> bool:
    """Whether it was the commit itself that failed, or nothing says what it was.

    Two questions come before it, for the card's header and for the way to upload (hub.md §12).
    """
    try:
        path = str(error.request.url.path)  # type: ignore[attr-defined]
    except (AttributeError, RuntimeError):
        return True
    return "/commit/" in path


def _reason(error: Exception, status: int) -> str | None:
    """The clause for a status that means something else in a write than in a read."""
    from huggingface_hub.errors import BadRequestError, HfHubHTTPError

    if type(error) not in (HfHubHTTPError, BadRequestError):
        return None  # gated, disabled, not there: no less in a read
    said = str(getattr(error, "server_message", None) or "")
    if status == 403 and "discussions are disabled" in said.lower():
        return "it takes no pull requests: its owner has turned discussions off"
    if status == 400:
        return f"the Hub refuses the change: {_first_complaint(said)}"
    return _STATUS.get(status)


_STATUS = {
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
