"""Verifiers: environment modules of two contracts, and Harbor tasks that it can load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule
from tagger.frameworks.base import Framework
from tagger.frameworks.verifiers.bridge import bridge
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

if TYPE_CHECKING:
    from types import ModuleType


def _rules(*modules: ModuleType) -> tuple[Rule, ...]:
    found = [value for module in modules for value in vars(module).values()]
    return tuple(dict.fromkeys(rule for rule in found if isinstance(rule, Rule)))


FRAMEWORK = Framework(
    tag="verifiers",
    label="Verifiers",
    family="VF",
    release="0.4.0",
    detect=detect,
    rules=_rules(exports, imports, names, releases, project, registry, tasks),
    bridge=bridge,
    layout="a module with `load_environment` or a taskset, or a registry.json that lists tasks",
    traces=("*.py", "registry.json"),
    commands="tagger.frameworks.verifiers.commands",
)
