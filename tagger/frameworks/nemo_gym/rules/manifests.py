"""Rules about ``manifest.yaml`` under ``environments/`` and ``benchmarks/``."""

from __future__ import annotations

import math
import posixpath
from functools import cache
from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Severity
from tagger.frameworks.nemo_gym.configs.files import BadFile
from tagger.frameworks.nemo_gym.configs.instances import top_level
from tagger.frameworks.nemo_gym.configs.paths import is_absolute
from tagger.frameworks.nemo_gym.configs.vocabulary import license_label
from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, place, quoted
from tagger.frameworks.nemo_gym.model import Custom, Model
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView

#: The published description of a manifest.
MANIFEST_SCHEMA = "nemo-gym-manifest.schema.json"
_PRIVATE = ("internal", "proprietary", "unknown")
_NEEDED = {
    "custom-gym-verifier": ("model_server", "resources_server"),
    "custom-gym-agent-loop": ("model_server",),
    "external-rollout-driver": ("rollout_driver",),
}
_DRIVER_PROFILE = "external-rollout-driver"
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
def _check_manifest(view: TreeView, manifest: Document | BadFile) -> Iterator[Finding]:
    """Manifests that cannot be read, and faults for which the loader refuses one."""
    del view
    if isinstance(manifest, BadFile):
        if manifest.certain:
            message = f"the manifest cannot be read: {manifest.reason}"
            yield MANIFEST.at(manifest.path, message, manifest.span)
        return
    for fault in manifest_faults(top_level(manifest)):
        yield _finding(manifest, fault)


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


@cache
def manifest_model() -> Model:
    """The model of a manifest, made for the first one that there is."""
    return Model(MANIFEST_SCHEMA, {"reward": Custom(after=_reward_faults)})


def manifest_faults(data: Mapping[Any, Any]) -> list[ModelFault]:
    """Why the loader refuses a manifest; the conditions are looked at once the fields are right."""
    faults = [*manifest_model().faults("manifest", data), *_field_faults(data)]
    return faults or list(_conditions(data))


def _reward_faults(reward: Mapping[str, Any]) -> Sequence[ModelFault]:
    low, high = reward["range"]
    if not (math.isfinite(low) and math.isfinite(high)):
        return (_value_fault("is not finite", "range"),)
    return (_value_fault("is reversed: the lower end comes first", "range"),) if low > high else ()


def _field_faults(data: Mapping[Any, Any]) -> Iterator[ModelFault]:
    """What the schema cannot say of single fields."""
    authors = data.get("authors")
    if isinstance(authors, list):
        names = [name.strip() for name in authors if isinstance(name, str)]
        if len(names) != len(set(names)):
            yield _value_fault("lists an author twice", "authors")
    licensing = data.get("licensing")
    if isinstance(licensing, str) and licensing.strip() and not _is_license(licensing.strip()):
        says = f"is {quoted(licensing)}, must be an SPDX expression, {', '.join(_PRIVATE)}"
        yield _value_fault(says, "licensing", found=licensing)
    for index, entry in enumerate(_entries(data)):
        if entry.get("type") == "benchmark" and entry.get("prepare_script") is None:
            fault = _value_fault("is a benchmark and has no `prepare_script`", index)
            yield fault.inside("datasets", "datasets")


def _conditions(data: Mapping[Any, Any]) -> Iterator[ModelFault]:
    profile, benchmark = data.get("integration_profile"), data.get("kind") == "benchmark"
    prompt = data.get("prompt_source", "template")
    wanted = [*_NEEDED.get(str(profile), ())]
    if benchmark:
        wanted.append("canonical_split")
        if prompt == "template":
            wanted.append("standard_prompt_config")
    for key in wanted:
        if data.get(key) is None:
            kind = "a benchmark" if key not in _NEEDED.get(str(profile), ()) else f"{profile}"
            yield ModelFault(FaultKind.MISSING, f"is missing, and {kind} needs it", (key,), (key,))
    if prompt == "prepared" and data.get("standard_prompt_config") is not None:
        yield _value_fault("is forbidden with prepared prompts", "standard_prompt_config")
    if profile != _DRIVER_PROFILE and data.get("rollout_driver") is not None:
        yield _value_fault(f"is only for the profile {_DRIVER_PROFILE}", "rollout_driver")
    yield from _dataset_conditions(data, str(prompt), benchmark=benchmark)


def _dataset_conditions(
    data: Mapping[Any, Any], prompt: str, *, benchmark: bool
) -> Iterator[ModelFault]:
    entries = _entries(data)
    for index, entry in enumerate(entries):
        if prompt != "template" and entry.get("prompt_config") is not None:
            says = f"is only for template prompts, and these are {prompt}"
            inner = _value_fault(says, index, "prompt_config")
            yield inner.inside("datasets", "datasets")
    names = [str(entry.get("name")).strip() for entry in entries]
    if len(names) != len(set(names)):
        yield _value_fault("uses a name twice", "datasets")
    if benchmark and all(entry.get("type") != "benchmark" for entry in entries):
        yield _value_fault("has no entry of type benchmark, which a benchmark needs", "datasets")


def _entries(data: Mapping[Any, Any]) -> list[Mapping[Any, Any]]:
    entries = data.get("datasets")
    return [item for item in entries if isinstance(item, dict)] if isinstance(entries, list) else []


def _value_fault(says: str, *path: str | int, found: object = None) -> ModelFault:
    pattern = tuple("[]" if isinstance(part, int) else part for part in path)
    return ModelFault(FaultKind.VALUE, says, path, pattern, found)


def _is_license(text: str) -> bool:
    """Whether a text is an SPDX expression, as ``packaging.licenses`` sees it."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    if text in _PRIVATE:
        return True
    try:
        canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        return False
    return True


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
def _check_surroundings(view: TreeView, document: Document | BadFile) -> Iterator[Finding]:
    """Names, kinds and configurations that do not fit the folder."""
    if isinstance(document, BadFile):
        return
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
