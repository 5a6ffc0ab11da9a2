"""Splitting a selection over several machines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from tagger.core.errors import TaggerError

_FORM = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``index`` (from 1) of ``count`` parts.

    Which part a repository belongs to hangs on its id alone, so that parts planned on different
    days and machines never overlap and leave nothing out.
    """

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """``2/8``.

        Raises:
            TaggerError: it is not such a text.
        """
        match = _FORM.fullmatch(text)
        if not match or not 1 <= int(match[1]) <= int(match[2]):
            raise TaggerError(f"--shard {text!r}: write the part and their number, such as 2/8")
        return cls(int(match[1]), int(match[2]))

    def holds(self, repo_id: str) -> bool:
        """Whether a repository belongs to this part; the Hub's ids ignore case."""
        digest = sha256(repo_id.lower().encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.index - 1
