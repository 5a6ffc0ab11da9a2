"""A loopback Hub for tests; :class:`LoopbackHub` is the way in.

As unkind as the Hub where that is known. Where it is still kinder, or a guess:

- Texts of errors, and the statuses of conflicts (409), of locked discussions and of blocked
  accounts (403), are guesses; so are the limit of a description, and that a commit with too long a
  summary is refused.
- ``validate-yaml`` knows the documented faults only (``validate.py``).
- Git counts for the bucket of the pages; the Hub tells nobody what it counts for. Only reading is
  served: no push, no LFS batch, no Xet. Files go to LFS by ``.gitattributes`` and by size, never
  because they are binary.
- A symlink is listed as a file whose content is its target, and no mode is listed: only git's trees
  tell symlinks, executables and submodules apart.
- The effect of a commit and the tree are there at once; only lists of discussions can lag. Lists
  of datasets are always in order of id or of ``lastModified``, and do not change between pages by
  themselves.
- Search in names is plain containment; facets are derived from ``license`` and ``tags`` only.
- Quotas have aligned windows, and never refuse before they are exhausted unless ``granular`` says
  so. They are switched off (ample, but told in the headers) until ``limits.enforce()``.
- All datasets are on one host; only LFS content is on another.
"""

from tests.support.hub.accounts import Grants, User
from tests.support.hub.faults import Fault, Kind, cdn_error, granular_limit, rate_limited
from tests.support.hub.git import GitSettings
from tests.support.hub.hub import LoopbackHub, Poison
from tests.support.hub.repository import Repository
from tests.support.hub.tasks import harbor_tasks

__all__ = [
    "Fault",
    "GitSettings",
    "Grants",
    "Kind",
    "LoopbackHub",
    "Poison",
    "Repository",
    "User",
    "cdn_error",
    "granular_limit",
    "harbor_tasks",
    "rate_limited",
]
