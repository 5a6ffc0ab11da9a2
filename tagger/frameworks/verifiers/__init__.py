"""Verifiers: environment modules of two contracts, and Harbor tasks that it can load."""

from __future__ import annotations

from tagger.core.findings import rules_in
from tagger.frameworks.base import Framework
from tagger.frameworks.verifiers.bridge import bridge
from tagger.frameworks.verifiers.candidates import read_first
from tagger.frameworks.verifiers.detect import detect
from tagger.frameworks.verifiers.rules import (
    exports,
    imports,
    names,
    project,
    registry,
    releases,
    tasks,
)

FRAMEWORK = Framework(
    tag="verifiers",
    label="Verifiers",
    family="VF",
    release="0.4.0",
    detect=detect,
    reads_first=read_first,
    rules=rules_in(exports, imports, names, releases, project, registry, tasks),
    bridge=bridge,
    layout="a module with `load_environment` or a taskset, or a registry.json that lists tasks",
    traces=("*.py", "registry.json"),
    commands="tagger.frameworks.verifiers.commands",
)
