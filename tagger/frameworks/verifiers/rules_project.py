"""Rules for the pyproject.toml of an environment."""

from __future__ import annotations

from tagger.core.findings import Rule, Severity
from tagger.frameworks.verifiers.rules_module import INIT, OLD_FILE, TASKSET

PROJECT = "pyproject.toml"
_GOOD = """\
[project]
name = "word-ladder"
version = "0.1.0"
description = "Word ladders of four letters."
dependencies = ["verifiers>=0.2"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""
_OLD = {INIT: None, TASKSET: None, "word_ladder.py": OLD_FILE}
_EVAL = (
    "\n[tool.verifiers.eval]\nnum_examples = 5\n\n"
    '[tool.hatch.build]\ninclude = ["word_ladder.py"{}]\n'
)

WHEEL = Rule(
    code="VF030",
    name="wheel-without-module",
    severity=Severity.WARNING,
    summary="The build settings leave the environment's module out of the wheel",
    why="The source is in order, but what is installed from it holds no module of that name, and"
    " every id leads nowhere. `include` lists files to keep, so a list without the module drops"
    ' it; `include = ["m.py"]` for a package `m/` ships at most `m/m.py` without its'
    " `__init__.py`.",
    bad={PROJECT: f'{_GOOD}\n[tool.hatch.build]\ninclude = ["pyproject.toml"]\n'},
    good={PROJECT: f'{_GOOD}\n[tool.hatch.build]\ninclude = ["word_ladder", "pyproject.toml"]\n'},
    source="hatchling 1.33.0, builders/wheel.py; verifiers#631",
)
NO_REQUIREMENT = Rule(
    code="VF031",
    name="verifiers-not-required",
    severity=Severity.INFO,
    summary="The project of an environment does not depend on `verifiers`",
    why="Installing it alone gives a module that cannot be imported, and tools that sort"
    " environments by their requirement cannot tell which release it is for.",
    bad={PROJECT: _GOOD.replace('"verifiers>=0.2"', "")},
    good={PROJECT: _GOOD},
    source="verifiers 0.4.0, vf-init; prime#877",
)
PLACEHOLDER = Rule(
    code="VF032",
    name="placeholder-in-project",
    severity=Severity.INFO,
    summary="A description or tag of the project template was never filled in",
    why="The environments hub shows both to everyone who looks for environments.",
    bad={
        PROJECT: _GOOD.replace("Word ladders of four letters.", "Your environment description here")
    },
    good={PROJECT: _GOOD},
    source="verifiers 0.3.1 and 0.4.0, vf-init",
)
EVAL_DEFAULTS = Rule(
    code="VF033",
    name="eval-defaults-not-shipped",
    severity=Severity.INFO,
    summary="`[tool.verifiers.eval]` is not part of the wheel",
    why="The old `vf-eval` reads the table from the pyproject.toml beside the installed module."
    " Where the build settings leave that file out, the defaults vanish without a word. Releases"
    " since 0.4.0 do not read it at all.",
    bad=_OLD | {PROJECT: _GOOD + _EVAL.format("")},
    good=_OLD | {PROJECT: _GOOD + _EVAL.format(', "pyproject.toml"')},
    source="verifiers 0.3.1, vf-eval; verifiers#1430",
)
FOLDER = Rule(
    code="VF034",
    name="folder-unlike-module",
    severity=Severity.INFO,
    summary="The folder under environments/ has another name than the module",
    why="`vf-install` and `prime env install` look for `environments/<module>`; with dashes,"
    " capitals or another name they do not find the folder. Loading does not mind.",
    bad={
        f"environments/word-ladder/{PROJECT}": _GOOD,
        "environments/word-ladder/word_ladder.py": OLD_FILE,
    },
    good={
        f"environments/word_ladder/{PROJECT}": _GOOD,
        "environments/word_ladder/word_ladder.py": OLD_FILE,
    },
    source="verifiers 0.3.1, vf-install; verifiers#165; prime#346",
)
UNREADABLE = Rule(
    code="VF035",
    name="project-file-unreadable",
    severity=Severity.WARNING,
    summary="A pyproject.toml that names `verifiers` is no TOML",
    why="No tool can install the project, and nothing names the module of its environment.",
    bad={PROJECT: f'{_GOOD}\n[project]\nname = "again"\n'},
    good={PROJECT: _GOOD},
    source="TOML 1.0; PEP 621",
)
