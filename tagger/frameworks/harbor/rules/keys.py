"""Rules for keys of task.toml that Harbor ignores, reads under an old name, or drops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Safety, Severity
from tagger.frameworks.harbor import fixes
from tagger.frameworks.harbor.faults import describe, dotted
from tagger.frameworks.harbor.tables import DEPRECATED, OLD_SIZES
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.config import ConfigFile
    from tagger.frameworks.harbor.faults import Where
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_CONFIG = "tasks/sort/task.toml"
_MODEL = "harbor 0.26.0, models/task/config.py"
#: Keys of the root that ``[metadata]``, where anything is allowed, takes in when it comes last.
_NEVER_METADATA = ("artifacts", "multi_step_reward_strategy", "schema_version", "steps")

MISSPELT_KEY = Rule(
    code="HB015",
    name="misspelt-key",
    severity=Severity.WARNING,
    summary="A key in task.toml that Harbor does not know and that resembles one it knows",
    why="Harbor silently ignores unknown keys, so the setting has no effect. Resemblance is"
    " measured as in `harbor lint`, which reports it as `unknown-config-field`.",
    bad={_CONFIG: "[environment]\nmemory_gb = 4\n"},
    good={_CONFIG: "[environment]\nmemory_mb = 4096\n"},
    source="harbor 0.26.0, lint/task.py, unknown-config-field",
)

UNKNOWN_KEY = Rule(
    code="HB016",
    name="unknown-key",
    severity=Severity.INFO,
    summary="A key in task.toml that Harbor does not know",
    why="Harbor silently ignores it. Keys of your own belong in `[metadata]`, where anything"
    " is allowed. `harbor lint` reports it as `unknown-config-field`.",
    bad={_CONFIG: "[zebra]\nstripes = 7\n"},
    good={_CONFIG: "[metadata.zebra]\nstripes = 7\n"},
    source="harbor 0.26.0, lint/task.py, unknown-config-field",
)

MISPLACED_KEY = Rule(
    code="HB017",
    name="misplaced-key",
    severity=Severity.WARNING,
    summary="A key of the root of task.toml comes after a table header",
    why="In TOML a key belongs to the table whose header is above it. A root key such as"
    " `artifacts` at the end of the file belongs to the last table, and Harbor never sees it.",
    bad={_CONFIG: '[agent]\ntimeout_sec = 600\n\nartifacts = ["/app/out.txt"]\n'},
    good={_CONFIG: 'artifacts = ["/app/out.txt"]\n\n[agent]\ntimeout_sec = 600\n'},
    source=_MODEL,
)


@MISSPELT_KEY.check
@UNKNOWN_KEY.check
@MISPLACED_KEY.check
def _check_unread_keys(view: TreeView, task: Task) -> Iterator[Finding]:
    """Keys that no model reads, near ones and root keys in the wrong table among them."""
    del view
    if task.file is None or not task.file.data:
        return
    from tagger.frameworks.harbor.model import root_keys, unknown_keys

    data, path = task.file.data, task.config_path
    for where, known in unknown_keys(data):
        if len(where) > 1 and where[-1] in root_keys():
            yield _misplaced(path, task.file, where)
        else:
            yield _unknown(path, task.file, where, known)
    for key in _NEVER_METADATA:
        if key in _table(data, "metadata") and key not in data:
            yield _misplaced(path, task.file, ("metadata", key))


def _unknown(path: str, file: ConfigFile, where: Where, known: Iterable[str]) -> Finding:
    message = f"Harbor ignores `{dotted(where)}`, a key that it does not know"
    span = file.span(where)
    if near := nearest(str(where[-1]), known):
        return MISSPELT_KEY.at(path, message, span, hint=f"did you mean `{near}`?")
    return UNKNOWN_KEY.at(path, message, span, hint="put keys of your own under [metadata]")


def _misplaced(path: str, file: ConfigFile, where: Where) -> Finding:
    table = dotted(where[:-1])
    return MISPLACED_KEY.at(
        path,
        f"`{where[-1]}` belongs to `{table}` here, and Harbor reads it only at the root",
        file.span(where),
        hint="move it above the first table header",
    )


DEPRECATED_KEY = Rule(
    code="HB018",
    name="deprecated-key",
    severity=Severity.INFO,
    summary="A key of an earlier release of Harbor",
    why="Harbor still reads `version`, `memory`, `storage` and `allow_internet`. Other programs"
    " that load Harbor tasks do not always: one that reads `network_mode` alone gives the network"
    " to a task that was closed by `allow_internet = false`. A size is moved to its new key by a"
    " safe fix, because both say the same; `allow_internet` by an unsafe one.",
    bad={_CONFIG: '[environment]\nmemory = "2G"\n'},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig; PrimeIntellect-ai/verifiers#1674",
    fix=Safety.SAFE,
)

SIZE_DROPPED = Rule(
    code="HB019",
    name="size-dropped",
    severity=Severity.WARNING,
    summary="`memory` or `storage` is not a string and is dropped",
    why='Harbor reads the old keys as text such as `"2G"` and drops every other value without a'
    " word: the task runs with the default size.",
    bad={_CONFIG: "[environment]\nmemory = 2048\n"},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig",
)


@DEPRECATED_KEY.check
@SIZE_DROPPED.check
def _check_old_keys(view: TreeView, task: Task) -> Iterator[Finding]:
    """Keys of earlier releases, and sizes that are dropped for their type."""
    del view
    if task.file is None or not task.file.data:
        return
    data, path, file = task.file.data, task.config_path, task.file
    found: list[tuple[Where, Any]] = [(("version",), data["version"])] if "version" in data else []
    found += [
        ((*where, key), environment[key])
        for where, environment in _environments(data)
        for key in (*OLD_SIZES, "allow_internet")
        if key in environment
    ]
    changes = [_modern(file, where, value) for where, value in found]
    for (where, value), fix in zip(found, fixes.prove(file, path, changes), strict=True):
        if where[-1] in OLD_SIZES and not isinstance(value, str):
            yield _dropped(path, file, where, value)
        else:
            message = f"`{dotted(where)}` is the key of an earlier release"
            hint = f"`{DEPRECATED[str(where[-1])]}` has replaced it"
            yield DEPRECATED_KEY.at(path, message, file.span(where), hint=hint, fix=fix)


def _modern(file: ConfigFile, where: Where, value: Any) -> fixes.Change | None:
    if where[-1] in OLD_SIZES and isinstance(value, str):
        return fixes.size_in_megabytes(file, where)
    return fixes.network_mode(file, where) if where[-1] == "allow_internet" else None


def _dropped(path: str, file: ConfigFile, where: Where, value: Any) -> Finding:
    return SIZE_DROPPED.at(
        path,
        f"`{dotted(where)}` is {describe(value)}, and Harbor drops it: the default size is used",
        file.span(where),
        hint=f"write `{OLD_SIZES[str(where[-1])]}`, in megabytes",
    )


def _environments(data: Mapping[str, Any]) -> Iterator[tuple[Where, dict[str, Any]]]:
    """Every table with the model of ``[environment]``."""
    steps = data.get("steps")
    count = len(steps) if isinstance(steps, list) else 0
    places: list[Where] = [("environment",), ("verifier", "environment")]
    places += [("steps", index, "verifier", "environment") for index in range(count)]
    for where in places:
        table: Any = data
        for part in where:
            table = table[part] if isinstance(part, int) else _get(table, part)
        if isinstance(table, dict):
            yield where, table


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = data.get(key)
    return table if isinstance(table, dict) else {}


def _get(table: Any, key: str) -> Any:
    return table.get(key) if isinstance(table, dict) else None
