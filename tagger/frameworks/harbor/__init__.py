"""Harbor: task directories, dataset.toml, registry.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule
from tagger.frameworks.base import Framework
from tagger.frameworks.harbor import rules_config, rules_files, rules_places, rules_sets
from tagger.frameworks.harbor.detect import detect

if TYPE_CHECKING:
    from types import ModuleType


def _rules(*modules: ModuleType) -> tuple[Rule, ...]:
    found = [value for module in modules for value in vars(module).values()]
    return tuple(rule for rule in found if isinstance(rule, Rule))


FRAMEWORK = Framework(
    tag="harbor",
    label="Harbor",
    family="HB",
    release="0.26.0",
    detect=detect,
    rules=_rules(rules_config, rules_files, rules_places, rules_sets),
    layout="a task folder (task.toml with instruction.md, environment and tests)",
    traces=("task.toml",),
    commands="tagger.frameworks.harbor.commands",
)
