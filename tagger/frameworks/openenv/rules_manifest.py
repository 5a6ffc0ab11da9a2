"""The rules about the manifest, ``openenv.yaml``, and about the package around it."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

UNREADABLE = Rule(
    code="OE001",
    name="openenv-manifest-unreadable",
    severity=Severity.ERROR,
    summary="openenv.yaml is not one YAML mapping in UTF-8",
    why=(
        "`openenv push` reads the manifest with PyYAML's safe loader and gives up on bytes that are"
        " not UTF-8, on broken YAML, on unknown tags, on several documents, and on anything but a"
        " mapping. `openenv validate` ends in an internal error on undecodable bytes. The package"
        " proves no `openenv` tag until the file can be read. PyYAML reads YAML 1.1: a tab behind"
        " a colon or a value is a fault, and an unquoted `{{NAME}}` is a mapping used as a key."
        "\n\nFiles over 4 MiB are not read, and nesting beyond 300 levels is refused here although"
        " PyYAML reaches about 490."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\n  app: server.app:app\n"},
    good={"word_env/openenv.yaml": "name: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0, cli/commands/push.py:_validate_openenv_directory; OpenEnv#1112",
)
NAMELESS = Rule(
    code="OE002",
    name="openenv-name-missing",
    severity=Severity.ERROR,
    summary="openenv.yaml gives the environment no name",
    why=(
        "`openenv push` refuses a manifest whose `name` is absent, empty, null, false or zero, and"
        " the Space it would create is called after it. A key of that name below another key does"
        " not count; of two the last one does."
    ),
    bad={"word_env/openenv.yaml": 'spec_version: 1\nname: ""\napp: server.app:app\n'},
    good={"word_env/openenv.yaml": "spec_version: 1\nname: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0, cli/commands/push.py:_validate_openenv_directory",
)
INCOMPLETE = Rule(
    code="OE003",
    name="openenv-package-incomplete",
    severity=Severity.WARNING,
    summary="Files that OpenEnv's structure check asks for are missing beside openenv.yaml",
    why=(
        "`openenv push` accepts a folder only with `openenv.yaml`, `__init__.py`, `client.py`,"
        " `README.md`, `pyproject.toml`, and either a `Dockerfile` or `server/Dockerfile` together"
        " with `server/__init__.py` and `server/app.py`. Names are case-sensitive, and files of a"
        " folder above do not count. Without them the folder proves no `openenv` tag."
        "\n\nBy the letter the loader fails, which would make this an error. It is a warning"
        " because nobody pushes a dataset repository, and because the check asks for presence"
        " alone: about half of the public third-party packages lack an `__init__.py`."
    ),
    bad={"word_env/client.py": None},
    good={"word_env/client.py": "class WordEnv:\n    pass\n"},
    source="openenv 0.10.0, cli/_cli_utils.py:validate_env_structure",
)
MISNAMED = Rule(
    code="OE004",
    name="openenv-manifest-misnamed",
    severity=Severity.WARNING,
    summary="The manifest has a name that OpenEnv does not look for",
    why=(
        "Every command looks for exactly `openenv.yaml`. `openenv.yml` and other letter case are"
        " not found, so the folder is no environment for OpenEnv."
    ),
    bad={"maze_env/openenv.yml": "name: maze_env\n"},
    good={"maze_env/openenv.yml": None},
    source="openenv 0.10.0, cli/_cli_utils.py:validate_env_structure, validation/signature.py",
)
VALUE = Rule(
    code="OE005",
    name="openenv-manifest-value",
    severity=Severity.WARNING,
    summary="A manifest value has a type that one of its readers cannot use",
    why=(
        "`push` takes any `name`; `openenv validate` wants a string, the catalogue one that is not"
        " blank, and AutoEnv fails on anything else. `version` must be a string for `validate`, so"
        " an unquoted `1.0` fails. `app` must read `module:attribute`; otherwise the sandbox"
        " providers fall back to the last `CMD` of the Dockerfile, or start nothing. `variables`"
        " must be a mapping, or `push` stops."
        "\n\nThe fix puts a `version` that YAML reads as a number or a date into quotes, as it is"
        " written."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\nversion: 1.0\n"},
    good={"word_env/openenv.yaml": 'name: word_env\nversion: "1.0"\n'},
    source=(
        "openenv 0.10.0, validation/manifest.py:NormalizedManifest, cli/commands/push.py,"
        " core/containers/runtime/_server_config.py"
    ),
    fix=Safety.SAFE,
)
PLACEHOLDER = Rule(
    code="OE006",
    name="openenv-manifest-placeholder",
    severity=Severity.WARNING,
    summary="A placeholder of a template was never filled in",
    why=(
        "The scaffold writes `__ENV_NAME__`, other generators `{{ENV_NAME}}`. Left in the manifest"
        " it becomes the name of the environment and of the Space. Unquoted braces do not even"
        " parse, which is another rule's finding."
    ),
    bad={"word_env/openenv.yaml": "name: __ENV_NAME__\n"},
    good={"word_env/openenv.yaml": "name: word_env\n"},
    source="openenv 0.10.0, cli/templates/openenv_env",
)
DUPLICATE = Rule(
    code="OE007",
    name="openenv-manifest-duplicate-key",
    severity=Severity.WARNING,
    summary="A key stands twice in openenv.yaml",
    why=(
        "`push`, `validate` and AutoEnv silently take the last value; the catalogue's loader"
        " refuses the file."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\nport: 8000\nport: 9000\n"},
    good={"word_env/openenv.yaml": "name: word_env\nport: 9000\n"},
    source="openenv 0.10.0, catalogue builder (strict YAML loader) against yaml.safe_load",
)
PORT = Rule(
    code="OE008",
    name="openenv-port-mismatch",
    severity=Severity.WARNING,
    summary="The README's app_port is not the manifest's port",
    why=(
        "A Docker Space is reached through the `app_port` of the package's README. No released"
        " OpenEnv reads the manifest's `port`, so where the two differ one of them misleads, and"
        " if it is `app_port` the Space never answers."
    ),
    bad={
        "word_env/openenv.yaml": "name: word_env\nport: 8000\n",
        "word_env/README.md": "---\nsdk: docker\napp_port: 7860\n---\n# Words\n",
    },
    good={
        "word_env/openenv.yaml": "name: word_env\nport: 7860\n",
        "word_env/README.md": "---\nsdk: docker\napp_port: 7860\n---\n# Words\n",
    },
    source="openenv 0.10.0, cli/commands/push.py (README header), survey of public manifests",
)
BLOCK = Rule(
    code="OE009",
    name="openenv-validation-invalid",
    severity=Severity.WARNING,
    summary="The validation block would fail `openenv validate`",
    why=(
        "`openenv validate --level static` builds a normalised manifest from the block: the"
        " sections reward, resources, capabilities and types are required, unknown keys in a"
        " section are refused, some keys depend on others, and the policy bounds tolerances and"
        " time limits. A manifest that has a block says that it wants to pass."
        '\n\nNumbers are read as leniently as there: `"2"` is 2, and 10.0 is a whole number.'
    ),
    bad={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward:\n    floor_margin: 0.05\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    good={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward:\n    floor_margin: 0.2\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    source="openenv 0.10.0, validation/manifest.py, validation/policies/severity-v1.json",
)
NO_BLOCK = Rule(
    code="OE010",
    name="openenv-validation-missing",
    severity=Severity.INFO,
    summary="openenv.yaml has no validation block",
    why=(
        "`openenv validate` fails on every manifest without a `validation:` block. tagger is looser"
        " on purpose: of 138 public manifests none has one, `openenv push` does not ask for it, and"
        " nothing that loads the environment reads it."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\n"},
    good={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward: {floor_margin: 0.2}\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    source="openenv 0.10.0, validation/parsers/openenv_yaml.py; OpenEnv#1087",
)
UNREAD_KEYS = Rule(
    code="OE011",
    name="openenv-manifest-unread-keys",
    severity=Severity.INFO,
    summary="openenv.yaml holds keys that no released OpenEnv reads",
    why=(
        "There is no schema for the manifest: unknown keys are ignored without a word. Free-form"
        " manifests (`tasks`, `action_space`, `reward` and the like, without `app`) configure"
        " nothing, a misspelt key is lost silently, and so is an unknown key directly under"
        " `validation:`."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\ntasks: [easy, hard]\naction_space: text\n"},
    good={"word_env/openenv.yaml": "name: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0: the readers of openenv.yaml and the keys they take",
)
ACTION = Rule(
    code="OE012",
    name="openenv-action-mapping",
    severity=Severity.INFO,
    summary="`action` or `observation` is no class name",
    why=(
        "AutoEnv uses the two values as class names, and only when both are there. The"
        " documentation shows mappings with `class_name` and `module`; AutoEnv takes them as they"
        " are and breaks later."
    ),
    bad={
        "word_env/openenv.yaml": (
            "name: word_env\naction: {class_name: Move, module: models}\nobservation: Board\n"
        )
    },
    good={"word_env/openenv.yaml": "name: word_env\naction: Move\nobservation: Board\n"},
    source="openenv 0.10.0, AutoEnv discovery of installed packages",
)
AMBIGUOUS = Rule(
    code="OE013",
    name="openenv-package-ambiguous",
    severity=Severity.WARNING,
    summary="A second kind of task definition lies beside openenv.yaml",
    why=(
        "`openenv validate` refuses a folder with `openenv.yaml` and a `task.toml`, or a `task.md`"
        " that begins with front matter, as ambiguous (exit status 2). `push` does not mind."
    ),
    bad={"word_env/task.toml": '[task]\nname = "acme/words"\n'},
    good={"word_env/task.toml": None},
    source="openenv 0.10.0, validation/signature.py:detect_signature; OpenEnv#956",
)
README = Rule(
    code="OE014",
    name="openenv-readme-second-header",
    severity=Severity.INFO,
    summary="`openenv push` would put a second header in front of the package's README",
    why=(
        "The Hub finds a header behind blank lines or a byte-order mark. `openenv push` does not:"
        " it puts a header of its own in front, and the author's becomes text of the page."
    ),
    bad={"word_env/README.md": "\n---\nsdk: docker\n---\n# Words\n"},
    good={"word_env/README.md": "---\nsdk: docker\n---\n# Words\n"},
    source="openenv 0.10.0, cli/commands/push.py (README handling)",
)
LINK = Rule(
    code="OE015",
    name="openenv-link",
    severity=Severity.WARNING,
    summary="A symbolic link in an environment package or under tasks/",
    why=(
        "`openenv validate` fails on any link in a package. Under `tasks/` a link is one small file"
        " in the Hub's listing: OpenEnv's loader finds nothing below it, while a local folder"
        " follows it, so the two list different tasks. Task folders need real files anyway, because"
        " Harbor packs `tests/` for some sandboxes and links then dangle."
    ),
    bad={"word_env/data.txt": "-> ../README.md"},
    good={"word_env/data.txt": "words\n"},
    source="openenv 0.10.0, validation/runner.py, harbor/tasks.py:has_symlinks",
)
