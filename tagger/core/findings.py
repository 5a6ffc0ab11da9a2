"""What a rule is, and what it finds: severities, findings, fixes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, TypeVar

from tagger._version import DOCUMENTATION
from tagger.core.places import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType

    from tagger.core.places import Edit

#: Where the page of a rule is published; the code is appended.
RULES_URL = f"{DOCUMENTATION}rules/"


class Severity(IntEnum):
    """How bad a finding is (docs/design.md §6); ordered, so that thresholds can be compared."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The lower-case word used on the command line and in JSON."""
        return self.name.lower()


class Safety(StrEnum):
    """Whether ``--fix`` applies a fix, or only ``--unsafe-fixes``."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that correct one finding; whoever makes a fix has proven that it does what it says."""

    safety: Safety
    description: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place. Made by :meth:`tagger.core.findings.Rule.at`."""

    rule: Rule
    severity: Severity
    path: str
    message: str
    span: Span | None = None
    hint: str | None = None
    fix: Fix | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of a report: by place, then code."""
        span = self.span or Span(0, 0)
        return (self.path, span.line, span.column, self.rule.code, self.message)


#: A check: yields the findings of the rules that it is bound to, and no others.
CheckT = TypeVar("CheckT", bound="Callable[..., Iterable[Finding]]")


@dataclass(slots=True, eq=False)
class Rule:
    """One rule with everything that is ever said about it; compared by identity.

    The check that reports it is bound below it, ``@RULE.check``; a check that several rules share
    is bound to each of them. Nothing else is set after the definition.

    Attributes:
        code: two letters and three digits, never reused (docs/design.md §5).
        name: kebab-case, readable.
        severity: the usual one; a finding may carry another where its rule's text says so.
        summary: one line, no full stop.
        why: what goes wrong for whom, in Markdown.
        bad: files of the smallest example that fires, laid over the family's scaffold in the tests.
        good: the same example, corrected.
        source: framework version and symbol, Hub rule, or repo#number.
        fix: the safety of its fix, if it has one.
        gives_way_to: the codes of rules that report the same fault more exactly: where one of them
            reports the same place, this rule says nothing.
        address: where its page is published; empty for a rule of tagger itself.
        function: the check; what it takes is up to those who call it: the facts for rules about
            card, tags and repository, what its detector knows for a framework's rule.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    bad: Mapping[str, str | None]
    good: Mapping[str, str | None]
    source: str
    fix: Safety | None = None
    gives_way_to: tuple[str, ...] = ()
    since: str = "0.1.0"
    address: str = ""
    function: Callable[..., Iterable[Finding]] | None = field(default=None, init=False, repr=False)

    @property
    def url(self) -> str:
        """The address of the rule's page."""
        return self.address or RULES_URL + self.code

    def check(self, function: CheckT) -> CheckT:
        """Bind the check that reports this rule; returns it as it is.

        Raises:
            ValueError: the rule has a check already.
        """
        if self.function is not None:
            raise ValueError(f"{self.code} has two checks")
        self.function = function
        return function

    def at(
        self,
        path: str,
        message: str,
        span: Span | None = None,
        *,
        hint: str | None = None,
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> Finding:
        """A finding of this rule at a path of the tree."""
        return Finding(self, severity or self.severity, path, message, span, hint, fix)


def rules_in(*modules: ModuleType) -> tuple[Rule, ...]:
    """The rules that some modules define or import, in the order of the modules, each once."""
    found = [value for module in modules for value in vars(module).values()]
    return tuple(dict.fromkeys(value for value in found if isinstance(value, Rule)))


def checks_of(rules: Iterable[Rule]) -> list[Callable[..., Iterable[Finding]]]:
    """The checks of some rules in the order of the rules, each once."""
    return list(dict.fromkeys(rule.function for rule in rules if rule.function))
