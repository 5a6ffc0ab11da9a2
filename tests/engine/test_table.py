from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.engine.table import _own_rules, rules

if TYPE_CHECKING:
    from tagger.core.findings import Rule


def test_no_code_and_no_name_is_given_twice() -> None:
    own: set[Rule] = set(_own_rules())
    words = Counter(word for rule in own for word in (rule.code, rule.name))
    assert [word for word, number in words.items() if number > 1] == []


def test_the_table_is_sorted_by_code() -> None:
    assert list(rules()) == sorted(rules())
