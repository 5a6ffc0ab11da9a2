"""Reports to render, built by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.card import read_card
from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import Fix, Rule, Safety, Severity
from tagger.core.places import Edit, Span
from tagger.core.tags import Tags
from tagger.engine.outcome import Checked, Unread
from tagger.report.formats import Look
from tagger.report.style import Style
from tagger.rules.facts import Facts
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tagger.core.findings import Finding

PLAIN = Look(Style())


def rule(code: str = "DC001", name: str = "some-rule", **changes: object) -> Rule:
    """A rule; only what a test looks at need be given."""
    texts = {"summary": "something is wrong", "why": "It breaks.", "source": "somewhere 1.0"}
    values = {"severity": Severity.ERROR, "bad": {}, "good": {}, **texts, **changes}
    return Rule(code, name, **values)  # type: ignore[arg-type]


def fix(safety: Safety = Safety.SAFE) -> Fix:
    """A fix of one edit."""
    return Fix(safety, "put it right", (Edit("README.md", 4, 7, b"new"),))


def checked(
    findings: Sequence[Finding] = (),
    files: Mapping[str, str] | None = None,
    *,
    detections: Mapping[str, Detection] | None = None,
    tags: Tags | None = None,
    target: str = ".",
    suppressed: int = 0,
) -> Checked:
    """A checked target with these findings."""
    view = TreeView(MemoryTree({path: text.encode() for path, text in (files or {}).items()}))
    facts = Facts(view, detections or {}, read_card(view), tags or Tags())
    prefix = "" if target == "." else f"{target}/"
    return Checked(target, "path", None, facts, findings, suppressed, prefix, prefix)


def full() -> list[Checked | Unread]:
    """Something of everything: places, fixes, hints, repeats, frameworks, an unread target."""
    header = "---\nlicense: MIT\ntags:\n  - Harbor\n---\n# Puzzles\n"
    unknown = rule("DC010", "unknown-licence", severity=Severity.WARNING)
    spelling = rule("TG004", "tag-spelling", severity=Severity.INFO, fix=Safety.SAFE)
    broken = rule("HB001", "task-config-invalid")
    findings = [
        unknown.at("README.md", "`MIT` is no licence", Span(2, 10, 2, 13), hint="write `mit`"),
        spelling.at("README.md", "`Harbor` for `harbor`", Span(4, 5, 4, 11), fix=fix()),
        *(broken.at(f"tasks/{n:02}/task.toml", "not TOML", Span(1)) for n in range(8)),
    ]
    harbor = Detection(
        Verdict.NATIVE,
        units=[Unit(f"tasks/g{n}", "task") for n in range(4)],
        broken=[Unit("tasks/00", "task")],
        aside=[Unit("tests/x", "task")],
        evidence=[Evidence(f"tasks/g{n}", "a Harbor task") for n in range(4)],
    )
    absent = Detection(needs=[Need("a registry.json at the root", "VF010")])
    tags = Tags(("Harbor",), ("rl-environment", "harbor"), ("rl-environment", "harbor"))
    first = checked(
        findings,
        {"README.md": header},
        detections={"harbor": harbor, "verifiers": absent},
        tags=tags,
        target="sets/puzzles",
        suppressed=2,
    )
    return [first, checked(target="sets/empty"), Unread("sets/gone", "'sets/gone': no such folder")]
