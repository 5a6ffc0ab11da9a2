"""Findings in the scripts that Harbor runs as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import PointerError, ReadError
from tagger.core.findings import Fix, Safety
from tagger.core.places import Edit, Span
from tagger.frameworks.harbor import rules_files as rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_MARK = b"\xef\xbb\xbf"
#: Entry scripts are short; of a longer one only so much is looked at, and no fix is offered.
_MAX_BYTES = 1 << 20


def script_findings(view: TreeView, task: Task) -> Iterator[Finding]:
    """Pointers, byte-order marks and CRLF line ends in entry scripts."""
    for path in entry_scripts(view, task):
        try:
            data = view.head(path, _MAX_BYTES)
        except PointerError:
            if path.endswith(("/test.sh", "/test.bat")):
                message = "a Git LFS pointer stands in place of the test script"
                yield rules.HB039.at(path, message, hint="commit the script itself")
        except ReadError:
            continue
        else:
            if path.endswith(".sh"):
                yield from _shell(path, data, whole=len(data) < _MAX_BYTES)


def entry_scripts(view: TreeView, task: Task) -> Iterator[str]:
    """The scripts of a task that are there, steps included."""
    steps = task.config.steps if task.config else ()
    folders = ["", *(f"steps/{step.name}/" for step in steps)]
    for folder in folders:
        for name in ("tests/test.sh", "tests/test.bat", "solution/solve.sh", "workdir/setup.sh"):
            path = task.path(folder + name)
            if (folder or not name.startswith("workdir")) and view.get(path) is not None:
                yield path


def _shell(path: str, data: bytes, *, whole: bool) -> Iterator[Finding]:
    if data.startswith(_MARK):
        edit = Edit(path, 0, len(_MARK), b"")
        fix = Fix(Safety.SAFE, "remove the byte-order mark", (edit,))
        message = "a byte-order mark hides the #! line, so the system does not know the interpreter"
        yield rules.HB045.at(path, message, Span(1), fix=fix)
    if (place := data.find(b"\r\n")) >= 0:
        line = data.count(b"\n", 0, place) + 1
        message = "CRLF line ends: the script is run as it is, and every line ends in a"
        message += " carriage return, the name of the interpreter too"
        yield rules.HB044.at(path, message, Span(line), fix=_unix(path, data) if whole else None)


def _unix(path: str, data: bytes) -> Fix:
    edits, start = [], data.find(b"\r\n")
    while start >= 0:
        edits.append(Edit(path, start, start + 1, b""))
        start = data.find(b"\r\n", start + 2)
    return Fix(Safety.SAFE, "write LF line ends", tuple(edits))
