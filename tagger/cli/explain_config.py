"""``--explain-config``: each setting of a target, and where it comes from."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from tagger.config.load import Configuration, lines_of
from tagger.engine.table import rules
from tagger.text.visible import visible

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from tagger.cli.settings import Configurations
    from tagger.engine.selection import Selection
    from tagger.report.style import Style

#: Settings that the command line adds to; the others it replaces.
_ADDED = frozenset({"extend_select", "ignore", "include", "exclude"})
#: What counts no more when the command line chooses the rules afresh.
_DROPPED = frozenset({"extend_select", "ignore", "extend_ignore"})
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class _Setting:
    """One setting from one source."""

    key: str
    value: str
    source: str


def explain(
    names: Sequence[str], configurations: Configurations, args: Namespace, style: Style
) -> Iterator[str]:
    """The settings of each target, in the notation of the configuration file.

    Raises:
        TaggerError: a faulty configuration, or a selector that matches no rule.
    """
    for number, name in enumerate(names):
        between = "\n" if number else ""
        yield f"{between}{style.paint(visible(name), 'bold')}\n"
        rows = list(_rows(name, configurations, args))
        key, value = (max(len(getattr(row, column)) for row in rows) for column in ("key", "value"))
        for row in rows:
            source = style.paint(f"# {row.source}", "dim")
            yield f"  {row.key:{key}} = {row.value:{value}}  {source}\n"
        yield f"  {_running(configurations.selection(name))}\n"


def _rows(name: str, configurations: Configurations, args: Namespace) -> Iterator[_Setting]:
    """What the file says, what the command line says over it, and the defaults of the rest."""
    config, file = configurations.of(name), configurations.file_of(name)
    lines = lines_of(file) if file else {}
    for field in fields(Configuration):
        key = field.name.replace("_", "-")
        if field.name == "folder":
            continue
        given = _given(args, field.name)
        if key in lines and (given is _ABSENT or field.name in _ADDED):
            dropped = ", put aside by --select" if args.select and field.name in _DROPPED else ""
            source = f"{visible(str(file))}:{lines[key]}{dropped}"
            yield _Setting(key, _toml(getattr(config, field.name)), source)
        if given is not _ABSENT:
            yield _Setting(key, _toml(given), f"--{key}")
        elif key not in lines:
            yield _Setting(key, _toml(getattr(Configuration(), field.name)), "default")


def _given(args: Namespace, name: str) -> object:
    """What the command line says; an option that was not given is ``None`` or empty."""
    value = getattr(args, name, None)
    return value if value else _ABSENT


def _toml(value: object) -> str:
    """A value as it would be written in the file."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if value is None:
        return '["ALL"]'
    return visible(json.dumps(value, ensure_ascii=False))


def _running(selection: Selection) -> str:
    """How many rules run, and which do not; a family of which none does by its letters alone."""
    running = {code for code in rules() if selection.runs(code)}
    families = {code[:2] for code in running}
    silent = dict.fromkeys(
        code if code[:2] in families else code[:2] for code in rules() if code not in running
    )
    number = f"{len(running)} of {len(rules())} rules run"
    return f"{number}; not {', '.join(silent)}" if silent else number
