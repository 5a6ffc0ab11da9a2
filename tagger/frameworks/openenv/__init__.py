"""OpenEnv: environment packages, and Harbor tasks that its loader finds on the Hub."""

from __future__ import annotations

from tagger.core.findings import rules_in
from tagger.frameworks.base import Framework
from tagger.frameworks.openenv.bridge import bridge
from tagger.frameworks.openenv.detect import detect
from tagger.frameworks.openenv.package import read_first
from tagger.frameworks.openenv.rules import (
    card_calls,
    links,
    manifest,
    other_files,
    package,
    tasks,
    validation,
)

FRAMEWORK = Framework(
    tag="openenv",
    label="OpenEnv",
    family="OE",
    release="0.10.0",
    detect=detect,
    reads_first=read_first,
    rules=rules_in(package, manifest, validation, other_files, links, tasks, card_calls),
    fact_rules=rules_in(card_calls),
    bridge=bridge,
    layout="a folder with openenv.yaml and a package around it, or a Harbor task under tasks/",
    traces=("openenv.yaml", "task.toml"),
    commands="tagger.frameworks.openenv.commands",
)
