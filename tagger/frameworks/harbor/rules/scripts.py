"""Rules for the scripts that Harbor runs as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.findings import Fix, Rule, Safety, Severity
from tagger.core.places import Edit, Span
from tagger.frameworks.harbor.task import entry_scripts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_TASK = "tasks/sort"
_MARK = b"\xef\xbb\xbf"
#: Entry scripts are short; of a longer one only so much is looked at, and no fix is offered.
_MAX_BYTES = 1 << 20

SCRIPT_LINE_ENDS = Rule(
    code="HB044",
    name="script-line-ends",
    severity=Severity.WARNING,
    summary="An entry script with CRLF line ends",
    why="Harbor runs the script as it is: the name of the interpreter then ends in a carriage"
    " return, which no system finds, and the task scores 0. A `.gitattributes` line"
    " `*.sh text eol=lf` keeps LF line ends on Windows.",
    bad={f"{_TASK}/tests/test.sh": "#!/bin/bash\r\necho 1\r\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\necho 1\n"},
    source="harbor 0.26.0, utils/scripts.py",
    fix=Safety.SAFE,
)


SCRIPT_BYTE_ORDER_MARK = Rule(
    code="HB045",
    name="script-byte-order-mark",
    severity=Severity.WARNING,
    summary="An entry script that begins with a byte-order mark",
    why="The system finds no `#!` at the beginning and does not run the script by the interpreter"
    " that it names.",
    bad={f"{_TASK}/tests/test.sh": "\ufeff#!/bin/bash\necho 1\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\necho 1\n"},
    source="harbor 0.26.0, utils/scripts.py",
    fix=Safety.SAFE,
)


@SCRIPT_LINE_ENDS.check
@SCRIPT_BYTE_ORDER_MARK.check
def _check_shell_scripts(view: TreeView, task: Task) -> Iterator[Finding]:
    """CRLF line ends and byte-order marks; each script is read once."""
    for path in entry_scripts(view, task):
        if not path.endswith(".sh"):
            continue
        try:
            data = view.head(path, _MAX_BYTES)
        except ReadError:
            continue
        if data.startswith(_MARK):
            fix = Fix(Safety.SAFE, "remove the byte-order mark", (Edit(path, 0, len(_MARK), b""),))
            message = "a byte-order mark hides the #! line, so the interpreter is not found"
            yield SCRIPT_BYTE_ORDER_MARK.at(path, message, Span(1), fix=fix)
        if (place := data.find(b"\r\n")) >= 0:
            line = data.count(b"\n", 0, place) + 1
            message = "CRLF line ends: the script is run as it is, and every line ends in a"
            message += " carriage return, the name of the interpreter too"
            fix_ends = _unix(path, data) if len(data) < _MAX_BYTES else None
            yield SCRIPT_LINE_ENDS.at(path, message, Span(line), fix=fix_ends)


def _unix(path: str, data: bytes) -> Fix:
    edits, start = [], data.find(b"\r\n")
    while start >= 0:
        edits.append(Edit(path, start, start + 1, b""))
        start = data.find(b"\r\n", start + 2)
    return Fix(Safety.SAFE, "write LF line ends", tuple(edits))
