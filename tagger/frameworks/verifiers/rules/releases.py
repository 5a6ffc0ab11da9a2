"""The releases that load an environment, and those that its project lets in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.verifiers.contract import listed
from tagger.frameworks.verifiers.exports import ENTRY
from tagger.frameworks.verifiers.requirement import FIRST_CURRENT, FIRST_WITHOUT_OLD
from tagger.frameworks.verifiers.rules.examples import OLD_FILE, TASKSET, old

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Loaded

_REMOVED = "verifiers 0.4.0; verifiers#2480"
_PIN = f"pin `verifiers<{FIRST_WITHOUT_OLD.removesuffix('.0')}`, or move to the current contract"


NO_UPPER_BOUND = Rule(
    code="VF020",
    name="old-contract-without-bound",
    severity=Severity.WARNING,
    summary="An environment of the old contract whose requirement lets 0.4 in",
    why="`load_environment` is looked up by releases before 0.4.0 only. A requirement without an"
    " upper bound installs a release that cannot load the environment.",
    bad=old("verifiers>=0.1.9"),
    good=old("verifiers>=0.1.9,<0.4"),
    source=f"{_REMOVED}, verifiers#2055, verifiers#2303",
)


@NO_UPPER_BOUND.check
def _check_no_upper_bound(loaded: Loaded) -> Iterator[Finding]:
    needs = loaded.needs
    if loaded.is_current or (needs and needs.is_pinned):
        return
    if needs is None or (
        needs.admits("0", before=FIRST_WITHOUT_OLD) and needs.admits(FIRST_WITHOUT_OLD)
    ):
        message = (
            f"`{ENTRY}` is looked up by releases before {FIRST_WITHOUT_OLD} only,"
            " and nothing keeps newer ones out"
        )
        span = Span(loaded.environment.line)
        yield NO_UPPER_BOUND.at(loaded.candidate.path, message, span, hint=_PIN)


CONTRADICTION = Rule(
    code="VF021",
    name="requirement-contradicts-contract",
    severity=Severity.WARNING,
    summary="The requirement admits no release that can load the environment",
    why="The old contract (`load_environment`) runs on releases before 0.4.0, the current one"
    " (`__all__`) on 0.2.0 and later. Whoever installs what the project asks for cannot load it.",
    bad=old("verifiers>=0.4"),
    good=old("verifiers>=0.1.9,<0.4"),
    source=_REMOVED,
)


@CONTRADICTION.check
def _check_contradiction(loaded: Loaded) -> Iterator[Finding]:
    needs = loaded.needs
    if needs is None or needs.is_pinned:
        return
    if loaded.is_current and not needs.admits(FIRST_CURRENT):
        hint = "raise the requirement"
        what = f"admits no release from {FIRST_CURRENT} on, and no other looks through `__all__`"
    elif not loaded.is_current and not needs.admits("0", before=FIRST_WITHOUT_OLD):
        hint = _PIN
        what = f"admits no release before {FIRST_WITHOUT_OLD}, and no other looks up `{ENTRY}`"
    else:
        return
    message, span = f"{needs.texts[0]!r} {what}", Span(loaded.environment.line)
    yield CONTRADICTION.at(loaded.candidate.path, message, span, hint=hint)


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


@OLD_NAMES.check
def _check_old_names(loaded: Loaded) -> Iterator[Finding]:
    needs = loaded.needs
    is_bounded = needs and (needs.is_pinned or not needs.admits(FIRST_WITHOUT_OLD))
    if not loaded.is_current or is_bounded:
        return
    for place, name in loaded.environment.old_names[:1]:
        message = f"`{name}` was removed in {FIRST_WITHOUT_OLD}, where importing this module fails"
        yield OLD_NAMES.at(place.path, message, Span(place.line), hint=_PIN)


REQUIRED_ARGUMENT = Rule(
    code="VF024",
    name="required-argument",
    severity=Severity.INFO,
    summary="`load_environment` has a parameter without a default",
    why="`vf-eval` alone cannot run the environment; every user has to pass the argument with"
    " `-a '{\"name\": ...}'`.",
    bad=old("verifiers<0.4", OLD_FILE.replace("**kwargs", "path")),
    good=old("verifiers<0.4", OLD_FILE.replace("**kwargs", 'path="words.txt"')),
    source="verifiers 0.3.1, legacy/utils/env_utils.py:load_environment",
)


@REQUIRED_ARGUMENT.check
def _check_required_argument(loaded: Loaded) -> Iterator[Finding]:
    if names := loaded.environment.required:
        yield REQUIRED_ARGUMENT.at(
            loaded.candidate.path,
            f"`{ENTRY}` has no default for {listed(names)}; whoever runs the environment has to"
            " pass it with `-a`",
            Span(loaded.environment.line),
        )
