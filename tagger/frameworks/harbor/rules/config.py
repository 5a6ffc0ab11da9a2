"""Rules for what task.toml holds: what Harbor refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, PointerError
from tagger.core.findings import Rule, Safety, Severity
from tagger.core.places import Span
from tagger.frameworks.harbor import fixes
from tagger.frameworks.harbor.faults import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.config import ConfigFile
    from tagger.frameworks.harbor.faults import SchemaFault
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_REFUSED = "Harbor refuses the task"
_MARK = "\ufeff"
_CONFIG = "tasks/sort/task.toml"
_MODEL = "harbor 0.26.0, models/task/config.py"
_SILENT = (
    "Harbor silently leaves such a task out when it runs a folder, and lets it fail when it runs a"
    " repository. `harbor lint` reports it as `invalid-task-config`."
)

TASK_CONFIG_SYNTAX = Rule(
    code="HB001",
    name="task-config-syntax",
    severity=Severity.ERROR,
    summary="`task.toml` is not valid TOML",
    why=f"{_SILENT} The usual causes are a backslash in a basic string (write a regular expression"
    " in single quotes), a key given twice, and an unfinished merge.",
    bad={_CONFIG: '[metadata]\npattern = "^\\s+$"\n'},
    good={_CONFIG: "[metadata]\npattern = '^\\s+$'\n"},
    source="harbor 0.26.0, TaskConfig.model_validate_toml; oh-my-dsh/dsh-plugin-upgrade-skill#105",
)


@TASK_CONFIG_SYNTAX.check
def _check_task_config_syntax(view: TreeView, task: Task) -> Iterator[Finding]:
    del view
    if task.file and task.file.error and not task.file.text.startswith(_MARK):
        message = f"not valid TOML: {task.file.error.reason}; {_REFUSED}"
        yield TASK_CONFIG_SYNTAX.at(task.config_path, message, task.file.error.span)


TASK_CONFIG_ENCODING = Rule(
    code="HB002",
    name="task-config-encoding",
    severity=Severity.ERROR,
    summary="`task.toml` is not UTF-8, or begins with a byte-order mark",
    why=f"{_SILENT} TOML is UTF-8 without a mark; releases of Harbor before 0.24 end the whole"
    " listing at such a file. The mark is removed by a fix, another encoding is not guessed.",
    bad={_CONFIG: "\ufeff[agent]\ntimeout_sec = 600\n"},
    good={_CONFIG: "[agent]\ntimeout_sec = 600\n"},
    source="harbor 0.26.0, Task.is_valid_dir",
    fix=Safety.SAFE,
)


@TASK_CONFIG_ENCODING.check
def _check_task_config_encoding(view: TreeView, task: Task) -> Iterator[Finding]:
    del view
    path = task.config_path
    if isinstance(task.unread, EncodingError):
        hint = "save the file as UTF-8"
        yield TASK_CONFIG_ENCODING.at(path, f"{task.unread.reason}; {_REFUSED}", Span(1), hint=hint)
    elif task.file and task.file.error and task.file.text.startswith(_MARK):
        message = f"a byte-order mark precedes the first key; {_REFUSED}"
        yield TASK_CONFIG_ENCODING.at(
            path, message, Span(1), fix=fixes.without_mark(task.file, path)
        )


TASK_CONFIG_POINTER = Rule(
    code="HB003",
    name="task-config-pointer",
    severity=Severity.ERROR,
    summary="`task.toml` is a Git LFS pointer",
    why="A pointer is not valid TOML. Harbor runs `git lfs pull` only when the root"
    " `.gitattributes` names the filter and git-lfs is installed. Keep small texts out of LFS.",
    bad={_CONFIG: f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 120\n"},
    good={_CONFIG: "[agent]\ntimeout_sec = 600\n"},
    source="harbor 0.26.0, Task.is_valid_dir",
)


@TASK_CONFIG_POINTER.check
def _check_task_config_pointer(view: TreeView, task: Task) -> Iterator[Finding]:
    del view
    if isinstance(task.unread, PointerError):
        message = f"{task.unread.reason}; {_REFUSED}"
        hint = "keep task.toml out of Git LFS and commit the file itself"
        yield TASK_CONFIG_POINTER.at(task.config_path, message, Span(1), hint=hint)


TASK_CONFIG_VALUE = Rule(
    code="HB004",
    name="task-config-value",
    severity=Severity.ERROR,
    summary="A value in task.toml has the wrong type or is not one of the allowed words",
    why=f"{_SILENT} A number may be given as a string and a whole float for an integer, but never a"
    " number for a string: every value of an `env` table is a string.",
    bad={_CONFIG: "[environment.env]\nSEED = 7\n"},
    good={_CONFIG: '[environment.env]\nSEED = "7"\n'},
    source=_MODEL,
)

TASK_CONFIG_MISSING_KEY = Rule(
    code="HB005",
    name="task-config-missing-key",
    severity=Severity.ERROR,
    summary="A table of task.toml lacks a required key",
    why=f"{_SILENT} No table is required, but some have required keys once they are there:"
    " `[[steps]]` a name, a health check and a collect hook a command, an artifact a source.",
    bad={_CONFIG: "[environment.healthcheck]\nretries = 5\n"},
    good={_CONFIG: '[environment.healthcheck]\ncommand = "true"\nretries = 5\n'},
    source=_MODEL,
)

TASK_CONFIG_VERSION = Rule(
    code="HB006",
    name="task-config-version",
    severity=Severity.ERROR,
    summary="The schema version in task.toml is not a string",
    why=f"{_SILENT} The version may be any string and is never compared; only its type matters.",
    bad={_CONFIG: "version = 1.0\n"},
    good={_CONFIG: 'version = "1.0"\n'},
    source=f"{_MODEL}, TaskConfig.schema_version",
    fix=Safety.SAFE,
)

TASK_NAME = Rule(
    code="HB007",
    name="task-name",
    severity=Severity.ERROR,
    summary="`[task]` has no name of the form org/name",
    why=f"{_SILENT} The table may be left out; a table without a good name is refused. Folder"
    " names are free and need not match it.",
    bad={_CONFIG: '[task]\nname = "sort-cards"\n'},
    good={_CONFIG: '[task]\nname = "workbench/sort-cards"\n'},
    source=f"{_MODEL}, PackageInfo",
)

TASK_AUTHORS = Rule(
    code="HB008",
    name="task-authors",
    severity=Severity.ERROR,
    summary="An author in task.toml is not a table",
    why=f"{_SILENT} An author is a table with a name and, if wanted, an email.",
    bad={_CONFIG: '[task]\nname = "workbench/sort"\nauthors = ["A. Writer <a@example.org>"]\n'},
    good={
        _CONFIG: '[task]\nname = "workbench/sort"\n'
        'authors = [{ name = "A. Writer", email = "a@example.org" }]\n'
    },
    source=f"{_MODEL}, Author",
    fix=Safety.SAFE,
)

TASK_NETWORK = Rule(
    code="HB009",
    name="task-network",
    severity=Severity.ERROR,
    summary="Network settings that Harbor refuses",
    why=f'{_SILENT} `allowed_hosts` is allowed only beside `network_mode = "allowlist"` in the same'
    " table, and lists host names, `*.host`, IP addresses or networks; no scheme, port or path.",
    bad={_CONFIG: '[environment]\nallowed_hosts = ["https://example.org/"]\n'},
    good={_CONFIG: '[environment]\nnetwork_mode = "allowlist"\nallowed_hosts = ["example.org"]\n'},
    source=f"{_MODEL}, NetworkPolicy",
)

TASK_RESOURCES = Rule(
    code="HB010",
    name="task-resources",
    severity=Severity.ERROR,
    summary="A size, a number of processors or a TPU that Harbor cannot read",
    why=f"{_SILENT} The old keys `memory` and `storage` know only the units G, M and K, and must"
    " not contradict `memory_mb` and `storage_mb`.",
    bad={_CONFIG: '[environment]\nmemory = "2GB"\n'},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig and TpuSpec",
)

STEP_NAME = Rule(
    code="HB011",
    name="step-name",
    severity=Severity.ERROR,
    summary="A step has a name that is not a folder name on every system",
    why=f"{_SILENT} A step is the folder `steps/<name>/`, so names hold no slash, no device name"
    " of Windows and no dot or space at the end, and differ in more than case.",
    bad={_CONFIG: '[[steps]]\nname = "one/first"\n'},
    good={
        _CONFIG: '[[steps]]\nname = "first"\n',
        "tasks/sort/steps/first/instruction.md": "Sort the cards.\n",
    },
    source="harbor 0.26.0, models/task/step_name.py",
)

MCP_SERVER = Rule(
    code="HB012",
    name="mcp-server",
    severity=Severity.ERROR,
    summary="An MCP server in task.toml that Harbor refuses",
    why=f"{_SILENT} A server over HTTP needs a `url`, one over stdio a `command`; credentials in"
    " headers come from the environment, as `${{VARIABLE}}` without a default.",
    bad={_CONFIG: '[[environment.mcp_servers]]\nname = "notes"\ntransport = "http"\n'},
    good={
        _CONFIG: '[[environment.mcp_servers]]\nname = "notes"\ntransport = "http"\n'
        'url = "http://notes:8000/mcp"\n'
    },
    source=f"{_MODEL}, MCPServerConfig",
)

ARTIFACT = Rule(
    code="HB013",
    name="artifact",
    severity=Severity.ERROR,
    summary="An artifact with a source or destination that Harbor refuses",
    why=f"{_SILENT} A source never climbs with `..` and is absolute when it comes from another"
    " service; a destination is relative and is not `manifest.json`.",
    bad={_CONFIG: 'artifacts = [{ source = "/app/out", destination = "/out" }]\n'},
    good={_CONFIG: 'artifacts = [{ source = "/app/out", destination = "out" }]\n'},
    source=f"{_MODEL}, ArtifactConfig",
)

VERIFIER_MODE = Rule(
    code="HB014",
    name="verifier-mode",
    severity=Severity.ERROR,
    summary="The verifier is called shared and given an environment of its own",
    why=f"{_SILENT} A `[verifier.environment]` makes the verifier separate; leave the mode out or"
    ' say `environment_mode = "separate"`.',
    bad={
        _CONFIG: '[verifier]\nenvironment_mode = "shared"\n'
        '[verifier.environment]\ndocker_image = "debian:12"\n'
    },
    good={_CONFIG: '[verifier.environment]\ndocker_image = "debian:12"\n'},
    source=f"{_MODEL}, VerifierConfig",
)


@TASK_CONFIG_VALUE.check
@TASK_CONFIG_MISSING_KEY.check
@TASK_CONFIG_VERSION.check
@TASK_NAME.check
@TASK_AUTHORS.check
@TASK_NETWORK.check
@TASK_RESOURCES.check
@STEP_NAME.check
@MCP_SERVER.check
@ARTIFACT.check
@VERIFIER_MODE.check
def _check_refused_values(view: TreeView, task: Task) -> Iterator[Finding]:
    """What the model of task.toml refuses, one finding a value."""
    del view
    if task.file is None or not task.file.faults:
        return
    file, path = task.file, task.config_path
    ruled = [(_rule(fault), fault) for fault in file.faults]
    changes = [_change(rule, fault, file) for rule, fault in ruled]
    for (rule, fault), fix in zip(ruled, fixes.prove(file, path, changes), strict=True):
        yield rule.at(
            path,
            f"`{dotted(fault.where)}` {fault.message}; {_REFUSED}",
            file.span(fault.where) or Span(1),
            hint=_hint(rule, fault),
            fix=fix,
        )


#: The rules of single keys, by the end of the way to them; indices are written ``[]``.
_OF_KEYS: Mapping[tuple[str, ...], Rule] = {
    ("task", "name"): TASK_NAME,
    ("task", "authors", "[]"): TASK_AUTHORS,
    ("network_mode",): TASK_NETWORK,
    ("allowed_hosts", "[]"): TASK_NETWORK,
    ("tpu", "topology"): TASK_RESOURCES,
    ("steps", "[]", "name"): STEP_NAME,
    ("mcp_servers", "[]", "transport"): MCP_SERVER,
    ("artifacts", "[]"): ARTIFACT,
    ("artifacts", "[]", "source"): ARTIFACT,
    ("artifacts", "[]", "destination"): ARTIFACT,
    ("artifacts", "[]", "service"): ARTIFACT,
    ("verifier", "environment_mode"): VERIFIER_MODE,
}
_BY_NAME: Mapping[str, Rule] = {rule.name: rule for rule in (TASK_CONFIG_VALUE, *_OF_KEYS.values())}
_HINTS: Mapping[Rule, str] = {
    TASK_CONFIG_VERSION: "put quotes around it",
    TASK_NAME: 'write name = "<organisation>/<task>", or leave the table [task] out',
    TASK_AUTHORS: 'write { name = "…", email = "…" }',
    TASK_NETWORK: 'list hosts only beside network_mode = "allowlist", without scheme and port',
    VERIFIER_MODE: "leave environment_mode out",
}


def _rule(fault: SchemaFault) -> Rule:
    """The rule that a check of ours names, that the key has, or else that of the error."""
    if rule := _BY_NAME.get(fault.type):
        return rule
    way = tuple("[]" if isinstance(part, int) else part for part in fault.where)
    if way in (("version",), ("schema_version",)):
        return TASK_CONFIG_VERSION
    if fault.type == "missing":
        return TASK_NAME if way == ("task", "name") else TASK_CONFIG_MISSING_KEY
    return next(
        (rule for end, rule in _OF_KEYS.items() if way[-len(end) :] == end), TASK_CONFIG_VALUE
    )


def _hint(rule: Rule, fault: SchemaFault) -> str | None:
    from tagger.frameworks.harbor.model import root_keys

    where = fault.where
    if len(where) > 1 and where[-1] in root_keys() and where[-2] == "env":
        return "move this key of the root above the first table header"
    return _HINTS.get(rule)


def _change(rule: Rule, fault: SchemaFault, file: ConfigFile) -> fixes.Change | None:
    if rule is TASK_CONFIG_VERSION:
        return fixes.version_as_text(file, fault.where)
    return fixes.author_as_table(file, fault.where) if rule is TASK_AUTHORS else None
