"""``tagger upload``: a folder in one commit, with the tags that its files prove."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from tagger._version import __version__
from tagger.cli.options import add_debug
from tagger.cli.parser import Parser
from tagger.cli.progress import progress
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.hub.budget import Budget, OverBudgetError
from tagger.hub.errors import HubError, UnclearError, explain_write
from tagger.hub.ids import parse_hub_id
from tagger.pulls.api import PullApi
from tagger.pulls.proposal import CARD
from tagger.pulls.upload import folder_tree, tag_card
from tagger.text.visible import visible
from tagger.text.words import joined, plural

if TYPE_CHECKING:
    from argparse import Namespace

    from huggingface_hub import CommitInfo, CommitOperationAdd

    from tagger.cli.console import Console
    from tagger.pulls.upload import TaggedCard
    from tagger.tree.listing import ListingTree

DESCRIPTION = """\
Uploads the files of a folder to a dataset on the Hub in one commit, in which the card has the tags
that the files prove. A small example of what an uploader can do with tagger.pulls.upload; for
folders of many gigabytes `hf upload` is the tool, with `tagger pr` after it."""

EXAMPLES = (
    ("tagger upload puzzles org/name", "the folder puzzles, to the root of the dataset"),
    ("tagger upload --dry-run puzzles org/name", "show what would become of the card"),
    ("tagger upload --create-pr puzzles org/name", "as a pull request"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger upload``."""
    made = Parser(prog, "FOLDER REPO_ID", DESCRIPTION, EXAMPLES)
    made.add_argument("folder", metavar="FOLDER", help="the folder to upload")
    made.add_argument("repo_id", metavar="REPO_ID", help="an existing dataset on the Hub, org/name")
    made.add_argument("--dry-run", action="store_true", help="show the card and send nothing")
    made.add_argument("--create-pr", action="store_true", help="open a pull request instead")
    made.add_argument(
        "--path-in-repo", metavar="PATH", default="", help="the folder in the dataset"
    )
    made.add_argument(
        "--message",
        metavar="TEXT",
        default="Upload folder",
        help="of the commit (default: %(default)s)",
    )
    for name, words in (("--allow", "upload only these"), ("--ignore", "leave these out")):
        made.add_argument(
            name, metavar="PATTERN", action="append", help=f"{words}; can be repeated"
        )
    add_debug(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Tag the card, upload, and say what was done."""
    if not Path(args.folder).is_dir():
        raise TaggerError(f"{args.folder!r} is not a folder")
    hub_id = parse_hub_id(args.repo_id)
    if hub_id.revision is not None:
        raise TaggerError("an upload goes to the branch main: leave the revision out")
    api = PullApi()
    if not args.dry_run and not api.has_token:
        raise TaggerError("an upload needs an account: log in by `hf auth login` or set HF_TOKEN")
    try:
        return _Upload(args, console, api, hub_id.repo_id).run()
    except (HubError, OverBudgetError) as error:
        raise TaggerError(f"{hub_id.repo_id}: {error}{_advice(error)}") from None


def _advice(error: Exception) -> str:
    if not isinstance(error, UnclearError):
        return ""
    return "; whether the files arrived shows when it is run again, which sends nothing twice"


class _Upload:
    """One run of the command."""

    def __init__(self, args: Namespace, console: Console, api: PullApi, repo_id: str) -> None:
        self._args = args
        self._console = console
        self._api = api
        self._repo_id = repo_id

    def run(self) -> Status:
        """Upload; always ends in status 0 or in a fault."""
        args = self._args
        tree = folder_tree(
            args.folder,
            path_in_repo=args.path_in_repo,
            allow_patterns=args.allow,
            ignore_patterns=args.ignore or (),
        )
        if not tree.entries():
            raise TaggerError(f"nothing in {args.folder!r} is to be uploaded")
        head = self._api.head(self._repo_id)
        own = any(entry.path == CARD for entry in tree.entries())
        card = None if own else self._api.card(self._repo_id, head, Budget())
        with progress(self._console, f"checking {args.folder}"):
            tagged = tag_card(tree, card)
        if tagged.reason:
            self._console.note(f"a proven tag is not added: {tagged.reason}")
        if args.dry_run:
            return self._show(tree, tagged)
        # Where the card is the Hub's own, nobody else's change of it may be lost.
        return self._send(tree, tagged, head, parent=None if own else head)

    def _show(self, tree: ListingTree, tagged: TaggedCard) -> Status:
        diff = tagged.diff.decode("utf-8", "surrogateescape")
        with self._console.untouched():
            self._console.write("".join(f"{visible(line)}\n" for line in diff.splitlines()))
        self._console.write(f"{self._repo_id}: would upload {self._what(tree, tagged)}\n")
        return Status.CLEAN

    def _send(self, tree: ListingTree, tagged: TaggedCard, head: str, parent: str | None) -> Status:
        with progress(self._console, f"uploading {self._args.folder}"):
            done = self._commit(self._operations(tree, tagged), parent)
        if done.oid == head:
            self._console.write(f"{self._repo_id}: nothing to do: its files are the same\n")
        else:
            where = done.pr_url or done.commit_url
            what = self._what(tree, tagged)
            self._console.write(f"{self._repo_id}: uploaded {what}: {visible(where)}\n")
        return Status.CLEAN

    def _operations(self, tree: ListingTree, tagged: TaggedCard) -> list[CommitOperationAdd]:
        from huggingface_hub import CommitOperationAdd

        root, prefix = Path(self._args.folder), self._args.path_in_repo.strip("/")
        card = tagged.operation()
        paths = [entry.path for entry in tree.entries() if card is None or entry.path != CARD]
        try:
            operations = [
                CommitOperationAdd(path, root / path.removeprefix(f"{prefix}/" if prefix else ""))
                for path in paths
            ]
        except (ValueError, OSError) as error:
            raise TaggerError(f"cannot be uploaded: {error}") from None
        return operations if card is None else [*operations, card]

    def _commit(self, operations: list[CommitOperationAdd], parent: str | None) -> CommitInfo:
        from huggingface_hub import HfApi
        from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

        hub = HfApi(library_name="tagger", library_version=__version__)
        with warnings.catch_warnings():
            # The Hub's remarks on the card are what `tagger check` says with places.
            warnings.simplefilter("ignore")
            try:
                return hub.create_commit(
                    self._repo_id,
                    operations,
                    commit_message=self._args.message or "Upload folder",
                    repo_type="dataset",
                    create_pr=self._args.create_pr,
                    parent_commit=parent,
                )
            except (HTTPError, OSError, ValueError, KeyError) as error:
                raise explain_write(error, has_token=True) from None

    def _what(self, tree: ListingTree, tagged: TaggedCard) -> str:
        files = plural(len(tree.entries()), "file")
        if not tagged.tags:
            return f"{files}, and no tag is added"
        return f"{files}, and the card gains {joined(tagged.tags)}"
