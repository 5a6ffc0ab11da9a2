"""Rules about ``manifest.yaml`` under ``environments/`` and ``benchmarks/``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.frameworks.nemo_gym.configs.instances import top_level
from tagger.frameworks.nemo_gym.configs.paths import is_absolute
from tagger.frameworks.nemo_gym.configs.vocabulary import license_label
from tagger.frameworks.nemo_gym.faults import FaultKind, place, quoted
from tagger.frameworks.nemo_gym.manifests.model import manifest_faults
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.files import BadFile
    from tagger.frameworks.nemo_gym.faults import ModelFault
    from tagger.tree.view import TreeView

_CATALOGUES = {"environments": "environment", "benchmarks": "benchmark"}


_CONFIG = "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"
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
        " `version` that is text, an ordered `reward.range`, a license that is an SPDX expression"
        " (or internal, proprietary, unknown), and conditions that depend on `kind` and"
        " `integration_profile`. One fault makes the loader refuse the whole file."
    ),
    bad=_environment(_MANIFEST + "homepage: https://example.org\n"),
    good=_environment(_MANIFEST),
    source="nemo-gym 0.7.0, environment.manifest.load_manifest",
)


@MANIFEST.check
def check_manifest(view: TreeView, document: Document) -> Iterator[Finding]:
    """Faults for which the loader refuses a manifest."""
    del view
    for fault in manifest_faults(top_level(document)):
        yield _finding(document, fault)


def check_bad_manifests(files: Sequence[BadFile]) -> Iterator[Finding]:
    """Manifests that cannot be read at all."""
    for file in files:
        if file.certain:
            message = f"the manifest cannot be read: {file.reason}"
            yield MANIFEST.at(file.path, message, file.span)


def _finding(document: Document, fault: ModelFault) -> Finding:
    missing = fault.problem is FaultKind.MISSING
    unknown = fault.problem is FaultKind.UNKNOWN
    path = fault.path[:-1] if missing else fault.path
    span = document.key_span(*path) if missing or unknown else document.span(*path)
    message = f"`{place(fault.path)}` {fault.says}; the loader refuses the manifest"
    return MANIFEST.at(document.path, message, span, hint=_hint(fault))


def _hint(fault: ModelFault) -> str | None:
    if fault.pattern == ("licensing",) and isinstance(fault.found, str):
        spdx = {"Apache 2.0": "Apache-2.0", "MIT": "MIT"}.get(license_label(fault.found) or "")
        return f"write `{spdx}`" if spdx else "write `unknown` until it is settled"
    if fault.pattern == ("version",):
        return "put it in quotes"
    word = fault.path[-1] if fault.problem is FaultKind.UNKNOWN else fault.found
    near = nearest(word, fault.known) if isinstance(word, str) else None
    return f"did you mean `{near}`?" if near else None


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


@SURROUNDINGS.check
def check_surroundings(view: TreeView, document: Document) -> Iterator[Finding]:
    """Names, kinds and configurations that do not fit the folder."""
    folders = document.path.split("/")[:-1]
    places = [index for index, part in enumerate(folders) if part in _CATALOGUES]
    if not places:
        return
    catalogue = folders[places[-1]]
    data = top_level(document)
    name, kind = "/".join(folders[places[-1] + 1 :]), _CATALOGUES[catalogue]
    for key, right in (("name", name), ("kind", kind)):
        value = data.get(key)
        if isinstance(value, str) and right and value.strip() != right:
            message = f"`{key}` is {quoted(value)}, and the folder says {quoted(right)}"
            yield SURROUNDINGS.at(document.path, message, document.span(key))
    yield from _config_path(view, document, "/".join(folders), catalogue)


def _config_path(
    view: TreeView, document: Document, folder: str, catalogue: str
) -> Iterator[Finding]:
    written = top_level(document).get("config_path", "config.yaml")
    if not isinstance(written, str) or not written.strip():
        return
    span = document.span("config_path")
    path = posixpath.normpath(posixpath.join(folder, written.strip()))
    if is_absolute(written) or catalogue not in path.split("/"):
        message = f"`config_path` {quoted(written, 80)} leaves {catalogue}/"
        yield SURROUNDINGS.at(document.path, message, span)
    elif not view.is_file(path):
        message = f"the configuration {quoted(path, 80)} does not exist"
        hint = "add it, or name another with `config_path`"
        yield SURROUNDINGS.at(document.path, message, span, hint=hint)
