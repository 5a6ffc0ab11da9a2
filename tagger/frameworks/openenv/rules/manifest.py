"""What is wrong with a manifest that ``openenv push`` reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tagger.frameworks.openenv import rules_manifest as rules
from tagger.frameworks.openenv.fixes import quote_version
from tagger.frameworks.openenv.manifest import kind
from tagger.frameworks.openenv.validation import check_block
from tagger.text import yaml
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.manifest import Manifest

#: Keys that a released OpenEnv reads, or writes by itself.
USUAL = (
    "name version description spec_version app variables action observation validation"
    " type runtime port"
).split()
#: Keys of drafts: nobody reads them yet, and nobody should be told to drop them.
DRAFT = frozenset({"openenvd", "task_sets"})
#: Any of these marks a manifest that somebody wrote for OpenEnv and not for themselves.
_MARKS = frozenset({"spec_version", "type", "app"})
_SECTIONS = "reward resources capabilities types network judge task_distribution execution".split()
#: So many unknown keys are compared with the known ones.
_MOST_KEYS = 50
_APP = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|__[A-Z][A-Z0-9_]*?__")


def check_manifest(manifest: Manifest) -> Iterator[Finding]:
    """Every finding about the keys of one manifest."""
    yield from _duplicates(manifest)
    if not manifest.name:
        yield _nameless(manifest)
    yield from _values(manifest)
    yield from _placeholders(manifest)
    yield from _actions(manifest)
    yield from _unread(manifest)
    if manifest.data.get("validation") is None:
        yield _no_block(manifest)
    else:
        yield from check_block(manifest)


def _nameless(manifest: Manifest) -> Finding:
    written = "name" in manifest.data
    what = f"`name` is {_shown(manifest.name)}" if written else "there is no `name`"
    return rules.NAMELESS.at(
        manifest.path,
        f"{what}, so `openenv push` refuses the package",
        manifest.span("name"),
        hint="give the environment a name, such as `name: my_env`",
    )


def _values(manifest: Manifest) -> Iterator[Finding]:
    for key, fault, hint in _value_faults(manifest.data):
        fix = quote_version(manifest) if key == "version" else None
        yield rules.VALUE.at(manifest.path, fault, manifest.span(key), hint=hint, fix=fix)


def _value_faults(data: Any) -> Iterator[tuple[str, str, str]]:
    name, version, app = data.get("name"), data.get("version"), data.get("app")
    variables = data.get("variables")
    if name and not isinstance(name, str):
        yield "name", f"`name` is {kind(name)}, which AutoEnv cannot use", "write it in quotes"
    elif isinstance(name, str) and name and not name.strip():
        yield "name", "`name` is blank, which the catalogue does not accept", "write a name"
    if version is not None and not isinstance(version, str):
        fault = f"`version` is {kind(version)}, not a string, so `openenv validate` refuses it"
        yield "version", fault, "write it in quotes"
    if app is not None and not (isinstance(app, str) and _APP.fullmatch(app.strip())):
        unused = "uvicorn cannot start it" if isinstance(app, str) else "sandboxes pass over it"
        fault = f"`app` is {_shown(app)}, not `module:attribute`, so {unused}"
        yield "app", fault, "for example `app: server.app:app`"
    if variables is not None and not isinstance(variables, dict):
        fault = f"`variables` is {kind(variables)}, so `openenv push` stops"
        yield "variables", fault, "make it a mapping of names to values"


def _placeholders(manifest: Manifest) -> Iterator[Finding]:
    import yaml as pyyaml

    for pair in yaml.pairs(manifest.root):
        if not isinstance(pair.value, pyyaml.ScalarNode):
            continue
        match = _PLACEHOLDER.search(pair.value.value)
        if match:
            yield rules.PLACEHOLDER.at(
                manifest.path,
                f"the value of {_shown(pair.key.value)} still holds the placeholder"
                f" {_shown(match[0])}",
                yaml.span(pair.value),
                hint="put the real value in",
            )


def _duplicates(manifest: Manifest) -> Iterator[Finding]:
    for node in yaml.duplicates(manifest.root):
        yield rules.DUPLICATE.at(
            manifest.path,
            f"the key {_shown(node.value)} stands twice; the last value counts, and the catalogue"
            " refuses the file",
            yaml.span(node),
            hint="keep one of them",
        )


def _actions(manifest: Manifest) -> Iterator[Finding]:
    for key in ("action", "observation"):
        value = manifest.data.get(key)
        if value is not None and not isinstance(value, str):
            yield rules.ACTION.at(
                manifest.path,
                f"`{key}` is {kind(value)}; AutoEnv takes it as a class name and breaks",
                manifest.span(key),
                hint="write the name of the class",
            )


def _unread(manifest: Manifest) -> Iterator[Finding]:
    data = manifest.data
    unknown = [key for key in data if key not in USUAL and key not in DRAFT]
    for key in unknown[:_MOST_KEYS]:
        near = nearest(key, USUAL, cutoff=0.8) if isinstance(key, str) else None
        if near and near not in data:
            yield _misspelt(manifest, (key,), near)
    if unknown and _MARKS.isdisjoint(data):
        listed = ", ".join(_shown(key) for key in unknown[:4])
        more = f" and {len(unknown) - 4} more" if len(unknown) > 4 else ""
        yield rules.UNREAD_KEYS.at(
            manifest.path,
            f"a free-form manifest: OpenEnv reads nothing of {listed}{more}",
            manifest.span(),
            hint="the keys that count are `name`, `app`, `variables` and `validation`",
        )
    block = data.get("validation")
    for key in list(block)[:_MOST_KEYS] if isinstance(block, dict) else ():
        if key not in _SECTIONS:
            near = nearest(str(key), _SECTIONS)
            yield _misspelt(manifest, ("validation", key), near)


def _misspelt(manifest: Manifest, keys: tuple[Any, ...], near: str | None) -> Finding:
    return rules.UNREAD_KEYS.at(
        manifest.path,
        f"the key {_shown(keys[-1])} is ignored without a word",
        manifest.span(*(str(key) for key in keys)),
        hint=f"did you mean `{near}`?" if near else "drop it",
    )


def _no_block(manifest: Manifest) -> Finding:
    return rules.NO_BLOCK.at(
        manifest.path,
        "no `validation:` block, so `openenv validate` fails; `openenv push` does not mind",
        manifest.span(),
        hint="`openenv init` writes a block that can be copied",
    )


def _shown(value: Any) -> str:
    """A scalar as it can be printed, anything else as what it is."""
    if not isinstance(value, str):
        return kind(value)
    return repr(value if len(value) <= 60 else value[:57] + "...")
