"""Small NeMo Gym repositories for the tests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.detect import detect
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding

ROW = '{"responses_create_params": {"input": "Add 1 and 2."}}\n'
SERVER = """\
from nemo_gym.base_resources_server import SimpleResourcesServer


class AlphaServer(SimpleResourcesServer):
    pass


if __name__ == "__main__":
    AlphaServer.run_webserver()
"""
CONFIG = """\
alpha:
  resources_servers:
    alpha:
      entrypoint: app.py
      domain: math
"""
FOLDER = "resources_servers/alpha"
WHOLE = {f"{FOLDER}/app.py": SERVER, f"{FOLDER}/configs/alpha.yaml": CONFIG}


def view(files: Mapping[str, str | bytes], links: Mapping[str, str] | None = None) -> TreeView:
    """A tree of these files."""
    data = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    return TreeView(MemoryTree(data, links))


def detected(files: Mapping[str, str | bytes], links: Mapping[str, str] | None = None) -> Detection:
    """What the detector makes of these files."""
    return detect(view(files, links))


def found(files: Mapping[str, str | bytes], code: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in detected(files).findings if finding.rule.code == code]


def places(files: Mapping[str, str | bytes], code: str) -> list[tuple[str, int | None, str]]:
    """Path, line and severity of the findings of one rule."""
    return [(f.path, f.span.line if f.span else None, f.severity.label) for f in found(files, code)]


def codes(files: Mapping[str, str | bytes]) -> set[str]:
    """The codes of all findings."""
    return {finding.rule.code for finding in detected(files).findings}


def row(**params: Any) -> str:
    """A line with these parameters."""
    return json.dumps({"responses_create_params": {"input": "x", **params}}) + "\n"


def config(block: str, *, head: str = "alpha:\n  resources_servers:\n    alpha:\n") -> str:
    """A configuration with one block, its lines given without indentation."""
    return head + "".join(f"      {line}\n" for line in block.splitlines())
