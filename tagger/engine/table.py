"""The one table of all rules, those of plug-ins included; every list of rules is made from it."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.core.findings import Rule, checks_of
from tagger.frameworks.registry import added_frameworks, own_frameworks
from tagger.plugins import RULES, load_plugins

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.plugins import Plugin
    from tagger.rules.facts import Facts

#: Those of the repository as such, which read more than the card.
_REPOSITORY = (
    "tagger.rules.repository.files",
    "tagger.rules.repository.names",
    "tagger.rules.repository.secrets",
)
#: Modules whose module-level ``Rule`` objects belong to the table.
MODULES: tuple[str, ...] = (
    "tagger.rules.card.file",
    "tagger.rules.card.header",
    "tagger.rules.card.yaml",
    "tagger.rules.card.yaml_readings",
    "tagger.rules.card.license",
    "tagger.rules.card.language",
    "tagger.rules.card.keys",
    "tagger.rules.card.lists",
    "tagger.rules.card.size",
    "tagger.rules.card.types",
    "tagger.rules.card.configs",
    "tagger.rules.card.data_files",
    "tagger.rules.card.dataset_info",
    "tagger.rules.card.second_file",
    "tagger.rules.card.viewer",
    "tagger.rules.card.readme",
    "tagger.rules.tags.missing",
    "tagger.rules.tags.spelling",
    "tagger.rules.tags.unproven",
    "tagger.rules.tags.list",
    "tagger.rules.tags.forced",
    *_REPOSITORY,
)
#: Their check is about what all others found, and runs after them.
_AFTERWARDS = "tagger.engine.suppression"
_CODE = re.compile(r"[A-Z]{2}[0-9]{3}")


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by code, sorted; those of the frameworks and of plug-ins included.

    Raises:
        TaggerError: a plug-in has a rule that clashes with the others.
    """
    own = _own_rules()
    found = {rule.code: rule for rule in (*own, *_added_rules(own, families()))}
    return dict(sorted(found.items()))


def _own_rules() -> list[Rule]:
    found = [rule for name in (*MODULES, _AFTERWARDS) for rule in _rules_in(import_module(name))]
    for framework in own_frameworks():
        found += framework.rules
    return found


def _rules_in(module: ModuleType) -> list[Rule]:
    return [value for value in vars(module).values() if isinstance(value, Rule)]


def checks(*, proof_only: bool = False) -> Sequence[Callable[[Facts], Iterable[Finding]]]:
    """The checks over the facts, in the order of their rules' codes.

    Args:
        proof_only: without those that read files besides the card.

    Raises:
        TaggerError: as :func:`rules`.
    """
    own = own_frameworks()
    others = {rule for framework in own for rule in framework.rules}
    others |= set(_rules_in(import_module(_AFTERWARDS)))
    others -= {rule for framework in own for rule in framework.fact_rules}
    if proof_only:
        others |= {rule for name in _REPOSITORY for rule in _rules_in(import_module(name))}
    return checks_of(rule for rule in rules().values() if rule not in others)


def families() -> Mapping[str, str]:
    """The first two letters of codes, and what their rules are about (docs/design.md §5)."""
    return {
        "DC": "Dataset card",
        "TG": "Tags against layout",
        **{framework.family: framework.label for framework in own_frameworks()},
        "RP": "The repository itself",
    }


def _added_rules(own: Iterable[Rule], families: Container[str]) -> list[Rule]:
    """The rules of all plug-ins, those of their frameworks included.

    Args:
        own: the rules of tagger itself, whose codes and names are taken.
        families: the first two letters of their codes, taken too.

    Raises:
        TaggerError: a plug-in has no rule, or one that clashes with the others.
    """
    taken = {word: rule for rule in own for word in (rule.code, rule.name)}
    found: list[Rule] = []
    for owner, rule in _offered():
        if rule in found:  # a framework's rules may also be in a module of rules
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
        found = _rules_in(value)
    elif isinstance(value, list | tuple):
        found = [one for one in value if isinstance(one, Rule)]
        if len(found) < len(value):
            raise TaggerError(
                f"{plugin.name} lists something that is not a tagger.core.findings.Rule"
            )
    else:
        kind = type(value).__name__
        raise TaggerError(
            f"{plugin.name} leads to a value of type {kind}, not to rules or a module"
        )
    if not found:
        raise TaggerError(f"{plugin.name} holds no tagger.core.findings.Rule")
    return found


def _fault(rule: Rule, taken: dict[str, Rule], families: Container[str]) -> str | None:
    """Why a rule cannot be added to the others, as a clause."""
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
