"""Little repositories for the tests of the Verifiers detector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.engine.tags import detect_all
from tagger.frameworks.registry import own_frameworks
from tagger.tree.view import TreeView
from tests.support.examples import memory_tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.core.detections import Detection

Files = dict[str, str | None]
CLASS = (
    "import verifiers.v1 as vf\n\n\n"
    "class OneTaskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n"
)
EXPORTED = f'{CLASS}\n\n__all__ = ["OneTaskset"]\n'
OLD = "import verifiers as vf\n\n\ndef load_environment(**kwargs):\n    return vf.SingleTurnEnv()\n"


def project(name: str = "word-ladder", needs: str = "verifiers<0.4", more: str = "") -> str:
    """A pyproject.toml."""
    return (
        f'[project]\nname = "{name}"\nversion = "0.1.0"\ndependencies = ["{needs}"]\n\n'
        f'[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n{more}'
    )


def view(files: Mapping[str, str | None], base: Mapping[str, bytes] | None = None) -> TreeView:
    """Texts, links (``-> target``) and missing files as a repository."""
    return TreeView(memory_tree(base or {}, files))


def detect(files: Mapping[str, str | None]) -> Detection:
    """What Verifiers makes of a repository, Harbor tasks and all."""
    return detect_all(view(files), own_frameworks())["verifiers"]


def codes(detection: Detection) -> Sequence[str]:
    """The codes of the findings, each once, sorted."""
    return sorted({finding.rule.code for finding in detection.findings})


def places(detection: Detection) -> Sequence[tuple[str, str, int]]:
    """Code, path and line of the findings."""
    return [(f.rule.code, f.path, f.span.line if f.span else 0) for f in detection.findings]
