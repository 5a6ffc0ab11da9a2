"""Which function answers which request."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tests.support.hub import api_commit, api_discussions, api_files, api_info, git

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.hub.messages import Response

_ID = r"(?P<repo_id>[^/]+/[^/]+)"
_REV = r"(?P<revision>[^/]+)"
_NUM = r"(?P<num>\d+)"
_API = rf"/api/datasets/{_ID}"
_GIT = r"/datasets/(?P<repo_id>[^/]+/[^/]+?)(?:\.git)?"

_TABLE: list[tuple[str, str, Callable[..., Response]]] = [
    ("GET", r"/api/whoami-v2", api_info.whoami),
    ("GET", r"/api/datasets", api_info.list_datasets),
    ("POST", r"/api/repos/create", api_commit.create_repository),
    ("POST", r"/api/validate-yaml", api_commit.validate_yaml),
    ("GET", _API, api_info.info),
    ("GET", rf"{_API}/revision/{_REV}", api_info.info),
    ("GET", rf"{_API}/refs", api_info.refs),
    ("GET", rf"{_API}/commits/{_REV}", api_info.commits),
    ("GET", rf"{_API}/tree/{_REV}(?:/(?P<path>.*))?", api_files.tree),
    ("POST", rf"{_API}/paths-info/{_REV}", api_files.paths_info),
    ("POST", rf"{_API}/preupload/{_REV}", api_commit.preupload),
    ("POST", rf"{_API}/commit/{_REV}", api_commit.commit),
    ("GET", rf"{_API}/discussions", api_discussions.discussions),
    ("POST", rf"{_API}/discussions", api_discussions.create),
    ("GET", rf"{_API}/discussions/{_NUM}", api_discussions.details),
    ("DELETE", rf"{_API}/discussions/{_NUM}", api_discussions.delete),
    ("POST", rf"{_API}/discussions/{_NUM}/comment", api_discussions.comment),
    ("POST", rf"{_API}/discussions/{_NUM}/comment/(?P<event_id>\w+)/edit", api_discussions.edit),
    ("POST", rf"{_API}/discussions/{_NUM}/status", api_discussions.status),
    ("POST", rf"{_API}/discussions/{_NUM}/title", api_discussions.title),
    ("POST", rf"{_API}/discussions/{_NUM}/merge", api_discussions.merged),
    ("HEAD|GET", rf"/datasets/{_ID}/resolve/{_REV}/(?P<path>.+)", api_files.resolve),
    ("GET", rf"{_GIT}/info/refs", git.advertise),
    ("POST", rf"{_GIT}/git-upload-pack", git.upload_pack),
    ("HEAD|GET", rf"/cdn/{_ID}/(?P<sha256>\w+)", api_files.cdn),
]
_ROUTES = [(re.compile(method), re.compile(path), answer) for method, path, answer in _TABLE]


@dataclass(frozen=True)
class Call:
    """The function that answers, and what the path names."""

    function: Callable[..., Response]
    named: dict[str, str]


def find(method: str, path: str) -> Call | None:
    """Who answers a request, if anybody does."""
    for methods, pattern, function in _ROUTES:
        match = pattern.fullmatch(path)
        if match and methods.fullmatch(method):
            named = {name: unquote(text) for name, text in match.groupdict().items() if text}
            return Call(function, named)
    return None
