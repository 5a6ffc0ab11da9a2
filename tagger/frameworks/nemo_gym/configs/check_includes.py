"""Includes and directives: ``config_paths``, ``_inherit_from``, ``_copy``, ``_delete_key``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Severity
from tagger.frameworks.nemo_gym.configs import rules_servers as rules
from tagger.frameworks.nemo_gym.configs.instances import top_level
from tagger.frameworks.nemo_gym.configs.paths import find_file, is_absolute
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    COPY,
    DELETE,
    DIRECTIVES,
    INCLUDES,
    INHERIT,
    POLICY_MODEL,
    UNSET,
)
from tagger.frameworks.nemo_gym.faults import noun_of, quoted
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.context import Below
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView


def check_includes(view: TreeView, document: Document) -> Iterator[Finding]:
    """Faults of ``config_paths``."""
    value = top_level(document).get(INCLUDES)
    if not value and not isinstance(value, dict):
        return
    if not isinstance(value, list):
        message = f"`{INCLUDES}` is {noun_of(value)}, must be a list: {_effect(value)}"
        span = document.span(INCLUDES)
        yield rules.INCLUDES.at(document.path, message, span, hint="put each path on a line with -")
        return
    for index, entry in enumerate(value):
        yield from _entry(view, document, index, entry)


def _effect(value: object) -> str:
    if isinstance(value, str):
        return f"it is walked letter by letter, and {value[0]!r} is no file"
    if isinstance(value, dict):
        return "its keys are taken for paths"
    return "the parser ends with a TypeError"


def _entry(view: TreeView, document: Document, index: int, entry: object) -> Iterator[Finding]:
    span = document.span(INCLUDES, index)
    if not isinstance(entry, str):
        message = f"`{INCLUDES}[{index}]` is {noun_of(entry)}, must be text"
        yield rules.INCLUDES.at(document.path, message, span)
    elif not entry or (view.is_dir(entry) and not find_file(view, document.path, entry)):
        message = f"the include {quoted(entry, 80)} is a folder, not a file"
        yield rules.INCLUDES.at(document.path, message, span)
    elif is_absolute(entry):
        message = f"the include {quoted(entry, 80)} is absolute"
        hint = "give it relative to the folder that holds the server folders"
        yield rules.ABSOLUTE_PATH.at(document.path, message, span, hint=hint)
    elif entry != UNSET and "${" not in entry and not find_file(view, document.path, entry):
        message = f"the include {quoted(entry, 80)} is not in the repository"
        hint = "fine where the framework or another repository has it"
        yield rules.INCLUDES.at(document.path, message, span, hint=hint, severity=Severity.INFO)


def check_directives(document: Document, below: Below) -> Iterator[Finding]:
    """Faults of the directives, at any depth."""
    for path, mapping in _mappings(document.data):
        wrong = [key for key in DIRECTIVES if key in mapping and not _is_text(mapping[key])]
        for key in wrong:
            message = f"`{key}` is {noun_of(mapping[key])}, must be text: the parser fails"
            yield rules.DIRECTIVE.at(document.path, message, document.span(*path, key))
        key = COPY if COPY in mapping else INHERIT
        if key not in mapping or wrong:
            continue
        source = _lookup(document.data, mapping[key])
        if source is _ABSENT:
            yield from _absent(document, below, (*path, key), mapping[key])
        elif isinstance(source, dict):
            yield from _deleted(document, (*path, DELETE), mapping, source)
        elif source != UNSET and not (isinstance(source, str) and source.startswith("${")):
            message = f"`{key}` names {quoted(mapping[key])}, which is {noun_of(source)}"
            yield rules.DIRECTIVE.at(document.path, message, document.span(*path, key))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_ABSENT = object()


def _lookup(data: Any, dotted: str) -> Any:
    for part in dotted.split("."):
        if not isinstance(data, dict) or part not in data:
            return _ABSENT
        data = data[part]
    return data


def _absent(
    document: Document, below: Below, path: tuple[str | int, ...], dotted: str
) -> Iterator[Finding]:
    head = dotted.partition(".")[0]
    if head in below.keys or below.open or head in (UNSET, POLICY_MODEL):
        return
    near = nearest(dotted, [str(key) for key in top_level(document)], 0.8)
    yield rules.DIRECTIVE.at(
        document.path,
        f"`{path[-1]}` names {quoted(dotted)}, which is not in this file",
        document.span(*path),
        hint=f"did you mean {near!r}?" if near else "another file has to bring it along",
        severity=Severity.INFO,
    )


def _deleted(
    document: Document,
    path: tuple[str | int, ...],
    own: Mapping[Any, Any],
    source: Mapping[Any, Any],
) -> Iterator[Finding]:
    """Keys to delete that neither side has; a source that inherits itself is not followed."""
    if DELETE not in own or any(key in source for key in (INHERIT, COPY)):
        return
    for key in map(str.strip, own[DELETE].split(",")):
        if key not in own and key not in source:
            message = f"`{DELETE}` names {quoted(key)}, which is not there: the parser fails"
            yield rules.DIRECTIVE.at(document.path, message, document.span(*path))


def _mappings(data: Any) -> Iterator[tuple[tuple[str | int, ...], Mapping[Any, Any]]]:
    """Every mapping that is the value of a key, with its path; shared ones once.

    Directives of a mapping that is an item of a list are not read by the parser.
    """
    seen: set[int] = set()
    todo: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while todo:
        path, value = todo.pop()
        if not isinstance(value, (dict, list)) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict):
            if path and not isinstance(path[-1], int):
                yield path, value
            todo += [((*path, str(key)), item) for key, item in value.items()]
        else:
            todo += [((*path, index), item) for index, item in enumerate(value)]
