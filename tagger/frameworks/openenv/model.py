"""The ``validation:`` block as openenv 0.10.0 declares it, as schemas of pydantic-core.

Source: ``validation/manifest.py`` (``NormalizedManifest``, and ``NormalizedManifestV2`` where the
block has ``execution``), ``validation/parsers/openenv_yaml.py``, and the bounds of
``validation/policies/severity-v1.json``. ``name`` and ``version``, which lie above the block, have
rules of their own. The published JSON Schema is made from the same schemas. Imported by the
function that meets a block, never before.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError, SchemaValidator
from pydantic_core import core_schema as cs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pydantic_core import CoreSchema

#: The bounds of the policy that ``static.manifest`` adds to the model.
MAX_ORACLE_TOLERANCE, MIN_FLOOR_MARGIN, MAX_VARIANCE_TOLERANCE = 0.1, 0.1, 0.2
MAX_EPISODE_TIMEOUT = 3600.0  # seconds

#: What the functions that check a path decide, as patterns of the published JSON Schema.
_PATH_PATTERN = r"(?!/)(?!(?:.*/)?\.\.(?:/|$))[^\\:\u0000]+$"
_FILE_PATTERN = r"(?!\.(?:/+\.)*/*$)"
#: ``app`` where uvicorn can start it.
_APP_PATTERN = r"^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_.]*$"

#: Sections that the parser hands on even when they are null; of the others null means absent.
_NULLABLE = frozenset({"judge", "task_distribution", "execution"})


def declared(block: Mapping[Any, Any]) -> dict[str, Any]:
    """What the parser takes from a block: the sections it knows."""
    return {
        name: block[name]
        for name in sections()
        if name in block and (name in _NULLABLE or block[name] is not None)
    }


@cache
def validator(*, has_execution: bool) -> SchemaValidator:
    """The judge of what is declared; with ``execution`` numbers must be finite too."""
    schemas = sections()
    if not has_execution:
        schemas = {name: schema for name, schema in schemas.items() if name != "execution"}
    block = _after(_mapping(schemas, optional=("network", "judge", "task_distribution")), _judge)
    return SchemaValidator(_after(block, _finite) if has_execution else block)


def known_keys(path: Sequence[str | int]) -> Sequence[str]:
    """The keys that the mapping at a path of the block may have."""
    schema: Any = _mapping(sections())
    for name in path:
        schema = _plain(_plain(schema)["fields"][name]["schema"])
    return tuple(_plain(schema)["fields"])


def _plain(schema: Any) -> Any:
    """The mapping inside a schema's wrappers."""
    while "fields" not in schema:
        schema = schema["schema"]
    return schema


def _mapping(fields: Mapping[str, CoreSchema], optional: Sequence[str] = ()) -> CoreSchema:
    """A model that forbids unknown keys; fields with a default may be absent."""
    return cs.typed_dict_schema(
        {
            name: cs.typed_dict_field(
                schema, required=name not in optional and schema["type"] != "default"
            )
            for name, schema in fields.items()
        },
        extra_behavior="forbid",
    )


def _after(schema: CoreSchema, check: Callable[[Any], Any]) -> CoreSchema:
    return cs.no_info_after_validator_function(check, schema)


def _default(schema: CoreSchema, value: Any) -> CoreSchema:
    return cs.with_default_schema(schema, default=value)


def _nullable(schema: CoreSchema) -> CoreSchema:
    return _default(cs.nullable_schema(schema), None)


def _fault(text: str, *place: str | int) -> PydanticCustomError:
    """An error of one key that follows from another; ``place`` leads to it from the model."""
    return PydanticCustomError("dependency", "{text}", {"text": text, "place": place})


def _described(schema: CoreSchema, about: str) -> Any:
    """The schema with a description for the published JSON Schema."""
    return {**schema, "metadata": {"pydantic_js_updates": {"description": about}}}


def _path(*, is_file: bool) -> CoreSchema:
    def check(value: str) -> str:
        path = PurePosixPath(value)
        outside = path.is_absolute() or ".." in path.parts
        if not value or outside or any(sign in value for sign in "\\:\x00"):
            raise PydanticCustomError("package_path", "not a path inside the package")
        if is_file and path == PurePosixPath("."):
            raise PydanticCustomError("package_path", "not the path of a file")
        return value

    published = {
        "pattern": "^" + (_FILE_PATTERN if is_file else "") + _PATH_PATTERN,
        "description": "Relative to the package: no `..`, no backslash, no colon.",
    }
    text = cs.str_schema(metadata={"pydantic_js_updates": published})
    return _after(text, check)


