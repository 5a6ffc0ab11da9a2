"""Requests and answers of the loopback Hub."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.hub.accounts import Grants


@dataclass
class Request:
    """One request. The path is as sent, still percent-encoded and without its query."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    user: str | None
    #: what the token allows, for a fine-grained one
    grants: Grants | None = None

    def one(self, name: str, default: str = "") -> str:
        """The first value of a query parameter."""
        return self.query.get(name, [default])[0]

    def many(self, name: str) -> list[str]:
        """All values of a query parameter, with or without ``[]`` in its name."""
        return self.query.get(name, []) + self.query.get(f"{name}[]", [])

    def flag(self, name: str) -> bool:
        """Whether a query parameter says yes."""
        return self.one(name).lower() in ("1", "true")

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body or b"{}")

    def form(self) -> dict[str, list[str]]:
        """The body as a form."""
        return parse_qs(self.body.decode(), keep_blank_values=True)


@dataclass
class Response:
    """One answer; with a stream, its body comes in pieces after the headers."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    stream: Iterable[bytes] | None = None


class HubError(Exception):
    """Ends a request with an error as the Hub words it."""

    def __init__(self, status: int, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.response = ok({"error": message}, status)
        self.response.headers["X-Error-Message"] = message
        if code:
            self.response.headers["X-Error-Code"] = code


def ok(data: Any, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    # Cards hold dates, and keys of any kind.
    body = json.dumps(data, default=str, skipkeys=True).encode()
    content = {"Content-Type": "application/json; charset=utf-8"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, body, {**content, **named})
