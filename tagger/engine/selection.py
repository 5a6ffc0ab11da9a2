"""Which rules speak, about which paths, and how loudly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.core.findings import Severity
from tagger.engine.table import rules
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pathspec import GitIgnoreSpec

    from tagger.core.findings import Finding, Rule

ALL = "ALL"
#: More precise than any beginning of a code.
_EXACT = 1000


@dataclass(frozen=True, slots=True)
class Layer:
    """One source of selectors: the configuration, or the command line after it.

    ``select`` is ``None`` when the source leaves the choice of the one before it as it is;
    otherwise it starts afresh.
    """

    select: Sequence[str] | None = None
    extend_select: Sequence[str] = ()
    ignore: Sequence[str] = ()


@dataclass(frozen=True)
class Selection:
    """Which findings are reported.

    Attributes:
        layers: later ones over earlier ones.
        per_file_ignores: patterns as in ``.gitignore`` and the selectors they switch off.
        severity: selectors and the severity their rules get; the most precise one wins.
        prefix: what comes before a finding's path for ``per_file_ignores``.
    """

    layers: Sequence[Layer] = ()
    per_file_ignores: Mapping[str, Sequence[str]] = field(default_factory=dict)
    severity: Mapping[str, str] = field(default_factory=dict)
    prefix: str = ""

    def check(self) -> None:
        """Look up every selector.

        Raises:
            TaggerError: one that matches no rule.
        """
        for layer in self.layers:
            _check((*(layer.select or ()), *layer.extend_select, *layer.ignore))
        _check(self.severity)
        for selectors in self.per_file_ignores.values():
            _check(selectors)

    def runs(self, code: str) -> bool:
        """Whether a rule speaks at all, about whichever path."""
        return code in self._codes

    def accepts(self, finding: Finding) -> bool:
        """Whether a finding is reported."""
        code = finding.rule.code
        return code in self._codes and not any(
            code in codes and spec.match_file(self.prefix + finding.path)
            for spec, codes in self._ignores
        )

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings to report, each with the severity that is set for its rule."""
        return [self._with_severity(finding) for finding in findings if self.accepts(finding)]

    def _with_severity(self, finding: Finding) -> Finding:
        severity = self._severities.get(finding.rule.code)
        return finding if severity is None else replace(finding, severity=severity)

    @cached_property
    def _codes(self) -> frozenset[str]:
        chosen = frozenset(rules())
        for layer in self.layers:
            chosen = frozenset(
                code for code, rule in rules().items() if _chooses(layer, rule, code in chosen)
            )
        return chosen

    @cached_property
    def _ignores(self) -> list[tuple[GitIgnoreSpec, frozenset[str]]]:
        if not self.per_file_ignores:
            return []
        from pathspec import GitIgnoreSpec

        return [
            (
                GitIgnoreSpec.from_lines([pattern]),
                frozenset(
                    code for code, rule in rules().items() if _precision(selectors, rule) >= 0
                ),
            )
            for pattern, selectors in self.per_file_ignores.items()
        ]

    @cached_property
    def _severities(self) -> dict[str, Severity]:
        found = {}
        for code, rule in rules().items():
            precision, selector = max(
                ((_precision([selector], rule), selector) for selector in self.severity),
                default=(-1, ""),
            )
            if precision >= 0:
                found[code] = Severity[self.severity[selector].upper()]
        return found


def _chooses(layer: Layer, rule: Rule, before: bool) -> bool:
    """Whether a layer runs a rule; the more precise selector wins, ``ignore`` at a draw."""
    selected = _precision((*(layer.select or ()), *layer.extend_select), rule)
    ignored = _precision(layer.ignore, rule)
    if selected < 0 and ignored < 0:
        return before and layer.select is None
    return selected > ignored


def _precision(selectors: Iterable[str], rule: Rule) -> int:
    """How precisely the best of the selectors names the rule; -1 when none does."""
    return max((_match(selector, rule) for selector in selectors), default=-1)


def _match(selector: str, rule: Rule) -> int:
    if selector in (rule.code, rule.name):
        return _EXACT
    if selector == ALL:
        return 0
    return len(selector) if rule.code.startswith(selector) else -1


def _check(selectors: Iterable[str]) -> None:
    table = rules()
    for selector in selectors:
        if selector != ALL and all(_match(selector, rule) < 0 for rule in table.values()):
            raise TaggerError(f"no rule has the code or name {selector!r}{suggest_rule(selector)}")


def suggest_rule(word: str) -> str:
    """The end of a message about an unknown code or name."""
    known = [word for rule in rules().values() for word in (rule.code, rule.name)]
    return did_you_mean(word.upper(), known) or did_you_mean(word.lower(), known)