@cache
def sections() -> Mapping[str, CoreSchema]:
    """The sections of the block, ``execution`` of schema 2 included."""
    text, flag = cs.str_schema(), _default(cs.bool_schema(), False)
    texts = _default(cs.list_schema(text), [])
    reward = _mapping(
        {
            "range": _described(
                _default(cs.tuple_schema([cs.float_schema(), cs.float_schema()]), (0.0, 1.0)),
                "Lowest and highest reward, strictly increasing.",
            ),
            "oracle_tolerance": _default(cs.float_schema(ge=0, le=MAX_ORACLE_TOLERANCE), 0.0),
            "floor_margin": cs.float_schema(ge=MIN_FLOOR_MARGIN),
            "variance_tolerance": _nullable(cs.float_schema(ge=0, le=MAX_VARIANCE_TOLERANCE)),
        }
    )
    resources = _mapping(
        {
            "cpu": cs.float_schema(gt=0),
            "memory_mb": cs.int_schema(gt=0),
            "disk_mb": cs.int_schema(gt=0),
            "episode_timeout_s": cs.float_schema(gt=0, le=MAX_EPISODE_TIMEOUT),
            "gpus": _default(cs.int_schema(ge=0), 0),
            "gpu_types": texts,
        }
    )
    verifier = _mapping(
        {
            "kind": cs.literal_schema(["reward_channel", "script"]),
            "entry": _described(_nullable(text), "Needed exactly when `kind` is script."),
        }
    )
    oracle = _mapping(
        {
            "form": cs.literal_schema(["injected_state", "script"]),
            "location": _described(text, "Relative to the package."),
        }
    )
    capabilities = _mapping(
        {
            "oracle": _nullable(oracle),
            "verifier": _after(verifier, _entry),
            "set_state": flag,
            "llm_judged": flag,
            "rubric_tree": flag,
            "task_api": flag,
            "canaries": _nullable(text),
            "declared_tools": texts,
            "declared_task_count": _default(cs.dict_schema(text, cs.int_schema()), {}),
        }
    )
    types = _mapping({"tags": cs.list_schema(cs.str_schema(min_length=1), min_length=1)})
    network = _mapping(
        {
            "mode": _default(cs.literal_schema(["public", "no-network", "allowlist"]), "public"),
            "allowed_hosts": _described(texts, "Needed exactly when `mode` is allowlist."),
        }
    )
    judge = _mapping(
        {
            "model": text,
            "version": text,
            "params": _default(cs.dict_schema(text, cs.any_schema()), {}),
        }
    )
    task_distribution = _mapping(
        {
            "generator_seed": _nullable(cs.int_schema()),
            "dataset_version": _nullable(text),
            "generator_model": _nullable(text),
        }
    )
    execution = _mapping(
        {
            "kind": _default(cs.literal_schema(["openenv_ws"]), "openenv_ws"),
            "probe_path": _default(_path(is_file=True), "validation/runtime.json"),
            "dockerfile": _default(_path(is_file=True), "Dockerfile"),
            "context": _default(_path(is_file=False), "."),
            "agent_boundary": _default(cs.literal_schema(["api"]), "api"),
            "requires_credentials": _default(cs.bool_schema(strict=True), False),
        }
    )
    return {
        "reward": _after(reward, _increasing),
        "resources": _after(resources, _gpus),
        "capabilities": _after(capabilities, _injected),
        "types": types,
        "network": _after(network, _hosts),
        "judge": cs.nullable_schema(judge),
        "task_distribution": cs.nullable_schema(task_distribution),
        "execution": _described(
            execution, "Its presence selects schema 2, in which all numbers must be finite."
        ),
    }


