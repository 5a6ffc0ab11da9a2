"""Rules about the releases of Verifiers that can load an environment."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity
from tagger.frameworks.verifiers.rules_module import INIT, OLD_FILE, TASKSET

_REMOVED = "verifiers 0.4.0; verifiers#2480"


def _old(requirement: str, function: str = "") -> dict[str, str | None]:
    """An environment of the old contract with a requirement."""
    return {
        INIT: None,
        TASKSET: None,
        "pyproject.toml": "[project]\n"
        f'name = "word-ladder"\nversion = "0.1.0"\ndependencies = ["{requirement}"]\n',
        "word_ladder.py": function or OLD_FILE,
    }


NO_UPPER_BOUND = Rule(
    code="VF020",
    name="old-contract-without-bound",
    severity=Severity.WARNING,
    summary="An environment of the old contract whose requirement lets 0.4 in",
    why="`load_environment` is looked up by releases before 0.4.0 only. A requirement without an"
    " upper bound installs a release that cannot load the environment.",
    bad=_old("verifiers>=0.1.9"),
    good=_old("verifiers>=0.1.9,<0.4"),
    source=f"{_REMOVED}, verifiers#2055, verifiers#2303",
)
CONTRADICTION = Rule(
    code="VF021",
    name="requirement-contradicts-contract",
    severity=Severity.WARNING,
    summary="The requirement admits no release that can load the environment",
    why="The old contract (`load_environment`) runs on releases before 0.4.0, the current one"
    " (`__all__`) on 0.2.0 and later. Whoever installs what the project asks for cannot load it.",
    bad=_old("verifiers>=0.4"),
    good=_old("verifiers>=0.1.9,<0.4"),
    source=_REMOVED,
)
OLD_NAMES = Rule(
    code="VF022",
    name="current-contract-on-old-names",
    severity=Severity.WARNING,
    summary="A module with a taskset also needs names that Verifiers 0.4 no longer has",
    why="Importing the module asks `verifiers` itself for something of the old stack. Releases 0.2"
    " and 0.3 have both; since 0.4.0 the import fails, and the taskset with it.",
    bad={
        TASKSET: "import verifiers as old\nimport verifiers.v1 as vf\n\n"
        "RUBRIC = old.Rubric()\n\n\n"
        "class LadderTaskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n"
    },
    good={
        TASKSET: "import verifiers.v1 as vf\n\n\n"
        "class LadderTaskset(vf.Taskset[vf.Task, vf.TasksetConfig]):\n    pass\n"
    },
    source=_REMOVED,
)
CAPITALS = Rule(
    code="VF023",
    name="capitals-in-environment-name",
    severity=Severity.INFO,
    summary="An environment of the old contract has capitals in its name",
    why="The loader imports it under exactly this name, but `vf-install` looks for a folder in"
    " small letters and the `prime` command lowers names, so installing goes round in circles.",
    bad=_old("verifiers<0.4")
    | {
        "word_ladder.py": None,
        "Word_Ladder.py": OLD_FILE,
        "pyproject.toml": '[project]\nname = "Word-Ladder"\ndependencies = ["verifiers<0.4"]\n',
    },
    good=_old("verifiers<0.4"),
    source="verifiers 0.3.1, vf-install; prime#242",
)
REQUIRED_ARGUMENT = Rule(
    code="VF024",
    name="required-argument",
    severity=Severity.INFO,
    summary="`load_environment` has a parameter without a default",
    why="`vf-eval` alone cannot run the environment; every user has to pass the argument with"
    " `-a '{\"name\": ...}'`.",
    bad=_old("verifiers<0.4", OLD_FILE.replace("**kwargs", "path")),
    good=_old("verifiers<0.4", OLD_FILE.replace("**kwargs", 'path="words.txt"')),
    source="verifiers 0.3.1, legacy/utils/env_utils.py:load_environment",
)
