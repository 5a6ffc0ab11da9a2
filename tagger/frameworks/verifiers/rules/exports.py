"""What a module exports, for either loader: why none of them loads it, and what it has too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.verifiers.contract import hidden_file, listed
from tagger.frameworks.verifiers.exports import ENTRY
from tagger.frameworks.verifiers.library import BaseKind
from tagger.frameworks.verifiers.rules.examples import CLASS, CURRENT, INIT, OLD_FILE, TASKSET
from tagger.frameworks.verifiers.survey import loses, own

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Loaded, Refused
    from tagger.frameworks.verifiers.survey import Survey

_CLASS = "verifiers 0.4.0, v1/utils/loaders.py:_plugin_class"
_IMPORTS = "from word_ladder.taskset import LadderTask, LadderTaskset\n\n"
_OLD_PACKAGE = {TASKSET: None, "word_ladder/core.py": OLD_FILE}


EARLY_NAMES = Rule(
    code="VF011",
    name="taskset-of-the-root-package",
    severity=Severity.ERROR,
    summary="The taskset derives from `verifiers.Taskset`, which does not exist",
    why="`import verifiers as vf` gives no `vf.Taskset`, `vf.Task` or `vf.TasksetConfig` in 0.2.0"
    " or later; all of the current stack is in `verifiers.v1`.",
    bad={
        TASKSET: "import verifiers as vf\n\n\n"
        "class LadderTaskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n"
    },
    good={TASKSET: f"import verifiers.v1 as vf\n\n\n{CLASS.format('').rstrip()}\n"},
    source="verifiers 0.2.0, 0.3.1 and 0.4.0, __init__.py",
)


@EARLY_NAMES.check
def _check_early_names(refused: Refused) -> Iterator[Finding]:
    found = refused.imported.early_name
    if not found or not refused.means_current:
        return
    place, name = found
    path = refused.candidate.path
    where = "" if place.path == path else f" ({place.path}, line {place.line})"
    yield EARLY_NAMES.at(
        path,
        f"importing the module asks for `{name}`{where}, which no release since 0.2.0 has",
        Span((place.line if place.path == path else refused.dunder.line) or 1),
        hint="write `import verifiers.v1 as vf`",
    )


SEVERAL_TASKSETS = Rule(
    code="VF003",
    name="several-tasksets-exported",
    severity=Severity.ERROR,
    summary="`__all__` names more than one taskset",
    why="The loader wants exactly one and ends with a ValueError. A name that is listed"
    " twice counts twice, as does a class with two names, or a base class of the repository beside"
    " its subclass.",
    bad={
        TASKSET: f"import verifiers.v1 as vf\n\n\n{CLASS.format('')}{CLASS.format('Long')}",
        INIT: "from word_ladder.taskset import *\n\n"
        '__all__ = ["LadderTaskset", "LadderLongTaskset"]\n',
    },
    good=CURRENT,
    source=_CLASS,
)


@SEVERAL_TASKSETS.check
def _check_several_tasksets(refused: Refused) -> Iterator[Finding]:
    for exports in refused.dunder.readings:
        if exports.is_too_many:
            names = exports.tasksets
            message = f"`__all__` names {len(names)} tasksets ({listed(names)}); the loader wants"
            yield SEVERAL_TASKSETS.at(
                refused.candidate.path,
                f"{message} exactly one",
                Span(refused.dunder.line or 1),
                hint="leave one name in `__all__`, once",
            )
            return


BETWEEN = Rule(
    code="VF008",
    name="contract-of-no-release",
    severity=Severity.ERROR,
    summary="Factories `load_taskset` and `load_harness`, which no release looks for",
    why="For some weeks of development builds (0.1.13, 0.1.15) an environment was made of module-"
    "level factories. Stable releases up to 0.1.14 have no such look-up, 0.3.1 has none of the"
    " functions that it needed, and since 0.2.0 the contract is `__all__`.",
    bad={
        INIT: "from word_ladder.taskset import LadderTaskset\n\n\n"
        "def load_taskset(config):\n    return LadderTaskset(config)\n"
    },
    good=CURRENT,
    source="verifiers 0.1.14, 0.3.1, 0.4.0; verifiers#1429, verifiers#1708",
)


@BETWEEN.check
def _check_between(refused: Refused) -> Iterator[Finding]:
    path = refused.candidate.path
    here = [place for place in refused.survey.factories if place.path == path]
    if refused.imported.is_in_between:
        message = (
            f"`{ENTRY}` hands `config` to factories that only development builds looked for;"
            " no release runs it"
        )
        line = refused.imported.entry_line or 1
    elif refused.imported.entry_line is None and here:
        message = "factories are defined here instead of a taskset in `__all__`; no release"
        message += " looks for them"
        line = here[0].line
    else:
        return
    yield BETWEEN.at(path, message, Span(line), hint=_export_hint(refused.survey))


NO_TASKSET = Rule(
    code="VF002",
    name="no-taskset-exported",
    severity=Severity.ERROR,
    summary="`__all__` names no subclass of `verifiers.v1.Taskset`",
    why="Names that are not classes do not count: a function, an object of the taskset, a module,"
    " a string instead of a list. Nor do `Taskset` itself, classes with a base that only has that"
    " name, and task and config classes. Loading ends with a TypeError.",
    bad={INIT: f'{_IMPORTS}__all__ = ["LadderTask"]\n'},
    good=CURRENT,
    source=_CLASS,
)


@NO_TASKSET.check
def _check_no_taskset(refused: Refused) -> Iterator[Finding]:
    dunder, path = refused.dunder, refused.candidate.path
    if dunder.line is None:
        return
    others = any(exports.is_other_plugin for exports in dunder.readings)
    if not own(refused.survey.tasksets, path) and (others or not refused.means_current):
        return
    what = f" (it is {dunder.wrong})" if dunder.wrong else ""
    yield NO_TASKSET.at(
        path,
        f"`__all__` names no subclass of `verifiers.v1.Taskset`{what}; the loader wants"
        " exactly one",
        Span(dunder.line),
        hint=_export_hint(refused.survey),
    )


NO_ALL = Rule(
    code="VF001",
    name="taskset-without-all",
    severity=Severity.ERROR,
    summary="The module of a taskset has no `__all__`",
    why="Verifiers imports the module and looks through its `__all__`; without that name loading"
    " ends with an AttributeError. A star import does not carry `__all__` over from a submodule,"
    " and an empty `__init__.py` exports nothing. A script without a project that defines a"
    " taskset for itself is left alone, and so is a library with tasksets in many files.",
    bad={INIT: "from word_ladder.taskset import LadderTaskset\n"},
    good=CURRENT,
    source=_CLASS,
)


@NO_ALL.check
def _check_no_all(refused: Refused) -> Iterator[Finding]:
    tasksets, path = refused.survey.tasksets, refused.candidate.path
    if refused.dunder.line is None and own(tasksets, path):
        message = f"no `__all__`, so the loader does not find {tasksets[0].name!r}"
        yield NO_ALL.at(path, message, Span(1), hint=_export_hint(refused.survey))


def _export_hint(found: Survey) -> str:
    names = list(dict.fromkeys(cls.name for cls in found.tasksets))
    if len(names) != 1:
        return "name exactly one subclass of `verifiers.v1.Taskset` in `__all__`"
    return f'import {names[0]} here and write `__all__ = ["{names[0]}"]`'


NO_FUNCTION = Rule(
    code="VF005",
    name="no-load-environment",
    severity=Severity.ERROR,
    summary="The module does not bind the `load_environment` that a file of it defines",
    why="The old loader imports the module that the project names and asks it for"
    " `load_environment`. The function is missing when `__init__.py` does not re-export it,"
    " imports it under `TYPE_CHECKING` only, takes it by a star import that the submodule's"
    " `__all__` stops, or deletes it again; and an `async def` is never awaited. A function whose"
    " first argument is a required `task` or `env_id` makes environments for others and is taken"
    " for part of a library, although the loader would call it.",
    bad=_OLD_PACKAGE | {INIT: "# word ladder\n"},
    good=_OLD_PACKAGE | {INIT: "from .core import load_environment  # noqa: F401\n"},
    source="verifiers 0.3.1, legacy/utils/env_utils.py:load_environment",
)


@NO_FUNCTION.check
def _check_no_function(refused: Refused) -> Iterator[Finding]:
    for message, line in _without_function(refused):
        yield NO_FUNCTION.at(
            refused.candidate.path,
            f"{message}; the loader does not find it",
            Span(line),
            hint=f"bind `{ENTRY}` at module level, as a plain function",
        )
        return


def _without_function(refused: Refused) -> Iterator[tuple[str, int]]:
    """What became of the function, and the line of the module that says so."""
    path = refused.candidate.path
    if refused.imported.entry_line is not None:
        yield f"`{ENTRY}` cannot be called as it is bound here", refused.imported.entry_line
        return
    if (line := _lost(refused, path)) is not None:
        yield f"`{ENTRY}` is not bound once the module is imported", line
    elsewhere = [place for place in refused.survey.functions if place.path != path]
    if own(elsewhere, path):
        yield f"`{ENTRY}` of {elsewhere[0].path} is not re-exported here", 1
    hidden = hidden_file(refused.view, refused.candidate)
    if hidden and _lost(refused, hidden) is not None:
        yield f"this package hides {hidden}, which defines `{ENTRY}`", 1


def _lost(refused: Refused, path: str) -> int | None:
    tree = refused.imported.importer.sources.readable(path)
    return loses(tree) if tree else None


#: Why no loader takes a module, in the order in which the reasons are tried; the first counts.
REFUSALS = (EARLY_NAMES, SEVERAL_TASKSETS, BETWEEN, NO_TASKSET, NO_ALL, NO_FUNCTION)


SEVERAL_OTHERS = Rule(
    code="VF013",
    name="several-plugins-of-a-kind",
    severity=Severity.WARNING,
    summary="`__all__` names more than one harness, env or judge beside the taskset",
    why="The taskset itself loads, but an exported harness or env becomes the default of its runs,"
    " and with two of them choosing ends with a ValueError.",
    bad={
        "word_ladder/envs.py": "import verifiers.v1 as vf\n\n\n"
        "class AEnv(vf.SingleAgentEnv):\n    pass\n\n\nclass BEnv(vf.SingleAgentEnv):\n    pass\n",
        INIT: "from word_ladder.envs import AEnv, BEnv\n"
        "from word_ladder.taskset import LadderTaskset\n\n"
        '__all__ = ["AEnv", "BEnv", "LadderTaskset"]\n',
    },
    good=CURRENT,
    source="verifiers 0.4.0, v1/utils/loaders.py:environment_class, default_harness_id",
)


@SEVERAL_OTHERS.check
def _check_several_others(loaded: Loaded) -> Iterator[Finding]:
    exports = loaded.environment.exports
    for kind, names in exports.certain.items() if exports else ():
        if kind is not BaseKind.TASKSET and len(names) > 1:
            yield SEVERAL_OTHERS.at(
                loaded.candidate.path,
                f"`__all__` names {len(names)} subclasses of {kind.value} ({listed(names)});"
                " a run that has to choose one ends with an error",
                Span(loaded.environment.line),
                hint="export at most one of them",
            )
