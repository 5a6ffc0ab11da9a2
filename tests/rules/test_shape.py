"""Rules have one shape: the text, its check below it, one name."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from tagger.core.findings import Rule
from tagger.engine.table import MODULES, rules

if TYPE_CHECKING:
    from types import ModuleType

NAMED = [
    pytest.param(module, name, rule, id=rule.code)
    for module in map(import_module, MODULES)
    for name, rule in vars(module).items()
    if isinstance(rule, Rule) and name.isupper()
]


@pytest.mark.parametrize(("module", "constant", "rule"), NAMED)
def test_constant_and_check_are_called_after_the_rule(
    module: ModuleType, constant: str, rule: Rule
) -> None:
    assert constant == rule.name.upper().replace("-", "_").replace("LICENCE", "LICENSE")
    assert rule.function is not None
    assert rule.function.__name__ == f"_check_{constant.lower()}"
    assert rule.function.__module__ == module.__name__
    source = inspect.getsource(module)
    assert f"\n)\n\n\n@{constant}.check\n" in source


@pytest.mark.parametrize("code", rules())
def test_a_docstring_says_more_than_a_code(code: str) -> None:
    doc = rules()[code].function.__doc__ if rules()[code].function else None
    assert not re.fullmatch(r"[A-Z]{2}[0-9]{3}\.?", doc or "")


@pytest.mark.parametrize("code", rules())
def test_a_summary_is_a_line_without_a_full_stop(code: str) -> None:
    summary = rules()[code].summary
    assert summary[0] == "`" or summary[0].isupper()
    assert not summary.endswith(".")
    assert "\n" not in summary
