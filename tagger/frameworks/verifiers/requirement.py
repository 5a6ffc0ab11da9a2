"""Which releases of Verifiers a project lets in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.frameworks.verifiers.library import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from packaging.specifiers import Specifier, SpecifierSet
    from packaging.version import Version

#: The first release of the current contract, and the first without the old one (verifiers#2480).
FIRST_CURRENT = "0.2.0"
FIRST_WITHOUT_OLD = "0.4.0"
#: Releases that represent all others, together with those that a requirement names itself.
_RELEASES = (
    *(f"0.1.{patch}" for patch in range(15)),
    *("0.2.0", "0.2.1", "0.3.0", "0.3.1", "0.4.0", "0.4.1", "0.5.0", "1.0.0", "99.0.0"),
)
_NAME = re.compile(r"\s*verifiers(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True)
class Requirement:
    """What the dependencies of a project say of `verifiers`.

    Attributes:
        texts: the entries, as written.
        is_pinned: whether a commit, an archive or a folder is named instead of versions.
    """

    texts: tuple[str, ...]
    is_pinned: bool = False

    def admits(self, first: str, before: str | None = None) -> bool:
        """Whether a release from ``first`` on, and before another, can be installed."""
        from packaging.version import Version

        low, high = Version(first), Version(before) if before else None
        return any(
            # A development build counts as the release that it leads to.
            low <= (base := Version(version.base_version)) and (high is None or base < high)
            for specifiers in self._specifiers()
            for version in _candidates(specifiers)
            if specifiers.contains(version, prereleases=True)
        )

    def _specifiers(self) -> Iterator[SpecifierSet]:
        from packaging.requirements import InvalidRequirement
        from packaging.requirements import Requirement as Parsed
        from packaging.specifiers import SpecifierSet

        for text in self.texts:
            try:
                yield Parsed(text).specifier
            except InvalidRequirement:
                yield SpecifierSet()


def _candidates(specifiers: SpecifierSet) -> Iterator[Version]:
    from packaging.version import Version

    yield from map(Version, _RELEASES)
    for specifier in specifiers:
        yield from _named(specifier)


def _named(specifier: Specifier) -> Iterator[Version]:
    from packaging.version import InvalidVersion, Version

    try:
        yield Version(specifier.version.removesuffix(".*"))
    except InvalidVersion:  # ``===`` takes any text
        return


def find(data: Mapping[str, Any]) -> Requirement | None:
    """The requirement of a project file; ``None`` where its dependencies do not name the package.

    Names are compared as PEP 503 says; extras, markers and direct references are fine.
    """
    texts = tuple(text for text in _dependencies(data) if _NAME.match(text))
    if not texts:
        return None
    pinned = any(_is_reference_with_revision(text) for text in texts)
    return Requirement(texts, is_pinned=pinned or _has_pinned_source(data))


def _dependencies(data: Mapping[str, Any]) -> Sequence[str]:
    project = data.get("project")
    listed = project.get("dependencies") if isinstance(project, dict) else None
    return [text for text in listed if isinstance(text, str)] if isinstance(listed, list) else []


def _is_reference_with_revision(text: str) -> bool:
    """``verifiers @ git+https://host/repo@v0.1.9`` and the like; without one the newest counts."""
    _, is_reference, address = text.partition("@")
    if not is_reference:
        return False
    address = address.partition(";")[0].strip()
    return not address.startswith("git+") or "@" in address.partition("://")[2].rpartition("/")[2]


def _has_pinned_source(data: Mapping[str, Any]) -> bool:
    """``[tool.uv.sources]`` that names a revision, an archive or a folder."""
    table: Any = data
    for key in ("tool", "uv", "sources", PACKAGE):
        table = table.get(key) if isinstance(table, dict) else None
    sources = table if isinstance(table, list) else [table]
    keys = {"rev", "tag", "url", "path"}
    return any(isinstance(source, dict) and keys & source.keys() for source in sources)
