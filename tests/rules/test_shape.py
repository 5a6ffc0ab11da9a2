"""Rules have one shape: the text, its check below it, one name."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from tagger.core.findings import Rule
from tagger.engine.table import MODULES, rules
from tagger.frameworks.registry import own_frameworks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from _pytest.mark import ParameterSet

#: How many rules each check is bound to.
SHARED = Counter(rule.function for rule in rules().values())
OF_FRAMEWORKS = [rule for framework in own_frameworks() for rule in framework.rules]
PLACES = dict.fromkeys(inspect.getmodule(rule.function) for rule in OF_FRAMEWORKS)


def named(modules: Iterable[ModuleType | None]) -> list[ParameterSet]:
    """The rules that some modules define, each with its module and the name of its constant."""
    return [
        pytest.param(module, constant, rule, id=rule.code)
        for module in modules
        for constant, rule in vars(module).items()
        if isinstance(rule, Rule) and constant.isupper()
    ]


ABOUT_THE_CARD = named(map(import_module, MODULES))
ALL = ABOUT_THE_CARD + named(PLACES)


def test_every_rule_is_held_to_the_shape() -> None:
    held = {str(found.id) for found in ALL}
    # Those about suppressions look at what all others found: no table calls their check.
    assert rules().keys() - held == {"RP900", "RP901"}


@pytest.mark.parametrize(("module", "constant", "rule"), ALL)
def test_the_check_is_bound_below_the_text_and_called_after_it(
    module: ModuleType, constant: str, rule: Rule
) -> None:
    assert rule.function is not None
    assert rule.function.__module__ == module.__name__
    name = rule.function.__name__
    is_shared = SHARED[rule.function] > 1
    assert name.startswith("_check_") if is_shared else name == f"_check_{constant.lower()}"
    above, bound, _ = inspect.getsource(module).partition(f"\n@{constant}.check\n")
    assert bound
    assert f"\n{constant} = Rule(\n" in above
    assert f"\ndef {name}(" not in above


@pytest.mark.parametrize(("module", "constant", "rule"), ABOUT_THE_CARD)
def test_a_constant_is_called_after_the_rule(module: ModuleType, constant: str, rule: Rule) -> None:
    assert constant == rule.name.upper().replace("-", "_").replace("LICENCE", "LICENSE")
    assert module.__name__.startswith("tagger.rules.")


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
