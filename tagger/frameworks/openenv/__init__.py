"""OpenEnv: environment packages, and Harbor tasks that its loader finds on the Hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule
from tagger.frameworks.base import Framework
from tagger.frameworks.openenv import card_calls, rules_manifest, rules_tasks
from tagger.frameworks.openenv.bridge import bridge
from tagger.frameworks.openenv.detect import detect

if TYPE_CHECKING:
    from types import ModuleType


def _rules(*modules: ModuleType) -> tuple[Rule, ...]:
    found = [value for module in modules for value in vars(module).values()]
    return tuple(rule for rule in found if isinstance(rule, Rule))


FRAMEWORK = Framework(
    tag="openenv",
    label="OpenEnv",
    family="OE",
    release="0.10.0",
    detect=detect,
    rules=_rules(rules_manifest, rules_tasks, card_calls),
    fact_rules=_rules(card_calls),
    bridge=bridge,
    layout="a folder with openenv.yaml and a package around it, or a Harbor task under tasks/",
    traces=("openenv.yaml", "task.toml"),
    commands="tagger.frameworks.openenv.commands",
)
