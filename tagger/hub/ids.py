"""Names of datasets on the Hub: ids, addresses, git remotes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tagger.core.errors import TaggerError

#: Hosts of the Hub, beside the one that ``HF_ENDPOINT`` names.
HOSTS = frozenset({"huggingface.co", "hf.co"})
#: What comes before an id (HF_URI_TYPE_PREFIXES, huggingface_hub 2.4.0).
_KINDS = frozenset({"datasets", "models", "spaces", "kernels", "buckets"})
_PART = r"\w[\w.-]*"
_ID = re.compile(rf"(?:({'|'.join(sorted(_KINDS))})/)?{_PART}/{_PART}(?:@.+)?", re.ASCII)
#: What the client puts before its reason; the text is quoted already.
_QUOTED = re.compile(r"^Cannot parse URL '.*?': ", re.DOTALL)
#: The short form of ssh addresses, ``git@hf.co:datasets/org/name``.
_SHORT_SSH = re.compile(r"[^@/:\s]+@(?P<host>[^@/:\s]+):/*(?P<path>\S+)")


@dataclass(frozen=True, slots=True)
class HubId:
    """A dataset on the Hub, and a revision of it where one was named."""

    repo_id: str
    revision: str | None = None


def looks_like_address(text: str) -> bool:
    """Whether a text that is not a path is meant as a repository elsewhere."""
    return "://" in text or any(
        (_ID.fullmatch(text), _SHORT_SSH.fullmatch(text), _split(text)[0] in _hosts())
    )


def parse_hub_id(text: str) -> HubId:
    """An id, ``hf://`` address, web address or git address of a dataset.

    Raises:
        TaggerError: it is none, or names a model, a Space, or a path inside a repository.
    """
    from huggingface_hub import parse_hf_uri
    from huggingface_hub.errors import HfUriError

    shown = repr(re.sub(r"//[^/@]*@", "//", text))
    try:
        uri = parse_hf_uri(_canonical(text), endpoint=os.environ.get("HF_ENDPOINT") or None)
    except HfUriError as error:
        reason = _QUOTED.sub("", error.msg).strip(" .")
        raise TaggerError(f"{shown} does not name a dataset on the Hub: {reason}") from None
    if uri.type != "dataset":
        kind = "Space" if uri.type == "space" else uri.type
        meant = f"write datasets/{uri.id} for the dataset of that name"
        raise TaggerError(f"{shown} is a {kind}, not a dataset: {meant}")
    if uri.path_in_repo:
        raise TaggerError(
            f"{shown} names a path inside a dataset; name the dataset alone: {uri.id}"
        )
    return HubId(uri.id, uri.revision)


def from_remote(url: str) -> str | None:
    """The id of the dataset that a git remote points to, if it is one on the Hub."""
    if _split(url)[0] not in _hosts():
        return None
    try:
        return parse_hub_id(url).repo_id
    except TaggerError:
        return None


def _canonical(text: str) -> str:
    """The text in one of the forms that huggingface_hub parses."""
    if text.startswith("hf://"):
        return text
    if _ID.fullmatch(text):
        typed = text.partition("/")[0] in _KINDS
        return f"hf://{text}" if typed else f"hf://datasets/{text}"
    host, path = _split(text)
    if host not in _hosts():
        raise TaggerError(f"{host or text!r} is not the Hub: clone the repository, name its folder")
    return f"https://{host}/{path.strip('/').removesuffix('.git')}"


def _split(address: str) -> tuple[str, str]:
    """Host and path of a web or git address, ``""`` where there is none."""
    short = _SHORT_SSH.fullmatch(address)
    if short:
        return short["host"].lower(), short["path"]
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        return (parts.hostname or "").lower(), parts.path
    except ValueError:
        return "", ""


def _hosts() -> frozenset[str]:
    endpoint = os.environ.get("HF_ENDPOINT")
    return HOSTS | {_split(endpoint)[0]} if endpoint else HOSTS
