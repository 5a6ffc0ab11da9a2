"""The baseline: findings that are known already, so that only new ones are reported.

A finding is known again by its rule, its file and the text that it points at. No line number is
kept, so that it stays known when lines move; and of the text only a digest, since it may be a
secret.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.engine.fingerprint import subjects
from tagger.files.atomic import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.engine.outcome import Checked

VERSION = 1
_DIGITS = 16


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """What a finding is known by.

    Attributes:
        path: from the folder of the baseline file; of a dataset on the Hub, behind its name.
        code: its rule.
        subject: a digest of the text that it points at.
    """

    path: str
    code: str
    subject: str


def marks(checked: Checked, prefix: str) -> Iterator[tuple[Finding, Mark]]:
    """Each finding of a target with its mark.

    Args:
        checked: the target.
        prefix: what comes before its paths in the baseline; see :func:`prefix_of`.
    """
    for finding, subject in subjects(checked):
        digest = hashlib.sha256(subject.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
        yield finding, Mark(prefix + finding.path, finding.rule.code, digest)


def prefix_of(name: str, folder: Path | None, file: Path) -> str:
    """What comes before the paths of a target in a baseline file.

    Args:
        name: the target as it was named.
        folder: where it is; ``None`` for a dataset on the Hub.
        file: the baseline file.
    """
    if folder is None:
        return f"{name}:"
    try:
        relative = os.path.relpath(folder, file.resolve().parent)
    except ValueError:  # another drive of Windows
        return f"{folder.as_posix()}/"
    return "" if relative == "." else f"{Path(relative).as_posix()}/"


def load(file: Path) -> Counter[Mark]:
    """The marks of a baseline file, and how often each was found.

    Raises:
        TaggerError: the file cannot be read, or is not a baseline.
    """
    try:
        document = json.loads(file.read_bytes()) if file.is_file() else None
    except OSError as error:
        raise TaggerError(f"{file}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise TaggerError(f"{file}: not a baseline of tagger: not valid JSON") from None
    if document is None:
        raise TaggerError(f"{file}: no such file; --write-baseline makes it")
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise TaggerError(f"{file}: not a baseline of tagger, version {VERSION}")
    try:
        return Counter({_mark(entry): int(entry["count"]) for entry in document["findings"]})
    except (KeyError, TypeError, ValueError):
        raise TaggerError(f"{file}: an entry lacks a key or has a wrong value") from None


def save(file: Path, counts: Mapping[Mark, int]) -> None:
    """Write a baseline file, an entry a line, so that changes are read and merged easily.

    Raises:
        TaggerError: the file cannot be written.
    """
    lines = [json.dumps(_entry(mark, counts[mark])) for mark in sorted(counts)]
    body = ",\n    ".join(lines)
    findings = f"[\n    {body}\n  ]" if lines else "[]"
    text = f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'
    write_atomically(file, text.encode())


def _mark(entry: Mapping[str, object]) -> Mark:
    words = [entry[name] for name in ("path", "code", "subject")]
    if not all(isinstance(word, str) for word in words):
        raise TypeError
    return Mark(*map(str, words))


def _entry(mark: Mark, count: int) -> dict[str, object]:
    return {"path": mark.path, "code": mark.code, "subject": mark.subject, "count": count}
