"""Git over HTTP, served by git's own ``upload-pack``, and the switches that make it fail.

The address is ``/datasets/{id}`` with or without ``.git``. A request is answered by a process of
its own, as git-http-backend does, with protocol 2 where the client asks for it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tests.support.hub.messages import HubError, Request, Response

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.support.hub.hub import LoopbackHub
    from tests.support.hub.repository import Repository

_PIECE = 1 << 16
_SERVICE = "git-upload-pack"


@dataclass
class GitSettings:
    """How git is served.

    Attributes:
        status: refuse everything with this status (404, 403, 503 …).
        hangs: seconds to wait before each answer; the end of the Hub ends the wait.
        filters: whether ``--filter`` is understood.
        wants_by_id: whether objects that no ref points to are given out.
    """

    status: int | None = None
    hangs: float = 0.0
    filters: bool = True
    wants_by_id: bool = True


def run(place: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder without the settings of the machine; the status is the caller's."""
    return subprocess.run(
        ["git", *arguments],
        cwd=place,
        input=stdin,
        capture_output=True,
        check=False,
        env=_environment(),
    )


def _environment(protocol: str = "") -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_PROTOCOL": protocol,
    }


def advertise(hub: LoopbackHub, request: Request, repo_id: str) -> Response:
    """``GET /datasets/{id}[.git]/info/refs?service=git-upload-pack``."""
    repository = _readable(hub, request, repo_id)
    if request.one("service") != _SERVICE:
        raise HubError(403, "Only git-upload-pack is served here")
    stream = _run(hub, repository, request, "--http-backend-info-refs")
    if "version=2" not in request.headers.get("git-protocol", ""):
        stream = chain((_packet(f"# service={_SERVICE}\n") + b"0000",), stream)
    return _answer("advertisement", stream)


def upload_pack(hub: LoopbackHub, request: Request, repo_id: str) -> Response:
    """``POST /datasets/{id}[.git]/git-upload-pack``."""
    repository = _readable(hub, request, repo_id)
    if not hub.git.wants_by_id:
        known = set(repository.git.refs("refs").values())
        for oid in _wants(request.body):
            if oid not in known:
                return _answer("result", [_packet(f"ERR upload-pack: not our ref {oid}")])
    return _answer("result", _run(hub, repository, request))


def _readable(hub: LoopbackHub, request: Request, repo_id: str) -> Repository:
    if hub.git.hangs:
        hub.closing.wait(hub.git.hangs)
    if hub.git.status:
        raise HubError(hub.git.status, "Git is switched off here")
    try:
        return hub.repository(repo_id, request, content=True)
    except HubError as problem:
        if problem.response.status == 401:
            # Without it, git does not ask for a password.
            problem.response.headers["WWW-Authenticate"] = 'Basic realm="Hugging Face"'
        raise


def _answer(name: str, pieces: Iterable[bytes]) -> Response:
    headers = {
        "Content-Type": f"application/x-{_SERVICE}-{name}",
        "Cache-Control": "no-cache",
    }
    return Response(200, b"", headers, pieces)


def _run(hub: LoopbackHub, repository: Repository, request: Request, *how: str) -> Iterator[bytes]:
    """What git answers, as it comes."""
    command = [
        "git",
        *("-c", f"uploadpack.allowFilter={str(hub.git.filters).lower()}"),
        *("-c", f"uploadpack.allowAnySHA1InWant={str(hub.git.wants_by_id).lower()}"),
        *("upload-pack", "--strict", "--stateless-rpc", *how, str(repository.git.root)),
    ]
    with tempfile.TemporaryFile() as stdin:
        stdin.write(request.body)
        stdin.seek(0)
        with subprocess.Popen(
            command,
            stdin=stdin,
            bufsize=0,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(request.headers.get("git-protocol", "")),
        ) as process:
            assert process.stdout
            try:
                while piece := process.stdout.read(_PIECE):
                    yield piece
            finally:
                process.kill()


def _packet(line: str) -> bytes:
    return f"{len(line) + 4:04x}{line}".encode()


def _wants(body: bytes) -> Iterator[str]:
    """The object ids in the ``want`` lines of a request."""
    place = 0
    while place + 4 <= len(body):
        size = max(4, int(body[place : place + 4], 16))
        line = body[place + 4 : place + size]
        if line.startswith(b"want "):
            yield line[5:45].decode()
        place += size
