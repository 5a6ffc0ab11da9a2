"""git's protocol 2 over HTTP: the request for objects by their ids, and the pack that comes.

The request is one ``fetch`` command (git, ``Documentation/gitprotocol-v2.adoc``). Wants may name
any object, blobs included, so the contents of thousands of files come in one answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

#: What the server must be told besides the body.
HEADERS = {
    "Content-Type": "application/x-git-upload-pack-request",
    "Accept": "application/x-git-upload-pack-result",
    "Git-Protocol": "version=2",
}
_FLUSH, _DELIMITER = b"0000", b"0001"
_DATA, _FATAL = 1, 3


class PackError(Exception):
    """The answer is not a pack; the message is a clause."""


def fetch_request(oids: Sequence[str], *, commit: bool = False) -> bytes:
    """The body of a request for objects.

    Args:
        oids: the ids; nothing that they refer to comes with them but what ``commit`` says.
        commit: the ids are commits; their folders come too, without history and contents.
    """
    lines = [b"no-progress", b"ofs-delta"]
    if commit:
        lines += [b"filter blob:none", b"deepen 1"]
    lines += [b"want " + oid.encode("ascii") for oid in oids]
    lines.append(b"done")
    body = b"".join(_line(line) for line in lines)
    return _line(b"command=fetch") + _DELIMITER + body + _FLUSH


def _line(text: bytes) -> bytes:
    return b"%04x%b\n" % (len(text) + 5, text)


def unpack_answer(chunks: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Hand the pack in an answer to ``write``, piece by piece.

    Raises:
        PackError: the server refuses, or the answer is not one of the protocol or is cut.
    """
    lines = _lines(chunks)
    for line in lines:
        if line.startswith(b"ERR "):
            raise PackError(f"git's server refuses: {_shown(line[4:])}")
        if line.rstrip(b"\n") == b"packfile":
            break
    else:
        raise PackError("git's server sends no pack")
    for line in lines:
        if line[:1] == bytes([_DATA]):
            write(line[1:])
        elif line[:1] == bytes([_FATAL]):
            raise PackError(f"git's server gives up: {_shown(line[1:])}")


def _shown(text: bytes) -> str:
    return text.decode("ascii", "replace").strip()[:200]


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The packet lines of an answer up to its flush; delimiters are left out."""
    data = bytearray()
    source = iter(chunks)

    def take(length: int) -> bytes:
        while len(data) < length:
            try:
                data.extend(next(source))
            except StopIteration:
                raise PackError("the answer of git's server is cut") from None
        taken = bytes(data[:length])
        del data[:length]
        return taken

    while (mark := take(4)) != _FLUSH:
        if mark == _DELIMITER:
            continue
        try:
            length = int(mark, 16)
        except ValueError:
            raise PackError("the answer is not one of git's server") from None
        if length < 4:
            raise PackError("the answer is not one of git's server")
        yield take(length - 4)
