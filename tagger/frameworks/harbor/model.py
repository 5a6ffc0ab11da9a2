"""The models of Harbor's files as schemas of ``pydantic_core``, which then judges them.

harbor 0.26.0: ``models/task/config.py`` (0.25.0 is the same), ``models/dataset/manifest.py``,
``models/registry.py``. Imported only by the functions that meet such a file. Where Harbor declares
``X | None = None`` in a TOML file, the key is optional and no more: TOML has no null. Defaults are
not filled in; they are part of the published JSON Schemas, which are made from these schemas.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic_core import InitErrorDetails, PydanticCustomError, SchemaValidator, ValidationError
from pydantic_core.core_schema import (
    any_schema,
    bool_schema,
    definition_reference_schema,
    definitions_schema,
    dict_schema,
    float_schema,
    int_schema,
    list_schema,
    literal_schema,
    no_info_after_validator_function,
    no_info_before_validator_function,
    no_info_wrap_validator_function,
    nullable_schema,
    str_schema,
    typed_dict_field,
    typed_dict_schema,
    union_schema,
)

from tagger.frameworks.harbor import tables, values
from tagger.frameworks.harbor.faults import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic_core import CoreSchema
    from pydantic_core.core_schema import (
        DefinitionReferenceSchema,
        TypedDictField,
        TypedDictSchema,
        ValidatorFunctionWrapHandler,
    )

    from tagger.frameworks.harbor.faults import Where
    from tagger.frameworks.harbor.tables import Check


# -- how the pieces are written -------------------------------------------------------------


def _key(schema: CoreSchema, about: str, *, required: bool = False, **more: Any) -> TypedDictField:
    """A key of a table; ``more`` goes into the published schema (``default``, ``deprecated``)."""
    updates: dict[str, Any] = {"description": about, **more}
    return typed_dict_field(schema, required=required, metadata={"pydantic_js_updates": updates})


def _text(rule: str, check: Callable[[str], str | None], pattern: str = "") -> CoreSchema:
    """A string that a check of ``values`` accepts; else an error of a rule, given by its name.

    ``pattern`` says in the published schema what the check decides.
    """

    def checked(text: str) -> str:
        if complaint := check(text):
            raise PydanticCustomError(rule, "{text}", {"text": complaint})
        return text

    updates: dict[str, Any] = {"pattern": pattern} if pattern else {}
    return no_info_after_validator_function(
        checked, str_schema(), metadata={"pydantic_js_updates": updates}
    )


def _whole(schema: CoreSchema, *checks: Check, ref: str | None = None) -> CoreSchema:
    """A table or list whose items are right and that is then looked at as it is written."""

    def checked(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        result = handler(value)
        faults = [
            InitErrorDetails(
                type=PydanticCustomError(rule, "{text}", {"text": text}),
                loc=where,
                input=value,
            )
            for check in checks
            for where, rule, text in check(value)
        ]
        if faults:
            raise ValidationError.from_exception_data("table", faults)
        return result

    return no_info_wrap_validator_function(checked, schema, ref=ref)


def _refer(name: str) -> DefinitionReferenceSchema:
    return definition_reference_schema(name)


def _texts() -> CoreSchema:
    return list_schema(str_schema())


def _map(values_schema: CoreSchema | None = None) -> CoreSchema:
    return dict_schema(str_schema(), values_schema or any_schema())


def _user() -> CoreSchema:
    return union_schema([(str_schema(), "a string"), (int_schema(), "an integer")])


# -- task.toml ------------------------------------------------------------------------------


def _hosts() -> TypedDictField:
    about = "Host names, *.host, IP addresses or networks; only beside the mode allowlist."
    return _key(list_schema(_text("task-network", values.allowed_host)), about)


def _mode(about: str, **more: Any) -> TypedDictField:
    return _key(literal_schema(["public", "no-network", "allowlist"]), about, **more)


def _phase() -> dict[str, TypedDictField]:
    """``PhaseNetworkPolicyConfig``."""
    about = "The network in this phase; else that of the environment."
    return {"network_mode": _mode(about), "allowed_hosts": _hosts()}


def _author() -> CoreSchema:
    return typed_dict_schema(
        {
            "name": _key(str_schema(), "Who it is.", required=True),
            "email": _key(str_schema(), "Where to write to."),
        },
        ref="author",
    )


def _package() -> CoreSchema:
    """``PackageInfo``, and ``DatasetInfo`` of dataset.toml, which has the same keys."""
    name = _text("task-name", values.package_name, values.NAME_PATTERN)
    return typed_dict_schema(
        {
            "name": _key(name, "Name of the package, org/name.", required=True),
            "version": _key(str_schema(min_length=1), "Version of the package, any text."),
            "description": _key(str_schema(), "For people.", default=""),
            "authors": _key(
                list_schema(_refer("author")), "Tables with a name and, if wanted, an email."
            ),
            "keywords": _key(_texts(), "For the search."),
        },
        ref="package",
    )


def _healthcheck() -> CoreSchema:
    seconds = float_schema()
    return typed_dict_schema(
        {
            "command": _key(str_schema(), "Succeeds when the environment is ready.", required=True),
            "interval_sec": _key(seconds, "Seconds between two attempts.", default=5.0),
            "timeout_sec": _key(seconds, "Seconds until an attempt fails.", default=30.0),
            "start_period_sec": _key(seconds, "Seconds in which no failure counts.", default=0.0),
            "start_interval_sec": _key(seconds, "Seconds between attempts at first.", default=5.0),
            "retries": _key(int_schema(), "Failures in a row until it is given up.", default=3),
        },
        ref="healthcheck",
    )


def _tpu() -> CoreSchema:
    topology = _text("task-resources", values.topology)
    return typed_dict_schema(
        {
            "type": _key(str_schema(min_length=1), "The accelerator, such as v6e.", required=True),
            "topology": _key(topology, "NxM or NxMxK, such as 2x4.", required=True),
        }
    )


def _mcp_server() -> CoreSchema:
    kinds = literal_schema(["stdio", "sse", "streamable-http", "http"])
    http = "How to speak to it; http is another name of streamable-http."
    headers = _whole(_map(str_schema()), tables.headers)
    table = typed_dict_schema(
        {
            "name": _key(str_schema(), "Name of the server.", required=True),
            "transport": _key(kinds, http, default="sse"),
            "url": _key(str_schema(), "Where it is; required over HTTP."),
            "command": _key(str_schema(), "What starts it; required over stdio."),
            "args": _key(_texts(), "Arguments of the command."),
            "headers": _key(headers, "HTTP headers; credentials only as ${VARIABLE}."),
        }
    )
    return _whole(table, tables.mcp_server)


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _old_size(new: str) -> TypedDictField:
    """A size under its old key: what is not a string is dropped, and no fault."""

    def checked(value: Any) -> Any:
        if isinstance(value, str):
            try:
                values.megabytes(value)
            except ValueError as error:
                text = f"{error}, not {value!r}"
                raise PydanticCustomError("task-resources", "{text}", {"text": text}) from None
        return value

    schema = no_info_after_validator_function(checked, any_schema())
    return _key(schema, f"Deprecated: use {new}.", type="string", deprecated=True)


def _finite(value: float) -> float:
    if isinstance(value, float) and not math.isfinite(value):
        text = f"must be finite, not {describe(value)}"
        raise PydanticCustomError("task-resources", "{text}", {"text": text})
    return value


def _environment() -> CoreSchema:
    """``EnvironmentConfig``."""
    number = union_schema([(int_schema(), "a number"), (float_schema(), "a number")])
    system = no_info_before_validator_function(_lower, literal_schema(["linux", "windows"]))
    table = typed_dict_schema(
        {
            "network_mode": _mode("The network of the container.", default="public"),
            "allowed_hosts": _hosts(),
            "build_timeout_sec": _key(
                float_schema(), "Seconds for building the image.", default=600.0
            ),
            "docker_image": _key(str_schema(), "A ready-made image; then no Dockerfile is needed."),
            "os": _key(system, "System of the container.", default="linux"),
            "cpus": _key(
                no_info_after_validator_function(_finite, number),
                "Processors; fractions are allowed since 0.25.",
            ),
            "memory_mb": _key(int_schema(), "Memory in megabytes."),
            "storage_mb": _key(int_schema(), "Disk in megabytes."),
            "gpus": _key(int_schema(), "Number of GPUs."),
            "gpu_types": _key(_texts(), "Acceptable GPUs, such as H100; any if left out."),
            "tpu": _key(_tpu(), "A slice of TPUs."),
            "mcp_servers": _key(list_schema(_mcp_server()), "MCP servers for the agent."),
            "env": _key(
                _map(str_schema()),
                "Variables; every value is a string, ${NAME} comes from the host.",
            ),
            "skills_dir": _key(str_schema(), "Folder in the container with skills for the agent."),
            "healthcheck": _key(_refer("healthcheck"), "Tells when the environment is ready."),
            "workdir": _key(str_schema(), "Folder in which commands run."),
            "allow_internet": _key(bool_schema(), "Deprecated: use network_mode.", deprecated=True),
            "memory": _old_size("memory_mb"),
            "storage": _old_size("storage_mb"),
        }
    )
    return _whole(table, tables.environment_hosts, tables.old_sizes, ref="environment")


def _agent() -> CoreSchema:
    table = typed_dict_schema(
        {
            **_phase(),
            "timeout_sec": _key(float_schema(), "Seconds for the agent."),
            "user": _key(_user(), "User that the agent runs as."),
        }
    )
    return _whole(table, tables.phase_hosts, ref="agent")


def _collect_hook() -> CoreSchema:
    service = _text("task-config-value", values.service)
    return typed_dict_schema(
        {
            "command": _key(str_schema(), "What is run after the agent.", required=True),
            "service": _key(service, "Compose service it runs in.", default=tables.MAIN_SERVICE),
            "timeout_sec": _key(float_schema(), "Seconds for the command.", default=60.0),
            "user": _key(_user(), "User that the command runs as."),
        }
    )


def _verifier() -> CoreSchema:
    """``VerifierConfig``."""
    table = typed_dict_schema(
        {
            **_phase(),
            "timeout_sec": _key(float_schema(), "Seconds for the tests.", default=600.0),
            "env": _key(_map(str_schema()), "Variables of the tests; every value is a string."),
            "user": _key(_user(), "User that the tests run as."),
            "environment_mode": _key(
                literal_schema(["shared", "separate"]),
                "Whether the tests run in the agent's container or apart.",
            ),
            "environment": _key(
                _refer("environment"), "A container for the tests; makes the verifier separate."
            ),
            "collect": _key(
                list_schema(_collect_hook()), "Commands that save state after the agent."
            ),
        }
    )
    return _whole(table, tables.phase_hosts, tables.verifier_mode, ref="verifier")


def _artifact() -> CoreSchema:
    service = _text("artifact", values.service)
    table = typed_dict_schema(
        {
            "source": _key(_source(), "Path in the container.", required=True),
            "destination": _key(
                _text("artifact", values.artifact_destination),
                "Path below the folder of artifacts.",
            ),
            "exclude": _key(_texts(), "Patterns that are left out of a folder."),
            "service": _key(service, "Compose service that it comes from."),
        }
    )
    return _whole(table, tables.artifact, ref="artifact")


def _source() -> CoreSchema:
    return _text("artifact", values.artifact_source)


def _artifacts() -> TypedDictField:
    item = union_schema([(_source(), "a string"), (_refer("artifact"), "a table")])
    return _key(list_schema(item), "What is kept of the container: paths, or tables.")


def _step() -> CoreSchema:
    name = _text("step-name", values.step_name)
    reward = union_schema([(float_schema(), "a number"), (_map(float_schema()), "a table")])
    return typed_dict_schema(
        {
            "name": _key(name, "Name of the folder below steps/.", required=True),
            "agent": _key(_refer("agent"), "As [agent], for this step."),
            "verifier": _key(_refer("verifier"), "As [verifier], for this step."),
            "min_reward": _key(reward, "Reward below which the other steps are left out."),
            "healthcheck": _key(_refer("healthcheck"), "Tells when the step can begin."),
            "artifacts": _artifacts(),
        }
    )


def _renamed_version(value: Any) -> Any:
    """``handle_version_rename``: the old key counts where the new one is missing."""
    if not isinstance(value, dict) or "version" not in value:
        return value
    return {"schema_version": value["version"]} | {k: value[k] for k in value if k != "version"}


@cache
def task_schema() -> CoreSchema:
    """``TaskConfig``."""
    solution = {"env": _key(_map(str_schema()), "Variables of the solution; all are strings.")}
    strategy = literal_schema(["mean", "final"])
    table = typed_dict_schema(
        {
            "schema_version": _key(
                str_schema(), "Version of this format; never compared.", default="1.4"
            ),
            "task": _key(_refer("package"), "The package; only publishing needs it."),
            "metadata": _key(_map(), "Anything of your own."),
            "verifier": _key(_refer("verifier"), "How the work is tested."),
            "agent": _key(_refer("agent"), "How the agent runs."),
            "environment": _key(_refer("environment"), "The container that the agent works in."),
            "solution": _key(typed_dict_schema(solution), "How the reference solution runs."),
            "source": _key(str_schema(), "Where the task comes from."),
            "multi_step_reward_strategy": _key(
                strategy, "How the rewards of steps make one; mean if left out."
            ),
            "steps": _key(
                _whole(list_schema(_step()), tables.step_names),
                "The steps of a task with several.",
            ),
            "artifacts": _artifacts(),
            "version": _key(str_schema(), "Deprecated: use schema_version.", deprecated=True),
        }
    )
    shared = [_author(), _package(), _healthcheck(), _environment(), _agent(), _verifier()]
    renamed = no_info_before_validator_function(_renamed_version, table)
    return definitions_schema(renamed, [*shared, _artifact()])


# -- dataset.toml and registry.json ---------------------------------------------------------


@cache
def manifest_schema() -> CoreSchema:
    """``DatasetManifest``."""
    entry = {
        "name": _key(
            _text("manifest-refused", values.package_name, values.NAME_PATTERN),
            "Name of the task's package, org/name.",
            required=True,
        ),
        "digest": _key(
            _text("manifest-refused", values.digest, values.DIGEST_PATTERN),
            "The digest of the task's published files.",
            required=True,
        ),
    }
    file = {
        "path": _key(
            _text("manifest-refused", values.file_name), "A plain file name.", required=True
        ),
        "digest": _key(
            _text("manifest-refused", values.optional_digest),
            "The digest of the file; filled in when it is published.",
            default="",
        ),
    }
    about = "Files of the set, such as metric.py."
    table = typed_dict_schema(
        {
            "schema_version": _key(str_schema(), "Version of this format.", default="1.0"),
            "dataset": _key(_refer("package"), "The set as a package.", required=True),
            "metadata": _key(_map(), "Anything of your own."),
            "tasks": _key(list_schema(typed_dict_schema(entry)), "The tasks of the set."),
            "files": _key(list_schema(typed_dict_schema(file)), about),
        }
    )
    return definitions_schema(table, [_author(), _package()])


@cache
def registry_schema() -> CoreSchema:
    """The rows of ``registry.json``, each a ``DatasetSpec``."""
    where = "Its folder, relative to the root of its repository."
    task = {
        "name": _key(str_schema(), "Name of the task in the set.", required=True),
        "path": _key(str_schema(), where, required=True),
        "git_url": _key(nullable_schema(str_schema()), "The repository; this one if left out."),
        "git_commit_id": _key(nullable_schema(str_schema()), "The commit; this one if left out."),
    }
    kinds = literal_schema(["sum", "min", "max", "mean", "uv-script"])
    metric = {
        "type": _key(kinds, "How rewards add up.", default="mean"),
        "kwargs": _key(_map(), "Arguments of the metric."),
    }
    row = {
        "name": _key(str_schema(), "Name of the set, for -d.", required=True),
        "version": _key(str_schema(), "Version of the set, for -d name@version.", required=True),
        "description": _key(str_schema(), "For people.", required=True),
        "tasks": _key(list_schema(typed_dict_schema(task)), "The tasks of the set.", required=True),
        "metrics": _key(list_schema(typed_dict_schema(metric)), "How the results are summed up."),
    }
    return list_schema(typed_dict_schema(row))


# -- validators, and the keys of the tables -------------------------------------------------


@cache
def task_validator() -> SchemaValidator:
    """What judges a task.toml."""
    return SchemaValidator(task_schema())


@cache
def manifest_validator() -> SchemaValidator:
    """What judges a dataset.toml."""
    return SchemaValidator(manifest_schema())


@cache
def registry_validator() -> SchemaValidator:
    """What judges a registry.json."""
    return SchemaValidator(registry_schema())


def root_keys() -> frozenset[str]:
    """The keys of the root of a task.toml, the old one left out."""
    return frozenset(_fields(task_schema(), {})) - {"version"}


def unknown_keys(data: Any) -> Iterator[tuple[Where, frozenset[str]]]:
    """Every key of a task.toml that no model reads, with the keys of the table that holds it."""
    schema: Any = task_schema()
    yield from _unknown(data, schema, {each["ref"]: each for each in schema["definitions"]}, ())


def _unknown(
    value: Any, schema: Any, shared: dict[str, Any], where: Where
) -> Iterator[tuple[Where, frozenset[str]]]:
    if not isinstance(value, dict | list):
        return
    schema = _plain(schema, shared, type(value))
    if isinstance(value, list):
        if schema["type"] == "list":
            for index, item in enumerate(value):
                yield from _unknown(item, schema["items_schema"], shared, (*where, index))
    elif schema["type"] == "dict":
        for key, item in value.items():
            yield from _unknown(item, schema["values_schema"], shared, (*where, key))
    elif schema["type"] == "typed-dict":
        fields = schema["fields"]
        for key, item in value.items():
            if key not in fields:
                yield (*where, key), frozenset(fields)
            elif isinstance(item, dict | list):
                yield from _unknown(item, fields[key]["schema"], shared, (*where, key))


def _fields(schema: Any, shared: dict[str, Any]) -> TypedDictSchema:
    fields: TypedDictSchema = _plain(schema, shared, dict)["fields"]
    return fields


def _plain(schema: Any, shared: dict[str, Any], kind: type) -> Any:
    """A schema without the functions and references around it; of a union what fits a kind."""
    while True:
        if schema["type"] == "definition-ref":
            schema = shared[schema["schema_ref"]]
        elif schema["type"] == "union":
            choices = [_plain(choice, shared, kind) for choice, _ in schema["choices"]]
            names = ("typed-dict", "dict") if kind is dict else ("list",)
            return next((c for c in choices if c["type"] in names), choices[0])
        elif "schema" in schema:
            schema = schema["schema"]
        else:
            return schema
