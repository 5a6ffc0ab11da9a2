"""Rules about ``manifest.yaml`` under ``environments/`` and ``benchmarks/``."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity

_MANIFEST = """\
name: sums
version: 0.1.0
kind: environment
integration_profile: custom-gym-verifier
domain: math
description: Adds numbers.
modality: text
licensing: MIT
authors: [Ann]
reward:
  range: [0, 1]
  higher_is_better: true
resources_server: alpha
agent_server: alpha_agent
model_server: policy_model
datasets:
- name: example
  type: example
  jsonl_fpath: resources_servers/alpha/data/example.jsonl
"""
_CONFIG = "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"


def _environment(manifest: str) -> dict[str, str]:
    return {
        "environments/sums/manifest.yaml": manifest,
        "environments/sums/config.yaml": _CONFIG,
    }


MANIFEST = Rule(
    code="NG131",
    name="gym-manifest",
    severity=Severity.ERROR,
    summary="A manifest that the framework's loader refuses",
    why=(
        "The manifest has a closed set of keys at every level, non-empty and distinct `authors`, a"
        " `version` that is text, an ordered `reward.range`, a licence that is an SPDX expression"
        " (or internal, proprietary, unknown), and conditions that depend on `kind` and"
        " `integration_profile`. One fault makes the loader refuse the whole file."
    ),
    bad=_environment(_MANIFEST + "homepage: https://example.org\n"),
    good=_environment(_MANIFEST),
    source="nemo-gym 0.7.0, environment.manifest.load_manifest",
)
SURROUNDINGS = Rule(
    code="NG132",
    name="gym-manifest-surroundings",
    severity=Severity.WARNING,
    summary="A manifest that does not fit the folder it lies in",
    why=(
        "`gym env validate --manifest` compares the manifest with its surroundings: `name` is the"
        " path below `environments/` or `benchmarks/`, `kind` is that folder in the singular, and"
        " `config_path` leads to a configuration. The loader alone does not look."
    ),
    bad=_environment(_MANIFEST.replace("name: sums", "name: summing")),
    good=_environment(_MANIFEST),
    source="nemo-gym 0.7.0, environment.validation.validate_environment",
)
