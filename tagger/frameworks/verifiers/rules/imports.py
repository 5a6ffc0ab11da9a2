"""Modules that cannot be imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.frameworks.verifiers.rules.examples import CURRENT, INIT, TASKSET
from tagger.frameworks.verifiers.sources import Raises

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate
    from tagger.frameworks.verifiers.sources import ImportFault

NOT_COMPILED = Rule(
    code="VF006",
    name="source-does-not-compile",
    severity=Severity.ERROR,
    summary="Python cannot compile a file that the environment imports",
    why="A syntax error, a NUL byte, UTF-16 or bytes that are not UTF-8 without a coding line end"
    " every import with a SyntaxError. The same happens to a Git LFS pointer.",
    bad={TASKSET: "def load()\n    return []\n"},
    good=CURRENT,
    source="Python's compiler; verifiers 0.4.0 and 0.3.1 import the module",
)


@NOT_COMPILED.check
def _check_not_compiled(candidate: Candidate, fault: ImportFault) -> Iterator[Finding]:
    del candidate
    if fault.raises is Raises.SYNTAX:
        place = fault.place
        message = f"{fault.reason}; Python cannot compile this file"
        yield NOT_COMPILED.at(place.path, message, Span(place.line, place.column))


DANGLING_IMPORT = Rule(
    code="VF007",
    name="import-leads-nowhere",
    severity=Severity.ERROR,
    summary="Importing the module fails, because something in the repository is missing",
    why="The module imports a file that does not exist or a name that the file does not have, two"
    " files import each other before either has what the other wants, or a base class is not"
    " defined. The import ends with an exception, and the loader says that the environment was"
    " not found. Compiled modules, those that build tools write (`_version`) and packages that"
    " are not in the repository are assumed to exist.",
    bad={INIT: 'from word_ladder.tasks import LadderTaskset\n\n__all__ = ["LadderTaskset"]\n'},
    good=CURRENT,
    source="Python's import system; verifiers 0.4.0 and 0.3.1 import the module",
)


@DANGLING_IMPORT.check
def _check_dangling_import(candidate: Candidate, fault: ImportFault) -> Iterator[Finding]:
    """The fault where it lies, and the module that cannot be imported because of it."""
    place, path = fault.place, candidate.path
    where = ""
    if place.path != path:
        where = f" ({place.path}, line {place.line})"
        if fault.raises is not Raises.SYNTAX:
            message = f"{fault.reason}; importing `{candidate.name}` ends here"
            yield DANGLING_IMPORT.at(place.path, message, Span(place.line, place.column))
    elif fault.raises is Raises.SYNTAX:
        return
    message = f"importing `{candidate.name}` fails: {fault.reason}{where}"
    yield DANGLING_IMPORT.at(path, message, Span(fault.line_in(path) or 1))


#: What is said of a module that cannot be imported.
IMPORTS = (NOT_COMPILED, DANGLING_IMPORT)
