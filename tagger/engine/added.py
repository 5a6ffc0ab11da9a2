"""Rules that plug-ins add, and what is asked of them."""

from __future__ import annotations

import re
from types import ModuleType
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.core.findings import Rule
from tagger.frameworks.registry import added_frameworks
from tagger.plugins import RULES, load_plugins

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from tagger.plugins import Plugin

_CODE = re.compile(r"[A-Z]{2}[0-9]{3}")


def added_rules(own: Iterable[Rule], families: Container[str]) -> list[Rule]:
    """The rules of all plug-ins, those of their frameworks included.

    Args:
        own: the rules of tagger itself, whose codes and names are taken.
        families: the first two letters of their codes, taken too.

    Raises:
        TaggerError: a plug-in has no rule, or one that cannot stand beside the others.
    """
    taken = {word: rule for rule in own for word in (rule.code, rule.name)}
    found: list[Rule] = []
    for owner, rule in _offered():
        if rule in found:  # a framework's rules may also stand in a module of rules
            continue
        if fault := _fault(rule, taken, families):
            raise TaggerError(f"{owner} has a rule {rule.code!r} that cannot be used: {fault}")
        taken |= {rule.code: rule, rule.name: rule}
        found.append(rule)
    return found


def _offered() -> Iterator[tuple[str, Rule]]:
    """Each rule, and whose it is."""
    for framework in added_frameworks():
        for rule in framework.rules:
            yield f"the framework {framework.label!r}", rule
    for plugin in load_plugins(RULES):
        for rule in _rules_of(plugin):
            yield plugin.name, rule


def _rules_of(plugin: Plugin) -> Sequence[Rule]:
    value = plugin.value
    if isinstance(value, Rule):
        return (value,)
    if isinstance(value, ModuleType):
        found = [one for one in vars(value).values() if isinstance(one, Rule)]
    elif isinstance(value, list | tuple):
        found = [one for one in value if isinstance(one, Rule)]
        if len(found) < len(value):
            raise TaggerError(f"{plugin.name} lists something that is no tagger.core.findings.Rule")
    else:
        kind = type(value).__name__
        raise TaggerError(
            f"{plugin.name} leads to a value of type {kind}, not to rules or a module"
        )
    if not found:
        raise TaggerError(f"{plugin.name} holds no tagger.core.findings.Rule")
    return found


def _fault(rule: Rule, taken: dict[str, Rule], families: Container[str]) -> str | None:
    """Why a rule cannot stand beside the others, as a clause."""
    if not _CODE.fullmatch(rule.code):
        return "a code is two capitals and three digits"
    if rule.code[:2] in families:
        return f"codes that begin with {rule.code[:2]} are tagger's own"
    if rule.code in taken:
        return f"the rule {taken[rule.code].name!r} has the same code"
    if rule.name in taken:
        return f"the rule {taken[rule.name].code} has the same name, {rule.name!r}"
    if not rule.address.startswith("https://"):
        return "it has no `address`, which reports show beside its findings"
    return None
