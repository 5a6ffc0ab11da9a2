"""RP002 to RP004: links that lead nowhere, and names that other systems cannot hold."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.tree.model import Kind
from tagger.tree.scope import VENDORED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts
    from tagger.tree.model import Entry

_ILLEGAL = re.compile(r'[<>:"|?*\\\x00-\x1f]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\..*)?", re.IGNORECASE)


LINK_LEADS_NOWHERE = Rule(
    code="RP002",
    name="link-leads-nowhere",
    severity=Severity.WARNING,
    summary="A symbolic link leads out of the repository, or to nothing in it",
    why=(
        "A link is stored as the text of its target. Whoever clones or downloads the repository"
        " gets a link to something that is not there, and a loader that follows it fails. tagger"
        " never follows a link out of the repository. Links that a framework's own rule reports"
        " are left out."
    ),
    bad={"data/rows.jsonl": "-> ../../shared/rows.jsonl"},
    good={"data/rows.jsonl": "-> ../README.md"},
    source="git, symbolic links (mode 120000)",
    gives_way_to=("DC001",),
)


@LINK_LEADS_NOWHERE.check
def _check_link_leads_nowhere(facts: Facts) -> Iterator[Finding]:
    known = {finding.path for found in facts.detections.values() for finding in found.findings}
    for path in facts.view.paths:
        entry = facts.view.get(path)
        if entry is None or entry.kind is not Kind.SYMLINK or path in known:
            continue
        if facts.view.resolve(path) is None and VENDORED.isdisjoint(path.split("/")):
            yield LINK_LEADS_NOWHERE.at(
                path,
                f"a symbolic link {_fault(entry)}",
                hint="put the file itself in its place",
            )


def _fault(entry: Entry) -> str:
    target = entry.target or ""
    if target.startswith("/"):
        return "with an absolute target, which exists on one machine alone"
    depth = entry.path.count("/")
    for part in target.split("/"):
        depth += -1 if part == ".." else 0 if part in ("", ".") else 1
        if depth < 0:
            return "that leads out of the repository"
    return "that leads to nothing in the repository"


NAMES_DIFFER_BY_CASE = Rule(
    code="RP003",
    name="names-differ-by-case",
    severity=Severity.WARNING,
    summary="Two names in one folder differ only in letter case or Unicode form",
    why=(
        "File systems of Windows and macOS usually take the two for one name: a checkout keeps one"
        " file and loses the other without an error, so tasks vanish or are mixed."
    ),
    bad={"data/Rows.jsonl": "{}\n", "data/rows.jsonl": "{}\n"},
    good={"data/more.jsonl": "{}\n", "data/rows.jsonl": "{}\n"},
    source="git, core.ignoreCase and core.precomposeUnicode",
)


@NAMES_DIFFER_BY_CASE.check
def _check_names_differ_by_case(facts: Facts) -> Iterator[Finding]:
    seen: dict[tuple[str, str], str] = {}
    for path in facts.view.paths:
        folder, _, name = path.rpartition("/")
        first = seen.setdefault((folder, unicodedata.normalize("NFC", name).casefold()), name)
        if first is not name:
            yield NAMES_DIFFER_BY_CASE.at(
                path,
                f"differs from {first!r} beside it only in letter case or Unicode form",
                hint="rename one of the two",
            )


NAME_ILLEGAL_ON_WINDOWS = Rule(
    code="RP004",
    name="name-illegal-on-windows",
    severity=Severity.INFO,
    summary="A file or folder has a name that Windows cannot hold",
    why=(
        "On Windows git cannot check such a file out and the checkout of the whole repository"
        " fails; downloads lose or rename the file. The names work everywhere else, so this is"
        " information. One finding covers all such names of a folder."
    ),
    bad={"data/12:30.jsonl": "{}\n"},
    good={"data/12-30.jsonl": "{}\n"},
    source="Windows, naming files, paths and namespaces",
)


@NAME_ILLEGAL_ON_WINDOWS.check
def _check_name_illegal_on_windows(facts: Facts) -> Iterator[Finding]:
    """One finding for each folder, at its first such name."""
    found: dict[str, list[str]] = {}
    for path in facts.view.paths:
        folder, _, name = path.rpartition("/")
        if _ILLEGAL.search(name) or _DEVICE.fullmatch(name) or name.endswith((".", " ")):
            found.setdefault(folder, []).append(path)
    for paths in found.values():
        more = f", and {len(paths) - 1:,} more in the same folder" if len(paths) > 1 else ""
        yield NAME_ILLEGAL_ON_WINDOWS.at(
            paths[0],
            f"a name that Windows cannot hold{more}",
            hint='leave out < > : " | ? * \\ and a dot or space at the end, and names like CON',
        )
