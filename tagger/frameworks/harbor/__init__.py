"""Harbor: task directories, dataset.toml, registry.json."""

from __future__ import annotations

from tagger.frameworks.base import Framework
from tagger.frameworks.harbor.detect import RULES, detect
from tagger.frameworks.harbor.search import read_first

FRAMEWORK = Framework(
    tag="harbor",
    label="Harbor",
    family="HB",
    release="0.26.0",
    detect=detect,
    reads_first=read_first,
    rules=RULES,
    layout="a task folder (task.toml with instruction.md, environment and tests)",
    traces=("task.toml",),
    commands="tagger.frameworks.harbor.commands",
)
