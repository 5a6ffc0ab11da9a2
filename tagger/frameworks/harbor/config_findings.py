"""Findings in task.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.places import Span
from tagger.frameworks.harbor import config_fixes as fixes
from tagger.frameworks.harbor import rules_config as rules
from tagger.frameworks.harbor.faults import describe, dotted
from tagger.frameworks.harbor.problems import Code, Problem
from tagger.frameworks.harbor.tables import DEPRECATED, OLD_SIZES
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tagger.core.findings import Finding, Rule
    from tagger.frameworks.harbor.config import ConfigFile
    from tagger.frameworks.harbor.faults import Fault, Where

REFUSED = "Harbor refuses the task"

#: The rules of single keys, by the end of the way to them; indices are written ``[]``.
_RULES: Mapping[tuple[str, ...], Rule] = {
    ("task", "name"): rules.HB007,
    ("task", "authors", "[]"): rules.HB008,
    ("network_mode",): rules.HB009,
    ("allowed_hosts", "[]"): rules.HB009,
    ("tpu", "topology"): rules.HB010,
    ("steps", "[]", "name"): rules.HB011,
    ("mcp_servers", "[]", "transport"): rules.HB012,
    ("artifacts", "[]"): rules.HB013,
    ("artifacts", "[]", "source"): rules.HB013,
    ("artifacts", "[]", "destination"): rules.HB013,
    ("artifacts", "[]", "service"): rules.HB013,
    ("verifier", "environment_mode"): rules.HB014,
}
_NAMED: Mapping[str, Rule] = {rule.name: rule for rule in (rules.HB004, *_RULES.values())}
_HINTS: Mapping[Rule, str] = {
    rules.HB006: "put quotes around it",
    rules.HB007: 'write name = "<organisation>/<task>", or leave the table [task] out',
    rules.HB008: 'write { name = "…", email = "…" }',
    rules.HB009: 'list hosts only beside network_mode = "allowlist", without scheme and port',
    rules.HB014: "leave environment_mode out",
}
#: Keys of the root that ``[metadata]``, where anything may stand, swallows when it comes last.
_NEVER_METADATA = ("artifacts", "multi_step_reward_strategy", "schema_version", "steps")


def unreadable(problem: Problem, file: ConfigFile | None) -> Iterator[Finding]:
    """A task.toml of which nothing is known."""
    path, effect = problem.path, f"{problem.detail}; {REFUSED}"
    if problem.code is Code.SYNTAX and file and file.error:
        if file.text.startswith("\ufeff"):
            message = f"a byte-order mark stands before the first key; {REFUSED}"
            yield rules.HB002.at(path, message, Span(1), fix=fixes.without_mark(file, path))
        else:
            yield rules.HB001.at(path, f"no TOML: {effect}", file.error.span)
    elif problem.code is Code.ENCODING:
        yield rules.HB002.at(path, effect, Span(1), hint="save the file as UTF-8")
    elif problem.code is Code.POINTER:
        hint = "keep task.toml out of Git LFS and commit the file itself"
        yield rules.HB003.at(path, effect, Span(1), hint=hint)
    elif problem.code is Code.UNREADABLE:
        yield rules.HB020.at(path, effect, severity=rules.HB001.severity)


def schema_faults(path: str, file: ConfigFile) -> Iterator[Finding]:
    """What the schema refuses, one finding a value."""
    changes = [_change(fault, file) for fault in file.faults]
    for fault, fix in zip(file.faults, fixes.prove(file, path, changes), strict=True):
        yield _rule(fault).at(
            path,
            f"`{dotted(fault.where)}` {fault.message}; {REFUSED}",
            file.span(fault.where) or Span(1),
            hint=_hint(fault),
            fix=fix,
        )


def odd_keys(path: str, file: ConfigFile) -> Iterator[Finding]:
    """Keys that Harbor ignores, reads for old times' sake, or drops."""
    data = file.data or {}
    from tagger.frameworks.harbor.model import root_keys, unknown_keys

    for where, known in unknown_keys(data):
        if len(where) > 1 and where[-1] in root_keys():
            yield _misplaced(path, file, where)
        else:
            yield _unknown(path, file, where, known)
    for key in _NEVER_METADATA:
        if key in _table(data, "metadata") and key not in data:
            yield _misplaced(path, file, ("metadata", key))
    yield from _old_keys(path, file, data)


def _rule(fault: Fault) -> Rule:
    """The rule that a check of ours names, that the key has, or else that of the error."""
    if rule := _NAMED.get(fault.type):
        return rule
    way = tuple("[]" if isinstance(part, int) else part for part in fault.where)
    if way in (("version",), ("schema_version",)):
        return rules.HB006
    if fault.type == "missing":
        return rules.HB007 if way == ("task", "name") else rules.HB005
    return next((rule for end, rule in _RULES.items() if way[-len(end) :] == end), rules.HB004)


def _hint(fault: Fault) -> str | None:
    from tagger.frameworks.harbor.model import root_keys

    root_key = len(fault.where) > 1 and fault.where[-1] in root_keys()
    if root_key and fault.where[-2] == "env":
        return "a key of the root has to stand above the first table header"
    return _HINTS.get(_rule(fault))


def _change(fault: Fault, file: ConfigFile) -> fixes.Change | None:
    rule = _rule(fault)
    if rule is rules.HB006:
        return fixes.version_as_text(file, fault.where)
    if rule is rules.HB008:
        return fixes.author_as_table(file, fault.where)
    return None


def _unknown(path: str, file: ConfigFile, where: Where, known: Iterable[str]) -> Finding:
    key = str(where[-1])
    message = f"Harbor ignores `{dotted(where)}`, a key that it does not know"
    span = file.span(where)
    if near := nearest(key, known):
        return rules.HB015.at(path, message, span, hint=f"did you mean `{near}`?")
    return rules.HB016.at(path, message, span, hint="put keys of your own under [metadata]")


def _misplaced(path: str, file: ConfigFile, where: Where) -> Finding:
    table = dotted(where[:-1])
    return rules.HB017.at(
        path,
        f"`{where[-1]}` belongs to `{table}` here, and Harbor reads it at the root alone",
        file.span(where),
        hint="move it above the first table header",
    )


def _environments(data: Mapping[str, Any]) -> Iterator[tuple[Where, dict[str, Any]]]:
    """Every table with the schema of ``[environment]``."""
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


def _old_keys(path: str, file: ConfigFile, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Keys of earlier releases, and sizes that are dropped for their type."""
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
            hint = f"`{DEPRECATED[str(where[-1])]}` has taken its place"
            yield rules.HB018.at(path, message, file.span(where), hint=hint, fix=fix)


def _modern(file: ConfigFile, where: Where, value: Any) -> fixes.Change | None:
    if where[-1] in OLD_SIZES and isinstance(value, str):
        return fixes.size_in_megabytes(file, where)
    return fixes.network_mode(file, where) if where[-1] == "allow_internet" else None


def _dropped(path: str, file: ConfigFile, where: Where, value: Any) -> Finding:
    return rules.HB019.at(
        path,
        f"`{dotted(where)}` is {describe(value)}, and Harbor drops it: the default size is used",
        file.span(where),
        hint=f"write `{OLD_SIZES[str(where[-1])]}`, in megabytes",
    )
