"""One fault is one finding: no two rules report the same thing at the same place."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tagger.core.places import Span
from tagger.engine.check import check, same_place
from tagger.engine.table import rules
from tests.rules.test_fixtures import FOLDERS
from tests.rules.test_fixtures import tree as fixture_tree
from tests.support.cases import CASES, load
from tests.support.examples import example_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from _pytest.mark import ParameterSet

    from tagger.tree.model import FileTree

#: Pairs that are found at one place and are two faults, and why they are two.
TWO_FAULTS = {
    **dict.fromkeys(
        [("DC001", "TG001"), ("DC002", "TG001"), ("DC003", "TG001"), ("DC004", "TG001")],
        "the card must be one that the Hub reads, and it must have the tags",
    ),
    **dict.fromkeys(
        [("DC005", "TG001"), ("DC010", "TG001"), ("DC071", "TG001"), ("DC072", "TG001")],
        "what is missing in the whole card has its first line for a place",
    ),
    **dict.fromkeys(
        [("DC002", "DC071"), ("DC002", "DC072"), ("DC005", "DC071"), ("DC005", "DC072")],
        "the header and the text of a card are two things",
    ),
    ("DC071", "DC072"): "a text without a command, and without a word on the reward",
    **dict.fromkeys(
        [("DC025", "DC051"), ("DC025", "DC054")],
        "readers of YAML differ, which a fix ends; the viewer refuses the value that Python reads",
    ),
    ("DC027", "DC030"): "Python cannot load the header, and the Hub refuses the license",
    **dict.fromkeys(
        [("HB006", "HB018"), ("HB010", "HB018")],
        "an old key, and a value that is wrong under any key",
    ),
    **dict.fromkeys(
        [("HB033", "VF051"), ("HB050", "OE021"), ("HB051", "OE024"), ("HB053", "OE015")],
        "two frameworks read the task, each in its own way and with its own remedy",
    ),
    ("NG001", "NG004"): "a row without a key that it needs, and with one that is unknown",
    **dict.fromkeys(
        [("OE002", "OE010"), ("OE010", "OE011")],
        "what is missing in the whole manifest has its first line for a place",
    ),
    ("TG001", "TG003"): "tags that are proven, and one that is only suggested",
    ("TG001", "TG011"): "a key without a value, and tags that are missing",
}


def trees() -> list[ParameterSet]:
    """Every example of a rule, every fixture and every shared case."""
    examples = [
        (f"{code}-{kind}", partial(example_tree, code[:2], files))
        for code, rule in rules().items()
        for kind, files in (("bad", rule.bad), ("good", rule.good))
        if files
    ]
    fixtures = [("-".join(path.parts[-3:]), partial(fixture_tree, path)) for path in FOLDERS]
    cases = [
        (case.id, case.tree) for path in sorted(CASES.glob("*.jsonl")) for case in load(path.stem)
    ]
    found: list[tuple[str, Callable[[], FileTree]]] = [*examples, *fixtures, *cases]
    return [pytest.param(make, id=name) for name, make in found]


@pytest.mark.parametrize("make", trees())
def test_two_rules_do_not_report_one_fault(make: Callable[[], FileTree]) -> None:
    findings = sorted(check(make()).findings, key=lambda finding: finding.rule.code)
    pairs = {
        (one.rule.code, other.rule.code)
        for one, other in combinations(findings, 2)
        if one.rule is not other.rule and same_place(one, other)
    }
    assert pairs <= TWO_FAULTS.keys()


def test_a_rule_gives_way_to_rules_that_exist() -> None:
    ways = {code for rule in rules().values() for code in rule.gives_way_to}
    assert ways
    assert ways <= rules().keys()


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (Span(2, 3, 2, 8), Span(2, 7, 2, 9), True),
        (Span(2, 3, 2, 8), Span(2, 8, 2, 9), False),
        (Span(2, 3), Span(2, 3, 2, 9), True),
        (Span(2, 3), Span(2, 4), False),
        (Span(1, 9, 3, 2), Span(2, 1), True),
        (Span(1, 9, 3, 2), Span(3, 2), False),
    ],
)
def test_spans_overlap_where_they_share_a_character(
    one: Span, other: Span, *, overlap: bool
) -> None:
    assert one.overlaps(other) is other.overlaps(one) is overlap
