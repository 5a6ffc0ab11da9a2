"""What the rules about tags say, how severe it is, and what they offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.core.findings import Safety, Severity
from tagger.engine.check import check
from tagger.rules.facts import Options
from tagger.tree.listing import ListingTree, MemoryTree
from tagger.tree.model import Entry

if TYPE_CHECKING:
    from tagger.core.findings import Finding

TASK = {
    "tasks/knot/task.toml": b"[environment]\nbuild_timeout_sec = 120.0\n",
    "tasks/knot/instruction.md": b"Tie the knot.\n",
    "tasks/knot/environment/Dockerfile": b"FROM debian:12\n",
    "tasks/knot/tests/test.sh": b"#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n",
}
ROWS = {"rows.jsonl": b'{"question": "2+2", "answer": "4"}\n'}


def found(
    code: str,
    header: str | None,
    files: dict[str, bytes] = TASK,
    options: Options | None = None,
) -> list[Finding]:
    """The findings of one rule on a card with this header, or with none."""
    card = b"# Knots\n" if header is None else f"---\n{header}---\n# Knots\n".encode()
    result = check(MemoryTree({"README.md": card, **files}), options)
    return [finding for finding in result.findings if finding.rule.code == code]


def one(
    code: str,
    header: str | None,
    files: dict[str, bytes] = TASK,
    options: Options | None = None,
) -> Finding:
    (finding,) = found(code, header, files, options)
    return finding


def offered(finding: Finding) -> tuple[Safety, str] | None:
    """The safety of a fix and all that it writes."""
    fix = finding.fix
    return (fix.safety, b"".join(e.content for e in fix.edits).decode()) if fix else None


# -- TG001 -------------------------------------------------------------------------------


def test_missing_tags_are_one_finding_at_the_key() -> None:
    finding = one("TG001", "license: mit\ntags:\n- harbor\n")
    assert finding.span is not None
    assert (finding.span.line, finding.severity) == (3, Severity.WARNING)
    assert finding.message == (
        "the card lacks the tags `rl-environment` and `openenv`: its page has no RL Environment"
        " badge and does not offer OpenEnv"
    )
    assert finding.hint == "the files are there: OpenEnv can load tasks/knot"
    assert offered(finding) == (Safety.SAFE, "\n- rl-environment\n- openenv")


def test_where_no_edit_is_safe_the_hint_is_the_line_to_write() -> None:
    finding = one("TG001", "{license: mit, tags: [knots]}\n")
    assert finding.fix is None
    assert finding.hint == (
        "no edit is safe here (its header is in flow style); write by hand:"
        " `tags: [knots, rl-environment, harbor, openenv]`"
    )


def test_a_missing_card_is_made_by_an_unsafe_fix() -> None:
    result = check(MemoryTree(TASK))
    (finding,) = (f for f in result.findings if f.rule.code == "TG001")
    assert finding.severity is Severity.WARNING
    assert finding.fix is not None
    assert finding.fix.safety is Safety.UNSAFE


@pytest.mark.parametrize("header", [None, "license: mit\n"])
def test_a_code_repository_is_given_advice(header: str | None) -> None:
    finding = one("TG001", header, options=Options(hub_dataset=False))
    assert finding.severity is Severity.INFO


def test_a_code_repository_gets_a_header_only_by_an_unsafe_fix() -> None:
    options = Options(hub_dataset=False)
    unasked, asked = (one("TG001", header, options=options) for header in (None, "tags: [x]\n"))
    assert unasked.fix is not None
    assert unasked.fix.safety is Safety.UNSAFE
    assert asked.fix is not None
    assert (asked.fix.safety, asked.severity) == (Safety.SAFE, Severity.WARNING)


def test_bridged_tags_are_left_out_of_the_fix() -> None:
    finding = one("TG001", "tags: [x]\n", options=Options(bridged=False))
    assert offered(finding) == (Safety.SAFE, ", rl-environment, harbor")
    alone = one("TG001", "tags: [rl-environment, harbor]\n", options=Options(bridged=False))
    assert (alone.severity, alone.fix) == (Severity.INFO, None)


def test_tags_in_another_spelling_are_not_added_as_well() -> None:
    finding = one("TG001", "tags: [Harbor]\n")
    assert offered(finding) == (Safety.SAFE, ", rl-environment, openenv")
    assert offered(one("TG001", "tags: Harbor\n")) == (
        Safety.SAFE,
        "\n- \n- rl-environment\n- openenv",
    )


# -- the others ---------------------------------------------------------------------------


def test_a_framework_alone_is_asked_about() -> None:
    finding = one("TG002", "tags: [nemo-gym]\n", ROWS)
    assert finding.severity is Severity.INFO
    assert offered(finding) == (Safety.UNSAFE, ", rl-environment")


def test_evidence_short_of_proof_is_never_a_safe_fix() -> None:
    card = b"---\ntags: [x]\n---\n\n    prime env install acme/knots\n"
    result = check(MemoryTree({"README.md": card, **ROWS}))
    (finding,) = (f for f in result.findings if f.rule.code == "TG003")
    assert finding.severity is Severity.INFO
    assert "acme/knots" in finding.message
    assert offered(finding) == (Safety.UNSAFE, ", rl-environment, verifiers")


def test_another_spelling_is_put_right_once_and_only_where_it_is_proven() -> None:
    first, second = found("TG004", "tags: [HARBOR, har_bor]\n")
    assert offered(first) == (Safety.SAFE, "harbor")
    assert (second.fix, second.hint) == (None, "remove it: `harbor` is there")
    (unproven,) = found("TG004", "tags: [Harbor]\n", ROWS)
    assert (unproven.severity, unproven.fix) == (Severity.WARNING, None)


def test_a_spelling_that_cannot_be_edited_is_named() -> None:
    finding = one("TG004", "tags:\n- !!str Harbor\n")
    assert finding.hint == (
        "write `harbor` by hand; no edit is safe here (`tags` has a YAML tag of its own)"
    )


@pytest.mark.parametrize(
    ("tags", "fix"),
    [
        ("harbor, 'library:harbor'", (Safety.UNSAFE, "")),
        ("'library:harbor'", (Safety.UNSAFE, "'harbor'")),
        ("'library:pandas'", None),
    ],
)
def test_a_prefix_goes_by_unsafe_fixes_only(tags: str, fix: tuple[Safety, str] | None) -> None:
    finding = one("TG005", f"tags: [{tags}]\n")
    assert finding.severity is Severity.WARNING
    assert offered(finding) == fix


@pytest.mark.parametrize(
    ("tags", "fix"), [("rl-environment, environment", ""), ("environment, x", "rl-environment")]
)
def test_the_former_tag_goes_by_unsafe_fixes_only(tags: str, fix: str) -> None:
    finding = one("TG006", f"tags: [{tags}]\n")
    assert (finding.severity, offered(finding)) == (Severity.INFO, (Safety.UNSAFE, fix))


def test_an_unproven_tag_is_a_warning_without_a_fix() -> None:
    finding = one("TG007", "license: mit\ntags:\n- x\n- harbor\n", ROWS)
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (5, 3)
    assert (finding.severity, finding.fix) == (Severity.WARNING, None)
    assert "was looked for and not found" in finding.message
    assert "published elsewhere" in (finding.hint or "")


@pytest.mark.parametrize("code", ["TG007", "TG008"])
def test_nothing_is_called_unproven_when_the_listing_was_cut(code: str) -> None:
    card = b"---\ntags: [rl-environment, harbor]\n---\n"
    tree = ListingTree(
        [Entry("README.md", size=len(card))], lambda _path, limit: card[:limit], complete=False
    )
    assert code not in {finding.rule.code for finding in check(tree).findings}


def test_the_broken_layout_of_a_declared_tag_is_said_to_be_there() -> None:
    files = {**TASK, "tasks/knot/task.toml": b"[environment\n"}
    finding = one("TG007", "tags: [harbor]\n", files)
    assert "does not load" in finding.message


def test_examples_of_a_software_project_are_said_to_be_there() -> None:
    files = {f"examples/{path}": data for path, data in TASK.items()}
    finding = one("TG007", "tags: [harbor]\n", {"package.json": b"{}\n", **files})
    assert "counts as an example" in finding.message


def test_a_bare_string_is_an_error_with_a_safe_fix() -> None:
    finding = one("TG009", "tags: knots\n", ROWS)
    assert (finding.severity, offered(finding)) == (Severity.ERROR, (Safety.SAFE, "\n- "))


def test_other_values_among_the_tags_are_quoted_by_unsafe_fixes_only() -> None:
    findings = found("TG009", "tags: [2026, true, 2026-01-01, [x], ~]\n", ROWS)
    assert {finding.severity for finding in findings} == {Severity.ERROR}
    assert [offered(finding) for finding in findings] == [
        (Safety.UNSAFE, "'2026'"),
        (Safety.UNSAFE, "'true'"),
        (Safety.UNSAFE, "'2026-01-01'"),
        None,
        None,
    ]


def test_a_repeated_tag_is_one_finding_at_its_second_place() -> None:
    finding = one("TG010", "tags:\n- a\n- b\n- a\n- a\n", ROWS)
    assert finding.span is not None
    assert finding.span.line == 5
    assert offered(finding) == (Safety.UNSAFE, "")
