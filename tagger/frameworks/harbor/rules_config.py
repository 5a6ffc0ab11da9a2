"""Rules for task.toml."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_CONFIG = "tasks/sort/task.toml"
_MODEL = "harbor 0.26.0, models/task/config.py"
_SILENT = (
    "Harbor leaves such a task out without a word when it runs a folder, and lets it fail when it"
    " runs a repository. `harbor lint` reports it as `invalid-task-config`."
)

HB001 = Rule(
    code="HB001",
    name="task-config-syntax",
    severity=Severity.ERROR,
    summary="task.toml is no TOML",
    why=f"{_SILENT} The usual causes are a backslash in a basic string (write a regular expression"
    " in single quotes), a key given twice, and an unfinished merge.",
    bad={_CONFIG: '[metadata]\npattern = "^\\s+$"\n'},
    good={_CONFIG: "[metadata]\npattern = '^\\s+$'\n"},
    source="harbor 0.26.0, TaskConfig.model_validate_toml; oh-my-dsh/dsh-plugin-upgrade-skill#105",
)

HB002 = Rule(
    code="HB002",
    name="task-config-encoding",
    severity=Severity.ERROR,
    summary="task.toml is not UTF-8, or begins with a byte-order mark",
    why=f"{_SILENT} TOML is UTF-8 without a mark; releases of Harbor before 0.24 end the whole"
    " listing at such a file. The mark is removed by a fix, another encoding is not guessed.",
    bad={_CONFIG: "\ufeff[agent]\ntimeout_sec = 600\n"},
    good={_CONFIG: "[agent]\ntimeout_sec = 600\n"},
    source="harbor 0.26.0, Task.is_valid_dir",
    fix=Safety.SAFE,
)

HB003 = Rule(
    code="HB003",
    name="task-config-pointer",
    severity=Severity.ERROR,
    summary="a Git LFS pointer stands in place of task.toml",
    why="A pointer is no TOML. Harbor runs `git lfs pull` only when the root `.gitattributes` names"
    " the filter and git-lfs is installed. Keep small texts out of LFS.",
    bad={_CONFIG: f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 120\n"},
    good={_CONFIG: "[agent]\ntimeout_sec = 600\n"},
    source="harbor 0.26.0, Task.is_valid_dir",
)

HB004 = Rule(
    code="HB004",
    name="task-config-value",
    severity=Severity.ERROR,
    summary="a value in task.toml has the wrong type or is no allowed word",
    why=f"{_SILENT} A number may be given as text and a whole float for an integer, never a number"
    " for text: every value of an `env` table is text.",
    bad={_CONFIG: "[environment.env]\nSEED = 7\n"},
    good={_CONFIG: '[environment.env]\nSEED = "7"\n'},
    source=_MODEL,
)

HB005 = Rule(
    code="HB005",
    name="task-config-missing-key",
    severity=Severity.ERROR,
    summary="a table of task.toml lacks a key that it must have",
    why=f"{_SILENT} No table is required, but some have required keys once they are there:"
    " `[[steps]]` a name, a health check and a collect hook a command, an artifact a source.",
    bad={_CONFIG: "[environment.healthcheck]\nretries = 5\n"},
    good={_CONFIG: '[environment.healthcheck]\ncommand = "true"\nretries = 5\n'},
    source=_MODEL,
)

HB006 = Rule(
    code="HB006",
    name="task-config-version",
    severity=Severity.ERROR,
    summary="the schema version in task.toml is no string",
    why=f"{_SILENT} The version may be any text and is never compared; only its type matters.",
    bad={_CONFIG: "version = 1.0\n"},
    good={_CONFIG: 'version = "1.0"\n'},
    source=f"{_MODEL}, TaskConfig.schema_version",
    fix=Safety.SAFE,
)

HB007 = Rule(
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

HB008 = Rule(
    code="HB008",
    name="task-authors",
    severity=Severity.ERROR,
    summary="an author in task.toml is no table",
    why=f"{_SILENT} An author is a table with a name and, if wanted, an email.",
    bad={_CONFIG: '[task]\nname = "workbench/sort"\nauthors = ["A. Writer <a@example.org>"]\n'},
    good={
        _CONFIG: '[task]\nname = "workbench/sort"\n'
        'authors = [{ name = "A. Writer", email = "a@example.org" }]\n'
    },
    source=f"{_MODEL}, Author",
    fix=Safety.SAFE,
)

HB009 = Rule(
    code="HB009",
    name="task-network",
    severity=Severity.ERROR,
    summary="network settings that Harbor refuses",
    why=f'{_SILENT} `allowed_hosts` stands only beside `network_mode = "allowlist"` in the same'
    " table, and lists host names, `*.host`, IP addresses or networks; no scheme, port or path.",
    bad={_CONFIG: '[environment]\nallowed_hosts = ["https://example.org/"]\n'},
    good={_CONFIG: '[environment]\nnetwork_mode = "allowlist"\nallowed_hosts = ["example.org"]\n'},
    source=f"{_MODEL}, NetworkPolicy",
)

HB010 = Rule(
    code="HB010",
    name="task-resources",
    severity=Severity.ERROR,
    summary="a size, a number of processors or a TPU that Harbor cannot read",
    why=f"{_SILENT} The old keys `memory` and `storage` know the units G, M and K alone, and must"
    " not contradict `memory_mb` and `storage_mb`.",
    bad={_CONFIG: '[environment]\nmemory = "2GB"\n'},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig and TpuSpec",
)

HB011 = Rule(
    code="HB011",
    name="step-name",
    severity=Severity.ERROR,
    summary="a step has a name that is no folder name on every system",
    why=f"{_SILENT} A step is the folder `steps/<name>/`, so names hold no slash, no device name"
    " of Windows and no dot or blank at the end, and differ in more than case.",
    bad={_CONFIG: '[[steps]]\nname = "one/first"\n'},
    good={
        _CONFIG: '[[steps]]\nname = "first"\n',
        "tasks/sort/steps/first/instruction.md": "Sort the cards.\n",
    },
    source="harbor 0.26.0, models/task/step_name.py",
)

HB012 = Rule(
    code="HB012",
    name="mcp-server",
    severity=Severity.ERROR,
    summary="an MCP server in task.toml that Harbor refuses",
    why=f"{_SILENT} A server over HTTP needs a `url`, one over stdio a `command`; credentials in"
    " headers come from the environment, as `${{VARIABLE}}` without a default.",
    bad={_CONFIG: '[[environment.mcp_servers]]\nname = "notes"\ntransport = "http"\n'},
    good={
        _CONFIG: '[[environment.mcp_servers]]\nname = "notes"\ntransport = "http"\n'
        'url = "http://notes:8000/mcp"\n'
    },
    source=f"{_MODEL}, MCPServerConfig",
)

HB013 = Rule(
    code="HB013",
    name="artifact",
    severity=Severity.ERROR,
    summary="an artifact with a source or destination that Harbor refuses",
    why=f"{_SILENT} A source never climbs with `..` and is absolute when it comes from another"
    " service; a destination is relative and is not `manifest.json`.",
    bad={_CONFIG: 'artifacts = [{ source = "/app/out", destination = "/out" }]\n'},
    good={_CONFIG: 'artifacts = [{ source = "/app/out", destination = "out" }]\n'},
    source=f"{_MODEL}, ArtifactConfig",
)

HB014 = Rule(
    code="HB014",
    name="verifier-mode",
    severity=Severity.ERROR,
    summary="the verifier is called shared and given an environment of its own",
    why=f"{_SILENT} A `[verifier.environment]` makes the verifier separate; leave the mode out or"
    ' say `environment_mode = "separate"`.',
    bad={
        _CONFIG: '[verifier]\nenvironment_mode = "shared"\n'
        '[verifier.environment]\ndocker_image = "debian:12"\n'
    },
    good={_CONFIG: '[verifier.environment]\ndocker_image = "debian:12"\n'},
    source=f"{_MODEL}, VerifierConfig",
)

HB015 = Rule(
    code="HB015",
    name="misspelt-key",
    severity=Severity.WARNING,
    summary="a key in task.toml that Harbor does not know and that resembles one it knows",
    why="Harbor ignores unknown keys without a word, so the setting has no effect. Resemblance is"
    " measured as in `harbor lint`, which reports it as `unknown-config-field`.",
    bad={_CONFIG: "[environment]\nmemory_gb = 4\n"},
    good={_CONFIG: "[environment]\nmemory_mb = 4096\n"},
    source="harbor 0.26.0, lint/task.py, unknown-config-field",
)

HB016 = Rule(
    code="HB016",
    name="unknown-key",
    severity=Severity.INFO,
    summary="a key in task.toml that Harbor does not know",
    why="Harbor ignores it without a word. Keys of your own belong in `[metadata]`, where anything"
    " may stand. `harbor lint` reports it as `unknown-config-field`.",
    bad={_CONFIG: "[zebra]\nstripes = 7\n"},
    good={_CONFIG: "[metadata.zebra]\nstripes = 7\n"},
    source="harbor 0.26.0, lint/task.py, unknown-config-field",
)

HB017 = Rule(
    code="HB017",
    name="misplaced-key",
    severity=Severity.WARNING,
    summary="a key of the root of task.toml stands behind a table header",
    why="In TOML a key belongs to the table whose header stands above it. A root key such as"
    " `artifacts` at the end of the file belongs to the last table, and Harbor never sees it.",
    bad={_CONFIG: '[agent]\ntimeout_sec = 600\n\nartifacts = ["/app/out.txt"]\n'},
    good={_CONFIG: 'artifacts = ["/app/out.txt"]\n\n[agent]\ntimeout_sec = 600\n'},
    source=_MODEL,
)

HB018 = Rule(
    code="HB018",
    name="deprecated-key",
    severity=Severity.INFO,
    summary="a key of an earlier release of Harbor",
    why="Harbor still reads `version`, `memory`, `storage` and `allow_internet`. Other programs"
    " that load Harbor tasks do not always: one that reads `network_mode` alone gives the network"
    " to a task that was closed by `allow_internet = false`. A size is moved to its new key by a"
    " safe fix, because both say the same; `allow_internet` by an unsafe one.",
    bad={_CONFIG: '[environment]\nmemory = "2G"\n'},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig; PrimeIntellect-ai/verifiers#1674",
    fix=Safety.SAFE,
)

HB019 = Rule(
    code="HB019",
    name="size-dropped",
    severity=Severity.WARNING,
    summary="`memory` or `storage` is no string and is dropped",
    why='Harbor reads the old keys as text such as `"2G"` and drops every other value without a'
    " word: the task runs with the default size.",
    bad={_CONFIG: "[environment]\nmemory = 2048\n"},
    good={_CONFIG: "[environment]\nmemory_mb = 2048\n"},
    source=f"{_MODEL}, EnvironmentConfig",
)

HB020 = Rule(
    code="HB020",
    name="no-task-config",
    severity=Severity.WARNING,
    summary="a folder looks like a task and has no task.toml that can be read",
    why="Harbor looks for a file with exactly this name: `Task.toml`, a folder of that name and a"
    " link that leads nowhere are passed over. An error where a file is there and cannot be read.",
    bad={_CONFIG: None, "tasks/sort/Task.toml": ""},
    good={_CONFIG: ""},
    source="harbor 0.26.0, Task.is_valid_dir",
)
