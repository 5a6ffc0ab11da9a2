"""The keys of a manifest that ``openenv push`` can read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tagger.core.edits import Splice, proven
from tagger.core.errors import RefusedError
from tagger.core.findings import Fix, Rule, Safety, Severity
from tagger.frameworks.openenv.manifest import kind
from tagger.text import yaml
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.manifest import Manifest

NAMELESS = Rule(
    code="OE002",
    name="openenv-name-missing",
    severity=Severity.ERROR,
    summary="`openenv.yaml` gives the environment no name",
    why=(
        "`openenv push` refuses a manifest whose `name` is absent, empty, null, false or zero, and"
        " the Space it would create is called after it. A key of that name below another key does"
        " not count; of two the last one does."
    ),
    bad={"word_env/openenv.yaml": 'spec_version: 1\nname: ""\napp: server.app:app\n'},
    good={"word_env/openenv.yaml": "spec_version: 1\nname: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0, cli/commands/push.py:_validate_openenv_directory",
)


@NAMELESS.check
def _check_nameless(manifest: Manifest) -> Iterator[Finding]:
    """A manifest without a name that counts."""
    if manifest.name:
        return
    written = "name" in manifest.data
    what = f"`name` is {_shown(manifest.name)}" if written else "there is no `name`"
    yield NAMELESS.at(
        manifest.path,
        f"{what}, so `openenv push` refuses the package",
        manifest.span("name"),
        hint="give the environment a name, such as `name: my_env`",
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
_APP = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


@VALUE.check
def _check_value(manifest: Manifest) -> Iterator[Finding]:
    """Values of a type that one of their readers cannot use."""
    for key, fault, hint in _value_faults(manifest.data):
        fix = _quote_version(manifest) if key == "version" else None
        yield VALUE.at(manifest.path, fault, manifest.span(key), hint=hint, fix=fix)


def _value_faults(data: Any) -> Iterator[tuple[str, str, str]]:
    name, version, app = data.get("name"), data.get("version"), data.get("app")
    variables = data.get("variables")
    if name and not isinstance(name, str):
        yield "name", f"`name` is {kind(name)}, which AutoEnv cannot use", "write it in quotes"
    elif isinstance(name, str) and name and not name.strip():
        yield "name", "`name` is only spaces, which the catalogue refuses", "write a name"
    if version is not None and not isinstance(version, str):
        fault = f"`version` is {kind(version)}, not a string, so `openenv validate` refuses it"
        yield "version", fault, "write it in quotes"
    if app is not None and not (isinstance(app, str) and _APP.fullmatch(app.strip())):
        unused = "uvicorn cannot start it" if isinstance(app, str) else "sandboxes ignore it"
        fault = f"`app` is {_shown(app)}, not `module:attribute`, so {unused}"
        yield "app", fault, "for example `app: server.app:app`"
    if variables is not None and not isinstance(variables, dict):
        fault = f"`variables` is {kind(variables)}, so `openenv push` stops"
        yield "variables", fault, "make it a mapping of names to values"


def _quote_version(manifest: Manifest) -> Fix | None:
    """Put quotes around ``version``, if that changes nothing but its type."""
    import yaml as pyyaml

    nodes = [pair.value for pair in yaml.pairs(manifest.root) if pair.key.value == "version"]
    if len(nodes) != 1 or not isinstance(nodes[0], pyyaml.ScalarNode) or nodes[0].style:
        return None
    written, start = nodes[0].value, nodes[0].start_mark.index
    splice = Splice(start, start + len(written), f'"{written}"')
    expected = {**manifest.data, "version": written}
    try:
        edits = proven(manifest.path, manifest.text, [splice], parse=yaml.load, expected=expected)
    except RefusedError:
        return None
    return Fix(Safety.SAFE, "put the version in quotes", edits)


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
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|__[A-Z][A-Z0-9_]*?__")


@PLACEHOLDER.check
def _check_placeholder(manifest: Manifest) -> Iterator[Finding]:
    """Values that hold a placeholder of a generator."""
    import yaml as pyyaml

    for pair in yaml.pairs(manifest.root):
        if not isinstance(pair.value, pyyaml.ScalarNode):
            continue
        match = _PLACEHOLDER.search(pair.value.value)
        if match:
            yield PLACEHOLDER.at(
                manifest.path,
                f"the value of {_shown(pair.key.value)} still holds the placeholder"
                f" {_shown(match[0])}",
                yaml.span(pair.value),
                hint="replace it with the real value",
            )


DUPLICATE = Rule(
    code="OE007",
    name="openenv-manifest-duplicate-key",
    severity=Severity.WARNING,
    summary="A key is given twice in `openenv.yaml`",
    why=(
        "`push`, `validate` and AutoEnv silently take the last value; the catalogue's loader"
        " refuses the file."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\nport: 8000\nport: 9000\n"},
    good={"word_env/openenv.yaml": "name: word_env\nport: 9000\n"},
    source="openenv 0.10.0, catalogue builder (strict YAML loader) against yaml.safe_load",
)


@DUPLICATE.check
def _check_duplicate(manifest: Manifest) -> Iterator[Finding]:
    """Keys that are given twice."""
    for node in yaml.duplicates(manifest.root):
        yield DUPLICATE.at(
            manifest.path,
            f"the key {_shown(node.value)} is given twice; the last value counts, and the"
            " catalogue refuses the file",
            yaml.span(node),
            hint="keep one of them",
        )


UNREAD_KEYS = Rule(
    code="OE011",
    name="openenv-manifest-unread-keys",
    severity=Severity.INFO,
    summary="`openenv.yaml` holds keys that no released OpenEnv reads",
    why=(
        "OpenEnv has no schema for the manifest: unknown keys are silently ignored. Free-form"
        " manifests (`tasks`, `action_space`, `reward` and the like, without `app`) configure"
        " nothing, a misspelt key is lost silently, and so is an unknown key directly under"
        " `validation:`."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\ntasks: [easy, hard]\naction_space: text\n"},
    good={"word_env/openenv.yaml": "name: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0: the readers of openenv.yaml and the keys they take",
)
#: Keys that a released OpenEnv reads, or writes by itself.
_USUAL = (
    "name version description spec_version app variables action observation validation"
    " type runtime port"
).split()
#: Keys of drafts: nothing reads them yet, and nobody should be told to remove them.
_DRAFTED = frozenset({"openenvd", "task_sets"})
#: Any of these marks a manifest that somebody wrote for OpenEnv and not for themselves.
_MARKS = frozenset({"spec_version", "type", "app"})
_SECTIONS = "reward resources capabilities types network judge task_distribution execution".split()
#: How many unknown keys are compared with the known ones.
_MOST_KEYS = 50


@UNREAD_KEYS.check
def _check_unread_keys(manifest: Manifest) -> Iterator[Finding]:
    """Misspelt keys, and manifests of a format of their own."""
    data = manifest.data
    unknown = [key for key in data if key not in _USUAL and key not in _DRAFTED]
    for key in unknown[:_MOST_KEYS]:
        near = nearest(key, _USUAL, cutoff=0.8) if isinstance(key, str) else None
        if near and near not in data:
            yield _ignored(manifest, (key,), near)
    if unknown and _MARKS.isdisjoint(data):
        listed = ", ".join(_shown(key) for key in unknown[:4])
        more = f" and {len(unknown) - 4} more" if len(unknown) > 4 else ""
        yield UNREAD_KEYS.at(
            manifest.path,
            f"a free-form manifest: OpenEnv does not read {listed}{more}",
            manifest.span(),
            hint="the keys that count are `name`, `app`, `variables` and `validation`",
        )
    block = data.get("validation")
    for key in list(block)[:_MOST_KEYS] if isinstance(block, dict) else ():
        if key not in _SECTIONS:
            near = nearest(str(key), _SECTIONS)
            yield _ignored(manifest, ("validation", key), near)


def _ignored(manifest: Manifest, keys: tuple[Any, ...], near: str | None) -> Finding:
    return UNREAD_KEYS.at(
        manifest.path,
        f"the key {_shown(keys[-1])} is silently ignored",
        manifest.span(*(str(key) for key in keys)),
        hint=f"did you mean `{near}`?" if near else "remove it",
    )


ACTION = Rule(
    code="OE012",
    name="openenv-action-mapping",
    severity=Severity.INFO,
    summary="`action` or `observation` is not a class name",
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


@ACTION.check
def _check_action(manifest: Manifest) -> Iterator[Finding]:
    """Class names that are not strings."""
    for key in ("action", "observation"):
        value = manifest.data.get(key)
        if value is not None and not isinstance(value, str):
            yield ACTION.at(
                manifest.path,
                f"`{key}` is {kind(value)}; AutoEnv takes it as a class name and breaks",
                manifest.span(key),
                hint="write the name of the class",
            )


def _shown(value: Any) -> str:
    """A scalar as it can be printed, anything else as what it is."""
    if not isinstance(value, str):
        return kind(value)
    return repr(value if len(value) <= 60 else value[:57] + "...")
