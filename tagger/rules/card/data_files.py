"""DC054-DC055: the files of each subset, against ``datasets`` and against the tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.patterns import PatternError, has_wildcard, is_outside, matches_any
from tagger.rules.card.sources import HeaderKey, by_name, configs, source, text, value
from tagger.rules.card.values import described, quoted
from tagger.text import scalars
from tagger.text.yaml import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yaml import Node

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

    #: A node of the header and the path or pattern that it stands for.
    Named = tuple[Node, str]

#: ``datasets.naming._split_re`` (5.2.0).
_SPLIT = re.compile(r"\w+(\.\w+)*\Z")

_ROW = "---\nconfigs:\n- config_name: main\n  data_files: rows.jsonl\n---\n"
_FILES = {"rows.jsonl": '{"q": 1}\n'}


DATA_FILES_FORM = Rule(
    code="DC054",
    name="data-files-form",
    severity=Severity.WARNING,
    summary="`data_files` in a form that `datasets` does not take",
    why="The value is one path, a list of paths, or a list of mappings with exactly `split` and"
    " `path`. A mapping `{train: …}`, a third key, the same split twice, or a split whose name"
    " holds a dash or a space ends in a ValueError, and the viewer shows none of the subsets.",
    bad={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files:\n    train: rows.jsonl\n"
        "---\n",
        **_FILES,
    },
    good={
        "README.md": "---\nconfigs:\n- config_name: main\n  data_files:\n  - split: train\n"
        "    path: rows.jsonl\n---\n",
        **_FILES,
    },
    source="datasets 5.2.0, `MetadataConfigs._raise_if_data_files_field_not_valid`",
)


@DATA_FILES_FORM.check
def _check_data_files_form(facts: Facts) -> Iterator[Finding]:
    found = source(facts, "configs")
    counted = {id(entry) for entry in by_name(found).values()}
    for entry in configs(found):
        data = value(entry, "data_files")
        if not found or data is None or data.tag == scalars.NULL:
            continue
        faults = [*_file_faults(found, data), *(_list_faults(data) if id(entry) in counted else ())]
        for node, fault in faults:
            yield DATA_FILES_FORM.at(
                found.path,
                f"`datasets` and the viewer fail: {fault}",
                found.span(node),
                hint="give a path, a list of paths, or a list of `split` and `path`",
            )


def _file_faults(found: HeaderKey, data: Node) -> Iterator[tuple[Node, str]]:
    """What is refused in each ``data_files``, also where a later subset of that name counts
    (``MetadataConfigs._raise_if_data_files_field_not_valid``)."""
    import yaml

    if not isinstance(data, yaml.SequenceNode):
        if text(data) is None:
            yield data, f"`data_files` is {described(found.header, data)}"
        return
    for item in data.value:
        if isinstance(item, yaml.MappingNode):
            yield from _split_faults(found, item)
        elif text(item) is None:
            yield item, f"{described(found.header, item)} is not allowed in `data_files`"


def _split_faults(found: HeaderKey, item: Node) -> Iterator[tuple[Node, str]]:
    import yaml

    path, split = value(item, "path"), value(item, "split")
    if path is None or split is None or len(list(pairs(item))) != 2:
        yield item, "an entry must have `split` and `path` and nothing else"
        return
    name = text(split)
    if name is None or not _SPLIT.match(name):
        yield split, f"{described(found.header, split)} is not a valid name of a split"
    if text(path) is None and not isinstance(path, yaml.SequenceNode):
        yield path, f"the path of a split is {described(found.header, path)}"


def _list_faults(data: Node) -> Iterator[tuple[Node, str]]:
    """What is refused in the ``data_files`` of a subset that counts (``sanitize_patterns``)."""
    import yaml

    items = data.value if isinstance(data, yaml.SequenceNode) else []
    splits: set[str] = set()
    mappings = [item for item in items if isinstance(item, yaml.MappingNode)]
    for item in items:
        split = value(item, "split")
        name = text(split)
        if split is not None and name in splits:
            yield split, f"the split {quoted(name)} is listed twice"
        if name is not None:
            splits.add(name)
        if mappings and text(item) is not None:
            yield item, "`data_files` mixes paths and splits"


DATA_FILES_ABSENT = Rule(
    code="DC055",
    name="data-files-absent",
    severity=Severity.WARNING,
    summary="`data_files` or `data_dir` names nothing in the repository",
    why="A path without a wildcard that is not there raises FileNotFoundError, a pattern or a"
    " folder without a match DataFilesNotFoundError; the viewer fails for all subsets. Patterns"
    " are resolved as fsspec does: `*` stays within a folder, `**` must be a whole component, and"
    " hidden files must be asked for by name. Addresses outside the repository are not checked.",
    bad={"README.md": _ROW},
    good={"README.md": _ROW, **_FILES},
    source="datasets#6443, datasets#7120, datasets#6866; datasets 5.2.0, `resolve_pattern`",
)


@DATA_FILES_ABSENT.check
def _check_data_files_absent(facts: Facts) -> Iterator[Finding]:
    found = source(facts, "configs")
    if not found or not facts.view.complete:
        return
    finder = _Finder(facts)
    for entry in by_name(found).values():
        base = text(value(entry, "data_dir")) or ""
        for named in _splits(entry):
            for node, fault in finder.faults(base, named):
                yield DATA_FILES_ABSENT.at(
                    found.path,
                    f"{fault}: `datasets` and the viewer cannot load this subset",
                    found.span(node),
                    hint="name a file of this repository; a folder needs `/*` or `/**` behind it",
                )


def _splits(entry: Node) -> Iterator[list[Named]]:
    """For each split of a subset its paths; all of its folder where it names no path."""
    import yaml

    data, folder = value(entry, "data_files"), value(entry, "data_dir")
    if data is None or data.tag == scalars.NULL:
        if folder is not None and text(folder):
            yield [(folder, "**")]
        return
    items = data.value if isinstance(data, yaml.SequenceNode) else [data]
    yield _paths(items)
    for item in items:
        path = value(item, "path")
        if path is not None:
            yield _paths(path.value if isinstance(path, yaml.SequenceNode) else [path])


def _paths(nodes: Sequence[Node]) -> list[Named]:
    return [(node, path) for node in nodes if (path := text(node)) is not None]


class _Finder:
    """Looks patterns up in the tree, each only once."""

    def __init__(self, facts: Facts) -> None:
        self._view = facts.view
        self._known: dict[tuple[str, str], str | None] = {}

    def faults(self, base: str, named: Sequence[Named]) -> Iterator[tuple[Node, str]]:
        """The paths of one split that make it fail.

        One that is not there always does, as does a bad pattern; a good pattern without a match
        only if no other path of the split has one.
        """
        found = [(node, pattern, self._fault(base, pattern)) for node, pattern in named]
        hopeless = all(fault for _, _, fault in found)
        for node, pattern, fault in found:
            if fault and (hopeless or fault.startswith("`**`") or not has_wildcard(pattern)):
                yield node, fault

    def _fault(self, base: str, pattern: str) -> str | None:
        key = (base, pattern)
        if key not in self._known:
            self._known[key] = self._absence(base, pattern)
        return self._known[key]

    def _absence(self, base: str, pattern: str) -> str | None:
        if is_outside(pattern) or is_outside(base):
            return None
        try:
            if matches_any(self._view, pattern, base):
                return None
        except PatternError as error:
            return str(error)
        where = f" below {quoted(base)}" if base else ""
        return f"no file matches {quoted(pattern)}{where}"
