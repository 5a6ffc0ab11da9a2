"""DC056-DC059: ``dataset_info`` and the columns it describes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.features import class_labels, columns
from tagger.rules.card.sources import HeaderKey, configs, source, text, value
from tagger.rules.card.values import described, quoted
from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import MappingNode, Node

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: Findings of one card about columns; a generated header repeats one fault in every column.
MAX_COLUMNS = 20


def _features(facts: Facts, word: str = "") -> Iterator[tuple[HeaderKey, Node]]:
    """Every ``features`` of ``dataset_info`` and ``configs``, with the file it is in.

    ``word`` leaves out files that do not hold it.
    """
    info, subsets = source(facts, "dataset_info"), source(facts, "configs")
    for found, entries in ((info, _entries(info)), (subsets, configs(subsets))):
        if found is None or word not in found.header.text:
            continue
        for entry in entries:
            features = value(entry, "features")
            if features is not None and features.tag != scalars.NULL:
                yield found, features


def _entries(found: HeaderKey | None) -> Iterator[Node]:
    """The mappings of ``dataset_info``: itself, or the items of the list."""
    import yaml

    if found:
        node = found.pair.value
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        yield from (item for item in items if isinstance(item, yaml.MappingNode))


COLUMN_WITHOUT_TYPE = Rule(
    code="DC056",
    name="column-without-type",
    severity=Severity.WARNING,
    summary="A column of `features` that `datasets` cannot build",
    why="Each column has a `name` and, as the next key, its type: `dtype`, `list`, `large_list`,"
    " `sequence`, `struct`, or a type with parameters such as `class_label`. One column without it,"
    " or with an unknown type, stops the viewer even for a plain CSV file. At most"
    f" {MAX_COLUMNS} columns of a card are reported.",
    bad={"README.md": "---\ndataset_info:\n  features:\n  - name: q\n---\n"},
    good={"README.md": "---\ndataset_info:\n  features:\n  - name: q\n    dtype: string\n---\n"},
    source="datasets 5.2.0, `Features._from_yaml_list`; datasets#6405",
)


@COLUMN_WITHOUT_TYPE.check
def _check_column_without_type(facts: Facts) -> Iterator[Finding]:
    faults = ((found, fault) for found, node in _features(facts) for fault in columns(node))
    for found, fault in islice(faults, MAX_COLUMNS):
        yield COLUMN_WITHOUT_TYPE.at(
            found.path,
            f"{fault.reason}: `datasets` and the viewer fail",
            found.span(fault.node),
            hint="write `- name: …` with `dtype`, `list`, `struct` or another type below it",
        )


CLASS_NAMES = Rule(
    code="DC057",
    name="class-names",
    severity=Severity.WARNING,
    summary="Class names that are not numbered '0', '1', '2' …",
    why="The keys of `class_label.names` are the label numbers. A gap raises a ValueError. Numbers"
    " without quotes load from a folder, but the Hub turns the header into JSON, where keys are"
    f" strings, and loaders that took the header from there failed on it. At most {MAX_COLUMNS}"
    " columns of a card are reported.",
    bad={
        "README.md": "---\ndataset_info:\n  features:\n  - name: label\n    dtype:\n"
        "      class_label:\n        names:\n          '0': easy\n          '2': hard\n---\n"
    },
    good={
        "README.md": "---\ndataset_info:\n  features:\n  - name: label\n    dtype:\n"
        "      class_label:\n        names:\n          '0': easy\n          '1': hard\n---\n"
    },
    source="datasets 5.2.0, `Features._from_yaml_list`; datasets#5275",
)


@CLASS_NAMES.check
def _check_class_names(facts: Facts) -> Iterator[Finding]:
    faults = (
        (found, names, fault)
        for found, node in _features(facts, "class_label")
        for names in class_labels(node)
        if (fault := _names_fault(names))
    )
    for found, names, fault in islice(faults, MAX_COLUMNS):
        yield CLASS_NAMES.at(
            found.path,
            fault,
            found.span(names),
            hint="number the names '0', '1', '2' … in quotes, without a gap",
        )


def _names_fault(names: MappingNode) -> str | None:
    keys = [key.value for key, _ in names.value]
    numbers = {int(key) for key in keys if isinstance(key, str) and key.isdecimal()}
    if len(numbers) != len(keys) or numbers != set(range(len(keys))):
        return "the class names are not numbered without a gap: `datasets` fails"
    if any(key.tag != scalars.STR for key, _ in names.value):
        return "class names with numbers as keys: in the Hub's JSON they become strings"
    return None


DATASET_INFO_FORM = Rule(
    code="DC058",
    name="dataset-info-form",
    severity=Severity.WARNING,
    summary="`dataset_info` is neither a mapping nor a list of mappings",
    why="`datasets` silently ignores a single value and fails on a list of anything but"
    " mappings; column types and sizes are lost either way.",
    bad={"README.md": "---\ndataset_info: two columns of text\n---\n"},
    good={"README.md": "---\ndataset_info:\n  features:\n  - name: q\n    dtype: string\n---\n"},
    source="datasets 5.2.0, `DatasetInfosDict.from_dataset_card_data`",
)


@DATASET_INFO_FORM.check
def _check_dataset_info_form(facts: Facts) -> Iterator[Finding]:
    import yaml

    found = source(facts, "dataset_info")
    if not found:
        return
    node = found.pair.value
    items = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for item in items:
        if not isinstance(item, yaml.MappingNode):
            yield DATASET_INFO_FORM.at(
                found.path,
                f"{described(found.header, item)} under `dataset_info` describes no subset",
                found.span(item),
                hint="write a mapping with `features` and `splits`, or a list of such mappings",
            )


DATASET_INFO_WITHOUT_CONFIG = Rule(
    code="DC059",
    name="dataset-info-without-config",
    severity=Severity.WARNING,
    summary="`dataset_info` for a subset that does not exist",
    why="An entry is matched to a subset of `configs` by `config_name`, or by the name `default`"
    " where it has none. Without a partner its column types and sizes count for nothing.",
    bad={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files: rows.jsonl\n"
        "dataset_info:\n- config_name: old\n  features:\n  - name: q\n    dtype: string\n---\n",
        "rows.jsonl": '{"q": "?"}\n',
    },
    good={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files: rows.jsonl\n"
        "dataset_info:\n- config_name: main\n  features:\n  - name: q\n    dtype: string\n---\n",
        "rows.jsonl": '{"q": "?"}\n',
    },
    source="datasets 5.2.0, `load.LocalDatasetModuleFactory.get_module`",
)


@DATASET_INFO_WITHOUT_CONFIG.check
def _check_dataset_info_without_config(facts: Facts) -> Iterator[Finding]:
    found, subsets = source(facts, "dataset_info"), source(facts, "configs")
    names = {text(value(entry, "config_name")) for entry in configs(subsets)}
    if not found or not names:
        return
    for entry in _entries(found):
        node = value(entry, "config_name")
        name = "default" if node is None else text(node)
        if name is not None and name not in names:
            yield DATASET_INFO_WITHOUT_CONFIG.at(
                found.path,
                f"`dataset_info` describes the subset {quoted(name)}, which `configs` does not have"
                ": it is ignored",
                found.span(node or found.pair.key),
                hint="use the names of `configs`",
            )
