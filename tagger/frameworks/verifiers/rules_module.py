"""Rules for the module of an environment: what the loaders import, and what they look up in it."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity

_CLASS = "verifiers 0.4.0, v1/utils/loaders.py:_plugin_class"
_IMPORT = "verifiers 0.4.0, v1/utils/loaders.py:_import_plugin"
_OLD = "verifiers 0.3.1, legacy/utils/env_utils.py:load_environment"
INIT = "word_ladder/__init__.py"
TASKSET = "word_ladder/taskset.py"
_GOOD = {INIT: 'from word_ladder.taskset import LadderTaskset\n\n__all__ = ["LadderTaskset"]\n'}
_IMPORTS = "from word_ladder.taskset import LadderTask, LadderTaskset\n\n"
_CLASS_TEXT = "class Ladder{}Taskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n\n\n"
#: An environment of the old contract in one file, for examples.
OLD_FILE = (
    "import verifiers as vf\n\n\n"
    "def load_environment(**kwargs):\n    return vf.SingleTurnEnv(dataset=None)\n"
)
_OLD_PACKAGE = {TASKSET: None, "word_ladder/core.py": OLD_FILE}

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
    good=_GOOD,
    source=_CLASS,
)
NO_TASKSET = Rule(
    code="VF002",
    name="no-taskset-exported",
    severity=Severity.ERROR,
    summary="`__all__` names no subclass of `verifiers.v1.Taskset`",
    why="Names that are no class count for nothing: a function, an object of the taskset, a module,"
    " a string in place of a list. Nor do `Taskset` itself, classes with a base that only has that"
    " name, and task and config classes. Loading ends with a TypeError.",
    bad={INIT: f'{_IMPORTS}__all__ = ["LadderTask"]\n'},
    good=_GOOD,
    source=_CLASS,
)
SEVERAL_TASKSETS = Rule(
    code="VF003",
    name="several-tasksets-exported",
    severity=Severity.ERROR,
    summary="`__all__` names more than one taskset",
    why="The loader wants exactly one and ends with a ValueError. A name that stands twice counts"
    " twice, a class under two names too, and so does an own base class beside its heir.",
    bad={
        TASKSET: f"import verifiers.v1 as vf\n\n\n{_CLASS_TEXT.format('')}"
        f"{_CLASS_TEXT.format('Long')}",
        INIT: "from word_ladder.taskset import *\n\n"
        '__all__ = ["LadderTaskset", "LadderLongTaskset"]\n',
    },
    good=_GOOD,
    source=_CLASS,
)
UNREACHABLE = Rule(
    code="VF004",
    name="module-name-unreachable",
    severity=Severity.ERROR,
    summary="No id leads to the module, because of capitals or dashes in its name",
    why="From the id `word-ladder` the loaders make the module name `word_ladder`: dashes become"
    " underscores and, in the current contract, capitals become small. A folder `Word_Ladder` or"
    " `word-ladder` is never imported. The old loader keeps capitals as they are, so the project's"
    " name and the file's must agree.",
    bad={
        "word_ladder": None,
        "Word_Ladder/__init__.py": _CLASS_TEXT.join(
            ["import verifiers.v1 as vf\n\n\n", '__all__ = ["LadderTaskset"]\n']
        ).format(""),
    },
    good=_GOOD,
    source=f"{_IMPORT}; verifiers#165; prime#242",
)
NO_FUNCTION = Rule(
    code="VF005",
    name="no-load-environment",
    severity=Severity.ERROR,
    summary="The module does not bind the `load_environment` that a file of it defines",
    why="The old loader imports the module that the project names and asks it for"
    " `load_environment`. The function is not there when `__init__.py` does not re-export it,"
    " imports it under `TYPE_CHECKING` only, takes it by a star import that the submodule's"
    " `__all__` stops, or deletes it again; and an `async def` is never awaited. A function whose"
    " first argument is a required `task` or `env_id` makes environments for others and is taken"
    " for part of a library, although the loader would call it.",
    bad=_OLD_PACKAGE | {INIT: "# word ladder\n"},
    good=_OLD_PACKAGE | {INIT: "from .core import load_environment  # noqa: F401\n"},
    source=_OLD,
)
NOT_COMPILED = Rule(
    code="VF006",
    name="source-does-not-compile",
    severity=Severity.ERROR,
    summary="Python cannot compile a file that the environment imports",
    why="A syntax error, a NUL byte, UTF-16 or bytes that are not UTF-8 without a coding line end"
    " every import with a SyntaxError. The same happens to a Git LFS pointer.",
    bad={TASKSET: "def load()\n    return []\n"},
    good=_GOOD,
    source="Python's compiler; verifiers 0.4.0 and 0.3.1 import the module",
)
DANGLING_IMPORT = Rule(
    code="VF007",
    name="import-leads-nowhere",
    severity=Severity.ERROR,
    summary="Importing the module fails, because something in the repository is not there",
    why="The module imports a file that does not exist or a name that the file does not have, two"
    " files import each other before either has what the other wants, or a base class is not"
    " defined. The import ends with an exception, and the loader says that the environment was"
    " not found. Compiled modules and those that build tools write (`_version`) are taken on"
    " trust, and so is every package that is not in the repository.",
    bad={INIT: 'from word_ladder.tasks import LadderTaskset\n\n__all__ = ["LadderTaskset"]\n'},
    good=_GOOD,
    source="Python's import system; verifiers 0.4.0 and 0.3.1 import the module",
)
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
    good=_GOOD,
    source="verifiers 0.1.14, 0.3.1, 0.4.0; verifiers#1429, verifiers#1708",
)
BUILTIN = Rule(
    code="VF009",
    name="shadowed-by-built-in",
    severity=Severity.ERROR,
    summary="The module has the name of a taskset that ships with Verifiers",
    why="For an id such as `harbor`, `nemo_gym`, `openenv` or `textarena`, with or without owner"
    " and version, the loader takes its own taskset and never sees this module.",
    bad={
        "pyproject.toml": '[project]\nname = "harbor"\ndependencies = ["verifiers>=0.2"]\n',
        "harbor.py": _CLASS_TEXT.join(
            ["import verifiers.v1 as vf\n\n\n", '__all__ = ["LadderTaskset"]\n']
        ).format(""),
    },
    good=_GOOD,
    source=f"{_IMPORT}; verifiers#1600",
)
STANDARD = Rule(
    code="VF010",
    name="shadowed-by-standard-library",
    severity=Severity.ERROR,
    summary="The module has the name of a module of Python's standard library",
    why="The standard library stands first on the search path, so the installed environment is"
    " never imported.",
    bad={
        "pyproject.toml": '[project]\nname = "calendar"\ndependencies = ["verifiers<0.4"]\n',
        "calendar.py": OLD_FILE,
    },
    good=_GOOD,
    source="Python's import system; verifiers#329",
)
EARLY_NAMES = Rule(
    code="VF011",
    name="taskset-of-the-root-package",
    severity=Severity.ERROR,
    summary="The taskset derives from `verifiers.Taskset`, which is not there",
    why="`import verifiers as vf` gives no `vf.Taskset`, `vf.Task` or `vf.TasksetConfig` in 0.2.0"
    " or later; all of the current stack is in `verifiers.v1`.",
    bad={
        TASKSET: "import verifiers as vf\n\n\n"
        "class LadderTaskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n"
    },
    good={TASKSET: f"import verifiers.v1 as vf\n\n\n{_CLASS_TEXT.format('').rstrip()}\n"},
    source="verifiers 0.2.0, 0.3.1 and 0.4.0, __init__.py",
)
HIDDEN_FILE = Rule(
    code="VF012",
    name="file-hidden-by-package",
    severity=Severity.WARNING,
    summary="A module and a package have the same name, so the module is never imported",
    why="Python takes the folder with an `__init__.py` before the file beside it.",
    bad={"word_ladder.py": OLD_FILE},
    good=_GOOD,
    source="Python's import system, checked with verifiers 0.3.1",
)
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
    good=_GOOD,
    source="verifiers 0.4.0, v1/utils/loaders.py:environment_class, default_harness_id",
)
