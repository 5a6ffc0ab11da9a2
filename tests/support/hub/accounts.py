"""Accounts of the loopback Hub, and what their tokens allow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FINE_GRAINED = "fineGrained"
READ, WRITE, DISCUSS = "repo.content.read", "repo.write", "discussion.write"


@dataclass(frozen=True)
class User:
    """Who a token belongs to, and what it may do."""

    role: str = "write"
    orgs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Grants:
    """What a fine-grained token allows.

    Attributes:
        everywhere: permissions for all of the Hub (``discussion.write``).
        scoped: permissions by entity: a user, an organization, or the id of a dataset.
        gated: whether it reads public gated datasets that the user may read.
    """

    everywhere: frozenset[str] = frozenset()
    scoped: Mapping[str, frozenset[str]] = field(default_factory=dict)
    gated: bool = False

    def allows(self, permission: str, repo_id: str) -> bool:
        """Whether a permission holds for a dataset."""
        entities = (repo_id, repo_id.partition("/")[0])
        here = (self.scoped.get(entity, frozenset()) for entity in entities)
        return permission in self.everywhere.union(*here)

    def shown(self) -> dict[str, Any]:
        """As whoami tells it under ``auth.accessToken.fineGrained``."""
        return {
            "canReadGatedRepos": self.gated,
            "global": sorted(self.everywhere),
            "scoped": [
                {"entity": _entity(name), "permissions": sorted(permissions)}
                for name, permissions in self.scoped.items()
            ],
        }


def _entity(name: str) -> dict[str, str]:
    return {"_id": name, "type": "dataset" if "/" in name else "user", "name": name}
