"""NeMo Gym: JSONL task files, tables, and resources servers with their configurations."""

from __future__ import annotations

from tagger.core.findings import Rule
from tagger.frameworks import parquet
from tagger.frameworks.base import Framework
from tagger.frameworks.nemo_gym import rules_card
from tagger.frameworks.nemo_gym.configs import rules_datasets, rules_servers
from tagger.frameworks.nemo_gym.detect import detect
from tagger.frameworks.nemo_gym.manifests import rules as rules_manifests
from tagger.frameworks.nemo_gym.rows import rules_files, rules_params

_MODULES = (rules_params, rules_files, rules_servers, rules_datasets, rules_manifests, rules_card)

FRAMEWORK = Framework(
    tag="nemo-gym",
    label="NeMo Gym",
    family="NG",
    release="0.7.0",
    detect=detect,
    rules=tuple(
        value for module in _MODULES for value in vars(module).values() if isinstance(value, Rule)
    ),
    fact_rules=tuple(value for value in vars(rules_card).values() if isinstance(value, Rule)),
    layout="a file of rows with `responses_create_params`, or a server with its configuration",
    traces=("*.jsonl", "*.yaml", "*.yml", *parquet.traces()),
    card_traces=("responses_create_params",),
    commands="tagger.frameworks.nemo_gym.commands.tasksets",
)
