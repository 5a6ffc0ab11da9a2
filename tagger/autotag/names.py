"""Lists of datasets in files: those to visit, those allowed, those never to be touched."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.hub.ids import parse_hub_id

if TYPE_CHECKING:
    from collections.abc import Iterable


def read_names(file: str) -> list[str]:
    """The words of a file, one a line; ``#`` begins a comment, ``-`` is standard input.

    Raises:
        TaggerError: the file cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise TaggerError(f"cannot read {file!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TaggerError(f"cannot read {file!r}: it is not UTF-8") from None
    words = (line.partition("#")[0].strip() for line in text.splitlines())
    return [word for word in words if word]


def repository_id(text: str) -> str:
    """The id of the dataset that a text names: an id or an address.

    Raises:
        TaggerError: it names none, or a revision of one.
    """
    found = parse_hub_id(text)
    if found.revision is not None:
        raise TaggerError(f"{text!r} names a revision; a pull request is for a whole dataset")
    return found.repo_id


@dataclass(frozen=True, slots=True)
class Patterns:
    """Owners and ids, ``acme`` or ``acme/puzzles-*``; the Hub's ids ignore case, so does this."""

    patterns: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Iterable[str]) -> Patterns:
        """Patterns from words; one without a slash is an owner."""
        lowered = (word.lower() for word in words)
        return cls(tuple(word if "/" in word else f"{word}/*" for word in lowered))

    def match(self, repo_id: str) -> bool:
        """Whether a dataset is among them."""
        return any(fnmatchcase(repo_id.lower(), pattern) for pattern in self.patterns)
