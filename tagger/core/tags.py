"""The tags of one repository."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The discovery tag (hub-docs#2790).
DISCOVERY_TAG = "rl-environment"


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags of one repository against its layout (docs/design.md §4); each list in writing order."""

    declared: Sequence[str] = ()
    proven: Sequence[str] = ()
    missing: Sequence[str] = ()
    unproven: Sequence[str] = ()
    suggested: Sequence[str] = ()
