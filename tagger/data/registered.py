"""Datasets that a published environment names: the verdict ``registered`` (docs/design.md §4).

The table is ``schemas/registered.json``; a configuration can add to it. An entry holds for exactly
its id: a folder of which nobody knows the id is never registered.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from tagger.core.detections import Evidence, Registration, Verdict
from tagger.data.shipped import read_shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tagger.core.detections import Detection


@cache
def shipped_registrations() -> Mapping[str, Registration]:
    """The table of this release, by the id of the dataset."""
    rows = json.loads(read_shipped("registered.json"))["datasets"]
    return {
        repo_id: Registration(row["framework"], row["environment"]) for repo_id, row in rows.items()
    }


def registration(
    repo_id: str | None, further: Mapping[str, Registration] | None = None
) -> Registration | None:
    """The environment that names a dataset; ``further`` entries go before the shipped ones."""
    if repo_id is None:
        return None
    return (further or {}).get(repo_id) or shipped_registrations().get(repo_id)


def with_registration(
    detections: Mapping[str, Detection], found: Registration | None
) -> dict[str, Detection]:
    """The detections with the verdict ``registered`` where the layout alone proves nothing."""
    done = dict(detections)
    own = done.get(found.framework) if found else None
    if found and own and not own.verdict.proves:
        what = f"the published environment {found.environment!r} loads this dataset by its id"
        done[found.framework] = replace(
            own,
            verdict=Verdict.REGISTERED,
            evidence=[*own.evidence, Evidence("", what)],
            needs=(),
            suggestions=(),
        )
    return done
