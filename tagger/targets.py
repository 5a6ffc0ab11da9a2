"""From the words of the command line to trees (docs/design.md §3, ``TARGET``)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.core.errors import TaggerError
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.client import HubClient
from tagger.hub.errors import HubError
from tagger.hub.ids import HubId, from_remote, looks_like_address, parse_hub_id
from tagger.tree.folder import FolderTree
from tagger.tree.git_repository import GitError, GitRepository, around
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry

if TYPE_CHECKING:
    from tagger.tree.model import FileTree


#: The name of a card alone, from standard input: for editors and pipes.
STDIN = "-"


class TargetKind(StrEnum):
    """Where a target's bytes lie."""

    PATH = "path"
    GIT = "git"
    HUB = "hub"


@dataclass(frozen=True, slots=True)
class Target:
    """One repository to read.

    Attributes:
        name: as the user wrote it.
        tree: its files.
        revision: the commit that was read; ``None`` for a folder and for the index, whose bytes
            no commit stands for.
        root: the folder to write fixes to; ``None`` where there is none.
        hub_id: the dataset on the Hub that this is, or is a clone of.
        hub_dataset: false for a folder of a git repository all of whose remotes lie elsewhere
            than on the Hub: nothing then says that it is a dataset to be published.
    """

    name: str
    kind: TargetKind
    tree: FileTree
    revision: str | None = None
    root: Path | None = None
    hub_id: str | None = None
    hub_dataset: bool = True


def open_target(
    name: str = ".",
    *,
    revision: str | None = None,
    staged: bool = False,
    writable: bool = False,
    hub: HubClient | None = None,
    budget: Budget | None = None,
) -> Target:
    """The repository that ``name`` stands for; an existing path wins over an id.

    Args:
        name: a folder, a bare git repository, or a dataset on the Hub.
        revision: read this git revision instead of the files of the folder.
        staged: read the git index instead.
        writable: with ``staged``, read the files of the index as they lie in the folder, so that
            they can be written to; what line ends git makes of them does not matter then.
        hub: the way to the Hub.
        budget: what a dataset on the Hub may cost.

    Raises:
        TaggerError: it cannot be read; the message says what to do.
    """
    if revision is not None and staged:
        raise TaggerError("--rev and --staged exclude each other: choose one")
    path = _existing(name)
    if path is None:
        if revision is not None or staged:
            raise TaggerError(f"--rev and --staged read local git: name {name}@REVISION instead")
        return _on_hub(name, hub or HubClient(), budget or Budget())
    if revision is None and not staged and not _is_bare(path):
        return _folder(name, path)
    target = _in_git(name, path, None if staged else revision or "HEAD")
    return _written_to(target, path) if staged and writable else target


def card_target(path: str, data: bytes) -> Target:
    """A card alone, in a tree of which nothing else is known; its name is ``STDIN``."""
    entry = Entry(path, size=len(data))
    tree = ListingTree([entry], lambda _, limit: data[:limit], complete=False)
    return Target(STDIN, TargetKind.PATH, tree)


def _existing(name: str) -> Path | None:
    """The folder of that name; ``None`` when the name is an address."""
    if not name:
        raise TaggerError("the target is empty: name a folder, or `.`")
    path = Path(name)
    try:
        if path.is_dir():
            return path
        if path.exists():
            raise TaggerError(
                f"{name!r} is a file: name its folder, {str(path.parent)!r}{_card(path)}"
            )
        if path.is_symlink():
            raise TaggerError(f"{name!r} is a broken symbolic link")
    except OSError as error:
        raise TaggerError(f"{name!r} cannot be read: {error.strerror}") from None
    except ValueError:
        raise TaggerError(f"{name!r} is not a path") from None
    if looks_like_address(name):
        return None
    raise TaggerError(
        f"{name!r}: no such folder; a dataset on the Hub is named org/name or by its address"
    )


def _card(path: Path) -> str:
    is_card = path.suffix.lower() == ".md"
    return f", or pipe it: tagger check - < {shlex.quote(str(path))}" if is_card else ""


def _is_bare(path: Path) -> bool:
    return (path / "HEAD").is_file() and all((path / d).is_dir() for d in ("objects", "refs"))


def _folder(name: str, path: Path) -> Target:
    tree = FolderTree(path)
    if not tree.entries():
        why = "; ".join(tree.notes) or "it is empty"
        raise TaggerError(f"nothing to check in {name!r}: {why}")
    try:
        repository = around(path)
        hub_id, hub_dataset = _origin(repository) if repository else (None, True)
    except GitError:
        hub_id, hub_dataset = None, True
    return Target(name, TargetKind.PATH, tree, root=path, hub_id=hub_id, hub_dataset=hub_dataset)


def _in_git(name: str, path: Path, revision: str | None) -> Target:
    from tagger.tree.git import index_tree, revision_tree

    try:
        repository = GitRepository(path)
        tree = index_tree(repository) if revision is None else revision_tree(repository, revision)
        hub_id, hub_dataset = _origin(repository)
    except GitError as error:
        raise TaggerError(f"{name!r} cannot be read by git: {error}") from None
    if not tree.entries():
        where = "the git index" if revision is None else f"revision {revision!r}"
        raise TaggerError(f"nothing to check in {name!r}: {where} holds no file there")
    return Target(name, TargetKind.GIT, tree, tree.commit, hub_id=hub_id, hub_dataset=hub_dataset)


def _written_to(index: Target, path: Path) -> Target:
    """The files of an index where they lie in the folder."""
    tree = FolderTree(path, untracked=False)
    return replace(index, kind=TargetKind.PATH, tree=tree, root=path)


def _origin(repository: GitRepository) -> tuple[str | None, bool]:
    """The dataset that a repository is a clone of, and whether it may be one at all."""
    remotes = repository.remotes()
    hub_id = next(filter(None, map(from_remote, remotes)), None)
    at_top = hub_id is not None and not repository.prefix
    return hub_id if at_top else None, hub_id is not None or not remotes


def _on_hub(name: str, client: HubClient, budget: Budget) -> Target:
    hub_id = parse_hub_id(name)
    try:
        target = hub_target(hub_id, client, budget)
    except (HubError, OverBudgetError) as error:
        raise TaggerError(f"no folder {name!r} here, and on the Hub: {error}") from None
    if not target.tree.entries():
        raise TaggerError(f"nothing to check in {hub_id.repo_id} on the Hub: it holds no file")
    return replace(target, name=name)


def hub_target(hub_id: HubId, client: HubClient, budget: Budget) -> Target:
    """A dataset on the Hub, named by its id; it may be empty.

    Raises:
        HubError, OverBudgetError: it cannot be read.
    """
    from tagger.hub.cache import ContentCache
    from tagger.hub.listing import read_listing
    from tagger.tree.hub import HubTree

    listing = read_listing(client, hub_id, budget)
    tree = HubTree(client, listing, budget, ContentCache.default())
    repo_id = hub_id.repo_id
    return Target(repo_id, TargetKind.HUB, tree, listing.commit, hub_id=repo_id)
