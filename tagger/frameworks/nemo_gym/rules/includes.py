"""Rules about includes and directives: ``config_paths``, ``_inherit_from``, ``_copy``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Severity
from tagger.frameworks.nemo_gym.configs.instances import (
    dataset_entries,
    top_level,
)
from tagger.frameworks.nemo_gym.configs.paths import find_file, is_absolute
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    CONFIG_PATHS,
    COPY,
    DELETE,
    DIRECTIVES,
    INHERIT,
    POLICY_MODEL,
    UNSET,
)
from tagger.frameworks.nemo_gym.faults import noun_of, quoted
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.case import Case
    from tagger.frameworks.nemo_gym.configs.context import Below
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView

_PARSER = "nemo-gym 0.7.0, global_config.GlobalConfigDictParser"
_HEAD = "alpha:\n  resources_servers:\n    alpha:\n      entrypoint: app.py\n"
_FRAGMENT = (
    "`???`, interpolations, includes and instances that are kept elsewhere are legal in a file that"
    " others complete, so tagger never calls them an error."
)
#: Keys of dataset entries that are paths.
_PATHS = ("jsonl_fpath", "prepare_script", "prompt_config")


def _config(text: str) -> dict[str, str]:
    return {"resources_servers/alpha/configs/other.yaml": text}


INCLUDES = Rule(
    code="NG111",
    name="gym-includes",
    severity=Severity.ERROR,
    summary="`config_paths` is not a list of paths, or names a file that is not here",
    why=(
        "`config_paths` must be a list. Text is walked letter by letter, so the first letter is"
        " reported as a missing file; a mapping or a number fails in its own way. An entry that"
        f" names no file of the repository is information only: {_FRAGMENT}"
    ),
    bad=_config(
        "config_paths: resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    good=_config(
        "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    source=f"{_PARSER}.load_extra_config_paths; NVIDIA-NeMo/Gym#1488, #1490",
)


@INCLUDES.check
def _check_includes(case: Case) -> Iterator[Finding]:
    """Faults of ``config_paths``."""
    document = case.document
    value = top_level(document).get(CONFIG_PATHS)
    if not value and not isinstance(value, dict):
        return
    if not isinstance(value, list):
        message = f"`{CONFIG_PATHS}` is {noun_of(value)}, must be a list: {_effect(value)}"
        span = document.span(CONFIG_PATHS)
        yield INCLUDES.at(document.path, message, span, hint="put each path on a line with -")
        return
    for index, entry in enumerate(value):
        yield from _entry(case.view, document, index, entry)


def _effect(value: object) -> str:
    if isinstance(value, str):
        return f"it is walked letter by letter, and {value[0]!r} is not a file"
    if isinstance(value, dict):
        return "its keys are taken for paths"
    return "the parser ends with a TypeError"


def _entry(view: TreeView, document: Document, index: int, entry: object) -> Iterator[Finding]:
    span = document.span(CONFIG_PATHS, index)
    if not isinstance(entry, str):
        message = f"`{CONFIG_PATHS}[{index}]` is {noun_of(entry)}, must be text"
        yield INCLUDES.at(document.path, message, span)
    elif not entry or (view.is_dir(entry) and not find_file(view, document.path, entry)):
        message = f"the include {quoted(entry, 80)} is a folder, not a file"
        yield INCLUDES.at(document.path, message, span)
    elif is_absolute(entry) or entry == UNSET or "${" in entry:
        return
    elif not find_file(view, document.path, entry):
        message = f"the include {quoted(entry, 80)} is not in the repository"
        hint = "fine where the framework or another repository has it"
        yield INCLUDES.at(document.path, message, span, hint=hint, severity=Severity.INFO)


DIRECTIVE = Rule(
    code="NG117",
    name="gym-directive",
    severity=Severity.ERROR,
    summary="`_inherit_from`, `_copy` or `_delete_key` that leads nowhere",
    why=(
        "`_inherit_from` and `_copy` take the content of another path of the merged configuration,"
        " and `_delete_key` removes keys from it; a key to remove that does not exist ends the"
        " parser. A path that this file does not have is information only, since another file may"
        " bring it along."
    ),
    bad=_config(_HEAD + "      domain: math\nbeta:\n  _copy: alpha\n  _delete_key: ghost\n"),
    good=_config(
        _HEAD + "      domain: math\nbeta:\n  _copy: alpha\n  _delete_key: resources_servers\n"
    ),
    source=f"{_PARSER}._recursively_swap_keys",
)


@DIRECTIVE.check
def _check_directive(case: Case) -> Iterator[Finding]:
    """Faults of the directives, at any depth."""
    document, below = case.document, case.below
    for path, mapping in _mappings(document.data):
        wrong = [key for key in DIRECTIVES if key in mapping and not _is_text(mapping[key])]
        for key in wrong:
            message = f"`{key}` is {noun_of(mapping[key])}, must be text: the parser fails"
            yield DIRECTIVE.at(document.path, message, document.span(*path, key))
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
            yield DIRECTIVE.at(document.path, message, document.span(*path, key))


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
    yield DIRECTIVE.at(
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
            message = f"`{DELETE}` names {quoted(key)}, which does not exist: the parser fails"
            yield DIRECTIVE.at(document.path, message, document.span(*path))


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


ABSOLUTE_PATH = Rule(
    code="NG112",
    name="gym-absolute-path",
    severity=Severity.WARNING,
    summary="A path that only exists on its author's machine",
    why=(
        "`config_paths`, `jsonl_fpath`, `prepare_script` and `prompt_config` are resolved against"
        " the folder that holds the server folders. An absolute path works on one machine."
    ),
    bad=_config("config_paths:\n- /home/ann/gym/alpha.yaml\n" + _HEAD + "      domain: math\n"),
    good=_config(
        "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    source="nemo-gym 0.7.0, _resolve_under_cwd_or_install",
)


@ABSOLUTE_PATH.check
def _check_absolute_path(case: Case) -> Iterator[Finding]:
    """Includes and paths of dataset entries that are absolute."""
    document = case.document
    value = top_level(document).get(CONFIG_PATHS)
    for index, path in enumerate(value if isinstance(value, list) else ()):
        if isinstance(path, str) and is_absolute(path):
            yield _absolute(document, f"the include {quoted(path, 80)}", (CONFIG_PATHS, index))
    for where, entry in dataset_entries(document):
        for key in _PATHS:
            path = entry.get(key)
            if isinstance(path, str) and is_absolute(path):
                yield _absolute(document, f"`{key}` {quoted(path, 80)}", (*where, key))


def _absolute(document: Document, what: str, where: tuple[str | int, ...]) -> Finding:
    hint = "give it relative to the folder that holds the server folders"
    return ABSOLUTE_PATH.at(document.path, f"{what} is absolute", document.span(*where), hint=hint)
