"""The manifest's model: the published schema, and the conditions between its fields.

Source: nemo-gym 0.7.0, ``environment.manifest.EnvironmentManifest``.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.faults import FaultKind, ModelFault, quoted
from tagger.frameworks.nemo_gym.model import Custom, Model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

#: The published description of a manifest.
MANIFEST_SCHEMA = "nemo-gym-manifest.schema.json"
_PRIVATE = ("internal", "proprietary", "unknown")
_NEEDED = {
    "custom-gym-verifier": ("model_server", "resources_server"),
    "custom-gym-agent-loop": ("model_server",),
    "external-rollout-driver": ("rollout_driver",),
}
_DRIVER_PROFILE = "external-rollout-driver"


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
        return (_fault("is not finite", "range"),)
    return (_fault("is reversed: the lower end comes first", "range"),) if low > high else ()


def _field_faults(data: Mapping[Any, Any]) -> Iterator[ModelFault]:
    """What the schema cannot say of single fields."""
    authors = data.get("authors")
    if isinstance(authors, list):
        names = [name.strip() for name in authors if isinstance(name, str)]
        if len(names) != len(set(names)):
            yield _fault("lists an author twice", "authors")
    licensing = data.get("licensing")
    if isinstance(licensing, str) and licensing.strip() and not _is_license(licensing.strip()):
        says = f"is {quoted(licensing)}, must be an SPDX expression, {', '.join(_PRIVATE)}"
        yield _fault(says, "licensing", found=licensing)
    for index, entry in enumerate(_entries(data)):
        if entry.get("type") == "benchmark" and entry.get("prepare_script") is None:
            fault = _fault("is a benchmark and has no `prepare_script`", index)
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
        yield _fault("is forbidden with prepared prompts", "standard_prompt_config")
    if profile != _DRIVER_PROFILE and data.get("rollout_driver") is not None:
        yield _fault(f"is only for the profile {_DRIVER_PROFILE}", "rollout_driver")
    yield from _dataset_conditions(data, str(prompt), benchmark=benchmark)


def _dataset_conditions(
    data: Mapping[Any, Any], prompt: str, *, benchmark: bool
) -> Iterator[ModelFault]:
    entries = _entries(data)
    for index, entry in enumerate(entries):
        if prompt != "template" and entry.get("prompt_config") is not None:
            says = f"is only for template prompts, and these are {prompt}"
            inner = _fault(says, index, "prompt_config")
            yield inner.inside("datasets", "datasets")
    names = [str(entry.get("name")).strip() for entry in entries]
    if len(names) != len(set(names)):
        yield _fault("uses a name twice", "datasets")
    if benchmark and all(entry.get("type") != "benchmark" for entry in entries):
        yield _fault("has no entry of type benchmark, which a benchmark needs", "datasets")


def _entries(data: Mapping[Any, Any]) -> list[Mapping[Any, Any]]:
    entries = data.get("datasets")
    return [item for item in entries if isinstance(item, dict)] if isinstance(entries, list) else []


def _fault(says: str, *path: str | int, found: object = None) -> ModelFault:
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
