"""The HTTP side: sockets, headers, tokens, and the faults that happen on the wire."""

from __future__ import annotations

import base64
import binascii
import gzip
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests.support.hub import routes
from tests.support.hub.faults import Fault, Kind
from tests.support.hub.limits import Bucket, Taken
from tests.support.hub.messages import HubError, Request, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.support.hub.hub import LoopbackHub

WRONG_TOKEN = "Invalid credentials in Authorization header"


class Server(ThreadingHTTPServer):
    """Listens on a free port of 127.0.0.1."""

    daemon_threads = True
    #: Many connections may be opened at once.
    request_queue_size = 128

    def __init__(self, hub: LoopbackHub) -> None:
        self.hub = hub
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one packet; the kernel would hold the second one back.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: Server

    def do_GET(self) -> None:
        hub, body, path = self.server.hub, self._body(), urlsplit(self.path).path
        self._call = routes.find(self.command, path)
        self._kind = self._call.function.__name__ if self._call else "unknown"
        hub.note(f"{self.command} {self.path}", self._kind)
        if hub.latency:
            with hub.waiting():
                time.sleep(hub.latency)
        hub.catch_up()
        self._taken = hub.limits.take(self._user()[0], Bucket.of(path), self._kind)
        fault = hub.faults.draw(self.command, self.path)
        if self._taken.wait:
            self._send(_limited(self._taken))
        elif fault is None:
            self._send(self._prepare(body)())
        else:
            self._fail(fault, self._prepare(body))

    do_HEAD = do_POST = do_DELETE = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Nothing on the error stream."""

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            body = b"".join(iter(self._chunk, b""))
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body

    def _chunk(self) -> bytes:
        data = self.rfile.read(int(self.rfile.readline().split(b";")[0], 16))
        self.rfile.readline()
        return data

    def _user(self) -> tuple[str | None, str]:
        """The user and his token; as a password of any user name it counts as well."""
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            try:
                token = base64.b64decode(token).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                token = "unreadable"
        return self.server.hub.tokens.get(token), token

    def _prepare(self, body: bytes) -> Callable[[], Response]:
        """What makes the answer, now or later; the next request may come meanwhile."""
        hub, call, address = self.server.hub, self._call, urlsplit(self.path)
        user, token = self._user()
        if token and user is None:
            response = HubError(401, WRONG_TOKEN).response
            response.headers["WWW-Authenticate"] = 'Basic realm="Hugging Face"'
            return lambda: response
        query = parse_qs(address.query, keep_blank_values=True)
        headers = {name.lower(): value for name, value in self.headers.items()}
        grants = hub.grants.get(token)
        request = Request(self.command, address.path, query, headers, body, user, grants)
        return lambda: hub.answer(request, call)

    def _send(self, response: Response, *, cut: bool = False, cdn: bool = False) -> None:
        self.send_response(response.status)
        told = {} if cdn else self._taken.headers
        for name, value in {**told, **response.headers}.items():
            self.send_header(name, value)
        if response.stream is not None:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._pour(response.stream, cut=cut)
            return
        self.send_header("Content-Length", str(len(response.body)))
        self.end_headers()
        if self.command != "HEAD":
            body = response.body[: len(response.body) // 2] if cut else response.body
            self.wfile.write(body)
            self.server.hub.note_sent(self._kind, len(body))
        self.wfile.flush()
        self.close_connection |= cut

    def _pour(self, stream: Iterable[bytes], *, cut: bool) -> None:
        for piece in stream:
            self.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
            self.server.hub.note_sent(self._kind, len(piece))
            if cut:
                break
        else:
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        self.close_connection |= cut

    def _fail(self, fault: Fault, answer: Callable[[], Response]) -> None:
        failure = Response(fault.status, fault.body, dict(fault.headers))
        if fault.kind is Kind.STATUS:
            self._send(failure, cdn=fault.cdn)
        elif fault.kind is Kind.LATE:
            self.server.hub.later(fault.seconds, answer)
            self._send(failure, cdn=fault.cdn)
        elif fault.kind is Kind.SLOW:
            time.sleep(fault.seconds)
            self._send(answer())
        elif fault.kind is Kind.CUT:
            self._send(answer(), cut=True)
        else:
            answer()
            self.close_connection = True


def _limited(taken: Taken) -> Response:
    what = "this action" if taken.granular else "requests"
    message = f"We had to rate limit you: too many of {what}. Retry after {taken.wait} seconds."
    return HubError(429, message).response
