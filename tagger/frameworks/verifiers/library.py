"""What the verifiers package itself defines, as far as names in a repository can refer to it.

Source: releases 0.1.14, 0.2.0, 0.3.1 and 0.4.0; classes that are not listed are told by how their
names end, which holds for all of these releases.
"""

from __future__ import annotations

import sys
from enum import StrEnum

PACKAGE = "verifiers"
#: The current stack, to be imported as ``import verifiers.v1 as vf``.
V1 = "verifiers.v1"

#: Modules of ``verifiers.v1.tasksets``, which win over a package of the same name
#: (``_import_plugin``); ``lean`` until 0.3.1.
BUILTIN_TASKSETS = frozenset({"harbor", "nemo_gym", "openenv", "textarena"})
#: Projects that are the library or its tools, never an environment.
LIBRARY_PROJECTS = frozenset({"verifiers", "prime", "prime-rl"})
#: Top names that the import system finds before any installed package.
STANDARD_LIBRARY = frozenset(sys.stdlib_module_names)


class BaseKind(StrEnum):
    """The base classes by which the loader sorts what a module exports (``_plugin_class``)."""

    TASKSET = "Taskset"
    HARNESS = "Harness"
    ENV = "Env"
    JUDGE = "Judge"


#: Names of ``verifiers.v1`` that are one of these classes.
_IN_V1 = {
    "Taskset": BaseKind.TASKSET,
    "Harness": BaseKind.HARNESS,
    "ACPHarness": BaseKind.HARNESS,
    "Env": BaseKind.ENV,
    "SingleAgentEnv": BaseKind.ENV,
    "Judge": BaseKind.JUDGE,
    "DecisionJudge": BaseKind.JUDGE,
    "ReferenceJudge": BaseKind.JUDGE,
    "RubricJudge": BaseKind.JUDGE,
}
#: Names that the root package had in 0.1.14 for a stack that was removed; the current one is in
#: ``verifiers.v1`` only.
_EARLY = frozenset(
    "Env EnvConfig Harness HarnessConfig HarborTaskset HarborTasksetConfig Task TaskConfig TaskData"
    " Taskset TasksetConfig Toolset ToolsetConfig User UserConfig load_harness load_taskset".split()
)


def is_verifiers(path: str) -> bool:
    """Whether a dotted name belongs to the library."""
    return path.partition(".")[0] == PACKAGE


def kind(path: str) -> BaseKind | None:
    """Which of the four kinds a dotted name in the library is, ``None`` for anything else."""
    inside, _, name = path.removeprefix(f"{V1}.").rpartition(".")
    if not path.startswith(f"{V1}."):
        return None
    if not inside:
        return _IN_V1.get(name)
    return next((kind for kind in BaseKind if name.endswith(kind)), None)


def is_base(path: str) -> bool:
    """Whether a dotted name is one of the four base classes, which the loader does not count."""
    return path.startswith(f"{V1}.") and path.rpartition(".")[2] in set(BaseKind)


def is_missing(path: str) -> bool:
    """Whether the name looks like a taskset of ``verifiers.v1`` and is not one in any release.

    The built-in tasksets are importable from ``verifiers.v1.tasksets`` only.
    """
    name = path.removeprefix(f"{V1}.")
    return "." not in name and name.endswith("Taskset") and name not in _IN_V1


def is_early(path: str) -> bool:
    """Whether a name of the root package is one of the current stack that was removed."""
    return path.removeprefix(f"{PACKAGE}.") in _EARLY


def is_old(path: str) -> bool:
    """Whether a name of the root package was removed in 0.4.0 (verifiers#2480)."""
    top = path.removeprefix(f"{PACKAGE}.").partition(".")[0]
    return path.startswith(f"{PACKAGE}.") and top not in {"v1", "cli"} and not top.startswith("__")


def module_name(plugin_id: str) -> str:
    """The module that the current loader imports for an id (``_import_plugin``)."""
    name = plugin_id.rpartition("/")[2].partition("@")[0]
    return name.replace("-", "_").lower()


def old_module_name(environment_id: str) -> str:
    """The module that the old loader imports for an id (0.3.1, ``env_module_name``)."""
    return environment_id.rpartition("/")[2].replace("-", "_")
