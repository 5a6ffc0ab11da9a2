"""What whole tables of task.toml must look like: keys that need or exclude each other.

As in the validators of harbor 0.26.0, ``models/task/config.py``. A check gets a table as it is
written, its values being right one by one, and yields for each fault the way to it in the table,
the name of the rule, and what is wrong as the end of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tagger.frameworks.harbor import values

#: The old keys for sizes, and what took their place.
OLD_SIZES = {"memory": "memory_mb", "storage": "storage_mb"}
#: Keys of earlier releases that are still read, and what took their place.
DEPRECATED = {"version": "schema_version", **OLD_SIZES, "allow_internet": "network_mode"}
MAIN_SERVICE = "main"

Faults = Iterator[tuple[tuple[str | int, ...], str, str]]
Check = Callable[[Any], Faults]


def old_sizes(table: dict[str, Any]) -> Faults:
    """An old size agrees with the new key; what is not a string is dropped."""
    for old, new in OLD_SIZES.items():
        text = table.get(old)
        if isinstance(text, str) and new in table:
            size = values.megabytes(text)
            if table[new] != size:
                message = f"is {size} MB and contradicts `{new}`; keep only `{new}`"
                yield (old,), "task-resources", message


def phase_hosts(table: dict[str, Any]) -> Faults:
    """Hosts need the mode beside them (``PhaseNetworkPolicyConfig``)."""
    return _allowlist(table, None)


def environment_hosts(table: dict[str, Any]) -> Faults:
    """The mode of an environment is public unless it says otherwise."""
    return _allowlist(table, "public")


def _allowlist(table: dict[str, Any], default: str | None) -> Faults:
    """Hosts go with the mode allowlist alone; an empty list passes where there is a mode."""
    hosts, mode = table.get("allowed_hosts"), table.get("network_mode", default)
    if hosts is not None and (mode is None or (hosts and mode != "allowlist")):
        message = 'needs network_mode = "allowlist" in the same table'
        yield ("allowed_hosts",), "task-network", message


def verifier_mode(table: dict[str, Any]) -> Faults:
    """A verifier with an environment is not shared."""
    if table.get("environment_mode") == "shared" and "environment" in table:
        message = 'is "shared", and a `[verifier.environment]` makes the verifier separate'
        yield ("environment_mode",), "verifier-mode", message


def mcp_server(table: dict[str, Any]) -> Faults:
    """An address over HTTP, a command over stdio."""
    stdio = table.get("transport") == "stdio"
    needed = "command" if stdio else "url"
    if not table.get(needed):
        transport = table.get("transport", "sse")
        yield (needed,), "mcp-server", f'is required for the transport "{transport}"'
    if stdio and table.get("headers"):
        yield ("headers",), "mcp-server", "has a meaning over HTTP only, not with stdio"


def headers(table: dict[str, Any]) -> Faults:
    """Names, values and credentials of HTTP headers."""
    for name, value in table.items():
        if complaint := values.header(name, value):
            yield (name,), "mcp-server", complaint


def artifact(table: dict[str, Any]) -> Faults:
    """From another service only an absolute path."""
    service = table.get("service")
    if service is None or service.strip() == MAIN_SERVICE:
        return
    if not values.is_absolute(table["source"]):
        message = f"must be an absolute path when it comes from the service {service!r}"
        yield ("source",), "artifact", message


def step_names(steps: list[Any]) -> Faults:
    """No two folders that some file system takes for one."""
    seen: dict[str, int] = {}
    for index, step in enumerate(steps):
        first = seen.setdefault(values.step_key(step["name"]), index)
        if first != index:
            message = f"is the same folder as `steps[{first}].name` on some systems"
            yield (index, "name"), "step-name", message
