"""Names of modules that no id leads to, or that something else has too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.verifiers import library
from tagger.frameworks.verifiers.contract import Contract, hidden_file
from tagger.frameworks.verifiers.rules.examples import CURRENT, CURRENT_FILE, OLD_FILE, old

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate, Loaded
    from tagger.frameworks.verifiers.project import Project

_IMPORT = "verifiers 0.4.0, v1/utils/loaders.py:_import_plugin"


BUILTIN = Rule(
    code="VF009",
    name="shadowed-by-built-in",
    severity=Severity.ERROR,
    summary="The module has the name of a taskset that ships with Verifiers",
    why="For an id such as `harbor`, `nemo_gym`, `openenv` or `textarena`, with or without owner"
    " and version, the loader takes its own taskset and never sees this module.",
    bad={
        "pyproject.toml": '[project]\nname = "harbor"\ndependencies = ["verifiers>=0.2"]\n',
        "harbor.py": CURRENT_FILE,
    },
    good=CURRENT,
    source=f"{_IMPORT}; verifiers#1600",
)


@BUILTIN.check
def _check_builtin(loaded: Loaded) -> Iterator[Finding]:
    name = loaded.candidate.name
    if loaded.is_current and name in library.BUILTIN_TASKSETS:
        message = f"Verifiers ships a taskset {name!r} and loads that one for every id of this name"
        yield BUILTIN.at(loaded.candidate.path, message, Span(1), hint="rename the module")


STANDARD = Rule(
    code="VF010",
    name="shadowed-by-standard-library",
    severity=Severity.ERROR,
    summary="The module has the name of a module of Python's standard library",
    why="The standard library comes first on the search path, so the installed environment is"
    " never imported.",
    bad={
        "pyproject.toml": '[project]\nname = "calendar"\ndependencies = ["verifiers<0.4"]\n',
        "calendar.py": OLD_FILE,
    },
    good=CURRENT,
    source="Python's import system; verifiers#329",
)


@STANDARD.check
def _check_standard(loaded: Loaded) -> Iterator[Finding]:
    name = loaded.candidate.name
    if name in library.STANDARD_LIBRARY:
        message = f"{name!r} is a module of Python's standard library, which is imported instead"
        yield STANDARD.at(loaded.candidate.path, message, Span(1), hint="rename the module")


UNREACHABLE = Rule(
    code="VF004",
    name="module-name-unreachable",
    severity=Severity.ERROR,
    summary="No id leads to the module, because of capitals or dashes in its name",
    why="From the id `word-ladder` the loaders make the module name `word_ladder`: dashes become"
    " underscores and, in the current contract, capitals become lower case. A folder"
    " `Word_Ladder` or `word-ladder` is never imported. The old loader keeps capitals as they are,"
    " so the name of the project and that of the file must agree.",
    bad={
        "word_ladder": None,
        "Word_Ladder/__init__.py": CURRENT_FILE,
    },
    good=CURRENT,
    source=f"{_IMPORT}; verifiers#165; prime#242",
)


@UNREACHABLE.check
def _check_unreachable(loaded: Loaded) -> Iterator[Finding]:
    name, project = loaded.candidate.name, loaded.project
    if loaded.is_current:
        if name != library.module_name(name):
            message = f"ids are lower-cased and get underscores, so none leads to {name!r}"
            yield _not_reached(loaded.candidate, project, message)
        return
    exact, lowered = (
        library.old_module_name(project.name if project else ""),
        library.module_name(project.name if project else ""),
    )
    # Only the current loader gets from the project to the module: it lower-cases ids.
    if name == lowered != exact:
        yield misnamed(loaded.candidate, project)


def misnamed(candidate: Candidate, project: Project | None) -> Finding:
    """The finding for a module that the project's name does not lead to."""
    name = project.name if project else ""
    message = (
        f"the project {name!r} leads to a module {library.old_module_name(name)!r}, not"
        f" to {candidate.name!r}; it cannot be imported under the project's name"
    )
    return _not_reached(candidate, project, message)


def _not_reached(candidate: Candidate, project: Project | None, message: str) -> Finding:
    name = project.name if project else candidate.name
    wanted = library.module_name(name)
    hints = []
    if candidate.name != wanted:
        hints.append(f"rename the module to {wanted!r}")
    if library.old_module_name(name) != wanted and project:
        hints.append("write the project's name in lower case")
    return UNREACHABLE.at(candidate.path, message, Span(1), hint=", and ".join(hints))


#: Why no id leads to a module that a release would load; the first reason counts.
SHADOWS = (BUILTIN, STANDARD, UNREACHABLE)


HIDDEN_FILE = Rule(
    code="VF012",
    name="file-hidden-by-package",
    severity=Severity.WARNING,
    summary="A module and a package have the same name, so the module is never imported",
    why="Python takes the folder with an `__init__.py` before the file beside it.",
    bad={"word_ladder.py": OLD_FILE},
    good=CURRENT,
    source="Python's import system, checked with verifiers 0.3.1",
)


@HIDDEN_FILE.check
def _check_hidden_file(loaded: Loaded) -> Iterator[Finding]:
    if hidden := hidden_file(loaded.view, loaded.candidate):
        message = f"the package {loaded.candidate.place} is imported instead of this file"
        yield HIDDEN_FILE.at(hidden, message)


CAPITALS = Rule(
    code="VF023",
    name="capitals-in-environment-name",
    severity=Severity.INFO,
    summary="An environment of the old contract has capitals in its name",
    why="The loader imports it under exactly this name, but `vf-install` looks for a"
    " lower-case folder and the `prime` command lower-cases names and installs it again and again.",
    bad=old("verifiers<0.4")
    | {
        "word_ladder.py": None,
        "Word_Ladder.py": OLD_FILE,
        "pyproject.toml": '[project]\nname = "Word-Ladder"\ndependencies = ["verifiers<0.4"]\n',
    },
    good=old("verifiers<0.4"),
    source="verifiers 0.3.1, vf-install; prime#242",
)


@CAPITALS.check
def _check_capitals(loaded: Loaded) -> Iterator[Finding]:
    name = loaded.candidate.name
    if loaded.environment.contract is Contract.OLD and name != name.lower():
        message = f"capitals in {name!r}: `vf-install` and `prime` look for lower-case names"
        yield CAPITALS.at(loaded.candidate.path, message)
