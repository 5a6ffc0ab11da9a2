"""DC050-DC053: the subsets under ``configs``: their form, names and defaults."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.sources import (
    SECOND_FILE,
    HeaderKey,
    by_name,
    configs,
    source,
    sources,
    text,
    value,
)
from tagger.rules.card.values import described, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: ``datasets.naming.INVALID_WINDOWS_CHARACTERS_IN_PATH`` (5.2.0).
_FORBIDDEN = re.compile(r"[<>:/\\|?*]")

_ROW = "---\nconfigs:\n- config_name: main\n  data_files: rows.jsonl\n---\n"
_FILES = {"rows.jsonl": '{"q": 1}\n'}


CONFIGS_NOT_A_LIST = Rule(
    code="DC050",
    name="configs-not-a-list",
    severity=Severity.ERROR,
    summary="`configs` is not a list",
    why="The Hub answers 400, `datasets` raises a ValueError. A single subset is a list of one. In"
    " `.huggingface.yaml`, which the Hub does not validate, it is a warning.",
    bad={
        "README.md": "---\nconfigs:\n  config_name: main\n  data_files: rows.jsonl\n---\n",
        **_FILES,
    },
    good={"README.md": _ROW, **_FILES},
    source="datasets#5331; datasets 5.2.0, `MetadataConfigs.from_dataset_card_data`",
)


@CONFIGS_NOT_A_LIST.check
def _check_configs_not_a_list(facts: Facts) -> Iterator[Finding]:
    import yaml

    for found in sources(facts, "configs"):
        if isinstance(found.pair.value, yaml.SequenceNode):
            continue
        refused = found.path != SECOND_FILE
        who = "the Hub refuses the card" if refused else "`datasets` fails"
        yield CONFIGS_NOT_A_LIST.at(
            found.path,
            f"{who}: `configs` must be a list, not {described(found.header, found.pair.value)}",
            found.span(found.pair.key),
            hint="begin each subset with `- config_name:`",
            severity=None if refused else Severity.WARNING,
        )


CONFIG_NAME = Rule(
    code="DC051",
    name="config-name",
    severity=Severity.WARNING,
    summary="A subset without a usable name",
    why="Each entry of `configs` needs a `config_name` that is a string for Python (`2024`, `1.0`"
    " and `no` are none without quotes) and holds none of `< > : / \\ | ? *`, which Windows does"
    " not allow in file names. The Hub accepts the card; loading it raises an error.",
    bad={"README.md": _ROW.replace("main", "easy/small"), **_FILES},
    good={"README.md": _ROW.replace("main", "easy-small"), **_FILES},
    source="datasets 5.2.0, `BuilderConfig.__post_init__`; datasets#4365",
)


@CONFIG_NAME.check
def _check_config_name(facts: Facts) -> Iterator[Finding]:
    import yaml

    found = source(facts, "configs")
    if not found or not isinstance(found.pair.value, yaml.SequenceNode):
        return
    odd = [item for item in found.pair.value.value if not isinstance(item, yaml.MappingNode)]
    if odd:
        more = f" and {len(odd) - 1} more" if odd[1:] else ""
        yield CONFIG_NAME.at(
            found.path,
            f"`datasets` and the viewer fail: {described(found.header, odd[0])}{more} in `configs`"
            " in place of a mapping",
            found.span(odd[0]),
            hint="begin each subset with `- config_name:`; a list of names no longer works",
        )
    for entry in configs(found):
        node = value(entry, "config_name")
        fault = _name_fault(found, node)
        if fault:
            yield CONFIG_NAME.at(
                found.path,
                f"`datasets` and the viewer fail: {fault}",
                found.span(node or entry),
                hint="name the subset in letters, digits, spaces, `.`, `-` and `_`",
            )


def _name_fault(found: HeaderKey, node: Node | None) -> str | None:
    if node is None:
        return "a subset without `config_name`"
    name = text(node)
    if name is None:
        return f"the `config_name` is {described(found.header, node)}, not a string for Python"
    forbidden = _FORBIDDEN.search(name)
    return f"the `config_name` {quoted(name)} contains `{forbidden[0]}`" if forbidden else None


TWO_DEFAULT_CONFIGS = Rule(
    code="DC052",
    name="two-default-configs",
    severity=Severity.WARNING,
    summary="More than one default subset",
    why="A subset is the default when it says so or when it is called `default`. With two of them"
    " `datasets` raises a ValueError, whichever subset is asked for.",
    bad={
        "README.md": "---\nconfigs:\n- config_name: default\n  data_files: rows.jsonl\n"
        "- config_name: hard\n  data_files: rows.jsonl\n  default: true\n---\n",
        **_FILES,
    },
    good={
        "README.md": "---\nconfigs:\n- config_name: easy\n  data_files: rows.jsonl\n"
        "- config_name: hard\n  data_files: rows.jsonl\n  default: true\n---\n",
        **_FILES,
    },
    source="datasets 5.2.0, `MetadataConfigs.get_default_config_name`",
)


@TWO_DEFAULT_CONFIGS.check
def _check_two_default_configs(facts: Facts) -> Iterator[Finding]:
    found = source(facts, "configs")
    chosen: str | None = None
    for name, entry in by_name(found).items():
        node = value(entry, "config_name")
        if not found or node is None or name is None or not _is_default(found, name, entry):
            continue
        if chosen is not None:
            yield TWO_DEFAULT_CONFIGS.at(
                found.path,
                f"{quoted(name)} is a second default subset beside {quoted(chosen)}:"
                " `datasets` fails",
                found.span(node),
                hint="leave `default: true` on one subset; one named `default` is always it",
            )
        chosen = chosen or name


def _is_default(found: HeaderKey, name: str, entry: Node) -> bool:
    marked = value(entry, "default")
    return name == "default" or bool(marked is not None and found.header.value(marked))


CONFIG_TWICE = Rule(
    code="DC053",
    name="config-twice",
    severity=Severity.WARNING,
    summary="Two subsets of the same name",
    why="`datasets` puts the subsets into a dictionary by name: the files of the first entry are"
    " dropped silently.",
    bad={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files: more.jsonl\n"
        "- config_name: main\n  data_files: rows.jsonl\n---\n",
        "more.jsonl": '{"q": 2}\n',
        **_FILES,
    },
    good={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files: [more.jsonl, rows.jsonl]\n"
        "---\n",
        "more.jsonl": '{"q": 2}\n',
        **_FILES,
    },
    source="datasets 5.2.0, `MetadataConfigs.from_dataset_card_data`",
)


@CONFIG_TWICE.check
def _check_config_twice(facts: Facts) -> Iterator[Finding]:
    found = source(facts, "configs")
    seen: set[str] = set()
    for entry in configs(found):
        node = value(entry, "config_name")
        name = text(node)
        if found and node is not None and name in seen:
            yield CONFIG_TWICE.at(
                found.path,
                f"the subset {quoted(name)} is listed twice; `datasets` takes the last one only",
                found.span(node),
                hint="give the subsets different names, or join their files",
            )
        if name is not None:
            seen.add(name)
