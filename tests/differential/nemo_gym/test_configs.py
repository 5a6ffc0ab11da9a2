"""The parser and the manifest loader against nemo-gym's own, on generated files."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs.vocabulary import SERVER_TYPES
from tagger.frameworks.nemo_gym.detect import detect
from tagger.frameworks.nemo_gym.rules.datasets import REPO_ID
from tagger.frameworks.nemo_gym.rules.manifests import MANIFEST
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView
from tests.differential.nemo_gym.config_shapes import Configs, Manifests
from tests.support.oracle import Oracle, record

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("oracle.py")
SEED = 70
CONFIGS = 800
MANIFESTS = 500
#: What another file or the command line would mend: a fragment, which tagger calls no error.
FRAGMENTS = frozenset(
    "ConfigMissingValuesError InterpolationKeyError InterpolationResolutionError"
    " ConfigPathNotFoundError InheritPathNotFoundError AgentCompositionError".split()
)
_LOST = re.compile(r"references \w+/'([^']*)'")


def errors(path: str, text: str) -> list[str]:
    """The errors that tagger reports about one file alone, those of the download left out."""
    found = detect(TreeView(MemoryTree({path: text.encode()}))).findings
    return [
        f"{finding.rule.code} {finding.message}"
        for finding in found
        if finding.severity is Severity.ERROR and finding.rule is not REPO_ID
    ]


def is_one(text: str) -> bool:
    """Whether a text shows that it is a configuration; tagger leaves other YAML files alone."""
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError:
        return bool(
            re.search(r"(?m)^ +(resources_servers|responses_api_\w+|env\w+_servers):", text)
        )
    instances = data.values() if isinstance(data, dict) else ()
    return any(
        isinstance(block, dict)
        for instance in instances
        for kind in SERVER_TYPES
        for block in _values(instance.get(kind) if isinstance(instance, dict) else None)
    )


def declares_two_kinds(text: str) -> bool:
    """Whether some instance has two kinds of server: tagger is stricter there (NG110)."""
    data = yaml.safe_load(text)
    return any(
        isinstance(instance, dict) and len(set(SERVER_TYPES) & instance.keys()) > 1
        for instance in _values(data)
    )


def agree(text: str, answer: dict[str, Any], found: list[str]) -> bool:
    """Whether parser and tagger say the same of a configuration."""
    if is_fragment(answer, text):
        return True
    if answer["outcome"] == "accepted":
        return not found or declares_two_kinds(text)
    return bool(found)


def _values(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else []


def is_fragment(answer: dict[str, Any], text: str) -> bool:
    """Whether the parser misses only what another file could bring along."""
    if answer["outcome"] == "ConfigPathNotFoundError":
        return isinstance(yaml.safe_load(text).get("config_paths"), list)
    if answer["outcome"] == "ServerRefNotFoundError":
        name = _LOST.search(answer["message"])
        return bool(name and not re.search(rf"(?m)^{re.escape(name[1])}:(?! \$)", text))
    if answer["outcome"] in ("IsADirectoryError", "ValueError"):
        return "${" in text
    return answer["outcome"] in FRAGMENTS


def test_every_configuration_is_judged_alike() -> None:
    source = Configs(random.Random(SEED))
    texts = [text for text in (source.text() for _ in range(CONFIGS)) if is_one(text)]
    differing = []
    with Oracle(ORACLE) as oracle:
        for text in texts:
            answer = oracle.ask({"c.yaml": text}, config="c.yaml")
            found = errors("c.yaml", text)
            if not agree(text, answer, found):
                differing.append((text, answer, found))
    record("configurations", shapes=len(texts), differ=len(differing), seed=SEED)
    assert differing == []


def test_every_manifest_is_judged_alike() -> None:
    source = Manifests(random.Random(SEED))
    path = "environments/sums/manifest.yaml"
    texts = [source.text() for _ in range(MANIFESTS)]
    texts = [text for text in texts if re.search(r"(?m)^integration_profile:", text)]
    differing = []
    with Oracle(ORACLE) as oracle:
        for text in texts:
            answer = oracle.ask({path: text}, manifest=path)
            found = [error for error in errors(path, text) if error.startswith(MANIFEST.code)]
            if (answer["outcome"] == "accepted") == bool(found):
                differing.append((text, answer, found))
    record("manifests", shapes=len(texts), differ=len(differing), seed=SEED)
    assert differing == []
