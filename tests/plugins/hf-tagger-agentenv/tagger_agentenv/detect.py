"""What agentenv can load: every folder with a manifest that names the server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.errors import ReadError
from tagger.core.findings import Finding, Rule, Severity

if TYPE_CHECKING:
    from tagger.tree.view import TreeView

MANIFEST = "agentenv.json"
#: No manifest needs more, and what a stranger wrote may be of any size.
MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Environment:
    """What a manifest says."""

    name: str
    server: str


BAD_MANIFEST = Rule(
    code="AE001",
    name="agentenv-manifest",
    severity=Severity.ERROR,
    summary=f"{MANIFEST} is no manifest",
    why="agentenv reads the name of the environment and its server from the file; without them it"
    " has nothing to start.",
    bad={"maze/agentenv.json": '{"name": "maze"}\n'},
    good={"maze/agentenv.json": '{"name": "maze", "server": "maze.server:app"}\n'},
    source="agentenv 1.0, load_manifest",
    address="https://example.org/tagger-agentenv/AE001",
)


def detect(view: TreeView) -> Detection:
    """The environments of a tree."""
    units: list[Unit] = []
    broken: list[Unit] = []
    aside: list[Unit] = []
    findings: list[Finding] = []
    for entry in view.named(MANIFEST):
        environment, fault = _read(view, entry.path)
        unit = Unit(entry.parent, "environment", environment)
        if view.scope.aside(entry.parent):
            aside.append(unit)
        elif fault:
            broken.append(unit)
            findings.append(BAD_MANIFEST.at(entry.path, fault))
        else:
            units.append(unit)
    return Detection(
        Verdict.NATIVE if units else Verdict.BROKEN if broken else Verdict.ABSENT,
        units=units,
        broken=broken,
        aside=aside,
        evidence=[Evidence(unit.path, "an environment with its manifest") for unit in units],
        needs=[] if units else [Need(f"mend {f.path}", BAD_MANIFEST.code) for f in findings],
        findings=findings,
    )


def _read(view: TreeView, path: str) -> tuple[Environment | None, str]:
    """The manifest, or what is wrong with it."""
    try:
        data = json.loads(view.text(path, MAX_BYTES))
    except ReadError as error:
        return None, error.reason
    except (ValueError, RecursionError):
        return None, "the file is no JSON, and agentenv refuses it"
    values = data if isinstance(data, dict) else {}
    name, server = values.get("name"), values.get("server")
    if not isinstance(name, str) or not isinstance(server, str):
        return None, "the manifest needs the texts `name` and `server`, and agentenv refuses it"
    return Environment(name, server), ""
