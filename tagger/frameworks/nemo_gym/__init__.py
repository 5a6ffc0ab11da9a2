"""NeMo Gym: JSONL task files, tables, and resources servers with their configurations."""

from __future__ import annotations

from tagger.core.findings import rules_in
from tagger.frameworks import parquet
from tagger.frameworks.base import Framework
from tagger.frameworks.nemo_gym.detect import detect, read_first
from tagger.frameworks.nemo_gym.rules import (
    card,
    datasets,
    files,
    includes,
    manifests,
    references,
    rows,
    servers,
)

FRAMEWORK = Framework(
    tag="nemo-gym",
    label="NeMo Gym",
    family="NG",
    release="0.7.0",
    detect=detect,
    reads_first=read_first,
    rules=rules_in(rows, files, servers, references, includes, datasets, manifests, card),
    fact_rules=rules_in(card),
    layout="a file of rows with `responses_create_params`, or a server with its configuration",
    traces=("*.jsonl", "*.yaml", "*.yml", *parquet.traces()),
    card_traces=("responses_create_params",),
    commands="tagger.frameworks.nemo_gym.commands",
)
