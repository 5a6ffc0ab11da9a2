"""What is to be said of an environment that loads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.places import Span
from tagger.frameworks.verifiers import rules_module, rules_release
from tagger.frameworks.verifiers import rules_project as rules
from tagger.frameworks.verifiers.contract import Contract
from tagger.frameworks.verifiers.refusal import hidden_file
from tagger.frameworks.verifiers.requirement import FIRST_CURRENT, FIRST_WITHOUT_OLD
from tagger.frameworks.verifiers.wheel import Wheel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate, Environment
    from tagger.frameworks.verifiers.project import Project
    from tagger.tree.view import TreeView

#: What the project templates put where an author should write.
_DESCRIPTION = re.compile(r"Your environment description here|.* \u2014 <[^<>]+>\.?")
_TAG = "placeholder-tag"
_PIN = f"pin `verifiers<{FIRST_WITHOUT_OLD.removesuffix('.0')}`, or move to the current contract"


def about_module(
    view: TreeView, candidate: Candidate, environment: Environment
) -> Iterator[Finding]:
    """A file that nobody imports, and capitals that only some tools bear."""
    if hidden := hidden_file(view, candidate):
        message = f"the package {candidate.place} is imported in place of this file"
        yield rules_module.HIDDEN_FILE.at(hidden, message)
    if environment.contract is Contract.OLD and candidate.name != candidate.name.lower():
        message = f"capitals in {candidate.name!r}: `vf-install` and `prime` ask for small letters"
        yield rules_release.CAPITALS.at(candidate.path, message)


def about_releases(
    candidate: Candidate, environment: Environment, project: Project | None
) -> Iterator[Finding]:
    """Which releases load it, against which releases its project lets in."""
    needs = project.needs if project else None
    if environment.contract is Contract.OLD:
        yield from _old(candidate, environment, project)
        return
    if needs and not needs.is_pinned and not needs.admits(FIRST_CURRENT):
        message = (
            f"{needs.texts[0]!r} admits no release from {FIRST_CURRENT} on, and no other looks"
            " through `__all__`"
        )
        yield _contradiction(candidate, environment, message, "raise the requirement")
    pinned = needs and (needs.is_pinned or not needs.admits(FIRST_WITHOUT_OLD))
    for place, name in environment.old_names[:1] if not pinned else ():
        message = (
            f"`{name}` is gone since {FIRST_WITHOUT_OLD}, and with it the import of this module"
        )
        yield rules_release.OLD_NAMES.at(place.path, message, Span(place.line), hint=_PIN)


def _old(
    candidate: Candidate, environment: Environment, project: Project | None
) -> Iterator[Finding]:
    needs = project.needs if project else None
    if needs and needs.is_pinned:
        return
    if needs is None or needs.admits("0", before=FIRST_WITHOUT_OLD):
        if needs is None or needs.admits(FIRST_WITHOUT_OLD):
            message = (
                f"`{environment.export}` is looked up by releases before {FIRST_WITHOUT_OLD} only,"
                " and nothing keeps newer ones out"
            )
            span = Span(environment.line)
            yield rules_release.NO_UPPER_BOUND.at(candidate.path, message, span, hint=_PIN)
        return
    message = (
        f"{needs.texts[0]!r} admits no release before {FIRST_WITHOUT_OLD}, and no other looks up"
        f" `{environment.export}`"
    )
    yield _contradiction(candidate, environment, message, _PIN)


def _contradiction(
    candidate: Candidate, environment: Environment, message: str, hint: str
) -> Finding:
    span = Span(environment.line)
    return rules_release.CONTRADICTION.at(candidate.path, message, span, hint=hint)


def about_project(
    view: TreeView, candidate: Candidate, environment: Environment, project: Project
) -> Iterator[Finding]:
    """What the project file says and does not say."""
    yield from _wheel(view, candidate, environment, project)
    if project.needs is None:
        message = "`dependencies` does not list `verifiers`, which the environment needs"
        span = project.span("project", "dependencies")
        yield rules.NO_REQUIREMENT.at(project.path, message, span)
    yield from _placeholders(project)
    folder, _, name = project.directory.rpartition("/")
    if folder.rpartition("/")[2] == "environments" and name != candidate.name:
        message = f"the folder {name!r} holds the module {candidate.name!r}; `vf-install` and"
        message += " `prime env install` look for a folder of the module's name"
        yield rules.FOLDER.at(project.path, message)


def _wheel(
    view: TreeView, candidate: Candidate, environment: Environment, project: Project
) -> Iterator[Finding]:
    wheel = Wheel(view, project)
    if wheel.holds(candidate.name) is False:
        message = (
            f"the build settings leave {candidate.name!r} out of the wheel, so an installed copy"
            " cannot be imported"
        )
        span = project.span("tool", "hatch", "build", "targets", "wheel")
        hint = f'write `packages = ["{_from_project(candidate, project)}"]` under'
        hint += " `[tool.hatch.build.targets.wheel]`"
        if not candidate.is_package:
            hint = f'write `only-include = ["{_from_project(candidate, project)}"]` there'
        yield rules.WHEEL.at(project.path, message, span, hint=hint)
        return
    if environment.contract is Contract.OLD and project.table("tool", "verifiers", "eval"):
        yield from _eval_defaults(wheel, candidate, project)


def _from_project(candidate: Candidate, project: Project) -> str:
    start = len(project.directory) + 1 if project.directory else 0
    return candidate.place[start:]


def _eval_defaults(wheel: Wheel, candidate: Candidate, project: Project) -> Iterator[Finding]:
    shipped = wheel.shipped()
    beside = f"{candidate.name}/pyproject.toml" if candidate.is_package else "pyproject.toml"
    if shipped is not None and beside not in shipped:
        message = "the wheel leaves this file out, and `vf-eval` reads these defaults from beside"
        message += " the installed module"
        yield rules.EVAL_DEFAULTS.at(
            project.path, message, project.span("tool", "verifiers", "eval")
        )


def _placeholders(project: Project) -> Iterator[Finding]:
    table = project.table("project")
    description, tags = table.get("description"), table.get("tags")
    if isinstance(description, str) and _DESCRIPTION.fullmatch(description):
        span = project.span("project", "description")
        yield rules.PLACEHOLDER.at(project.path, "the description is the template's", span)
    if isinstance(tags, list) and _TAG in tags:
        span = project.span("project", "tags")
        yield rules.PLACEHOLDER.at(project.path, f"{_TAG!r} is the template's tag", span)
