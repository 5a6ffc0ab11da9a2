"""The pyproject.toml of an environment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.frameworks.verifiers.rules.examples import INIT, OLD_FILE, PROJECT, TASKSET
from tagger.frameworks.verifiers.wheel import Wheel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate, Loaded
    from tagger.frameworks.verifiers.project import Project, UnreadableProject

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

#: What the project templates put where an author should write.
_DESCRIPTION = re.compile(r"Your environment description here|.* \u2014 <[^<>]+>\.?")
_TAG = "placeholder-tag"

WHEEL = Rule(
    code="VF030",
    name="wheel-without-module",
    severity=Severity.WARNING,
    summary="The build settings leave the environment's module out of the wheel",
    why="The source is correct, but what is installed from it has no module of that name, and no id"
    " leads to it. `include` lists files to keep, so a list without the module drops"
    ' it; `include = ["m.py"]` for a package `m/` ships at most `m/m.py` without its'
    " `__init__.py`.",
    bad={PROJECT: f'{_GOOD}\n[tool.hatch.build]\ninclude = ["pyproject.toml"]\n'},
    good={PROJECT: f'{_GOOD}\n[tool.hatch.build]\ninclude = ["word_ladder", "pyproject.toml"]\n'},
    source="hatchling 1.33.0, builders/wheel.py; verifiers#631",
)


@WHEEL.check
def _check_wheel(loaded: Loaded) -> Iterator[Finding]:
    project, candidate = loaded.project, loaded.candidate
    if project and Wheel(loaded.view, project).holds(candidate.name) is False:
        message = (
            f"the build settings leave {candidate.name!r} out of the wheel, so an installed copy"
            " cannot be imported"
        )
        span = project.span("tool", "hatch", "build", "targets", "wheel")
        place = _from_project(candidate, project)
        hint = f'write `packages = ["{place}"]` under `[tool.hatch.build.targets.wheel]`'
        if not candidate.is_package:
            hint = f'write `only-include = ["{place}"]` there'
        yield WHEEL.at(project.path, message, span, hint=hint)


def _from_project(candidate: Candidate, project: Project) -> str:
    start = len(project.directory) + 1 if project.directory else 0
    return candidate.place[start:]


EVAL_DEFAULTS = Rule(
    code="VF033",
    name="eval-defaults-not-shipped",
    severity=Severity.INFO,
    summary="`[tool.verifiers.eval]` is not part of the wheel",
    why="The old `vf-eval` reads the table from the pyproject.toml beside the installed module."
    " Where the build settings leave that file out, the defaults are silently lost. Releases"
    " since 0.4.0 do not read it at all.",
    bad=_OLD | {PROJECT: _GOOD + _EVAL.format("")},
    good=_OLD | {PROJECT: _GOOD + _EVAL.format(', "pyproject.toml"')},
    source="verifiers 0.3.1, vf-eval; verifiers#1430",
)


@EVAL_DEFAULTS.check
def _check_eval_defaults(loaded: Loaded) -> Iterator[Finding]:
    project, candidate = loaded.project, loaded.candidate
    if loaded.is_current or not project or not project.table("tool", "verifiers", "eval"):
        return
    wheel = Wheel(loaded.view, project)
    shipped = wheel.shipped()
    beside = f"{candidate.name}/{PROJECT}" if candidate.is_package else PROJECT
    if shipped is not None and wheel.holds(candidate.name) and beside not in shipped:
        message = "the wheel leaves this file out, and `vf-eval` reads these defaults from beside"
        message += " the installed module"
        span = project.span("tool", "verifiers", "eval")
        yield EVAL_DEFAULTS.at(project.path, message, span)


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


@NO_REQUIREMENT.check
def _check_no_requirement(loaded: Loaded) -> Iterator[Finding]:
    if (project := loaded.project) and project.needs is None:
        message = "`dependencies` does not list `verifiers`, which the environment needs"
        yield NO_REQUIREMENT.at(project.path, message, project.span("project", "dependencies"))


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


@PLACEHOLDER.check
def _check_placeholder(loaded: Loaded) -> Iterator[Finding]:
    project = loaded.project
    table = project.table("project") if project else {}
    description, tags = table.get("description"), table.get("tags")
    if project and isinstance(description, str) and _DESCRIPTION.fullmatch(description):
        span = project.span("project", "description")
        yield PLACEHOLDER.at(project.path, "the description is the template's", span)
    if project and isinstance(tags, list) and _TAG in tags:
        span = project.span("project", "tags")
        yield PLACEHOLDER.at(project.path, f"{_TAG!r} is the template's tag", span)


FOLDER = Rule(
    code="VF034",
    name="folder-unlike-module",
    severity=Severity.INFO,
    summary="The folder under environments/ has another name than the module",
    why="`vf-install` and `prime env install` look for `environments/<module>`; with dashes,"
    " capitals or another name they do not find the folder. Loading is not affected.",
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


@FOLDER.check
def _check_folder(loaded: Loaded) -> Iterator[Finding]:
    project, name = loaded.project, loaded.candidate.name
    parent, _, folder = project.directory.rpartition("/") if project else ("", "", "")
    if project and parent.rpartition("/")[2] == "environments" and folder != name:
        message = f"the folder {folder!r} holds the module {name!r}; `vf-install` and"
        message += " `prime env install` look for a folder of the module's name"
        yield FOLDER.at(project.path, message)


UNREADABLE = Rule(
    code="VF035",
    name="project-file-unreadable",
    severity=Severity.WARNING,
    summary="A pyproject.toml that names `verifiers` is not valid TOML",
    why="No tool can install the project, and nothing names the module of its environment.",
    bad={PROJECT: f'{_GOOD}\n[project]\nname = "again"\n'},
    good={PROJECT: _GOOD},
    source="TOML 1.0; PEP 621",
)


@UNREADABLE.check
def _check_unreadable(file: UnreadableProject) -> Iterator[Finding]:
    """A project file that mentions the library and that no tool can read."""
    if file.wants_verifiers:
        message = f"{file.reason}; nothing names the module of the environment"
        yield UNREADABLE.at(file.path, message, file.span)


#: What is said of the project file of an environment that loads.
PROJECTS = (WHEEL, EVAL_DEFAULTS, NO_REQUIREMENT, PLACEHOLDER, FOLDER)