def manifest_schema() -> CoreSchema:
    """The whole manifest for the published JSON Schema; nothing is judged by it."""
    text, anything = cs.str_schema(), cs.any_schema()
    keys = {
        "name": (
            cs.str_schema(min_length=1),
            "Name of the environment; the Space that `openenv push` creates is called after it.",
        ),
        "version": (
            cs.nullable_schema(text),
            "In quotes: an unquoted 1.0 is a number, which `openenv validate` refuses.",
        ),
        "description": (cs.nullable_schema(text), "Shown by AutoEnv and the catalogue."),
        "spec_version": (_default(anything, 1), "By convention the integer 1; never compared."),
        "type": (anything, "Written by the scaffold (`space`); not read by OpenEnv."),
        "runtime": (anything, "Written by the scaffold (`fastapi`); not read by OpenEnv."),
        "port": (
            anything,
            "Written by the scaffold (8000); not read by OpenEnv. A Space has `app_port`.",
        ),
        "app": (cs.str_schema(pattern=_APP_PATTERN), "`module:attribute` of the ASGI application."),
        "variables": (
            cs.nullable_schema(cs.dict_schema()),
            "Variables that `openenv push` sets on the Space; values become strings.",
        ),
        "action": (text, "Name of the action class; used when `observation` is there too."),
        "observation": (text, "Name of the observation class."),
        "validation": (
            cs.nullable_schema(_published_block()),
            "What `openenv validate` checks. Unknown keys directly below are silently dropped.",
        ),
    }
    return cs.typed_dict_schema(
        {
            key: cs.typed_dict_field(_described(schema, about), required=key == "name")
            for key, (schema, about) in keys.items()
        }
    )


def _published_block() -> CoreSchema:
    """The block as it may be written: `declared` drops unknown sections and a null network."""
    network = cs.nullable_schema(sections()["network"])
    required = ("reward", "resources", "capabilities", "types")
    return cs.typed_dict_schema(
        {
            name: cs.typed_dict_field(schema, required=name in required)
            for name, schema in {**sections(), "network": network}.items()
        }
    )


def _increasing(reward: dict[str, Any]) -> dict[str, Any]:
    low, high = reward["range"]
    if not low < high:
        raise _fault(f"is not strictly increasing ({low:g} to {high:g})", "range")
    return reward


def _gpus(resources: dict[str, Any]) -> dict[str, Any]:
    if resources["gpu_types"] and not resources["gpus"]:
        raise _fault("is given although `gpus` is 0", "gpu_types")
    return resources


def _entry(verifier: dict[str, Any]) -> dict[str, Any]:
    is_script, entry = verifier["kind"] == "script", verifier["entry"]
    if is_script and entry is None:
        raise _fault("lacks `entry`, which the kind script needs")
    if not is_script and entry is not None:
        raise _fault("is only allowed with the kind script", "entry")
    return verifier


def _injected(capabilities: dict[str, Any]) -> dict[str, Any]:
    oracle = capabilities["oracle"]
    if oracle and oracle["form"] == "injected_state" and not capabilities["set_state"]:
        raise _fault("is injected_state, which needs `set_state: true`", "oracle", "form")
    return capabilities


def _hosts(network: dict[str, Any]) -> dict[str, Any]:
    is_allowlist, hosts = network["mode"] == "allowlist", network["allowed_hosts"]
    if is_allowlist and not hosts:
        raise _fault("must name a host when `mode` is allowlist", "allowed_hosts")
    if hosts and not is_allowlist:
        raise _fault("is only allowed when `mode` is allowlist", "allowed_hosts")
    return network


def _judge(block: dict[str, Any]) -> dict[str, Any]:
    is_judged, judge = block["capabilities"]["llm_judged"], block.get("judge")
    if is_judged and judge is None:
        raise _fault("is missing although `llm_judged` is true", "judge")
    if is_judged and block["reward"]["variance_tolerance"] is None:
        text = "is missing although `llm_judged` is true"
        raise _fault(text, "reward", "variance_tolerance")
    if not is_judged and judge is not None:
        raise _fault("is given although `llm_judged` is not true", "judge")
    return block


def _finite(block: dict[str, Any]) -> dict[str, Any]:
    """Schema 2, which ``execution`` selects, allows finite numbers only."""
    for place in _endless(block, ()):
        raise _fault("is not a finite number, which `execution` requires", *place)
    return block


def _endless(value: Any, place: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, float) and not math.isfinite(value):
        yield place
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _endless(item, (*place, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _endless(item, (*place, index))
