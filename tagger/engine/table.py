"""The one table of all rules; everything that lists rules is made from it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, checks_of
from tagger.frameworks.registry import own_frameworks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

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
    "tagger.rules.repository.files",
    "tagger.rules.repository.names",
    "tagger.rules.repository.secrets",
    "tagger.engine.suppression_rules",
)


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by code, sorted; those of the frameworks and of plug-ins included.

    Raises:
        TaggerError: a plug-in has a rule that cannot stand beside the others.
    """
    from tagger.engine.added import added_rules

    own = _own_rules()
    found = {rule.code: rule for rule in (*own, *added_rules(own, families()))}
    return dict(sorted(found.items()))


def _own_rules() -> list[Rule]:
    found: list[Rule] = []
    for name in MODULES:
        found += [value for value in vars(import_module(name)).values() if isinstance(value, Rule)]
    for framework in own_frameworks():
        found += framework.rules
    return found


def checks() -> Sequence[Callable[[Facts], Iterable[Finding]]]:
    """The checks over the facts, in the order of their rules' codes.

    Raises:
        TaggerError: as :func:`rules`.
    """
    own = own_frameworks()
    detectors = {rule for framework in own for rule in framework.rules}
    from_facts = {rule for framework in own for rule in framework.fact_rules}
    return checks_of(r for r in rules().values() if r not in detectors or r in from_facts)


def families() -> Mapping[str, str]:
    """The first two letters of codes, and what their rules are about (docs/design.md §5)."""
    return {
        "DC": "Dataset card",
        "TG": "Tags against layout",
        **{framework.family: framework.label for framework in own_frameworks()},
        "RP": "The repository itself",
    }
