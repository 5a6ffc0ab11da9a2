"""Small OpenEnv packages and Harbor tasks as paths and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.engine.tags import detect_all
from tagger.frameworks import harbor, openenv
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.detections import Detection

MANIFEST = "spec_version: 1\nname: word_env\napp: server.app:app\n"


def package(folder: str = "", manifest: str = MANIFEST) -> dict[str, str]:
    """A package that `openenv push` accepts."""
    prefix = f"{folder}/" if folder else ""
    return {
        f"{prefix}openenv.yaml": manifest,
        f"{prefix}__init__.py": "",
        f"{prefix}client.py": "",
        f"{prefix}README.md": "# Words\n",
        f"{prefix}pyproject.toml": "[project]\n",
        f"{prefix}server/__init__.py": "",
        f"{prefix}server/app.py": "",
        f"{prefix}server/Dockerfile": "FROM debian:12\n",
    }


def task(folder: str, toml: str = 'version = "1.0"\n') -> dict[str, str]:
    """A task that Harbor accepts."""
    return {
        f"{folder}/task.toml": toml,
        f"{folder}/instruction.md": "Write a word.\n",
        f"{folder}/environment/Dockerfile": "FROM debian:12\n",
        f"{folder}/tests/test.sh": "echo 1 > /logs/verifier/reward.txt\n",
    }


def view(files: Mapping[str, str | bytes], links: Mapping[str, str] | None = None) -> TreeView:
    """A view of files given as text or bytes."""
    data = {k: v.encode() if isinstance(v, str) else v for k, v in files.items()}
    return TreeView(MemoryTree(data, links))


def detect(files: Mapping[str, str | bytes], links: Mapping[str, str] | None = None) -> Detection:
    """OpenEnv's detection, Harbor's at its side."""
    frameworks = [harbor.FRAMEWORK, openenv.FRAMEWORK]
    return detect_all(view(files, links), frameworks)["openenv"]


def codes(detection: Detection) -> set[tuple[str, str]]:
    """The findings as code and path."""
    return {(finding.rule.code, finding.path) for finding in detection.findings}
