"""Symbolic links in environment packages and under ``tasks/``."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tagger.core.detections import Verdict
from tagger.core.findings import Rule, Severity
from tagger.frameworks.openenv.hub import BASE
from tagger.frameworks.openenv.package import links
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.package import Package
    from tagger.tree.view import TreeView

LINK = Rule(
    code="OE015",
    name="openenv-link",
    severity=Severity.WARNING,
    summary="A symbolic link in an environment package or under `tasks/`",
    why=(
        "`openenv validate` fails on any link in a package. Under `tasks/` a link is one small file"
        " in the Hub's listing: OpenEnv's loader finds nothing below it, while a local folder"
        " follows it, so the two list different tasks. Task folders need real files anyway, because"
        " Harbor packs `tests/` for some sandboxes and links then dangle."
    ),
    bad={"word_env/data.txt": "-> ../README.md"},
    good={"word_env/data.txt": "words\n"},
    source="openenv 0.10.0, validation/runner.py, harbor/tasks.py:has_symlinks",
    gives_way_to=("OE001",),
)


@LINK.check
def _check_link(view: TreeView, package: Package) -> Iterator[Finding]:
    """Links in a package, at which `openenv validate` fails."""
    for entry in links(view, package.folder):
        yield LINK.at(
            entry.path,
            "a symbolic link, so `openenv validate` refuses the package around it",
            hint="replace it by a copy of the file",
        )


def task_links(view: TreeView, harbor: Detection, known: Sequence[Finding]) -> Iterator[Finding]:
    """Links under ``tasks/``, or in its place, that no ``known`` finding or Harbor's reports."""
    if harbor.verdict is Verdict.ABSENT:
        return
    reported = {f.path for f in (*known, *harbor.findings) if f.severity >= LINK.severity}
    base = view.get(BASE)
    for entry in chain([base] if base else [], view.below(BASE)):
        if entry.kind is Kind.SYMLINK and entry.path not in reported:
            yield LINK.at(
                entry.path,
                "a symbolic link, which is one small file on the Hub: OpenEnv's loader finds"
                " nothing behind it",
                hint="replace it by real files",
            )
