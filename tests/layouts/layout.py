"""A repository as a small tree, with the answer that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.findings import Severity
from tagger.core.tags import DISCOVERY_TAG
from tagger.engine.check import Result, check
from tagger.frameworks.registry import own_frameworks
from tagger.rules.facts import Options
from tagger.tree.listing import MemoryTree

if TYPE_CHECKING:
    from collections.abc import Mapping

Files = dict[str, str | bytes]
#: Rules about frameworks and their tags, by the first letters of their codes.
FRAMEWORK_RULES = ("HB", "VF", "OE", "NG", "TG")


@dataclass(frozen=True)
class Layout:
    """One repository.

    Attributes:
        name: what it is like.
        files: path to text or bytes.
        proven: the frameworks whose tags it proves; all others must not be.
        suggested: the frameworks with evidence short of proof.
        verdicts: where a verdict other than the usual one matters.
        units: how many units a framework has.
        codes: rules that must report something.
        silent: rules that must not.
        quiet: no word about frameworks or tags is in place.
        errors: whether errors may be reported.
        links: path to target.
        repo_id: the dataset on the Hub.
    """

    name: str
    files: Mapping[str, str | bytes]
    proven: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    quiet: bool = False
    errors: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    repo_id: str | None = None

    def check(self) -> Result:
        """The repository, checked."""
        files = {
            path: content.encode() if isinstance(content, str) else content
            for path, content in self.files.items()
        }
        return check(MemoryTree(files, self.links), Options(repo_id=self.repo_id))


def ids(layout: Layout) -> str:
    """The name of a test."""
    return layout.name


def complaints(layout: Layout) -> list[str]:
    """Everything in which the answer differs from the one that is asked for."""
    result = layout.check()
    detections, tags = result.facts.detections, result.facts.tags
    known = [framework.tag for framework in own_frameworks()]
    wanted = [tag for tag in known if tag in layout.proven]
    wrong = []
    if list(tags.proven) != ([DISCOVERY_TAG, *wanted] if wanted else []):
        wrong.append(f"proven: {tags.proven}")
    if set(tags.suggested) != set(layout.suggested):
        wrong.append(f"suggested: {tags.suggested}")
    wrong += [
        f"{tag} is {detections[tag].verdict}"
        for tag, verdict in layout.verdicts.items()
        if detections[tag].verdict.value != verdict
    ]
    wrong += [
        f"{tag} has {len(detections[tag].units)} units"
        for tag, number in layout.units.items()
        if len(detections[tag].units) != number
    ]
    return wrong + _findings(layout, result)


def _findings(layout: Layout, result: Result) -> list[str]:
    found = [(f.rule.code, f.severity, f"{f.path}: {f.message}") for f in result.findings]
    codes = {code for code, _, _ in found}
    wrong = [f"no finding {code}" for code in layout.codes if code not in codes]
    for code, severity, text in found:
        unasked = code in layout.silent or (layout.quiet and code.startswith(FRAMEWORK_RULES))
        if unasked or (severity is Severity.ERROR and not layout.errors):
            wrong.append(f"{severity.label} {code} {text}")
    return wrong
