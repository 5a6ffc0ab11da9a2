"""JUnit's XML: a suite for each file, a failed case for each finding."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from tagger.engine.outcome import Checked, Unread
from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Outcome
    from tagger.report.formats import Look


def render(outcomes: Iterable[Outcome], look: Look) -> Iterator[str]:
    """One document; a target without findings still has a case, or CI systems say "no tests"."""
    del look
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tagger">\n'
    for outcome in outcomes:
        if isinstance(outcome, Unread):
            yield _suite(outcome.target, [_case("read", _problem("error", outcome.reason))], 0, 1)
        elif not outcome.findings:
            yield _suite(outcome.target, [_case("check")], 0, 0)
        else:
            yield from _files(outcome)
    yield "</testsuites>\n"


def _files(checked: Checked) -> Iterator[str]:
    for path, group in groupby(checked.findings, key=lambda finding: finding.path):
        cases = [_failed(checked, finding) for finding in group]
        yield _suite(checked.prefix + path or ".", cases, len(cases), 0)


def _failed(checked: Checked, finding: Finding) -> str:
    text = f"{checked.place(finding)}: {finding.message}"
    if finding.hint:
        text += f" ({finding.hint})"
    name = f"{finding.rule.code} {finding.rule.name}"
    return _case(name, _problem("failure", finding.message, finding.severity.label, text))


def _suite(name: str, cases: list[str], failures: int, errors: int) -> str:
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{errors}"'
    return f"  <testsuite name={_attribute(name)} {counts}>\n{''.join(cases)}  </testsuite>\n"


def _case(name: str, problem: str = "") -> str:
    head = f'    <testcase classname="tagger" name={_attribute(name)}'
    return f"{head}>\n{problem}    </testcase>\n" if problem else f"{head}/>\n"


def _problem(tag: str, message: str, kind: str = "error", text: str = "") -> str:
    shown = escape(visible(text))
    return f'      <{tag} type="{kind}" message={_attribute(message)}>{shown}</{tag}>\n'


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
