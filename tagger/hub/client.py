"""Reading from the Hub: every request counted, retried, and with faults of one line.

huggingface_hub leaves calls such as ``info`` without a retry, and reads the beginning of a file
only at the price of further requests; here all requests pass one place.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tagger._version import __version__
from tagger.hub.budget import RequestKind
from tagger.hub.errors import HubError, explain
from tagger.hub.limiter import Limiter
from tagger.hub.packs import HEADERS
from tagger.hub.retry import Retry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tagger.hub.budget import Budget

    #: The query of an address; a list repeats its name.
    Query = Mapping[str, str | list[str]]

_TIMEOUT = 20.0
_PARTIAL_CONTENT = 206


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. ``next_page`` is the address of the next page of a list."""

    status: int
    body: bytes
    next_page: str | None = None

    def json(self) -> Any:
        """The body as JSON.

        Raises:
            HubError: it is none.
        """
        try:
            return json.loads(self.body)
        except ValueError:
            raise HubError("the Hub did not answer in JSON") from None


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked.

    Attributes:
        path: below the endpoint, or a whole address of it.
        kind: which counter of the budget it falls under.
        params: the query.
        headers: besides those of every request.
        limit: bytes of the answer to read; ``None`` for all.
        body: sent by POST; ``None`` for GET.
    """

    path: str
    kind: RequestKind = RequestKind.API
    params: Query = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    body: bytes | None = None


class HubClient:
    """A way to the Hub; makes no request by itself.

    Args:
        endpoint: another Hub than the one huggingface_hub is set to (``HF_ENDPOINT``).
        token: a token, ``None`` for the one that huggingface_hub knows, ``False`` for none.
        retry: how often and after how long a failed request is repeated.
        sleep: waits that many seconds.
    """

    def __init__(
        self,
        *,
        endpoint: str | None = None,
        token: str | bool | None = None,
        retry: Retry | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = endpoint
        self._token = token
        self._retry = retry or Retry()
        self._sleep = sleep
        self._limiter = Limiter()

    @cached_property
    def endpoint(self) -> str:
        """The address of the Hub, without a slash at the end."""
        from huggingface_hub import constants

        return (self._endpoint or constants.ENDPOINT).rstrip("/")

    @cached_property
    def _headers(self) -> dict[str, str]:
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        return build_hf_headers(
            token=self._token, library_name="tagger", library_version=__version__
        )

    def get(
        self,
        path: str,
        budget: Budget,
        *,
        params: Query | None = None,
    ) -> Answer:
        """The answer of the API.

        Args:
            path: below the endpoint, or a whole address of it.
            budget: counts the request, and every repetition of it.
            params: the query.

        Raises:
            HubError: refused, or failed again and again.
            OverBudgetError: the budget is spent.
        """
        return self._repeated(Request(path, params=params or {}), budget)

    def pages(
        self, path: str, budget: Budget, *, params: Query | None = None
    ) -> Iterator[list[Any]]:
        """The pages of a list of the API, each when it is asked for.

        Raises:
            HubError, OverBudgetError: as :meth:`get`.
        """
        answer = self.get(path, budget, params=params)
        while True:
            page = answer.json()
            if not isinstance(page, list):
                raise HubError("the Hub did not answer with a list")
            yield page
            if answer.next_page is None:
                return
            if not answer.next_page.startswith(f"{self.endpoint}/"):
                raise HubError("the Hub names another host for the next page")
            answer = self.get(answer.next_page, budget)

    def head(self, path: str, budget: Budget, limit: int, *, whole: bool) -> bytes:
        """The first ``limit`` bytes of a file; ``whole`` says that it is no longer than that.

        Raises:
            HubError, OverBudgetError: as :meth:`get`.
        """
        headers = {"Accept-Encoding": "identity"}
        if not whole:
            headers["Range"] = f"bytes=0-{limit - 1}"
        request = Request(path, RequestKind.FILE, headers=headers, limit=limit)
        return self._repeated(request, budget).body

    def tail(self, path: str, budget: Budget, size: int, length: int) -> bytes:
        """The last ``length`` bytes of a file of ``size`` bytes.

        Raises:
            HubError: as :meth:`get`, or the server does not know ranges.
            OverBudgetError: as :meth:`get`.
        """
        headers = {"Accept-Encoding": "identity", "Range": f"bytes={size - length}-{size - 1}"}
        request = Request(path, RequestKind.FILE, headers=headers, limit=length)
        answer = self._repeated(request, budget)
        if answer.status != _PARTIAL_CONTENT:
            raise HubError("the Hub does not give a part of the file")
        return answer.body

    def pack(self, repo_id: str, body: bytes, budget: Budget) -> bytes:
        """What git's server of a dataset answers to a request of protocol 2.

        Args:
            repo_id: the dataset, ``owner/name``, as the Hub itself spells it.
            body: as :func:`tagger.hub.packs.fetch_request` makes it.
            budget: counts the request, and limits the bytes.

        Raises:
            HubError: as :meth:`get`.
            OverBudgetError: the budget is spent, or the answer is larger than it allows.
        """
        path = f"/datasets/{quote(repo_id)}.git/git-upload-pack"
        request = Request(
            path, RequestKind.PACK, {}, {**HEADERS, **self._basic()}, budget.room + 1, body
        )
        answer = self._repeated(request, budget).body
        if budget.bytes > budget.max_bytes:
            raise budget.over_bytes()
        return answer

    def _basic(self) -> dict[str, str]:
        """The token as git's servers take it: as a password. The Hub's own host alone gets it."""
        scheme, _, token = self._headers.get("authorization", "").partition(" ")
        if scheme != "Bearer":
            return {}
        return {"authorization": f"Basic {b64encode(f'hf:{token}'.encode()).decode()}"}

    def _repeated(self, request: Request, budget: Budget) -> Answer:
        from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

        def once() -> Answer:
            budget.request(request.kind)
            if pause := self._limiter.wait(request.kind):
                self._sleep(pause)
            try:
                answer = self._once(request)
            except (HTTPError, OSError) as error:
                raise explain(error, has_token="authorization" in self._headers) from None
            budget.received(len(answer.body) if request.limit is not None else 0)
            return answer

        return self._retry.repeat(once, self._sleep)

    def _once(self, request: Request) -> Answer:
        from huggingface_hub import get_session, hf_raise_for_status

        address = request.path if request.path.startswith("http") else self.endpoint + request.path
        with get_session().stream(
            "GET" if request.body is None else "POST",
            address,
            params=request.params or None,
            headers={**self._headers, **request.headers},
            content=request.body,
            timeout=_TIMEOUT,
        ) as response:
            if response.status_code >= 400:
                response.read()
                hf_raise_for_status(response)
            self._limiter.seen(request.kind, response.headers)
            body = _first(response.iter_bytes(), request.limit)
            return Answer(response.status_code, body, response.links.get("next", {}).get("url"))


def _first(chunks: Iterable[bytes], limit: int | None) -> bytes:
    """So much of a body; a server that does not know ranges sends all of it."""
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if limit is not None and len(data) >= limit:
            del data[limit:]
            break
    return bytes(data)
