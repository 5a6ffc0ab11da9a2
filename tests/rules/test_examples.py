"""Every rule's own examples, executed: the bad one fires the rule, the good one does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.core.findings import Severity
from tagger.engine.check import check
from tagger.engine.table import rules
from tests.support.examples import SCAFFOLDS, example_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.findings import Finding, Rule

#: A rule whose example cannot be written as texts has none, and tests of its own.
ALL = [pytest.param(rule, id=code) for code, rule in rules().items() if rule.bad]
FAMILIES = sorted({code[:2] for code in rules()})


def findings(rule: Rule, overlay: Mapping[str, str | None]) -> list[Finding]:
    result = check(example_tree(rule.code[:2], overlay))
    return [finding for finding in result.findings if finding.rule is rule]


@pytest.mark.parametrize("rule", ALL)
def test_the_bad_example_fires_the_rule(rule: Rule) -> None:
    assert findings(rule, rule.bad)


@pytest.mark.parametrize("rule", ALL)
def test_the_good_example_does_not_fire_the_rule(rule: Rule) -> None:
    assert not findings(rule, rule.good)


@pytest.mark.parametrize("rule", ALL)
def test_a_fix_is_offered_exactly_by_rules_that_say_so(rule: Rule) -> None:
    offered = [finding.fix for finding in findings(rule, rule.bad) if finding.fix]
    assert bool(offered) == (rule.fix is not None)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_scaffold_of_a_family_is_good(family: str) -> None:
    assert (SCAFFOLDS / family).is_dir()
    found = check(example_tree(family, {})).findings
    assert [finding for finding in found if finding.severity > Severity.INFO] == []
