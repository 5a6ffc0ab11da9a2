"""The right tags in the commit that uploads the files: for the uploaders of frameworks.

No network, no output, nothing of the folder is imported or executed. In an uploader::

    from tagger.pulls.upload import card_operation

    card = card_operation(folder, present_card)
    if card is not None:
        operations = [op for op in operations if op.path_in_repo != card.path_in_repo] + [card]

docs/upload.md shows it for several frameworks.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.core.errors import NotAFileError, ReadError, TaggerError
from tagger.engine.check import check
from tagger.engine.fix import fix
from tagger.files.diff import unified_diff
from tagger.pulls.proposal import CARD, is_tag_fix
from tagger.rules.facts import Options
from tagger.rules.tags.missing import MISSING_TAGS
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry, FileTree
from tagger.tree.overlay import OverlayTree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from huggingface_hub import CommitOperationAdd

    from tagger.engine.check import Result

_GITIGNORE = ".gitignore"


@dataclass(frozen=True, slots=True)
class TaggedCard:
    """The card to be uploaded.

    Attributes:
        before: as it would be without tagger; ``None`` where there is none.
        after: with the tags that the files prove; the same bytes where nothing is to be added.
        tags: those that were added.
        proven: all that the files prove, there before or not.
        reason: why a proven tag is still not there, as a clause; ``""`` if all are.
    """

    before: bytes | None
    after: bytes | None
    tags: tuple[str, ...]
    proven: tuple[str, ...]
    reason: str = ""

    @property
    def diff(self) -> bytes:
        """The change as a unified diff; nothing where there is none."""
        return b"" if self.after is None else unified_diff(CARD, self.before, self.after)

    def operation(self) -> CommitOperationAdd | None:
        """The card as part of a commit; ``None`` where nothing was added."""
        if self.after is None or self.after == self.before:
            return None
        from huggingface_hub import CommitOperationAdd

        return CommitOperationAdd(CARD, self.after)


def card_operation(
    files: FileTree | str | os.PathLike[str],
    card: bytes | None = None,
    *,
    options: Options | None = None,
) -> CommitOperationAdd | None:
    """README.md with the tags that the files prove, for the commit that uploads them.

    Args:
        files: what will be uploaded: a folder, as ``upload_folder`` takes it, or a tree such as
            :class:`tagger.ListingTree` from a listing and a callback, with the paths as they will
            be in the repository.
        card: README.md as it would be without tagger; where it is ``None``, the one among the
            files counts, and where they hold none, a new one is written.
        options: as for :func:`tagger.check`.

    Returns:
        ``None`` where the card is right, nothing is proven, or no edit is safe: then the upload
        goes on as if tagger were not there. :func:`tag_card` tells these apart.
    """
    return tag_card(files, card, options=options).operation()


def tag_card(
    files: FileTree | str | os.PathLike[str],
    card: bytes | None = None,
    *,
    options: Options | None = None,
) -> TaggedCard:
    """The same as :func:`card_operation`, with what was done and what was not."""
    tree = folder_tree(files) if isinstance(files, str | os.PathLike) else files
    if card is not None:
        tree = OverlayTree(tree, {CARD: card})
    options = replace(options or Options(), card=CARD, hub_dataset=True)
    result = check(tree, options)
    # Unsafe is only to begin a card in somebody else's repository; this one is the caller's.
    fixed = fix(tree, options, unsafe=True, wanted=is_tag_fix, result=result)
    before = _read(result)
    after = next((change.after for change in fixed.changes if change.path == CARD), before)
    tags, declared = fixed.result.facts.tags, result.facts.tags.declared
    return TaggedCard(
        before,
        after,
        tuple(tag for tag in tags.declared if tag not in declared),
        tuple(tags.proven),
        _why_not(fixed.result) if tags.missing else "",
    )


def folder_tree(
    folder: str | os.PathLike[str],
    *,
    path_in_repo: str = "",
    allow_patterns: Sequence[str] | None = None,
    ignore_patterns: Sequence[str] = (),
) -> ListingTree:
    """The files of a folder that ``HfApi.upload_folder`` with the same arguments would upload.

    Left out are git's own files and the cache of downloads (huggingface_hub 2.4.0,
    ``DEFAULT_IGNORE_PATTERNS``) and what a ``.gitignore`` at the top names, for which the client
    asks the Hub. Links to files are uploaded as the files; links to folders are not followed.

    Args:
        folder: any folder; in a git repository, files that git ignores in other ways count too.
        path_in_repo: where its files will lie.
        allow_patterns: only these, as ``fnmatch`` understands them.
        ignore_patterns: none of these.

    Raises:
        TaggerError: the folder cannot be read.
    """
    root = Path(folder)
    prefix = f"{path_in_repo.strip('/')}/" if path_in_repo.strip("/") else ""
    try:
        paths = _not_ignored(root, _chosen(root, allow_patterns, ignore_patterns))
        places = {prefix + path: root / path for path in paths}
        entries = [Entry(path, size=place.stat().st_size) for path, place in places.items()]
    except OSError as error:
        raise TaggerError(f"cannot read {str(folder)!r}: {error.strerror or error}") from None

    def read(path: str, limit: int) -> bytes:
        if path not in places:
            raise NotAFileError(path, "no such file")
        try:
            with places[path].open("rb") as file:
                return file.read(limit)
        except OSError as error:
            raise ReadError(path, f"cannot be read: {error.strerror or error}") from None

    return ListingTree(entries, read)


def _chosen(root: Path, allow: Sequence[str] | None, ignore: Sequence[str]) -> list[str]:
    from huggingface_hub.utils import (  # type: ignore[attr-defined]
        DEFAULT_IGNORE_PATTERNS,
        filter_repo_objects,
    )

    allowed = None if allow is None else list(allow)
    ignored = [*ignore, *DEFAULT_IGNORE_PATTERNS]
    return list(filter_repo_objects(_files(root), allow_patterns=allowed, ignore_patterns=ignored))


def _files(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            place = Path(folder, name)
            if place.is_file():
                yield place.relative_to(root).as_posix()


def _not_ignored(root: Path, paths: Sequence[str]) -> Iterable[str]:
    if _GITIGNORE not in paths:
        return paths
    from pathspec import GitIgnoreSpec

    lines = (root / _GITIGNORE).read_text("utf-8", "surrogateescape").splitlines()
    spec = GitIgnoreSpec.from_lines(lines)
    return [path for path in paths if not spec.match_file(path)]


def _read(result: Result) -> bytes | None:
    view = result.facts.view
    try:
        return view.read(CARD)
    except ReadError:
        return None


def _why_not(result: Result) -> str:
    """Why a tag that is proven could not be added."""
    if any(finding.rule is MISSING_TAGS for finding in result.suppressed):
        return f"a comment in the card silences {MISSING_TAGS.code}"
    hints = (finding.hint for finding in result.findings if finding.rule is MISSING_TAGS)
    return next(filter(None, hints), "no edit of the card is safe")
