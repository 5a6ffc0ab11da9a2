"""What the detectors find: verdicts, units, evidence, needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.findings import Finding


class Verdict(StrEnum):
    """What a framework makes of a repository (docs/design.md §4); the first three prove its tag."""

    NATIVE = "native"
    BRIDGED = "bridged"
    REGISTERED = "registered"
    BROKEN = "broken"
    ABSENT = "absent"

    @property
    def proves(self) -> bool:
        """Whether the tag of the framework is proven."""
        return self in (Verdict.NATIVE, Verdict.BRIDGED, Verdict.REGISTERED)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A path that shows something, and what it shows."""

    path: str
    what: str


@dataclass(frozen=True, slots=True)
class Need:
    """What the owner would change to gain the tag, and the rule that explains it."""

    what: str
    code: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One loadable thing: a task directory, an environment, a server, a task file.

    ``path`` is the directory or file (``""`` is the root). ``payload`` is what the detector
    learnt about it, for the framework's own later steps; nobody else looks inside.
    """

    path: str
    what: str
    payload: object = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Detection:
    """What one detector found in a tree.

    ``units`` load and count; ``broken`` have the shape and do not load; ``aside`` load but are a
    software project's own fixtures or templates, which prove nothing (docs/design.md §6).
    """

    verdict: Verdict = Verdict.ABSENT
    units: Sequence[Unit] = ()
    broken: Sequence[Unit] = ()
    aside: Sequence[Unit] = ()
    evidence: Sequence[Evidence] = ()
    needs: Sequence[Need] = ()
    findings: Sequence[Finding] = ()
    #: evidence short of proof (docs/design.md §4); empty when the verdict proves the tag.
    suggestions: Sequence[Evidence] = ()
    #: how many further candidates were not looked at, because ``units`` prove the tag already.
    more_units: int = 0


@dataclass(frozen=True, slots=True)
class Registration:
    """The published environment that loads a dataset.

    Attributes:
        framework: the tag of its framework.
        environment: its id, ``owner/name``, where that framework publishes environments.
    """

    framework: str
    environment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameworkInfo:
    """Who a framework is, for messages and lists.

    Attributes:
        tag: the tag on the Hub, also the key in reports.
        label: the name for people.
        family: the first two letters of its rules' codes.
        release: the release that the rules were written against and that commands install.
        layout: what the detector looks for, as a phrase for messages.
    """

    tag: str
    label: str
    family: str = ""
    release: str = ""
    layout: str = ""
